import Foundation
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// What `extend` brings about over five years against a calendar that goes from day to day.
@Suite struct SeriesCalendarTests {
  private static let zones = [
    "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata",
    "America/Santiago", "UTC",
  ]

  private struct Series {
    let id: String
    let isVacancy: Bool
    let weekday: Int
    let from: Int
    let every: Int
    var until: Int?
    var isRemoved = false
    /// The days from which a place holds, in the order of the log.
    var places: [(from: Int, place: String?)]

    func place(on day: Int) -> String? {
      places.enumerated().filter { $0.element.from <= day }
        .max { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }!.element.place
    }

    /// Goes from the first day on, day by day, and counts the weekdays.
    func falls(on day: Int, _ weekdayOf: (Int) -> Int) -> Bool {
      if isRemoved || day < from || weekdayOf(day) != weekday { return false }
      if let until, day > until { return false }
      var (first, weeks) = (from, 0)
      while weekdayOf(first) != weekday { first += 1 }
      while first < day { (first, weeks) = (first + 7, weeks + 1) }
      return weeks % every == 0
    }
  }

  @Test(arguments: Rounds.areFull ? zones : Array(zones.shuffled().prefix(1)))
  func `extend agrees with a calendar of weekdays, rhythms, terms and closures`(
    zone: String
  ) throws {
    var random = SplitMix64(seed: UInt64(zone.utf8.reduce(7) { $0 &* 31 &+ Int($1) } & 0xFFFF))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    let start = Timestamp("2026-01-05T12:00:00Z")
    var log = MemoryLog(clock: start)
    var count = 0
    func submit(_ type: String, _ subject: String, _ data: JSON) throws -> Bool {
      count += 1
      let line: JSON = [
        "type": .text(type), "actor": "mia", "subject": .text(subject), "data": data,
      ]
      return try log.append([Submission.read("\(line)")])[0].isRecorded
    }
    func day(_ date: Int) -> String { "\(LocalDate(daysSinceEpoch: date))" }
    func weekday(_ date: Int) -> Int {
      let time = Date(timeIntervalSince1970: Double(date) * 86_400 + 43_200)
      return (calendar.component(.weekday, from: time) + 5) % 7
    }
    try #require(try submit("user.registered", "mia", ["roles": ["manager", "employee"]]))
    try #require(
      try submit(
        "workplace.configured", "W",
        ["timeZone": .text(zone), "horizonWeeks": 5, "maxShiftsPerDay": 24, "maxShiftsAtOnce": 24]))
    var all: [Series] = []
    var closures: [(id: String, days: ClosedRange<Int>, place: String?)] = []
    var expected: Set<String> = []
    /// Adds what is due now of some series.
    func extend(_ series: [Series]) {
      let today = Int(Zone(zone)!.date(at: log.clock).daysSinceEpoch)
      for one in series {
        for date in today..<today + 35 where one.falls(on: date, weekday) {
          let begin = Zone(zone)!.instant(
            LocalDate(daysSinceEpoch: date), TimeOfDay(hour: 9, minute: 0)!)
          let isClosed = closures.contains {
            $0.days.contains(date) && ($0.place == nil || $0.place == one.place(on: date))
          }
          if begin > log.clock, !isClosed {
            expected.insert("\(one.isVacancy ? "vacancy" : "shift") \(one.id).\(day(date))")
          }
        }
      }
    }
    while log.clock < Timestamp("2031-01-05T12:00:00Z") {
      log.clock = log.clock.advanced(byMinutes: Int.random(in: 60...8_000, using: &random))
      let today = Int(Zone(zone)!.date(at: log.clock).daysSinceEpoch)
      let place = random.pick(["bar", "till", nil])!
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let isVacancy = random.chance(50)
        var one = Series(
          id: "X\(count)", isVacancy: isVacancy, weekday: Int.random(in: 0..<7, using: &random),
          from: today + Int.random(in: 0...40, using: &random),
          every: random.pick([1, 1, 2, 3, 5])!, places: [])
        one.places = [(one.from, place)]
        if random.chance(40) { one.until = one.from + Int.random(in: 0...500, using: &random) }
        var data: JSON = [
          "weekday": .text(Weekday.words[one.weekday]), "start": "09:00", "end": "12:00",
          "from": .text(day(one.from)), "every": .integer(one.every),
        ]
        data = data.adding("until", one.until.map { .text(day($0)) })
          .adding("place", place.map { .text($0) })
        if isVacancy { data = data.adding("places", 1) }
        let type = isVacancy ? "fixedvacancy.registered" : "fixedshift.registered"
        if try submit(type, one.id, data) {
          all.append(one)
          extend([one])
        }
      case 2, 3:
        guard let number = all.indices.randomElement(using: &random) else { continue }
        var one = all[number]
        let from = max(today, one.from) + Int.random(in: 0...60, using: &random)
        var data: JSON = ["from": .text(day(from)), "place": place.map { .text($0) } ?? .null]
        one.places.append((from, place))
        if random.chance(30) {
          one.until = random.chance(30) ? nil : from + Int.random(in: 0...400, using: &random)
          data = data.adding("until", one.until.map { .text(day($0)) } ?? .null)
        }
        let type = one.isVacancy ? "fixedvacancy.edited" : "fixedshift.edited"
        if try submit(type, one.id, data) {
          all[number] = one
          extend([one])
        }
      case 4:
        let from = today + Int.random(in: 0...60, using: &random)
        let days = from...from + Int.random(in: 0...30, using: &random)
        var data: JSON = ["from": .text(day(from)), "to": .text(day(days.upperBound))]
        data = data.adding("place", place.map { .text($0) })
        let id = "C\(count)"
        if try submit("closure.recorded", id, data) { closures.append((id, days, place)) }
      case 5:
        guard let number = closures.indices.randomElement(using: &random) else { continue }
        if try submit("closure.ended", closures[number].id, [:]) { closures.remove(at: number) }
      case 6 where random.chance(20):
        guard let number = all.indices.randomElement(using: &random), !all[number].isRemoved else {
          continue
        }
        let type = all[number].isVacancy ? "fixedvacancy.removed" : "fixedshift.removed"
        all[number].isRemoved = try submit(type, all[number].id, [:])
      default:
        _ = log.extend()
        extend(all)
      }
    }
    let found = Set(
      log.events(after: .zero).compactMap { event -> String? in
        switch event.event {
        case .shiftScheduled(let event): "shift \(event.shift)"
        case .vacancyPosted(let event): "vacancy \(event.vacancy)"
        default: nil
        }
      })
    #expect(found.count > 1_000, "\(zone)")
    #expect(found.subtracting(expected).sorted() == [], "\(zone): too many")
    #expect(expected.subtracting(found).sorted() == [], "\(zone): too few")
  }
}
