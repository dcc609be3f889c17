/// A day of the Gregorian calendar without a time zone, from 0001-01-01 to 9999-12-31.
///
/// Conversions follow, in part, Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
public struct LocalDate: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// Days since 1970-01-01.
  public let daysSinceEpoch: Int32

  /// The day with the given number of days since 1970-01-01, negative for earlier days; the first or the
  /// last that there is, if it lies beyond.
  public init(daysSinceEpoch: Int) { self.daysSinceEpoch = Int32(clamping: daysSinceEpoch) }

  /// The first day that a log can hold.
  package static let first = LocalDate(year: 1, month: 1, day: 1)!
  /// The last day that a log can hold.
  package static let last = LocalDate(year: 9999, month: 12, day: 31)!

  /// - Returns: `nil` if there is no such day: month 13, 30 February, year 0 or 10000.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= 28 || day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    // Years begin in March here, so that a leap day is the last of its year.
    let shifted = UInt32(month <= 2 ? year - 1 : year)
    let dayOfYear = UInt32(153 * (month <= 2 ? month + 9 : month - 3) + 2) / 5 + UInt32(day - 1)
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    self.init(daysSinceEpoch: Int(shifted * 365 + leapDays + dayOfYear) - 719_468)
  }

  /// The day written as `YYYY-MM-DD`.
  public init?(_ text: String) {
    guard let date = unsafe text.withBytes({ unsafe LocalDate(bytes: $0) }) else { return nil }
    self = date
  }

  /// Year, month and day of the month, each from 1.
  public var components: (year: Int, month: Int, day: Int) {
    let days = Int(daysSinceEpoch) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday(rawValue: UInt8((((Int(daysSinceEpoch) + 3) % 7) + 7) % 7))!
  }

  /// The first such day of the week that is not before the day.
  package func next(_ weekday: Weekday) -> LocalDate {
    self + (Int(weekday.rawValue) - Int(self.weekday.rawValue) + 7) % 7
  }

  /// The ISO 8601 week: it belongs to the year that its Thursday is in.
  public var week: WeekOfYear {
    let thursday = self + (3 - Int(weekday.rawValue))
    let year = thursday.components.year
    return WeekOfYear(year: year, week: (thursday - .january(1, of: year)) / 7 + 1)
  }

  /// A day of a January, also of years that no date can be written with.
  fileprivate static func january(_ day: Int, of year: Int) -> LocalDate {
    // The calendar repeats every 400 years.
    let cycle = Int(floorDivide(Int64(year - 1), 400))
    return LocalDate(year: year - 400 * cycle, month: 1, day: day)! + 146_097 * cycle
  }

  public var description: String { String { append(to: &$0) } }

  public static func < (first: Self, second: Self) -> Bool {
    first.daysSinceEpoch < second.daysSinceEpoch
  }

  /// The day that lies `days` later; earlier if negative.
  public static func + (date: Self, days: Int) -> Self {
    LocalDate(daysSinceEpoch: Int(date.daysSinceEpoch) + min(max(days, -1 << 33), 1 << 33))
  }

  /// The days from `second` to `first`.
  public static func - (first: Self, second: Self) -> Int {
    Int(first.daysSinceEpoch) - Int(second.daysSinceEpoch)
  }

  /// Returns the number of days of a month, 28 to 31.
  public static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension LocalDate: ExpressibleByStringLiteral {
  /// The day of a literal, `"2026-01-12"`. One that is no day is a programmer's error and stops the
  /// program.
  public init(stringLiteral text: String) {
    guard let date = Self(text) else { preconditionFailure("\"\(text)\" is not a date") }
    self = date
  }
}

extension LocalDate {
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 10, unsafe bytes[4] == UInt8(ascii: "-"),
      unsafe bytes[7] == UInt8(ascii: "-"), let year = unsafe decimal(bytes, 0..<4),
      let month = unsafe decimal(bytes, 5..<7), let day = unsafe decimal(bytes, 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  func append(to buffer: inout some ByteSink) {
    let (year, month, day) = components
    appendDecimal(year, digits: 4, to: &buffer)
    buffer.append(UInt8(ascii: "-"))
    appendDecimal(month, digits: 2, to: &buffer)
    buffer.append(UInt8(ascii: "-"))
    appendDecimal(day, digits: 2, to: &buffer)
  }
}

/// A day of the week, Monday first as in ISO 8601.
public enum Weekday: UInt8, CaseIterable, Sendable, BitwiseCopyable, Comparable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// A week of ISO 8601, written as `2026-W03`.
public struct WeekOfYear: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year that the week's Thursday is in.
  public let year: Int
  /// 1 to 53.
  public let week: Int

  init(year: Int, week: Int) { (self.year, self.week) = (year, week) }

  /// The week written as `2026-W03`.
  ///
  /// - Returns: `nil` if the year has no such week.
  public init?(_ text: String) {
    let parts: (Int, Int)? = unsafe text.withBytes { bytes in
      guard
        unsafe bytes.count == 8 && bytes[4] == UInt8(ascii: "-") && bytes[5] == UInt8(ascii: "W"),
        let year = unsafe decimal(bytes, 0..<4), let week = unsafe decimal(bytes, 6..<8)
      else { return nil }
      return (year, week)
    }
    guard let (year, week) = parts, (1...9999).contains(year), week >= 1 else { return nil }
    self.init(year: year, week: week)
    guard (monday + 3).components.year == year else { return nil }
  }

  /// The first day of the week.
  public var monday: LocalDate {
    // 4 January is always in week 1.
    let fourth = LocalDate.january(4, of: year)
    return fourth + ((week - 1) * 7 - Int(fourth.weekday.rawValue))
  }

  public var description: String {
    String {
      appendDecimal(year, digits: 4, to: &$0)
      $0.append("-W")
      appendDecimal(week, digits: 2, to: &$0)
    }
  }

  public static func < (first: Self, second: Self) -> Bool {
    (first.year, first.week) < (second.year, second.week)
  }
}

extension LocalDate {
  /// `Mon 12`
  package var dayText: String { "\(weekdayNames[Int(weekday.rawValue)]) \(components.day)" }

  /// `Mon 12 Jan`
  package var shortText: String { "\(dayText) \(monthNames[components.month - 1].prefix(3))" }

  /// `Mon 12 Jan 2026`
  package var longText: String { "\(shortText) \(components.year)" }

  /// `January 2026`
  package var monthText: String { "\(monthNames[components.month - 1]) \(components.year)" }
}

private let monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December",
]
private let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

extension Weekday {
  /// The day of a name in any case, or of its first three letters or more.
  package init?(word: String) {
    let word = word.lowercased()
    guard word.count >= 3, let day = Weekday.allCases.first(where: { "\($0)".hasPrefix(word) })
    else { return nil }
    self = day
  }
}

/// A time on the clock without a date, written as `HH:mm`, from 00:00 to 23:59.
public struct TimeOfDay: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// 00:00, when a day begins.
  public static let midnight = TimeOfDay(hour: 0, minute: 0)!

  /// Minutes since midnight, 0 to 1439.
  public let minutes: Int16

  /// - Returns: `nil` if there is no such time of day.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minutes = Int16(hour * 60 + minute)
  }

  /// - Returns: `nil` if a day has no such minute.
  package init?(minutes: Int) {
    guard (0...1439).contains(minutes) else { return nil }
    self.minutes = Int16(minutes)
  }

  /// The time written as `HH:mm`.
  public init?(_ text: String) {
    guard let time = unsafe text.withBytes({ unsafe TimeOfDay(bytes: $0) }) else { return nil }
    self = time
  }

  public var description: String { String { append(to: &$0) } }

  public static func < (first: Self, second: Self) -> Bool { first.minutes < second.minutes }
}

extension TimeOfDay: ExpressibleByStringLiteral {
  /// The time of a literal, `"15:00"`. One that is no time of day is a programmer's error and stops the
  /// program.
  public init(stringLiteral text: String) {
    guard let time = Self(text) else { preconditionFailure("\"\(text)\" is not a time of day") }
    self = time
  }
}

extension TimeOfDay {
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 5, unsafe bytes[2] == UInt8(ascii: ":"),
      let hour = unsafe decimal(bytes, 0..<2), let minute = unsafe decimal(bytes, 3..<5)
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  func append(to buffer: inout some ByteSink) {
    appendDecimal(Int(minutes) / 60, digits: 2, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    appendDecimal(Int(minutes) % 60, digits: 2, to: &buffer)
  }
}
