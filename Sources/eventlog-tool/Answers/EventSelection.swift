import Projections
import ShiftEvents

/// The events of a log that are asked for, by `--type`, `--actor`, `--subject`, their days, `--no-system` and
/// `--after`.
struct EventSelection {
  static let options: [any CommandOption] =
    [type, actor, user, subject, noSystem] + RelativeDates.options + [after]
  private static let type = Option.text(
    "type", "TYPE", "Only events of this type, or of all that begin so: shift.",
    isRepeatable: true, offering: .words { EventType.allCases.map(\.rawValue) })
  private static let actor = Option.person("actor", "Only what was done on this person's behalf")
  private static let user = Option.person(
    "user", "Only what touches this person, and what they did themselves")
  private static let subject = Option.text(
    "subject", "ID", "Only events about this id", offering: .identifiers(of: nil))
  static let noSystem = Flag(
    "no-system", "Without generated events, such as the shifts that extend schedules")
  static let after = Option.number("after", "SEQ", in: 0...Int.max, "Only events behind this one")

  static let last = Option.number("last", "N", in: 1...Int.max, "Only the last so many of these")

  private let filter: EventFilter
  private let user: UserID?
  private let actor: UserID?
  private let subject: String?
  private let after: Int
  private let leavesSystemOut: Bool
  /// True if generated events were not asked for by actor or type, so that a run of them can be one line.
  let mayFold: Bool
  private let spoken: RelativeDates
  private let now: Moment
  /// The zone at the last event seen, or at the end where that is known, and the days that are meant in it.
  private(set) var zone = Zone.utc
  private var isZoneKnown = false
  private var days: DateSelection
  /// The number of events that were asked for.
  private(set) var selected = 0

  /// The people and the subjects of a log that is read once.
  private var seen: [SeenIdentifiers] = []
  private var followers = ClosureFollowers()
  /// True if the event that was looked at last came with a closure.
  private(set) var isFollower = false

  init(_ invocation: Invocation, _ path: String) throws {
    let arguments = invocation.arguments
    user = try invocation.person(Self.user, in: path)
    do throws(EventFilter.UnknownType) {
      filter = try EventFilter(
        types: arguments.texts(of: Self.type), user: user?.description,
        isRecorded: { Self.hasEvents(of: $0, in: path) })
    } catch { throw UsageError.unknownType(error.word, among: error.known) }
    actor = try invocation.person(Self.actor, in: path)
    subject = arguments.text(of: Self.subject)
    after = try arguments[Self.after] ?? 0
    leavesSystemOut = arguments[Self.noSystem]
    mayFold = actor != .system && !arguments.has(Self.type)
    if LogInput.isReadOnce(path), actor != nil || user != nil || subject != nil {
      seen = [SeenIdentifiers(of: UserID.noun), SeenIdentifiers(of: nil)]
    }
    if actor == .system { try arguments.checkAtMostOne(of: [Self.actor, Self.noSystem]) }
    spoken = try RelativeDates(arguments)
    now = try arguments[Options.now] ?? .instant(arguments.clockTime)
    days = try spoken.selection(today: zone.date(at: now.instant(in: zone)))
  }

  /// Returns `true` if a log has an event of a type; asked only of a word that is near another.
  private static func hasEvents(of type: String, in path: String) -> Bool {
    guard !LogInput.isReadOnce(path), let reader = try? LogReader(reading: path) else {
      return false
    }
    while let event = try? reader.next() { if event.event.typeName == type { return true } }
    return false
  }

  /// True if times or days are asked for, which are those of the workplace.
  func needsZone(isTable: Bool) -> Bool { isTable || !spoken.isEmpty }

  /// Takes the zone of the end of the reading, in which all days are meant.
  mutating func take(_ other: Zone) throws(UsageError) {
    isZoneKnown = true
    try use(other)
  }

  private mutating func use(_ other: Zone) throws(UsageError) {
    zone = other
    days = try spoken.selection(today: zone.date(at: now.instant(in: zone)))
  }

  /// Returns `true` if the event is asked for. To be called with each event, in order.
  mutating func includes(_ event: RecordedEvent) throws(UsageError) -> Bool {
    isFollower = followers.take(event)
    for place in seen.indices { seen[place].apply(event) }
    if !isZoneKnown, let other = event.event.timeZone { try use(other) }
    guard event.sequence.value > after else { return false }
    if let actor, event.actor != actor { return false }
    if leavesSystemOut, isFollower || event.actor == .system { return false }
    if let subject, event.event.subject != subject { return false }
    if !filter.includes(event) { return false }
    if !spoken.isEmpty, !days.contains(zone.date(at: event.time)) { return false }
    selected += 1
    return true
  }

  /// Returns `true` if the index of touched ids, or their number, tells the events that may be asked for.
  static func mayBeFound(_ invocation: Invocation) -> Bool {
    let has = invocation.arguments.has
    // What was generated is told by the events before it.
    if RelativeDates.options.contains(where: has) || has(noSystem) { return false }
    if [actor as any CommandOption, user, subject].contains(where: has) { return true }
    return has(last) && !has(type)
  }

  /// The events that may be asked for, of a log that ends at an event; `nil` where nothing tells them.
  func found(
    by events: IndexedEvents, upTo end: SequenceNumber, _ last: Int?
  ) -> [SequenceNumber]? {
    if let sought = subject.flatMap({ UserID($0) }) ?? user ?? actor {
      return events.touching(sought.symbolIndex, after: SequenceNumber(after))
    }
    guard subject == nil, let last else { return nil }
    let first = max(after, end.value - last) + 1
    return first > end.value ? [] : (first...end.value).map { SequenceNumber($0) }
  }

  /// Throws if the log has never seen the person or the subject that is asked for.
  func requireSeen(in path: String, _ names: () throws -> [String]) throws {
    for person in [actor, user].compactMap(\.self) {
      try (SeenIdentifiers.read(path, of: UserID.noun) ?? seen.first)?
        .require(person.description, in: path, or: try names())
    }
    if let subject {
      try (SeenIdentifiers.read(path, of: nil) ?? seen.last)?.require(subject, in: path)
    }
  }
}
