import ShiftEvents
import TestSupport
import Testing

@testable import Projections

/// Minutes at night, on Sundays and on closed days against a count minute by minute.
@Suite struct SpecialMinutesTests {
  private static let zones = [
    "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/Santiago", "Pacific/Apia",
  ]

  @Test(arguments: zones)
  func `random stretches have the minutes that a count finds`(name: String) throws {
    let zone = try #require(Zone(name))
    let seed = UInt64.random(in: 0 ... .max)
    print("special minutes in \(name): seed \(seed)")
    var random = SplitMix64(seed: seed)
    let years: Range<Timestamp> = "2010-01-01T00:00:00Z"..<"2031-01-01T00:00:00Z"
    let changes = zone.changes(in: years).map(\.instant)
    for _ in 0..<1_670 {
      // Half of them are about a change of the clocks.
      let anchor = changes.randomElement(using: &random)
      let whole = years.lowerBound.advanced(
        byMinutes: Int.random(in: 0..<11_000_000, using: &random))
      let near = anchor.map { $0.advanced(byMinutes: Int.random(in: -900...300, using: &random)) }
      let start = Bool.random(using: &random) ? near ?? whole : whole
      let most = Int.random(in: 0..<20, using: &random) == 0 ? 4_000 : 700
      let end = start.advanced(byMinutes: Int.random(in: 0...most, using: &random))
      let times = (0..<2).map { _ in TimeOfDay(minutes: Int.random(in: 0..<1440, using: &random))! }
      let modulus = Int.random(in: 1...5, using: &random)
      func isClosed(_ date: LocalDate) -> Bool { date.daysSinceEpoch % Int32(modulus) == 0 }

      var counted = (night: 0, sunday: 0, closed: 0)
      var time = start
      while time < end {
        let (date, minute) = zone.local(time)
        let (from, to) = (Int(times[0].minutes), Int(times[1].minutes))
        let isNight =
          from < to ? from <= minute && minute < to : from <= minute || minute < to
        if isNight { counted.night += 1 }
        // 1970 began on a Thursday.
        if (date.daysSinceEpoch + 4) % 7 == 0 { counted.sunday += 1 }
        if isClosed(date) { counted.closed += 1 }
        time = time.advanced(byMinutes: 1)
      }
      let found = SpecialMinutes(
        of: start..<end, in: zone, night: (times[0], times[1]), isClosed: isClosed)
      #expect(
        (found.night, found.sunday, found.closed) == counted,
        "seed \(seed), \(name), \(start) to \(end), night \(times)")
    }
  }
}
