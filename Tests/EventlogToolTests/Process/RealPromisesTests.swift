import Foundation
import TestSupport
import Testing

/// A real rota with a publication at each of its published versions: every late change is told with its notice.
///
/// The expectation comes from the versions alone: what differs between two of them on a day that was published before.
struct RealPromisesTests {
  /// One duty in a version of the rota.
  private struct Duty: Equatable {
    var date: String
    var owner: String
  }

  private struct Version {
    var time: String
    var duties: [String: Duty]
    /// The duties that people exchanged or gave away themselves with this version.
    var ownDoing: Set<String>
  }

  /// A row of `changes` as text.
  private typealias Change = String

  private static let lines = try! String(
    contentsOfFile: Repository.fixtures + "/build-captains-as-it-happened.ndjson", encoding: .utf8
  ).split(separator: "\n").map(String.init)

  private static func day(_ text: String) -> Date {
    try! Date(text.prefix(10) + "T00:00:00Z", strategy: .iso8601)
  }

  private static func text(_ day: Date) -> String { String(day.ISO8601Format().prefix(10)) }

  private static func lastDay(of time: String) -> String {
    text(day(time).addingTimeInterval(365 * 86_400))
  }

  // MARK: - The versions

  private static func versions() -> [Version] {
    var versions: [Version] = []
    var offers: [String: (give: String, take: String)] = [:]
    for line in lines {
      let event = OrderedJSON(line)
      let (time, subject) = (event["time"]!.text, event["subject"]!.text)
      if versions.last?.time != time {
        versions.append(
          Version(time: time, duties: versions.last?.duties ?? [:], ownDoing: []))
      }
      func member(_ name: String) -> String { event["data"]![name]!.text }
      let last = versions.count - 1
      switch event["type"]!.text {
      case "shift.scheduled":
        versions[last].duties[subject] = Duty(date: member("date"), owner: member("owner"))
      case "shift.assigned": versions[last].duties[subject]!.owner = member("to")
      case "shift.cancelled": versions[last].duties[subject] = nil
      case "trade.offered": offers[subject] = (member("give"), member("take"))
      case "trade.accepted":
        let (give, take) = offers[subject]!
        let owner = versions[last].duties[give]!.owner
        versions[last].duties[give]!.owner = versions[last].duties[take]!.owner
        versions[last].duties[take]!.owner = owner
        versions[last].ownDoing.formUnion([give, take])
      case "shift.accepted":
        versions[last].duties[subject]!.owner = event["actor"]!.text
        versions[last].ownDoing.insert(subject)
      default: break
      }
    }
    return versions
  }

  /// The rows that the versions ask for, and those of them that a later one replaced.
  private static func expected() -> (rows: [Change], awaited: Int) {
    let versions = versions()
    var rows: [Change] = []
    var awaited: Set<String> = []
    for (index, version) in versions.enumerated() {
      let before = index == 0 ? [:] : versions[index - 1].duties
      let minute = try! Date(version.time.prefix(19) + "Z", strategy: .iso8601)
      awaited.subtract(version.ownDoing)
      for shift in Set(before.keys).union(version.duties.keys).subtracting(version.ownDoing) {
        let (old, new) = (before[shift], version.duties[shift])
        guard old != new, let duty = new ?? old,
          versions[..<index].contains(where: {
            $0.time.prefix(10) <= duty.date && duty.date <= lastDay(of: $0.time)
          })
        else { continue }
        let kind = old == nil ? "scheduled" : new == nil ? "cancelled" : "assigned"
        let notice = Int((day(duty.date).timeIntervalSince(minute) / 60).rounded(.down))
        rows.append("\(version.time) \(shift) \(kind) \(duty.owner) \(duty.date) \(notice)")
        awaited.insert(shift)
      }
    }
    return (rows.sorted(), awaited.count)
  }

  // MARK: - The log

  /// The rota with a publication of the year to come behind each version.
  private static func published() -> [String] {
    var told: [String] = []
    for (place, line) in lines.enumerated() {
      told.append(line)
      let time = OrderedJSON(line)["time"]!.text
      let next = place + 1 < lines.count ? OrderedJSON(lines[place + 1])["time"]!.text : ""
      if next == time { continue }
      told.append(
        #"{"source":"/realdata/tekton","id":"published-\#(place)","type":"schedule.published","#
          + #""actor":"manager","subject":"version-\#(place)","time":"\#(time)","#
          + #""data":{"from":"\#(time.prefix(10))","to":"\#(lastDay(of: time))"}}"#)
    }
    return told
  }

  @Test func `every late change has its notice, as the versions have it`() throws {
    let folder = LogFolder()
    folder.write(Array((Self.published().joined(separator: "\n") + "\n").utf8), to: "rota.ndjson")
    let ending = folder.start(["append", "rota.ndjson", "--each", "--create"]).wait(seconds: 60)
    #expect(ending.code == 0, "\(ending.errors)")

    let shown = folder.run("show", "changes", "--all", "--json", "--now", "2023-06-01T00:00:00Z")
    let rows = try #require(OrderedJSON(shown.output)["rows"]?.elements)
    func cell(_ row: OrderedJSON, _ key: String) -> String { row[key]?.text ?? "-" }
    let told = rows.map { row in
      ["changedAt", "shift", "kind", "owner", "date", "notice"].map { cell(row, $0) }
        .joined(separator: " ")
    }
    let (expected, awaited) = Self.expected()
    #expect(expected.count == 1699)
    #expect(told.sorted() == expected)
    #expect(rows.allSatisfy { cell($0, "by") == "manager" })
    #expect(rows.count { cell($0, "answer") == "awaited" } == awaited)
    #expect(rows.allSatisfy { ["awaited", "none"].contains(cell($0, "answer")) })

    let events = folder.logLines.filter { $0.contains(#""notice":"#) }
    #expect(events.count == expected.count)
    let publications = folder.run("show", "publications", "--json", "--now", "2023-06-01T00:00:00Z")
    #expect(OrderedJSON(publications.output)["rows"]?.elements.count == Self.versions().count)
    #expect(folder.run("verify", "--rules", "-q").code == 0)
  }
}
