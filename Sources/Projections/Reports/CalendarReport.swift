public import ShiftEvents

/// Rows as a calendar (RFC 5545): one event a row, at the `date`, `start` and `end` of the row.
///
/// The same rows give the same bytes: each event is stamped with the last change of its row. Times
/// are local, in a zone that the calendar defines from its own changes.
public struct CalendarReport: Sendable {
  /// The columns without which a table is no calendar.
  public static let neededColumns = times + ["changes", "changedAt"]

  private static let times = ["date", "start", "end"]

  private let zone: Zone

  /// A calendar of a workplace in `zone`.
  public init(zone: Zone) { self.zone = zone }

  /// Returns the whole file; a row without a date or times is left out.
  ///
  /// - Parameters:
  ///   - name: the name of the calendar.
  ///   - label: the name of a person.
  public func bytes(
    _ table: RowTable, name: String, label: (UserID) -> String = { "\($0)" }
  ) -> [UInt8] {
    let table = table.labelled(by: label)
    let events = table.rows.compactMap { Event($0, table.columns, zone) }
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//eventlog-tool//ShiftEvents//EN"]
    lines.append("X-WR-CALNAME:" + escaped(name))
    if zone != .utc, let first = events.map(\.start).min(), let last = events.map(\.end).max() {
      lines += definition(of: first..<last.advanced(byMilliseconds: 1))
    }
    for event in events { lines += self.lines(of: event) }
    lines.append("END:VCALENDAR")
    return lines.flatMap(folded)
  }

  /// One event of the calendar.
  private struct Event {
    var id: String
    var start: Timestamp
    var end: Timestamp
    var changes: Int
    var changedAt: Timestamp
    /// True while it is not sure whose it will be.
    var isTentative: Bool
    var summary: String
    var description: String

    init?(_ row: [Cell?], _ columns: [Heading], _ zone: Zone) {
      func cell(_ key: String) -> Cell? { columns.firstIndex { $0.key == key }.flatMap { row[$0] } }
      guard case .date(let date) = cell("date"), case .timeOfDay(let start) = cell("start"),
        case .timeOfDay(let end) = cell("end"), let id = row.first??.text,
        case .integer(let changes) = cell("changes"),
        case .instant(let changedAt) = cell("changedAt")
      else { return nil }
      self.id = id
      self.start = zone.instant(date, start)
      var days: Int16?
      if case .integer(let count) = cell("days") { days = Int16(clamping: count) }
      self.end = zone.instant(date + dayOfEnd(start, end, days: days), end)
      (self.changes, self.changedAt) = (changes, changedAt)
      isTentative = cell("status")?.text == "awaiting"
      let who = cell("owner")?.text
      summary = ["Shift", who].compactMap(\.self).joined(separator: " ")
      description = zip(columns, row).dropFirst()
        .filter { $0.0.isForPeople && !CalendarReport.times.contains($0.0.key) }
        .compactMap { heading, cell in cell.map { "\(heading.title): \($0.text)" } }
        .joined(separator: "\n")
    }
  }

  private func lines(of event: Event) -> [String] {
    [
      "BEGIN:VEVENT", "UID:\(event.id)@eventlog-tool", "SEQUENCE:\(event.changes)",
      "DTSTAMP:\(utc(event.changedAt))", "LAST-MODIFIED:\(utc(event.changedAt))",
      "DTSTART" + local(event.start), "DTEND" + local(event.end),
      "SUMMARY:" + escaped(event.summary), "DESCRIPTION:" + escaped(event.description),
      "STATUS:" + (event.isTentative ? "TENTATIVE" : "CONFIRMED"), "END:VEVENT",
    ]
  }

  // MARK: - Times

  /// `20260112T140000Z`.
  private func utc(_ time: Timestamp) -> String { compact(time) + "Z" }

  private func local(_ time: Timestamp) -> String {
    if zone == .utc { return ":" + utc(time) }
    return ";TZID=\(zone):" + compact(time.advanced(bySeconds: zone.offsetSeconds(at: time)))
  }

  private func compact(_ time: Timestamp) -> String {
    time.description.prefix(19).filter { $0 != "-" && $0 != ":" }
  }

  /// The zone with the changes of its clocks while the events last.
  private func definition(of span: Range<Timestamp>) -> [String] {
    let first = zone.offsetSeconds(at: span.lowerBound)
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(zone)"]
    lines += observance("STANDARD", "19700101T000000", from: first, to: first)
    for change in zone.changes(in: span) {
      // A change is told in the time that the clocks showed before it.
      let onset = compact(change.instant.advanced(bySeconds: change.before))
      lines += observance(
        change.after > change.before ? "DAYLIGHT" : "STANDARD", onset, from: change.before,
        to: change.after)
    }
    return lines + ["END:VTIMEZONE"]
  }

  private func observance(_ kind: String, _ onset: String, from: Int, to: Int) -> [String] {
    [
      "BEGIN:\(kind)", "DTSTART:\(onset)", "TZOFFSETFROM:\(offset(from))",
      "TZOFFSETTO:\(offset(to))", "END:\(kind)",
    ]
  }

  /// `+0100`.
  private func offset(_ seconds: Int) -> String {
    let (minutes, rest) = abs(seconds).quotientAndRemainder(dividingBy: 60)
    return (seconds < 0 ? "-" : "+") + twoDigits(minutes / 60) + twoDigits(minutes % 60)
      + (rest == 0 ? "" : twoDigits(rest))
  }

  // MARK: - Text

  private func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "\\", ";", ",": "\\\(scalar)"
      case "\n": "\\n"
      case _ where scalar.misleadsReaders: "\\\\u{\(String(scalar.value, radix: 16))}"
      default: nil
      }
    }
  }

  /// The line with its end, broken after at most 75 octets, never inside a character.
  private func folded(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var octets = 0
    for character in line {
      let next = Array(character.utf8)
      if octets + next.count > 75, octets > 1 {
        bytes += "\r\n ".utf8
        octets = 1
      }
      bytes += next
      octets += next.count
    }
    return bytes + Array("\r\n".utf8)
  }
}

extension Timestamp {
  fileprivate func advanced(bySeconds seconds: Int) -> Timestamp {
    advanced(byMilliseconds: Int64(seconds) * 1000)
  }
}
