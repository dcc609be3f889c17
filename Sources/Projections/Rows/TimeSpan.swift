package import ShiftEvents

/// A stretch of time as people are told of it: the times of a shift, a vacancy or an absence, and its length.
package struct TimeSpan: Hashable, Sendable {
  package let date: LocalDate
  package let start: TimeOfDay
  package let end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  package let days: Int16?
  private let zone: Zone

  package init(
    date: LocalDate, start: TimeOfDay, end: TimeOfDay, days: Int16? = nil, in zone: Zone
  ) {
    (self.date, self.start, self.end, self.days, self.zone) = (date, start, end, days, zone)
  }

  package var lastDate: LocalDate { date + dayOfEnd(start, end, days: days) }
  var startAt: Timestamp { zone.instant(date, start) }
  var endAt: Timestamp { zone.instant(lastDate, end) }

  /// The minutes that the clocks show between start and end.
  private var minutesByClock: Int {
    (lastDate - date) * 1440 + Int(end.minutes) - Int(start.minutes)
  }

  /// True if it is longer than 24 hours by the clock, so that its last day must be told.
  package var isOfSeveralDays: Bool { minutesByClock > 1440 }

  /// `Mon 26 Jan 9:00–17:00 (8 h)`, or `Fri 27 Nov 00:00 – Thu 3 Dec 00:00, 6 days`.
  package var text: String { text(in: date.components.year) }

  /// The same, with the year of a day that is not in a given one.
  package func text(in year: Int) -> String {
    "\(date.text(in: year)) \(times(in: year))" + (isOfSeveralDays ? ", \(length)" : " (\(length))")
  }

  /// `9:00–17:00`, or `00:00 – Thu 3 Dec 00:00`.
  package func times(in year: Int) -> String {
    isOfSeveralDays
      ? "\(start.text) – \(lastDate.text(in: year)) \(end.text)" : "\(start.text)–\(end.text)"
  }

  /// `5 h`, `24 h`, `7 h 30 min`; of more than 24 hours `6 days` or `2 days 9 h`.
  package var length: String {
    if !isOfSeveralDays { return Self.hours(zone.elapsedMinutes(date, start, end, days: days)) }
    let (days, rest) = minutesByClock.quotientAndRemainder(dividingBy: 1440)
    return counted(days, "day") + (rest == 0 ? "" : " \(Self.hours(rest))")
  }

  /// The length where its times alone do not tell it plainly: of more than 12 hours; `nil` of others.
  package var notableLength: String? {
    isOfSeveralDays || zone.elapsedMinutes(date, start, end, days: days) > 720 ? length : nil
  }

  private static func hours(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }
}

/// The columns of a day and two times of day in rows that have all three: they tell a stretch of time.
struct TimeSpanColumns {
  let date: Int, start: Int, end: Int
  let days: Int?
  /// The column of the day of the week, of weekly work.
  private let weekday: Int?
  private let zone: Zone

  /// - Parameter date: the key of the day on which they are; of weekly work that from which on they are.
  init?(_ columns: [Heading], date: String = "date", in zone: Zone) {
    weekday = columns.place(of: "weekday")
    guard let date = columns.place(of: date), let start = columns.place(of: "start"),
      let end = columns.place(of: "end")
    else { return nil }
    (self.date, self.start, self.end) = (date, start, end)
    (days, self.zone) = (columns.place(of: "days"), zone)
  }

  func stretch(of row: [Cell?]) -> TimeSpan? {
    guard case .date(var date) = row[date], case .timeOfDay(let start) = row[start],
      case .timeOfDay(let end) = row[end]
    else { return nil }
    let day = weekday.flatMap { row[$0].flatMap { Weekday(name: $0.text) } }
    if let day { date = date.next(day) }
    let days = days.flatMap { row[$0]?.number }.map { Int16(clamping: $0) }
    // Weekly work is as long as the clocks show: they change in few of its weeks.
    return TimeSpan(
      date: date, start: start, end: end, days: days, in: day == nil ? zone : .utc)
  }
}

extension [Heading] { func place(of key: String) -> Int? { firstIndex { $0.key == key } } }

extension TimeOfDay {
  /// The time as sentences have it: `9:00`, `17:30`, `00:00`.
  package var text: String {
    let text = description
    return text.hasPrefix("0") && minutes >= 60 ? String(text.dropFirst()) : text
  }
}

extension LocalDate {
  /// `Mon 12 Jan`, of another year than the given one `Mon 12 Jan 2027`.
  package func text(in year: Int) -> String { components.year == year ? shortText : longText }
}

extension RowTable {
  /// The same rows with the instants of those that have a date and times.
  package func addingInstants(in zone: Zone) -> RowTable {
    guard let times = TimeSpanColumns(columns, in: zone) else { return self }
    let headings = ["startAt", "endAt"].map {
      Heading(key: $0, title: "", kind: .instant, isOptional: true)
    }
    return adding(headings) { row in
      let stretch = times.stretch(of: row)
      return [stretch.map { .instant($0.startAt) }, stretch.map { .instant($0.endAt) }]
    }
  }
}
