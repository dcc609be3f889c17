import Foundation
import Testing

@testable import ShiftEvents

@Suite("Timestamps and dates") struct TimestampTests {
  /// The ISO 8601 calendar of Foundation, in UTC, Gregorian before 1582 too.
  private let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    return calendar
  }()

  private func components(_ date: Date) -> DateComponents {
    calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .weekday, .weekOfYear, .yearForWeekOfYear],
      from: date)
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    String(repeating: "0", count: max(0, digits - String(number).count)) + String(number)
  }

  @Test func `times are those of Foundation's calendar`() {
    var random = CodecRandom.printed()
    for _ in 0..<3000 {
      let time = random.time()
      let seconds = time.milliseconds / 1000
      let found = components(Date(timeIntervalSince1970: Double(seconds)))
      let text =
        "\(padded(found.year!, 4))-\(padded(found.month!, 2))-\(padded(found.day!, 2))T"
        + "\(padded(found.hour!, 2)):\(padded(found.minute!, 2)):\(padded(found.second!, 2))."
        + "\(padded(Int(time.milliseconds % 1000), 3))Z"
      #expect(time.description == text, "seed \(random.seed)")
      #expect(Timestamp(text) == time, "seed \(random.seed)")
    }
  }

  @Test func `a time means the same with any offset and any number of decimals`() {
    var random = CodecRandom.printed()
    for _ in 0..<3000 {
      let time = random.time()
      let offset = random.number(-1439...1439)
      let local = time.advanced(byMinutes: offset)
      guard Timestamp.range.contains(local) else { continue }
      let sign = offset < 0 ? "-" : "+"
      let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
      let decimals = (0..<random.number(0...5)).map { _ in String(random.number(0...9)) }.joined()
      let text =
        local.description.dropLast() + decimals + sign + padded(hours, 2) + ":"
        + padded(minutes, 2)
      #expect(Timestamp(String(text)) == time, "\(text), seed \(random.seed)")
    }
  }

  @Test func `days, weekdays and weeks are those of Foundation's calendar`() {
    var random = CodecRandom.printed()
    let first = LocalDate("1600-01-01")
    let last = LocalDate("9999-12-31")
    for number in 0..<3000 {
      let date = number == 0 ? last : first + random.number(0...(last - first))
      let found = components(Date(timeIntervalSince1970: Double(date.daysSinceEpoch) * 86_400))
      let (year, month, day) = date.components
      #expect(year == found.year && month == found.month && day == found.day, "\(date)")
      #expect(Int(date.weekday.rawValue) == (found.weekday! + 5) % 7, "\(date)")
      #expect(date.week.year == found.yearForWeekOfYear, "\(date)")
      #expect(date.week.week == found.weekOfYear, "\(date)")
      #expect(LocalDate(date.description) == date)
      #expect(WeekOfYear(date.week.description) == date.week, "\(date)")
      #expect(date.week.monday.weekday == .monday && (0...6).contains(date - date.week.monday))
    }
  }

  @Test(
    "every day of four centuries follows the one before it",
    arguments: [(-719_162, 1), (10_956, 1999)])
  func daysInOrder(firstDay: Int, firstYear: Int) {
    var date = LocalDate(daysSinceEpoch: firstDay)
    var expected = (year: firstYear, month: firstYear == 1 ? 1 : 12, day: firstYear == 1 ? 1 : 31)
    for _ in 0..<146_098 {
      #expect(date.components == expected)
      #expect(
        LocalDate(year: expected.year, month: expected.month, day: expected.day) == date,
        "\(expected)")
      date = date + 1
      expected.day += 1
      if expected.day > LocalDate.length(ofMonth: expected.month, year: expected.year) {
        expected =
          expected.month == 12
          ? (expected.year + 1, 1, 1) : (expected.year, expected.month + 1, 1)
      }
    }
  }

  @Test(
    "weeks of ISO 8601 around the turn of the year",
    arguments: [
      ("2026-01-01", "2026-W01"), ("2025-12-29", "2026-W01"), ("2025-12-28", "2025-W52"),
      ("2027-01-01", "2026-W53"), ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"),
      ("2020-12-31", "2020-W53"), ("2021-01-03", "2020-W53"), ("2024-12-30", "2025-W01"),
      ("2015-06-30", "2015-W27"), ("2016-01-01", "2015-W53"),
      ("2000-01-01", "1999-W52"), ("0001-01-01", "0001-W01"), ("9999-12-31", "9999-W52"),
    ])
  func weeks(date: String, week: String) throws {
    #expect(try #require(LocalDate(date)).week.description == week)
    #expect(WeekOfYear(week)?.description == week)
  }

  @Test(arguments: [
    "2026-W00", "2025-W53", "2026-W54", "2026-W99", "0000-W01", "2026-w01", "2026W01", "2026-W1",
    "10000-W01", "", "2026-W 1", "9999-W53", "２026-W01",
  ])
  func `there is no such week`(text: String) { #expect(WeekOfYear(text) == nil) }

  @Test func `the ends of the range`() {
    #expect(Timestamp.range.lowerBound.description == "1970-01-01T00:00:00.000Z")
    #expect(Timestamp.range.upperBound.description == "9999-12-31T23:59:59.999Z")
    let leapSecond = "2016-12-31T23:59:60Z"
    #expect(Timestamp(leapSecond) == nil)
  }

  @Test func `full minutes between two times`() {
    let start = Timestamp("2026-01-05T18:00:00.500Z")
    #expect(start.minutes(until: Timestamp("2026-01-05T18:29:00.499Z")) == 28)
    #expect(start.minutes(until: Timestamp("2026-01-05T18:29:00.500Z")) == 29)
    #expect(start.minutes(until: start) == 0)
  }

  @Test func `times of day there and back`() {
    for minute in 0..<1440 {
      let time = TimeOfDay(hour: minute / 60, minute: minute % 60)!
      #expect(Int(time.minutes) == minute)
      #expect(TimeOfDay(time.description) == time)
    }
    #expect(TimeOfDay(hour: 24, minute: 0) == nil && TimeOfDay(hour: -1, minute: 0) == nil)
  }

  @Test func `sequences have twelve digits`() {
    for (value, text) in [
      (1, "000000000001"), (58, "000000000058"), (999_999_999_999, "999999999999"),
    ] {
      var bytes: [UInt8] = []
      SequenceNumber(value).append(to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
  }
}
