import Foundation
import ShiftEvents
import TestSupport
import Testing

/// Help about events and codes, which comes from the declarations that the codec uses.
struct HelpTopicsTests {
  @Test func `help of a code names the policy that decides it, and formats name the exports`() {
    let folder = LogFolder()
    for (code, policy) in [
      ("dayTaken", "maxShiftsPerDay"), ("restTooShort", "minRestMinutes"),
      ("tooLate", "acceptLeadMinutes"), ("weekTooLong", "maxWeekMinutes"),
      ("overlapping", "handoverMinutes"),
    ] {
      #expect(folder.run("help", code).output.contains(policy), "\(code)")
    }
    let members = EventType.workplaceConfigured.members.map(\.name)
    for policy in RejectionCode.allCases.flatMap(\.policies) {
      #expect(members.contains(policy.name), "\(policy)")
    }
    let formats = folder.run("help", "formats").output
    for format in ["ics", "geojson", "mermaid", "prometheus", "sql"] {
      #expect(formats.contains("\n  \(format) "), "\(formats)")
    }
  }

  /// A short suite draws some of the types.
  private static let drawn = EventType.submitted.shuffled()
    .prefix(Rounds.count(24, full: EventType.submitted.count))

  @Test(arguments: drawn)
  func `the examples of help are accepted on a copy of the sample`(type: EventType) throws {
    let folder = LogFolder()
    folder.write(
      try #require(FileManager.default.contents(atPath: Repository.sample)), to: "copy.jsonl")
    let page = folder.run("help", type.rawValue)
    #expect(page.code == 0 && page.errors.isEmpty && page.output.contains("  "))
    let commands = page.output.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("eventlog-tool append ") }
    let last = try #require(commands.last)
    #expect(last.hasPrefix("eventlog-tool append \(type.rawValue) "))
    for command in commands {
      let ending = folder.shell("\"$TOOL\"" + command.dropFirst("eventlog-tool".count))
      #expect(ending.code == 0, "\(command)\n\(ending.output)\(ending.errors)")
    }
  }

  @Test func `help says of every type, code and topic what it is`() {
    let folder = LogFolder()
    // The page of a type that is submitted is asked for its examples, above.
    let types = Set(EventType.allCases).subtracting(EventType.submitted).map(\.rawValue).sorted()
    let codes = RejectionCode.allCases.map(\.rawValue) + otherCodes.map(\.code)
    for word in types + codes + ["events", "codes", "formats", "exit-codes"] {
      let page = folder.run("help", word)
      #expect(page.code == 0 && page.errors.isEmpty && page.output.contains("  "), "\(word)")
    }
    expectGolden(folder.run("help", "shift.scheduled").output, "help-shift.scheduled.txt")
    expectGolden(folder.run("help", "events").output, "help-events.txt")
    let mistyped = folder.run("help", "shift.scheduld")
    #expect(mistyped.code == 64 && mistyped.errors.hasSuffix("did you mean shift.scheduled?\n"))
  }
}
