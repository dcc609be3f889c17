import Foundation
import TestSupport
import Testing

/// A real rota of three years told as weekly series, with an edit for each change of owner and a closure for each day
/// without a duty: in the end everybody has the same days.
struct RealSeriesTests {
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Owner by date.
  private func duties(_ folder: LogFolder, _ log: String) -> [String: String] {
    let shown = folder.run(
      "show", "schedule", "--all", "-f", log, "--json", "--now", "2023-06-01T00:00:00Z")
    let rows = OrderedJSON(shown.output)["rows"]?.elements ?? []
    return Dictionary(
      rows.map { ($0["date"]!.text, $0["owner"]!.text) }, uniquingKeysWith: { $1 })
  }

  private func date(_ text: String) -> Date { try! Date(text + "T00:00:00Z", strategy: .iso8601) }

  private func weekday(_ date: String) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    return (calendar.component(.weekday, from: self.date(date)) + 5) % 7
  }

  @Test func `the rota told as series with edits and closures ends with the same duties`() throws {
    let folder = LogFolder()
    for log in ["told.jsonl", "series.jsonl"] { folder.run("init", log) }
    let recorded = folder.run(
      "append", Repository.fixtures + "/build-captains-as-it-happened.ndjson", "-f", "told.jsonl")
    #expect(recorded.code == 0, "\(recorded.errors)")
    // A short suite has the first months.
    let last = Rounds.areFull ? "9999" : "2021-03"
    let expected = duties(folder, "told.jsonl").filter { $0.key < last }
    #expect(expected.count > Rounds.count(80, full: 850))

    func line(_ type: String, _ subject: String, _ data: String) -> String {
      #"{"type":"\#(type)","subject":"\#(subject)","actor":"manager","data":\#(data)}"#
    }
    var lines = [line("user.registered", "manager", #"{"roles":["manager"]}"#)]
    lines += Set(expected.values).sorted().map {
      line("user.registered", $0, #"{"roles":["employee"]}"#)
    }
    lines.append(line("workplace.configured", "tekton", #"{"horizonWeeks":104}"#))
    var edits = 0
    for (number, name) in Self.weekdays.enumerated() {
      let days = expected.keys.filter { weekday($0) == number }.sorted()
      guard let first = days.first, let last = days.last else { continue }
      // Days without a duty between the first and the last are closed before anything is scheduled.
      var day = date(first)
      while day < date(last) {
        let text = String(day.ISO8601Format().prefix(10))
        if expected[text] == nil {
          lines.append(line("closure.recorded", "none-\(text)", #"{"from":"\#(text)"}"#))
        }
        day += 7 * 86_400
      }
      lines.append(
        line(
          "fixedshift.registered", name,
          #"{"owner":"\#(expected[first]!)","weekday":"\#(name)","start":"00:00","end":"00:00","#
            + #""from":"\#(first)","until":"\#(last)"}"#))
      for (before, day) in zip(days, days.dropFirst()) where expected[before] != expected[day] {
        edits += 1
        lines.append(
          line(
            "fixedshift.edited", name, #"{"to":"\#(expected[day]!)","from":"\#(day)"}"#))
      }
    }
    #expect(edits > Rounds.count(30, full: 400))
    folder.write(lines.map { $0 + "\n" }.joined().utf8.map { $0 }, to: "series.ndjson")
    // A duty begins at midnight: the series are told the day before.
    let beginning = (date(expected.keys.min()!) - 86_400).ISO8601Format().prefix(10)
    let told = folder.run(
      "append", "series.ndjson", "-f", "series.jsonl", "--now", "\(beginning)T00:00:00Z",
      "--force-clock")
    #expect(told.code == 0, "\(told.errors.prefix(600)) \(told.output.prefix(300))")
    for year in ["2020-11-01", "2021-11-01", "2022-06-01"] where year < last {
      let extended = folder.run("extend", "-f", "series.jsonl", "--now", "\(year)T00:00:00Z")
      #expect(extended.code == 0, "\(extended.errors)")
    }
    let found = duties(folder, "series.jsonl")
    #expect(found.count == expected.count)
    for (day, owner) in expected where found[day] != owner {
      Issue.record("\(day): \(found[day] ?? "nobody") for \(owner)")
    }
    #expect(folder.run("verify", "--rules", "series.jsonl").code == 0)
  }
}
