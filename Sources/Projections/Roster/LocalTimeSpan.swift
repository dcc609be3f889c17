package import ShiftEvents

/// Something that lasts from a start to an end by the clocks of the workplace: a shift, a vacancy, an
/// absence.
package protocol LocalTimeSpan {
  var date: LocalDate { get }
  var start: TimeOfDay { get }
  var end: TimeOfDay { get }
  /// The day after its date on which it ends; `nil` for the usual one.
  var days: Int16? { get }
}

extension LocalTimeSpan {
  /// The days that it belongs to.
  package var presence: ClosedRange<LocalDate> {
    date...date + lastDayPresent(start, end, days: days)
  }

  package var lastDate: LocalDate { date + dayOfEnd(start, end, days: days) }

  /// The instants at which it begins and ends.
  func interval(in zone: Zone) -> Range<Timestamp> {
    let begin = zone.instant(date, start)
    return begin..<max(begin, zone.instant(lastDate, end))
  }

  /// The part of that which lies in one of its days; all of what belongs to one day.
  func interval(on day: LocalDate, in zone: Zone) -> Range<Timestamp> {
    let whole = interval(in: zone)
    if presence.lowerBound == presence.upperBound { return whole }
    return whole.clamped(to: zone.instant(day, .midnight)..<zone.instant(day + 1, .midnight))
  }

  /// `Mon 26 Jan 10:00–12:00`, `Mon 26 Jan 10:00 – Tue 27 Jan 22:00`, and of whole days `Mon 26 Jan – Wed 28 Jan`.
  var spanText: String {
    if isOfWholeDays { return daysText ?? date.shortText }
    let isOfSeveralDays = presence.upperBound > date
    return "\(date.shortText) \(start)" + (isOfSeveralDays ? " – \(lastDate.shortText) " : "–")
      + "\(end)"
  }

  /// Its times on one of its days: of several days the first has the start, the last the end, and those between have
  /// neither.
  package func times(on day: LocalDate, _ text: (TimeOfDay) -> String = \.description) -> String {
    let (first, last) = (presence.lowerBound, presence.upperBound)
    return (day == first ? text(start) : "") + "–" + (day == last ? text(end) : "")
  }

  /// A number that orders by date and start.
  var timeKey: Int { Int(date.daysSinceEpoch) * 1440 + Int(start.minutes) }

  /// Returns `true` if it has begun.
  func hasStarted(at moment: LocalMoment) -> Bool { moment.hasStarted(date, start) }

  /// Returns `true` if it is over.
  func hasEnded(at moment: LocalMoment) -> Bool { moment.hasStarted(lastDate, end) }

  /// Returns `true` if it belongs to today or later, or has not ended.
  private func isCurrent(at moment: LocalMoment) -> Bool {
    if date >= moment.today { return true }
    // Most lies long behind, and nearly all of that has no days.
    if days == nil, date < moment.today + -2 { return false }
    return presence.upperBound >= moment.today || !hasEnded(at: moment)
  }

  /// Returns `true` if it takes the whole of one of its days.
  func takesWhole(of day: LocalDate) -> Bool {
    guard presence.contains(day), day > date || start == .midnight else { return false }
    return day < lastDate
  }

  /// Returns `true` if its time is one that a reader asks for: the chosen days, or without these what is
  /// current, or all; of either only what is in progress if that is asked for.
  func isChosen(by dates: DateSelection, all: Bool, running: Bool, at moment: LocalMoment) -> Bool {
    if running, !hasStarted(at: moment) || hasEnded(at: moment) { return false }
    return dates.isEmpty ? all || isCurrent(at: moment) : dates.contains(anyOf: presence)
  }
}

extension Collection where Element: LocalTimeSpan {
  /// Returns `true` if they together leave no time of a day.
  func cover(_ date: LocalDate, in zone: Zone) -> Bool {
    let end = zone.instant(date + 1, .midnight)
    var covered = zone.instant(date, .midnight)
    let times = map { $0.interval(in: zone) }.sorted { $0.lowerBound < $1.lowerBound }
    for time in times where time.lowerBound <= covered {
      covered = Swift.max(covered, time.upperBound)
    }
    return covered >= end
  }
}

extension TimeSpan {
  package init(_ lasting: some LocalTimeSpan, in zone: Zone) {
    self.init(
      date: lasting.date, start: lasting.start, end: lasting.end, days: lasting.days, in: zone)
  }
}

extension LocalTimeSpan {
  /// The hours as screens and calendars have them: `15:00–20:00`, `09:00–23:00, 14 h`,
  /// `Fri 27 Nov 00:00 – Thu 3 Dec 00:00, 6 days`.
  package func hoursText(in zone: Zone) -> String {
    let stretch = TimeSpan(self, in: zone)
    if stretch.isOfSeveralDays {
      let last = lastDate.text(in: date.components.year)
      return "\(date.shortText) \(start) – \(last) \(end), \(stretch.length)"
    }
    return "\(start)–\(end)" + (stretch.notableLength.map { ", \($0)" } ?? "")
  }

  /// True if it begins and ends with a day, so that its days say all.
  package var isOfWholeDays: Bool { start.minutes == 0 && end.minutes == 0 }

  /// The days that it takes, if it begins and ends with a day.
  package var wholeDays: Range<LocalDate>? {
    isOfWholeDays && date < lastDate ? date..<lastDate : nil
  }

  /// The first and the last of whole days, if there are several: `Fri 15 May – Thu 21 May`.
  package var daysText: String? {
    let last = lastDate + -1
    return last > date ? "\(date.shortText) – \(last.shortText)" : nil
  }

  /// The same behind the day: `Mon 12 Jan 15:00–20:00`.
  package func dayAndHours(in zone: Zone) -> String {
    let hours = hoursText(in: zone)
    return TimeSpan(self, in: zone).isOfSeveralDays ? hours : "\(date.shortText) \(hours)"
  }
}

extension RowTable {
  /// The same rows with columns for people behind the end: the last day of what lasts longer than 24 hours, and the
  /// length of what lasts longer than 12. Rows that have the last day already stay; weekly work has the length alone.
  package func withLengths(in zone: Zone) -> RowTable {
    let isWeekly = columns.place(of: "weekday") != nil
    guard let times = TimeSpanColumns(columns, date: isWeekly ? "from" : "date", in: zone),
      isWeekly || columns.place(of: "until") == nil
    else { return self }
    let stretches = rows.map(times.stretch)
    guard stretches.contains(where: { $0?.notableLength != nil }) else { return self }
    var headings = [Heading(key: "length", title: "Length", kind: .integer, audience: .people)]
    if !isWeekly, stretches.contains(where: { $0?.isOfSeveralDays == true }) {
      headings.insert(Heading(key: "until", title: "Until", turn: 4, audience: .people), at: 0)
    }
    let place = times.end + 1
    return RowTable(
      columns: columns[..<place] + headings + columns[place...],
      rows: zip(rows, stretches).map { row, stretch in
        let cells: [Cell?] = [
          stretch.flatMap { $0.isOfSeveralDays ? .date($0.lastDate) : nil },
          stretch?.notableLength.map(Cell.text),
        ]
        return row[..<place] + cells.suffix(headings.count) + row[place...]
      }, names: { names[$0] })
  }
}
