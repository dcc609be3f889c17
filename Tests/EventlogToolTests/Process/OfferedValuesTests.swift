import Foundation
import ShiftEvents
import Testing

/// What help and schema offer is what `append` takes.
struct OfferedValuesTests {
  @Test(arguments: [
    ("shift.edited", ["date", "start", "end"], "days"),
    ("vacancy.edited", ["date", "start", "end", "places"], "wanted"),
    (
      "deal.edited",
      ["name", "companyName", "category", "latitude", "longitude", "validUntil", "validFrom"],
      "address"
    ),
  ])
  func `null is offered for members that can be taken away, and for no others`(
    type: String, kept: [String], removable: String
  ) {
    let folder = LogFolder()
    let help = folder.run("help", type).lines
    let schema = OrderedJSON(folder.run("schema", "submissions", "--type", type).output)
    let definitions = schema["$defs"]
    func member(_ name: String) -> OrderedJSON? {
      let data = definitions?.keys.first { $0.hasSuffix("Data") }
      return data.flatMap { definitions?[$0]?["properties"]?[name] }
    }
    for name in kept {
      let line = help.first { $0.trimmingCharacters(in: .whitespaces).hasPrefix(name + " ") }
      #expect(line != nil && line?.contains("or null") == false, "\(name): \(line ?? "")")
      #expect(member(name) != nil && member(name)?["anyOf"] == nil, "\(name)")
    }
    #expect(help.contains { $0.contains(removable) && $0.contains("or null") })
    #expect(member(removable)?["anyOf"] != nil)
  }

  @Test func `help says that a manager may set aside that a shift has started`() {
    let help = LogFolder().run("help", "shiftStarted").output
    #expect(help.contains("override") && !help.contains("only hours"))
  }

  @Test(arguments: ["shift.scheduled", "shift.claimed"])
  func `the schema refuses the ids of loose shifts that end in a date`(type: String) throws {
    let schema = OrderedJSON(LogFolder().run("schema", "submissions", "--type", type).output)
    let pattern = schema["$defs"]?["LooseShiftID"]?["not"]?["pattern"]
    let refused = try #require(pattern).text
    #expect("L1.2027-01-01".range(of: refused, options: .regularExpression) != nil)
    #expect("L1-2027".range(of: refused, options: .regularExpression) == nil)
  }
}
