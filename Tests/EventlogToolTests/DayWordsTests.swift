import Projections
import ShiftEvents
import Testing

@testable import eventlog_tool

/// Days and times as people say them.
struct DayWordsTests {
  /// A Wednesday.
  private static let today: LocalDate = "2026-01-07"

  @Test(arguments: [
    ("2026-01-12", "2026-01-12", "2026-01-12"), ("2026-W03", "2026-01-12", "2026-01-18"),
    ("2026-w03", "2026-01-12", "2026-01-18"), ("today", "2026-01-07", "2026-01-07"),
    ("Tomorrow", "2026-01-08", "2026-01-08"), ("yesterday", "2026-01-06", "2026-01-06"),
    ("wednesday", "2026-01-07", "2026-01-07"), ("tuesday", "2026-01-13", "2026-01-13"),
    ("thu", "2026-01-08", "2026-01-08"), ("this week", "2026-01-05", "2026-01-11"),
    ("next week", "2026-01-12", "2026-01-18"), ("last-week", "2025-12-29", "2026-01-04"),
    ("last month", "2025-12-01", "2025-12-31"), ("this month", "2026-01-01", "2026-01-31"),
    ("next month", "2026-02-01", "2026-02-28"), ("+7d", "2026-01-14", "2026-01-14"),
    ("-2w", "2025-12-24", "2025-12-24"), ("+0d", "2026-01-07", "2026-01-07"),
    ("2026-02", "2026-02-01", "2026-02-28"), ("31/12", "2025-12-31", "2025-12-31"),
    ("1 mar", "2026-03-01", "2026-03-01"), ("8.7.", "2026-07-08", "2026-07-08"),
    ("Thu 8 Jan", "2026-01-08", "2026-01-08"), ("Wed 8 Jan", "2025-01-08", "2025-01-08"),
    ("29 Feb", "2024-02-29", "2024-02-29"), ("31/12/2027", "2027-12-31", "2027-12-31"),
  ])
  func `words are days counted from today`(text: String, first: String, last: String) throws {
    let days = try #require(try DayWords.parse(text)).days(from: Self.today)
    #expect("\(days.lowerBound)" == first && "\(days.upperBound)" == last)
  }

  @Test(arguments: [
    ("Mon 29 Feb", "2026-11-29", "2016-02-29"), ("Tue 29 Feb", "2026-11-29", "2028-02-29"),
    ("+30d", "9999-12-30", "9999-12-31"), ("+9999w", "9900-11-29", "9999-12-31"),
    ("9999-W52", "9999-12-30", "9999-12-31"),
  ])
  func `a weekday is kept, and days end with the calendar`(
    text: String, today: String, last: String
  )
    throws
  {
    let days = try #require(try DayWords.parse(text)).days(from: try #require(LocalDate(today)))
    #expect("\(days.upperBound)" == last)
  }

  @Test(arguments: [
    ("etc/utc", "Etc/UTC"), ("ETC/GMT+1", "Etc/GMT+1"), ("australia/nsw", "Australia/NSW"),
    ("europe/amsterdam", "Europe/Amsterdam"), ("us/eastern", "US/Eastern"), ("utc", "UTC"),
    ("mexico/bajasur", "Mexico/BajaSur"), ("america/knox_in", "America/Knox_IN"),
  ])
  func `zones are named in any case`(text: String, name: String) {
    #expect(Zone(inAnyCase: text)?.description == name)
  }

  @Test(arguments: [
    "", "soon", "next", "next year", "31", "31/12/", "1/2/3/4", "Dec", "32nd", "7d", "+d", "+7x",
    "-2 w", "+99999d", "mo", "-",
  ])
  func `other words are none`(text: String) throws {
    #expect(try DayWords.parse(text) == nil)
  }

  @Test(arguments: [
    ("2026-02-30", "there is no 2026-02-30", "2026-02 has 28 days"),
    ("2024-02-30", "there is no 2024-02-30", "2024-02 has 29 days"),
    ("2026-13", "there is no 2026-13", "a year has the months 01 to 12"),
    ("2026-13-01", "there is no 2026-13-01", "a year has the months 01 to 12"),
    ("2026-04-00", "there is no 2026-04-00", "2026-04 has 30 days"),
    ("2027-W53", "there is no week 2027-W53", "2027 has the weeks 1 to 52"),
    ("2026-W54", "there is no week 2026-W54", "2026 has the weeks 1 to 53"),
  ])
  func `a day that does not exist is told as such`(text: String, message: String, help: String) {
    #expect(throws: UsageError(message, help: help)) { try DayWords.parse(text) }
  }

  private func moment(_ text: String) throws -> Moment? {
    try Moment.parse(text, since: .instant(Timestamp("2026-01-07T23:30:00Z")))
  }

  @Test(arguments: [
    ("2026-01-05 18:02", "2026-01-05T17:02:00.000Z"),
    ("2026-01-05T18:02", "2026-01-05T17:02:00.000Z"),
    ("2026-01-05 18:02:11", "2026-01-05T17:02:11.000Z"),
    ("2026-01-05T18:02:11Z", "2026-01-05T18:02:11.000Z"),
    ("2026-01-05", "2026-01-05T22:59:59.999Z"), ("2026-W02", "2026-01-11T22:59:59.999Z"),
    // In Amsterdam it is the 8th already.
    ("today", "2026-01-08T22:59:59.999Z"), ("yesterday 9:00", "2026-01-07T08:00:00.000Z"),
    ("18:02", "2026-01-08T17:02:00.000Z"),
  ])
  func `a moment is an instant, or what the workplace's clocks show`(
    text: String, instant: String
  ) throws {
    let zone = try #require(Zone("Europe/Amsterdam"))
    let moment = try #require(try moment(text))
    #expect("\(moment.instant(in: zone))" == instant)
    #expect(moment.remark(in: zone) == nil)
  }

  @Test func `times that the clocks skip or show twice are taken in one way, and that is said`()
    throws
  {
    let zone = try #require(Zone("Europe/Amsterdam"))
    let skipped = try #require(try moment("2026-03-29 02:30"))
    #expect("\(skipped.instant(in: zone))" == "2026-03-29T01:00:00.000Z")
    let seconds = try #require(try moment("2026-03-29 02:30:45"))
    #expect(seconds.instant(in: zone) == skipped.instant(in: zone))
    #expect(
      skipped.remark(in: zone)
        == "the clocks of Europe/Amsterdam skip 02:30 on Sun 29 Mar 2026: 03:00 is meant")
    let twice = try #require(try moment("2026-10-25 02:30"))
    #expect("\(twice.instant(in: zone))" == "2026-10-25T00:30:00.000Z")
    #expect(
      twice.remark(in: zone)
        == "the clocks of Europe/Amsterdam show 02:30 twice on Sun 25 Oct 2026: the first is meant, "
        + "2026-10-25T02:30:00.000+02:00; the second is 2026-10-25T02:30:00.000+01:00")
    for plain in ["2026-10-25 01:59", "2026-10-25 03:00", "2026-03-29 01:59", "2026-03-29 03:00"] {
      #expect(try moment(plain)?.remark(in: zone) == nil, "\(plain)")
    }
  }

  @Test func `months at the ends of the calendar are months that there are`() throws {
    for (today, words, month) in [
      ("9999-12-15", "next month", "9999-12"), ("9999-12-15", "this month", "9999-12"),
      ("9999-11-15", "next month", "9999-12"), ("0001-01-15", "last month", "0001-01"),
      ("0001-02-15", "last month", "0001-01"),
    ] {
      let days = try #require(try DayWords.parse(words)).days(from: LocalDate(today)!)
      #expect(days.lowerBound.description == month + "-01", "\(words) of \(today)")
      #expect(days.upperBound.description == month + "-31", "\(words) of \(today)")
    }
    // The clocks of the zone show a day behind it.
    let behind = try #require(try DayWords.parse("this month")).days(from: .last + 1)
    #expect(behind.upperBound == .last)
  }

  @Test func `24:00 is the midnight that ends a day`() throws {
    let zone = Zone("Europe/Amsterdam")!
    for (text, end) in [
      ("2026-03-28 24:00", "2026-03-28T23:00:00.000Z"),
      ("2026-03-29T24:00", "2026-03-29T22:00:00.000Z"),
      ("2026-12-31 24:00:00", "2026-12-31T23:00:00.000Z"),
    ] {
      #expect(try moment(text)?.instant(in: zone).description == end)
    }
  }

  @Test func `no moment`() throws {
    for text in ["", "x", "last week 10:00", "2026-01-05 18", "18", "2026-01-05 18:2"] {
      #expect(try moment(text) == nil, "\(text)")
    }
    for text in ["2026-01-05 24:01", "2026-02-30 10:00", "2026-02-30T10:00:00Z", "12:60"] {
      #expect(throws: UsageError.self, "\(text)") { try moment(text) }
    }
  }
}
