import Foundation

/// A second opinion on when something lasts and on which days it is: each minute is looked at, and the zone
/// is Foundation's. Days are counted since 1970-01-01, minutes by the clocks or in UTC since then.
package struct NaiveTimeSpan: Sendable {
  package let id: String
  package let user: String
  package let day: Int
  package let start: Int
  package let end: Int
  package let givenDays: Int?
  /// The days that it belongs to.
  package let days: Set<Int>
  /// The instants at which it begins and ends, in milliseconds.
  package let instants: Range<Int>

  package init(
    _ id: String, _ user: String, day: Int, start: Int, end: Int, givenDays: Int?,
    in zone: NaiveZone
  ) {
    (self.id, self.user) = (id, user)
    (self.day, self.start, self.end, self.givenDays) = (day, start, end, givenDays)
    let endMinute = (givenDays ?? (end > start ? 0 : 1)) * 1440 + end
    var days: Set<Int> = []
    var latest = -1
    for minute in start..<endMinute where minute / 1440 != latest {
      latest = minute / 1440
      days.insert(day + latest)
    }
    self.days = endMinute - start <= 1440 ? [day] : days
    let first = zone.minute(ofLocal: day * 1440 + start)
    // The clocks can skip all of it.
    instants = first * 60_000..<max(first, zone.minute(ofLocal: day * 1440 + endMinute)) * 60_000
  }

  package static func time(_ minute: Int) -> String {
    String(format: "%02d:%02d", minute / 60, minute % 60)
  }

  package static func date(_ day: Int) -> String {
    Date(timeIntervalSince1970: TimeInterval(day * 86_400)).formatted(.iso8601.year().month().day())
  }

  /// An instant in UTC, of milliseconds after 1970.
  package static func instant(_ milliseconds: Int) -> String {
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let (minute, part) = rest.quotientAndRemainder(dividingBy: 60_000)
    return date(day) + "T" + time(minute) + String(format: ":%02d.%03dZ", part / 1000, part % 1000)
  }

  /// What a week shows of it on one of its days.
  package func text(on day: Int) -> String {
    let (first, last) = (days.min()!, days.max()!)
    return (day == first ? Self.time(start) : "") + "–" + (day == last ? Self.time(end) : "")
  }
}

/// A zone from 2025 to 2027, by Foundation.
package struct NaiveZone: Sendable, CustomStringConvertible {
  package let description: String
  private let offsets: [Int]
  private static let first = 20_089 * 1440

  package init(_ name: String) {
    description = name
    let zone = TimeZone(identifier: name)!
    // Clocks change on the half hour at most.
    offsets = (0..<48 * 1095).map { half in
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double((Self.first + half * 30) * 60)))
        / 60
    }
  }

  package func local(minute: Int) -> Int { minute + offsets[(minute - Self.first) / 30] }

  /// The first minute at which the clocks show that one, or a later one.
  package func minute(ofLocal wanted: Int) -> Int {
    var minute = wanted - 1560
    while local(minute: minute) < wanted { minute += 1 }
    return minute
  }
}

extension NaiveTimeSpan {
  /// Days on which clocks change in Amsterdam, New York or on Lord Howe, in 2026.
  private static let changes = [20_520, 20_541, 20_548, 20_730, 20_751, 20_758]

  /// A stretch of 2026: short, of a night, of 24 hours, over a change of the clocks, to midnight, or long.
  package static func random(
    _ id: String, _ user: String, in zone: NaiveZone, _ random: inout SplitMix64
  ) -> Self {
    let times = [0, 105, 120, 150, 600, 1320, 1439]
    func time(_ random: inout SplitMix64) -> Int {
      Int.random(in: 0...3, using: &random) == 0
        ? Int.random(in: 0..<1440, using: &random) : times.randomElement(using: &random)!
    }
    let day =
      Bool.random(using: &random)
      ? changes.randomElement(using: &random)! + Int.random(in: -3...1, using: &random)
      : Int.random(in: 20_460...20_800, using: &random)
    let (start, end) = (time(&random), time(&random))
    let days: Int? =
      switch Int.random(in: 0...9, using: &random) {
      case 0...4: nil
      case 5: end > start ? 0 : 1
      case 6: 1
      case 7, 8: Int.random(in: 1...8, using: &random)
      default: Int.random(in: 1...366, using: &random)
      }
    let chosenEnd = Int.random(in: 0...7, using: &random) == 0 ? start : end
    return NaiveTimeSpan(
      id, user, day: day, start: start, end: chosenEnd,
      givenDays: days == 0 && chosenEnd <= start ? 1 : days, in: zone)
  }

  /// A moment at which something may change: its start or end, a midnight, or any.
  package func randomMoment(in zone: NaiveZone, _ random: inout SplitMix64) -> Int {
    let nudge = Int.random(in: -1...1, using: &random)
    switch Int.random(in: 0...3, using: &random) {
    case 0: return instants.lowerBound + nudge
    case 1: return instants.upperBound + nudge
    case 2:
      let midnight = zone.minute(ofLocal: days.randomElement(using: &random)! * 1440)
      return midnight * 60_000 + nudge
    default:
      return (instants.lowerBound - 100_000_000) + Int.random(in: 0...300_000_000, using: &random)
    }
  }
}
