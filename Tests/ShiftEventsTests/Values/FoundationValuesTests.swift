import Foundation
import ShiftEvents
import Testing

/// Literals, and Foundation's dates and zones.
@Suite struct FoundationValuesTests {
  @Test func `an instant survives the way to a date and back`() {
    for milliseconds in stride(from: Int64(0), to: 253_402_300_799_999, by: 1_234_567_890_123) {
      let instant = Timestamp(milliseconds: milliseconds)
      #expect(Timestamp(Date(instant)) == instant)
    }
    #expect(Timestamp(Date(timeIntervalSince1970: 1.0004)).milliseconds == 1000)
  }

  @Test func `zones lead to Foundation and back`() throws {
    let zone = try #require(Zone("Europe/Amsterdam"))
    #expect(zone.timeZone.identifier == "Europe/Amsterdam")
    #expect(Zone(zone.timeZone) == zone)
    #expect(Zone.utc.timeZone.secondsFromGMT() == 0)
    #expect(Zone(try #require(TimeZone(secondsFromGMT: 3600))) == nil)
  }

  @Test func `dates and times are literals`() {
    let (date, time): (LocalDate, TimeOfDay) = ("2026-01-12", "15:00")
    #expect("\(date) \(time)" == "2026-01-12 15:00")
  }

  @Test func `a literal that is no date stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = "2026-02-30" as LocalDate }
    await #expect(processExitsWith: .failure) { _ = "24:00" as TimeOfDay }
  }
}
