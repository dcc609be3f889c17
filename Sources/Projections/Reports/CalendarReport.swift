public import ShiftEvents

/// Shifts and absences as a calendar (RFC 5545).
///
/// The same log gives the same bytes: each entry is stamped with its last change. Times are local, in a zone that the
/// calendar defines from its own changes.
public struct CalendarReport: Sendable {
  /// The columns without which a projection is no calendar.
  public static let neededColumns = ["date", "start", "end", "changes", "changedAt"]

  private let zone: Zone

  /// A calendar of a workplace in `zone`.
  public init(zone: Zone) { self.zone = zone }

  /// Returns the whole file.
  ///
  /// - Parameters:
  ///   - name: the name of the calendar.
  ///   - log: the name of the log; with it the entries of several logs stand side by side in one calendar.
  ///   - time: the last change of the log; a calendar without entries has the zone as it is then.
  public func bytes(
    _ entries: [CalendarEntry], name: String, of log: LogName, at time: Timestamp?
  ) -> [UInt8] {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//eventlog-tool//ShiftEvents//EN"]
    lines.append("X-WR-CALNAME:" + escaped(name))
    if zone != .utc || entries.isEmpty {
      // A calendar has a component at least.
      let first = entries.map(\.start).min() ?? time ?? Timestamp(milliseconds: 0)
      let last = entries.map(\.end).max() ?? first
      lines += definition(of: first..<max(first, last).advanced(byMilliseconds: 1), for: entries)
    }
    for entry in entries { lines += self.lines(of: entry, in: log) }
    lines.append("END:VCALENDAR")
    return lines.flatMap(folded)
  }

  private func lines(of entry: CalendarEntry, in log: LogName) -> [String] {
    [
      "BEGIN:VEVENT", "UID:\(entry.id)@\(log.digits).eventlog", "SEQUENCE:\(entry.changes)",
      "DTSTAMP:\(utc(entry.changedAt))", "LAST-MODIFIED:\(utc(entry.changedAt))",
      "DTSTART" + (entry.days.map { day($0.lowerBound) } ?? local(entry.start)),
    ] + end(of: entry) + [
      "SUMMARY:" + escaped(entry.summary)
    ] + (entry.location.map { ["LOCATION:" + escaped($0)] } ?? []) + [
      "DESCRIPTION:" + escaped(entry.description),
      "CATEGORIES:" + entry.categories.map(escaped).joined(separator: ","),
      "STATUS:" + (entry.isTentative ? "TENTATIVE" : "CONFIRMED"), "TRANSP:OPAQUE", "END:VEVENT",
    ]
  }

  /// A whole day without an end lasts until the next, which no calendar has behind 9999.
  private func end(of entry: CalendarEntry) -> [String] {
    // A log made by hand may have a shift that ends before it begins.
    guard let days = entry.days else {
      return entry.end < entry.start ? [] : ["DTEND" + local(entry.end)]
    }
    return days.upperBound > .last ? [] : ["DTEND" + day(days.upperBound)]
  }

  // MARK: - Times

  /// `20260112T140000Z`.
  private func utc(_ time: Timestamp) -> String {
    compact(min(time, Timestamp.range.upperBound)) + "Z"
  }

  /// `;VALUE=DATE:20260112`.
  private func day(_ date: LocalDate) -> String {
    ";VALUE=DATE:" + date.description.filter { $0 != "-" }
  }

  private func local(_ time: Timestamp) -> String {
    if zone == .utc { return ":" + utc(time) }
    // A calendar has no year behind 9999.
    let shown = min(
      time.advanced(bySeconds: zone.offsetSeconds(at: time)), Timestamp.range.upperBound)
    return ";TZID=\(zone):" + compact(shown)
  }

  private func compact(_ time: Timestamp) -> String {
    time.description.prefix(19).filter { $0 != "-" && $0 != ":" }
  }

  /// The zone with the changes of its clocks behind which, before the next one, an event begins or ends.
  private func definition(
    of span: Range<Timestamp>, for entries: [CalendarEntry]
  ) -> [String] {
    let first = zone.offsetSeconds(at: span.lowerBound)
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(zone)"]
    // What is older than the usual beginning has the zone of its own time.
    let begin = compact(span.lowerBound.advanced(bySeconds: first))
    lines += observance("STANDARD", min(begin, "19700101T000000"), from: first, to: first)
    let times = entries.filter { $0.days == nil }.flatMap { [$0.start, $0.end] }.sorted()
    let changes = zone.changes(in: span)
    for (place, change) in changes.enumerated() {
      // One event far away would bring two changes a year until then.
      let next = times.firstPlace { $0 >= change.instant }
      if next == times.count
        || place + 1 < changes.count && times[next] >= changes[place + 1].instant
      {
        continue
      }
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
      case _ where scalar.misleadsReaders: "\\\(scalar.spelledOut)"
      default: nil
      }
    }
  }

  /// The line with its end, broken after at most 75 octets, never inside a character.
  private func folded(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var octets = 0
    for scalar in line.unicodeScalars {
      let next = Array(UTF8.encode(scalar)!)
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

/// A shift or an absence in a calendar.
public struct CalendarEntry: Hashable, Sendable {
  /// The id, which no other entry has: of a shift its own.
  public var id: String
  /// The instant at which it begins.
  public var start: Timestamp
  /// The instant at which it ends.
  public var end: Timestamp
  /// The days that it takes, if it begins and ends with a day.
  public var days: Range<LocalDate>?
  /// The number of changes since it was recorded.
  public var changes: Int
  /// The time of the last change.
  public var changedAt: Timestamp
  /// True while it is not sure whose it will be.
  public var isTentative: Bool
  /// The title, such as `Bar 15:00–20:00`.
  public var summary: String
  /// The place.
  public var location: String?
  /// A few sentences, one a line, the id last.
  public var description: String
  /// The labels of a shift, or the word for its kind; at least one.
  public var categories: [String]
}

extension Replay {
  /// The shifts of a selection as entries of a calendar, by date, start and id; then the absences of the same person
  /// and days, where they are wanted.
  ///
  /// - Parameter label: the name of a person.
  public func calendar(
    _ chosen: RowSelection, absences: Bool = false, at now: Timestamp, label: (UserID) -> String
  ) -> [CalendarEntry] {
    let shifts = schedule(chosen, at: now)
    let entries = shifts.filter(chosen.includes).map { row in
      var entry = entry(row, isForAll: chosen.user == nil, label)
      // A shift that was published on one day, moved to another, and published there was promised on both.
      if row.outcome?.date != nil { entry.id += ".\(row.date)" }
      return entry
    }
    guard absences else { return entries }
    // The days decide, as they do for shifts.
    let away = self.absences(
      of: chosen.user, dates: chosen.dates, all: chosen.all || !chosen.dates.isEmpty,
      running: chosen.running, at: now
    ).filter { $0.status != .ended }
    return entries + away.map { entry($0, isForAll: chosen.user == nil, label) }
  }

  /// The name of a calendar: that of its person, and the workplace's id, which is the only name of a workplace.
  public func calendarName(of person: String?) -> String {
    let workplace = workplace.workplace.map(\.description)
    guard let person else {
      return ["Schedule", workplace].compactMap(\.self).joined(separator: " of ")
    }
    return [person, workplace].compactMap(\.self).joined(separator: " at ")
  }

  private func entry(
    _ row: ScheduleRow, isForAll: Bool, _ label: (UserID) -> String
  ) -> CalendarEntry {
    let labels = row.keys.labels.map(\.description)
    let title = row.keys.title.map(\.description)
    // A title is at times one of the labels.
    let words =
      [title].compactMap(\.self) + labels.filter { $0.lowercased() != title?.lowercased() }
    let what = words.isEmpty ? "Shift" : words.joined(separator: ", ")
    let days = row.isOfWholeDays ? row.daysText : row.hoursText(in: timeZone)
    let lines = [
      givenBy(row, label), settling(row, label),
      row.keys.needs.isEmpty
        ? nil : "Needs \(row.keys.needs.map(\.description).joined(separator: ", ")).",
      "Shift \(row.shift)",
    ]
    return CalendarEntry(
      id: row.shift.description, start: timeZone.instant(row.date, row.start),
      end: timeZone.instant(row.lastDate, row.end), days: row.wholeDays, changes: row.changes,
      changedAt: row.changedAt, isTentative: row.status == .awaiting,
      summary: (isForAll ? "\(label(row.owner)): " : "")
        + [what, days].compactMap(\.self).joined(separator: " "),
      location: row.keys.place?.description,
      description: lines.compactMap(\.self).joined(separator: "\n"),
      categories: labels.isEmpty ? ["Shift"] : labels)
  }

  /// The sentence about the person who had the shift first.
  private func givenBy(_ row: ScheduleRow, _ label: (UserID) -> String) -> String? {
    row.owner == row.firstOwner ? nil : "Given by \(label(row.firstOwner)), who had it first."
  }

  /// The sentence about what is not settled yet.
  private func settling(_ row: ScheduleRow, _ label: (UserID) -> String) -> String? {
    switch row.status {
    case .supplied: return "\(label(row.owner)) offers it on the marketplace."
    case .suggested:
      let requester = row.request.flatMap { self[$0]?.requester }
      return "\(label(row.owner)) suggests it" + (requester.map { " to \(label($0))" } ?? "") + "."
    case .awaiting:
      guard let taker = row.taker, let via = row.via else { return nil }
      let hasSay = state.approvers(owner: row.owner, taker: taker, via: via).ownerHasSay
      return "\(label(row.owner)) gives it to \(label(taker)); "
        + (hasSay ? "\(label(row.owner)) or a manager" : "a manager") + " approves."
    case .idle, .lapsed: return nil
    }
  }

  private func entry(
    _ row: AbsenceRow, isForAll: Bool, _ label: (UserID) -> String
  ) -> CalendarEntry {
    let days = row.isOfWholeDays ? row.daysText : row.hoursText(in: timeZone)
    let summary = ["away", days].compactMap(\.self).joined(separator: " ")
    return CalendarEntry(
      id: "absence.\(row.absence)", start: timeZone.instant(row.date, row.start),
      end: timeZone.instant(row.lastDate, row.end), days: row.wholeDays, changes: 0,
      changedAt: row.recordedAt, isTentative: false,
      summary: isForAll ? "\(label(row.user)): \(summary)" : "A" + summary.dropFirst(),
      description: "\(label(row.user)) takes no shifts.\nAbsence \(row.absence)",
      categories: ["Absence"])
  }
}
