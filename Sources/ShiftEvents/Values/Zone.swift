internal import Foundation
internal import Synchronization

/// A time zone of the IANA database, and the way between its local times and instants.
///
/// A local time that a change of the clocks skips is the first instant after the gap; one that a
/// change repeats is the first of the two.
public struct Zone: Hashable, Sendable, CustomStringConvertible {
  fileprivate let table: ZoneTable

  /// Coordinated Universal Time.
  public static let utc = Zone(table: ZoneTable(name: "UTC", zone: nil))

  private init(table: ZoneTable) { self.table = table }

  /// The zone with this IANA name (`Europe/Amsterdam`), exactly as the database spells it.
  ///
  /// - Returns: `nil` if the database lists no such zone.
  public init?(_ name: String) {
    guard let table = ZoneTable.named(name) else { return nil }
    self.init(table: table)
  }

  /// The zone of a name in any case: `europe/amsterdam`.
  package init?(inAnyCase name: String) {
    if let zone = Zone(name) {
      self = zone
      return
    }
    let sought = name.lowercased()
    let spelt =
      (TimeZone.knownTimeZoneIdentifiers + zonesWithoutArea.sorted() + zonesWithInnerCapitals)
      .first { $0.lowercased() == sought } ?? Self.capitalized(sought)
    // `Etc/UTC`, `Australia/NSW`.
    let initials = spelt.split(separator: "/").enumerated()
      .map { $0 == 0 ? String($1) : $1.uppercased() }.joined(separator: "/")
    guard let zone = Zone(spelt) ?? Zone(initials) else { return nil }
    self = zone
  }

  /// The usual capitals of a name that stands in no list, such as that of a link.
  private static func capitalized(_ name: String) -> String {
    var isFirst = true
    let text = String(
      name.map { letter in
        defer { isFirst = "/_-".contains(letter) }
        return isFirst ? Character(letter.uppercased()) : letter
      })
    return text.hasPrefix("Us/") ? "US" + text.dropFirst(2) : text
  }

  /// The IANA name.
  public var description: String { table.name }

  /// The instant at which the clocks of the zone show `time` on `date`; the first or the last of the years 1 to 9999, if
  /// it lies beyond.
  public func instant(_ date: LocalDate, _ time: TimeOfDay) -> Timestamp {
    let local = Int64(date.daysSinceEpoch) * 86_400 + Int64(time.minutes) * 60
    let milliseconds = table.instant(ofLocalSeconds: local) * 1000
    let last = Timestamp.range.upperBound.milliseconds
    return Timestamp(milliseconds: max(-62_135_596_800_000, min(milliseconds, last)))
  }

  /// The calendar day and the minute of it that the clocks of the zone show at `instant`.
  public func local(_ instant: Timestamp) -> (date: LocalDate, minuteOfDay: Int) {
    let seconds = floorDivide(instant.milliseconds, 1000)
    let local = seconds + Int64(table.offset(at: seconds))
    let days = floorDivide(local, 86_400)
    return (LocalDate(daysSinceEpoch: Int(days)), Int(local - days * 86_400) / 60)
  }

  /// The minute of the day that the clocks of the zone show at `instant`.
  package func timeOfDay(at instant: Timestamp) -> TimeOfDay {
    TimeOfDay(minutes: local(instant).minuteOfDay) ?? .midnight
  }

  /// The nearest instant at which the clocks show a multiple of some minutes within their hour, halves later; the first
  /// or the last instant that there is, where that lies beyond.
  ///
  /// - Precondition: an hour has a whole number of so many minutes.
  package func rounded(_ instant: Timestamp, toMinutes minutes: Int) -> Timestamp {
    let step = Int64(minutes) * 60_000
    let local = instant.milliseconds + Int64(offsetSeconds(at: instant)) * 1000
    let beyond = local - floorDivide(local, step) * step
    let nearest = instant.milliseconds - beyond + (beyond * 2 >= step ? step : 0)
    let (first, last) = (Timestamp.range.lowerBound, Timestamp.range.upperBound)
    return min(max(Timestamp(milliseconds: nearest), first), last)
  }

  /// The calendar day in the zone at `instant`.
  public func date(at instant: Timestamp) -> LocalDate { local(instant).date }

  /// Seconds that the clocks of the zone are ahead of UTC at `instant`.
  public func offsetSeconds(at instant: Timestamp) -> Int {
    Int(table.offset(at: floorDivide(instant.milliseconds, 1000)))
  }

  /// The changes of the clocks within a span of instants: the first instant of each, with the seconds ahead of UTC before
  /// and from it on.
  ///
  /// - Complexity: linear in the weeks of the span where it leaves the years 2000 to 2060.
  package func changes(
    in span: Range<Timestamp>
  ) -> [(instant: Timestamp, before: Int, after: Int)] {
    table.changes(
      in: floorDivide(
        span.lowerBound.milliseconds, 1000)..<floorDivide(span.upperBound.milliseconds, 1000)
    ).map { (Timestamp(milliseconds: $0 * 1000), Int($1), Int($2)) }
  }

  public static func == (first: Self, second: Self) -> Bool { first.table === second.table }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(table)) }
}

package func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
}

/// The offsets of one zone: a sorted table for the years that shifts are in, the zone database for
/// all others.
private final class ZoneTable: Sendable {
  let name: String
  private let zone: TimeZone?
  private let transitions: [Transition]

  private struct Transition: Sendable {
    var start: Int64
    var offset: Int32
  }

  /// 2000-01-01 to 2061-01-01, in seconds; a week is shorter than any period between two changes.
  private static let tabulated: Range<Int64> = 946_684_800..<2_871_763_200
  private static let week: Int64 = 7 * 86_400

  init(name: String, zone: TimeZone?) {
    (self.name, self.zone) = (name, zone)
    transitions = zone.map { Self.transitions(of: $0, in: Self.tabulated) } ?? []
  }

  /// The offset at the beginning of a span, and each one that follows in it.
  private static func transitions(of zone: TimeZone, in span: Range<Int64>) -> [Transition] {
    var found: [Transition] = []
    var previous = span.lowerBound
    var offset = zone.seconds(at: previous)
    found.append(Transition(start: previous, offset: offset))
    while previous < span.upperBound {
      let next = previous + week
      let nextOffset = zone.seconds(at: next)
      if nextOffset != offset {
        let start = change(of: zone, from: previous, to: next, before: offset)
        found.append(Transition(start: start, offset: nextOffset))
        offset = nextOffset
      }
      previous = next
    }
    return found
  }

  /// The first second in `from..<to` at which the offset is no longer `before`.
  private static func change(of zone: TimeZone, from: Int64, to: Int64, before: Int32) -> Int64 {
    (from + 1..<to).firstPlace { zone.seconds(at: $0) != before }
  }

  func offset(at seconds: Int64) -> Int32 {
    guard let zone else { return 0 }
    guard Self.tabulated.contains(seconds) else { return zone.seconds(at: seconds) }
    return transitions[transitions.firstPlace { $0.start > seconds } - 1].offset
  }

  func changes(in span: Range<Int64>) -> [(start: Int64, before: Int32, after: Int32)] {
    guard let zone else { return [] }
    let isKnown =
      Self.tabulated.contains(span.lowerBound) && span.upperBound <= Self.tabulated.upperBound
    let known =
      isKnown ? transitions : Self.transitions(of: zone, in: span.lowerBound - 1..<span.upperBound)
    return zip(known, known.dropFirst()).filter { span.contains($1.start) }
      .map { ($1.start, $0.offset, $1.offset) }
  }

  func instant(ofLocalSeconds local: Int64) -> Int64 {
    guard let zone else { return local }
    // Offsets are within a day, so the change that matters, if any, is within a day on either side.
    let (early, late) = (local - 86_400, local + 86_400)
    let (before, after) = (offset(at: early), offset(at: late))
    if before == after { return local - Int64(before) }
    let change = Self.change(of: zone, from: early, to: late, before: before)
    if local - Int64(before) < change { return local - Int64(before) }
    return max(local - Int64(after), change)
  }

  private static let known = Mutex<[String: ZoneTable]>([:])

  static func named(_ name: String) -> ZoneTable? {
    if name == "UTC" { return Zone.utc.table }
    guard isListedZoneName(name) else { return nil }
    return known.withLock { tables in
      if let table = tables[name] { return table }
      guard let zone = TimeZone(identifier: name) else {
        refersToInternationalization()
        return nil
      }
      let table = ZoneTable(name: name, zone: zone)
      tables[name] = table
      return table
    }
  }
}

/// Foundation finds its zone database by a hook that nothing refers to, so a statically linked binary
/// would lack it and know `UTC` only. Any formatted number refers to the part that sets the hook.
@inline(never)
private func refersToInternationalization() { _ = 0.formatted() }

extension TimeZone {
  fileprivate func seconds(at seconds: Int64) -> Int32 {
    Int32(secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
  }
}

extension Zone {
  /// Returns `true` for a name that a later database may have.
  static func mayBeNamed(_ name: String) -> Bool { name.contains("/") && isListedZoneName(name) }
}

/// Returns `false` for names that the IANA database never lists. Foundation also accepts names of its
/// own (`GMT+5`, `SystemV/EST5`), names cut off by a NUL, and names that the database has dropped.
private func isListedZoneName(_ name: String) -> Bool {
  // Bytes first: `==` of texts equates characters that only look alike (U+212A, the kelvin sign).
  for byte in name.utf8 where !isZoneNameByte(byte) { return false }
  if droppedZones.contains(name) { return false }
  if let slash = name.firstIndex(of: "/") { return zoneAreas.contains(String(name[..<slash])) }
  return zonesWithoutArea.contains(name)
}

private func isZoneNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
  default: isAlphanumeric(byte)
  }
}

/// Names that the IANA database had once (until 2017c and 2020b) and ICU has still.
private let droppedZones: Set<String> = ["Canada/East-Saskatchewan", "US/Pacific-New"]

/// The areas of the IANA database, with the links that its file `backward` keeps.
private let zoneAreas: Set<String> = [
  "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil", "Canada",
  "Chile", "Etc", "Europe", "Indian", "Mexico", "Pacific", "US",
]

/// The names of the IANA database that Foundation does not list and that have a capital inside a word.
private let zonesWithInnerCapitals = [
  "America/Argentina/ComodRivadavia", "America/Knox_IN", "Brazil/DeNoronha", "Chile/EasterIsland",
  "Mexico/BajaNorte", "Mexico/BajaSur",
]

/// The names of the IANA database that have no area.
private let zonesWithoutArea: Set<String> = [
  "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "Factory", "GB", "GB-Eire",
  "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel",
  "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo",
  "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC",
  "Universal", "W-SU", "WET", "Zulu",
]
