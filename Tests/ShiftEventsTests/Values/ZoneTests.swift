import Foundation
import Testing

@testable import ShiftEvents

@Suite("Time zones") struct ZoneTests {
  private static let names = [
    "Europe/Amsterdam", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "Africa/Casablanca",
    "America/New_York", "Pacific/Kwajalein", "America/Santiago", "Asia/Kathmandu", "Asia/Tehran",
    "Antarctica/Troll", "Pacific/Chatham", "Africa/Monrovia", "Asia/Pyongyang", "America/Caracas",
    "Europe/Dublin", "America/Nuuk", "Asia/Gaza", "Africa/El_Aaiun", "Etc/GMT-14", "GMT+0",
  ]

  private func seconds(_ text: String) -> Int64 { Timestamp(text)!.milliseconds / 1000 }

  /// Instants with many near a change of the clocks.
  private func instants(_ zone: TimeZone, _ random: inout CodecRandom) -> [Int64] {
    var instants = (0..<200).map { _ in
      Int64(random.number(0...Int(seconds("2100-01-01T00:00:00Z"))))
    }
    instants += (0..<30).map { _ in random.time().milliseconds / 1000 }
    var date = Date(timeIntervalSince1970: 0)
    for _ in 0..<200 {
      guard let change = zone.nextDaylightSavingTimeTransition(after: date),
        change.timeIntervalSince1970 < 4_102_444_800
      else { break }
      let second = Int64(change.timeIntervalSince1970)
      instants += [-86_400, -3601, -1, 0, 1, 3599, 86_399].map { max(0, second + $0) }
      date = change
    }
    return instants
  }

  @Test(
    arguments: ["America/St_Johns", "Asia/Tehran", "Europe/Amsterdam"], [1985, 1998, 2059, 2090])
  func `changes of the clocks are found in every year`(name: String, year: Int) throws {
    let zone = try #require(Zone(name))
    let start = zone.instant(LocalDate(year: year, month: 1, day: 1)!, .midnight)
    let hours = 4 * 366 * 24
    var expected: [String] = []
    for hour in 1...hours {
      let (early, late) = (
        zone.offsetSeconds(at: start.advanced(byMinutes: (hour - 1) * 60)),
        zone.offsetSeconds(at: start.advanced(byMinutes: hour * 60))
      )
      if early != late { expected.append("\(hour) \(early) \(late)") }
    }
    let changes = zone.changes(in: start..<start.advanced(byMinutes: hours * 60))
    let found = changes.map { change in
      "\((start.minutes(until: change.instant) + 59) / 60) \(change.before) \(change.after)"
    }
    #expect(found == expected)
    for change in changes {
      #expect(zone.offsetSeconds(at: change.instant) == change.after)
      #expect(
        zone.offsetSeconds(at: change.instant.advanced(byMilliseconds: -1000)) == change.before)
    }
  }

  @Test(arguments: names)
  func `offsets are Foundation's`(name: String) throws {
    var random = CodecRandom.printed("offsets of \(name)")
    let (zone, expected) = (try #require(Zone(name)), TimeZone(identifier: name)!)
    for second in instants(expected, &random) {
      let offset = expected.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      let found = zone.offsetSeconds(at: Timestamp(milliseconds: second * 1000 + 999))
      #expect(found == offset, "\(name) at \(second), seed \(random.seed)")
    }
  }

  /// The first instant whose clock shows the local time, or the first after the gap in which it is.
  private func slowInstant(_ local: Int64, _ zone: TimeZone) -> Int64 {
    func shown(_ second: Int64) -> Int64 {
      second + Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }
    // Clocks that change go on from each change as before: look for the first piece that gets there.
    var (low, high) = (local - 90_000, local + 90_000)
    var changes: [Int64] = []
    for hour in stride(from: low, to: high, by: 1800)
    where shown(hour + 1800) - shown(hour) != 1800 {
      var (before, after) = (hour, hour + 1800)
      while after - before > 1 {
        let middle = (before + after) / 2
        if shown(middle) - shown(before) == middle - before {
          before = middle
        } else {
          after = middle
        }
      }
      changes.append(after)
    }
    for change in changes {
      if shown(low) <= local, local < shown(low) + change - low { return low + local - shown(low) }
      if shown(change) > local { return change }
      low = change
    }
    high = low + local - shown(low)
    return high
  }

  @Test(arguments: names)
  func `local times are found again, in gaps after them, in repeats the first`(name: String) throws
  {
    var random = CodecRandom.printed("local times of \(name)")
    let (zone, expected) = (try #require(Zone(name)), TimeZone(identifier: name)!)
    for second in instants(expected, &random).shuffled(using: &random).prefix(150)
    where second > 90_000 {
      let (date, minute) = zone.local(Timestamp(milliseconds: second * 1000))
      for shift in [0, 30, 60, -60] {
        let local = Int64(date.daysSinceEpoch) * 86_400 + Int64(minute + shift) * 60
        let day = LocalDate(daysSinceEpoch: Int(floorDivide(local, 86_400)))
        let ofDay = Int(local - Int64(day.daysSinceEpoch) * 86_400) / 60
        let time = TimeOfDay(hour: ofDay / 60, minute: ofDay % 60)!
        let found = zone.instant(day, time).milliseconds / 1000
        // The last second that there is.
        #expect(
          found == min(slowInstant(local, expected), 253_402_300_799),
          "\(name), \(day) \(time), seed \(random.seed)")
      }
    }
  }

  @Test(
    "changes of the clocks by hand",
    arguments: [
      ("Europe/Amsterdam", "2026-03-29", "01:59", "2026-03-29T00:59:00.000Z"),
      ("Europe/Amsterdam", "2026-03-29", "02:00", "2026-03-29T01:00:00.000Z"),
      ("Europe/Amsterdam", "2026-03-29", "02:30", "2026-03-29T01:00:00.000Z"),
      ("Europe/Amsterdam", "2026-03-29", "03:00", "2026-03-29T01:00:00.000Z"),
      ("Europe/Amsterdam", "2026-10-25", "02:00", "2026-10-25T00:00:00.000Z"),
      ("Europe/Amsterdam", "2026-10-25", "02:59", "2026-10-25T00:59:00.000Z"),
      ("Europe/Amsterdam", "2026-10-25", "03:00", "2026-10-25T02:00:00.000Z"),
      ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00.000Z"),
      ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00.000Z"),
      ("Asia/Kolkata", "2026-01-12", "00:00", "2026-01-11T18:30:00.000Z"),
      // Samoa left out a whole day.
      ("Pacific/Apia", "2011-12-29", "23:59", "2011-12-30T09:59:00.000Z"),
      ("Pacific/Apia", "2011-12-30", "00:00", "2011-12-30T10:00:00.000Z"),
      ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T10:00:00.000Z"),
      ("Pacific/Apia", "2011-12-31", "00:00", "2011-12-30T10:00:00.000Z"),
      // Early summer time of the oil crisis.
      ("America/New_York", "1975-02-23", "02:30", "1975-02-23T07:00:00.000Z"),
      ("America/New_York", "1975-10-26", "01:30", "1975-10-26T05:30:00.000Z"),
      // Morocco's winter time is that of Ramadan.
      ("Africa/Casablanca", "2026-02-15", "02:30", "2026-02-15T01:30:00.000Z"),
      ("Africa/Casablanca", "2026-03-22", "02:30", "2026-03-22T02:00:00.000Z"),
      ("UTC", "9999-12-31", "23:59", "9999-12-31T23:59:00.000Z"),
    ])
  func changes(name: String, date: String, time: String, instant: String) throws {
    let zone = try #require(Zone(name))
    let found = zone.instant(LocalDate(date)!, TimeOfDay(time)!)
    #expect(found.description == instant)
  }

  @Test func `names are kept as given and zones are equal by name`() {
    #expect(Zone("Europe/Amsterdam")?.description == "Europe/Amsterdam")
    #expect(Zone("GMT+0")?.description == "GMT+0")
    #expect(Zone("Europe/Amsterdam") == Zone("Europe/Amsterdam"))
    #expect(Zone("Asia/Kolkata") != Zone("Asia/Calcutta"))
    #expect(Zone("UTC") == .utc && Zone("Etc/UTC") != .utc)
  }

  @Test func `a name that only looks like a zone's is none, also once that zone is known`() {
    for name in ["Asia/Kolkata", "Kwajalein", "Europe/Amsterdam"] { #expect(Zone(name) != nil) }
    for name in [
      "Asia/\u{212A}olkata", "\u{212A}wajalein", "Europe/Amsterdam\0", "Europe/Amsterdam\0x",
      "Europe/Amsterda\u{FF4D}", "EUROPE/Amsterdam",
    ] {
      #expect(Zone(name) == nil)
    }
  }

  @Test func `every name that Foundation knows and the database lists is a zone`() {
    // The database's own list, if the machine has it.
    let path = "/usr/share/zoneinfo/tzdata.zi"
    guard let list = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    let names = list.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      switch words.first {
      case "Z": return String(words[1])
      case "L": return String(words[2])
      default: return nil
      }
    }
    #expect(names.count > 500)
    for name in names where TimeZone(identifier: name) != nil {
      #expect(Zone(name) != nil, "\(name)")
    }
    let listed = Set(names)
    for name in TimeZone.knownTimeZoneIdentifiers + TimeZone.abbreviationDictionary.keys
    where !listed.contains(name) {
      #expect(Zone(name) == nil, "\(name)")
    }
  }
}
