import Projections
import ShiftEvents

/// A point in time as a command line names it: an RFC 3339 time, `now`, a day (its end, local), or a local
/// time.
indirect enum Moment {
  case instant(Timestamp)
  /// The end of the last of these days, counted from the day of another moment.
  case endOf(DayWords, since: Moment)
  /// The time that the clocks of the workplace show, to the second.
  case local(DayWords, TimeOfDay, second: Int, since: Moment)
  /// 24:00 of a day: the midnight that ends it.
  case midnight(after: DayWords, since: Moment)

  /// - Parameter clock: the moment whose day is today.
  /// - Returns: `nil` if the text names no moment.
  static func parse(_ text: String, since clock: Moment) throws(UsageError) -> Moment? {
    if text == "now" { return clock }
    if let time = Timestamp(text) { return .instant(time) }
    if let (day, time) = split(text) {
      let words = try DayWords.parse(day)
      if ["24:00", "24:00:00"].contains(time) {
        guard let words, words.isOneDay else { return nil }
        return .midnight(after: words, since: clock)
      }
      if let (clockTime, second) = try timeOfDay(time) {
        guard let words, words.isOneDay else { return nil }
        return .local(words, clockTime, second: second, since: clock)
      }
    }
    return try DayWords.parse(text).map { .endOf($0, since: clock) }
  }

  /// The last instant of a day.
  static func end(of date: LocalDate) -> Moment {
    .endOf(.date(date), since: .instant(Timestamp(milliseconds: 0)))
  }

  /// Parts `2026-01-05 18:02`, `2026-01-05T18:02`, `yesterday 18:02`, `friday 5:30 pm` and `18:02`.
  private static func split(_ text: String) -> (day: String, time: String)? {
    let halves = ["am", "a.m.", "pm", "p.m."]
    let half = halves.first { text.lowercased().hasSuffix($0) }
    // What stands before the half of a day is a part of the time, too.
    let hour = text.dropLast(half?.count ?? 0)
    let end = hour.lastIndex { $0 != " " } ?? text.startIndex
    if half != nil, !hour[..<end].contains(" ") { return ("today", text) }
    if let space = text[..<end].lastIndex(of: " ") {
      return (String(text[..<space]), String(text[text.index(after: space)...]))
    }
    let mark = text.index(text.startIndex, offsetBy: 10, limitedBy: text.endIndex)
    if let mark, mark < text.endIndex, "Tt".contains(text[mark]) {
      return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
    return text.contains(":") ? ("today", text) : nil
  }

  /// `18:02`, `9:00`, `18:02:11` or `5:30 pm`; `nil` for what is written otherwise.
  private static func timeOfDay(_ text: String) throws(UsageError) -> (TimeOfDay, second: Int)? {
    if text.last == "m" || text.last == "M" || text.hasSuffix(".") {
      return try ClockTime.parse(text).map { ($0.time, 0) }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].count <= 2,
      parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy(\.isAllDigits)
    else { return nil }
    let numbers = parts.map { Int($0)! } + [0]
    guard let time = TimeOfDay(hour: numbers[0], minute: numbers[1]), numbers[2] < 60 else {
      throw UsageError("there is no time of day \(text)", help: "days go from 00:00 to 24:00")
    }
    return (time, numbers[2])
  }

  /// The instant, of days the last millisecond on the clocks of `zone`.
  func instant(in zone: Zone) -> Timestamp {
    switch self {
    case .instant(let time): return time
    case .endOf(let words, let clock):
      let end = Moment.midnight(after: words, since: clock).instant(in: zone)
      return end == Timestamp.range.upperBound ? end : end.advanced(byMilliseconds: -1)
    case .midnight(let words, let clock):
      let last = words.days(from: zone.date(at: clock.instant(in: zone))).upperBound
      return zone.instant(last + 1, .midnight)
    case .local(let words, let time, let second, let clock):
      let day = words.days(from: zone.date(at: clock.instant(in: zone))).lowerBound
      let minute = zone.instant(day, time)
      // A time that the clocks skip is the first instant behind the gap.
      if zone.local(minute).minuteOfDay != Int(time.minutes) { return minute }
      return min(
        minute.advanced(byMilliseconds: Int64(second) * 1000), Timestamp.range.upperBound)
    }
  }

  /// The remark on a local time that the clocks of a zone skip, or show twice.
  func remark(in zone: Zone) -> String? {
    guard case .local(let words, let time, _, let clock) = self else { return nil }
    let day = words.days(from: zone.date(at: clock.instant(in: zone))).lowerBound
    let meant = zone.instant(day, time)
    let shown = zone.local(meant)
    if (shown.date, shown.minuteOfDay) != (day, Int(time.minutes)) {
      return "the clocks of \(zone) skip \(time) on \(day.longText): "
        + "\(minuteText(meant, in: zone).suffix(5)) is meant"
    }
    for change in zone.changes(in: meant..<meant.advanced(byMinutes: 24 * 60))
    where change.after < change.before {
      let second = meant.advanced(byMilliseconds: Int64(change.before - change.after) * 1000)
      if second < change.instant { continue }
      return "the clocks of \(zone) show \(time) twice on \(day.longText): the first is meant, "
        + "\(meant.text(in: zone)); the second is \(second.text(in: zone))"
    }
    return nil
  }
}

/// The end of a read: all of the log, a sequence, or a point in time.
enum ReadLimit {
  case everything
  case sequence(SequenceNumber)
  case moment(Moment)

  /// - Parameter end: the instant of a moment, in the zone that holds at the event.
  func includes(_ event: borrowing PlainEvent, upTo end: Timestamp?) -> Bool {
    if case .sequence(let last) = self { return event.sequence <= last }
    guard let end else { return true }
    return event.time <= end
  }

  /// The instant of a moment; `nil` if the limit is none.
  func instant(in zone: Zone) -> Timestamp? {
    if case .moment(let moment) = self { moment.instant(in: zone) } else { nil }
  }

  /// Returns `true` if another limit of the same kind lies behind this one.
  func isBefore(_ other: ReadLimit, in zone: Zone) -> Bool {
    if case .sequence(let last) = self, case .sequence(let first) = other { return last < first }
    guard let last = instant(in: zone), let first = other.instant(in: zone) else { return false }
    return last < first
  }

  /// Returns `true` if what a reading came to lies behind the limit.
  func isBefore(_ asOf: AsOf, in zone: Zone) -> Bool {
    if case .sequence(let last) = self { return last < asOf.sequence }
    guard let end = instant(in: zone), let time = asOf.time else { return false }
    return end < time
  }

  /// Returns `true` if no event behind this one is needed.
  func ends(at sequence: SequenceNumber) -> Bool {
    if case .sequence(sequence) = self { return true }
    return false
  }
}

extension Option<ReadLimit> {
  /// The end of a read: digits alone are a sequence.
  static func limit(_ name: String, _ help: String) -> Option {
    Option(name, "SEQ|TIME", help, offering: .days, as: .integerOrText) {
      (given) throws(UsageError) in
      if given.text.isAllDigits {
        if let sequence = SequenceNumber(digits: given.text) { return .sequence(sequence) }
        throw UsageError("\(given.option) \(given.text) is beyond any sequence")
      }
      let clock = try given.arguments[Options.now] ?? .instant(given.arguments.clockTime)
      return .moment(try given.moment(since: clock, orElse: "a sequence, "))
    }
  }
}

extension Option<Moment> {
  static func moment(_ name: String, _ help: String) -> Option {
    Option(name, "TIME", help, offering: .days) { (given) throws(UsageError) in try given.moment() }
  }
}

extension Option<Timestamp> {
  /// A time with its offset.
  static func instant(_ name: String, _ help: String) -> Option {
    Option(name, "TIME", help) { (given) throws(UsageError) in
      if case .instant(let time)? = try? given.moment() { return time }
      throw UsageError(
        "\(given.option) must be a time from 1970 to 9999 with its offset: a recorder's clock is no local time",
        help: "for example 2026-01-05T18:02:11Z")
    }
  }
}

extension GivenValue {
  fileprivate func moment(
    since clock: Moment? = nil, orElse other: String = ""
  ) throws(UsageError) -> Moment {
    let clock = clock ?? .instant(arguments.clockTime)
    if let moment = try Moment.parse(text, since: clock) { return moment }
    throw mustBe(
      "\(other)a time or a day",
      help: "for example 2026-01-05T18:02:11Z, \"2026-01-05 18:02\", 2026-01-05 or yesterday")
  }
}

extension Option<DayWords> {
  /// A day or several.
  static func days(_ name: String, _ placeholder: String, _ help: String) -> Option {
    Option(name, placeholder, help, offering: .days) { (given) throws(UsageError) in
      try given.days()
    }
  }

  /// A single day.
  static func day(_ name: String, _ placeholder: String, _ help: String) -> Option {
    Option(name, placeholder, help, offering: .days(or: .day)) { (given) throws(UsageError) in
      guard let words = try DayWords.parse(given.text) else {
        throw given.mustBe("a day", help: DayWords.oneDayForms)
      }
      if words.isOneDay { return words }
      throw given.mustBe("one day", help: "a week is: --week \(shellWord(given.text))")
    }
  }

  /// A week or a month, or that of a day.
  static func span(_ span: DayWords.Span, _ help: String) -> Option {
    let name = span.rawValue
    return Option(name, name.uppercased(), help, offering: .days(or: span)) {
      (given) throws(UsageError) in
      let words = try given.days()
      if words.span == span || words.isOneDay { return words }
      let other = words.span.rawValue
      throw UsageError(
        "\(given.option) must be a \(name), and \(quoted(given.text)) is a \(other)",
        help: "the \(other) is: --\(other) \(shellWord(given.text))")
    }
  }
}

extension GivenValue {
  fileprivate func days() throws(UsageError) -> DayWords {
    if let words = try DayWords.parse(text) { return words }
    throw mustBe("a day, a week or a month", help: DayWords.forms)
  }
}

/// The days of `--from`, `--to`, `--week`, `--month` and `--on`, before it is known which day is today.
struct RelativeDates {
  static let options: [any CommandOption] = [
    Options.week, Options.month, Options.from, Options.to,
  ]
  private let from, to, week, month, on: DayWords?
  /// The first two options as they were written.
  private let names: (from: String, to: String)

  init(_ arguments: ParsedArguments) throws(UsageError) {
    from = try arguments[Options.from]
    to = try arguments[Options.to]
    week = try arguments[Options.week]
    month = try arguments[Options.month]
    on = try arguments[Options.on]
    try arguments.refuse(Options.on, beside: Self.options)
    names = (arguments.name(of: Options.from), arguments.name(of: Options.to))
  }

  var isEmpty: Bool { from == nil && to == nil && week == nil && month == nil && on == nil }

  /// The days that are meant.
  func selection(today: LocalDate) throws(UsageError) -> DateSelection {
    var dates = DateSelection(week: week?.days(from: today).lowerBound.week)
    dates.from = (from ?? on)?.days(from: today).lowerBound
    dates.to = (to ?? on)?.days(from: today).upperBound
    if let from = dates.from, let to = dates.to, from > to {
      var help = "exchange them"
      if case .weekday = self.from, from + -7 <= to {
        help =
          "a weekday is the next one, today included; the one before is \(names.from) \(from + -7)"
      }
      throw UsageError("\(names.from) \(from) is later than \(names.to) \(to)", help: help)
    }
    if let (year, month, _) = month?.days(from: today).lowerBound.components,
      let first = LocalDate(year: year, month: month, day: 1)
    {
      dates.from = max(dates.from ?? first, first)
      let last = first + (LocalDate.length(ofMonth: month, year: year) - 1)
      dates.to = min(dates.to ?? last, last)
    }
    return dates
  }
}
