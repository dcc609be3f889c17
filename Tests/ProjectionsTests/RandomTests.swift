import Projections
import ShiftEvents
import TestSupport
import Testing

/// Folds compared with a second look at the same events without folding: a shift is made by the first event
/// of its id, its state is that of its latest event, and once it is closed nothing changes it.
@Suite struct RandomTests {
  private let now: Timestamp = "2026-03-29T10:15:00Z"

  private func story(_ seed: UInt64) -> Story { RandomStory(seed: seed, count: 150).story }

  @Test(arguments: 1...UInt64(Rounds.count(20, full: 60)))
  func `a shift's state is that of its latest event`(seed: UInt64) {
    let events = story(seed).events
    let replay: Replay = story(seed).folded()
    for number in 1...12 {
      let id = ShiftID("s\(number)")!
      let naive = NaiveShift(id, events)
      let folded = replay[id]
      #expect(folded?.state == naive?.state, "seed \(seed), \(id)")
      #expect(folded?.owner == naive?.owner, "seed \(seed), \(id)")
      #expect(folded?.taker == naive?.taker, "seed \(seed), \(id)")
      #expect(folded?.request == naive?.request, "seed \(seed), \(id)")
    }
  }

  @Test(arguments: 1...UInt64(Rounds.count(20, full: 60)))
  func `schedule and marketplace say the same of each shift`(seed: UInt64) {
    let events = story(seed).events
    var story = story(seed)
    story.configure(zone: amsterdam)
    let replay: Replay = story.folded()
    let rows = replay.schedule(all: true, at: now)
    let naive = (1...12).compactMap { NaiveShift(ShiftID("s\($0)")!, events) }
      .filter { $0.state != .removed && $0.state != .cancelled }
    #expect(Set(rows.map(\.shift)) == Set(naive.map(\.id)), "seed \(seed)")
    for shift in naive {
      let begun = amsterdam.instant(shift.date, shift.start) <= now
      let status = begun && shift.state != .idle ? "lapsed" : shift.state.rawValue
      let row = rows.first { $0.shift == shift.id }
      #expect(row?.status.rawValue == status, "seed \(seed), \(shift.id)")
      #expect(row?.taker == (begun ? nil : shift.taker), "seed \(seed), \(shift.id)")
    }
    let supplied = rows.filter { $0.status == .supplied }.map(\.shift)
    #expect(replay.marketplace(at: now).map(\.shift) == supplied, "seed \(seed)")
    #expect(rows == rows.sorted(by: Self.inOrder), "seed \(seed)")
  }

  private static func inOrder(_ first: ScheduleRow, _ second: ScheduleRow) -> Bool {
    (first.date, first.start, first.shift) < (second.date, second.start, second.shift)
  }

  @Test(arguments: 1...UInt64(Rounds.count(20, full: 60)))
  func `points and hours are those of the first and the latest record`(seed: UInt64) {
    let events = story(seed).events
    typealias Record = (shift: ShiftID, worker: UserID, minutes: Int, firstOwner: UserID)
    let records = events.indices.compactMap { index -> Record? in
      var record: Record?
      if case .hoursRecorded(let event) = events[index].event {
        record = (event.shift, event.worker, event.minutes, event.firstOwner)
      }
      if case .workEnded(let event) = events[index].event {
        record = (event.shift, event.worker, event.minutes, event.firstOwner)
      }
      guard let record, NaiveShift(record.shift, Array(events[..<index])) != nil else {
        return nil
      }
      return record
    }
    let replay: Replay = story(seed).folded()
    let shifts = Set(records.map(\.shift))
    let firsts = shifts.compactMap { shift in records.first { $0.shift == shift } }
    let latest = shifts.compactMap { shift in records.last { $0.shift == shift } }
    for user in (1...5).map({ UserID("u\($0)")! }) {
      let earned = firsts.filter { $0.worker == user && $0.firstOwner != user }.count
      let row = replay.points(names: { _ in nil }).first { $0.user == user }
      #expect(row?.points ?? 0 == earned, "seed \(seed), \(user)")
      let worked = latest.filter { $0.worker == user }.map(\.minutes).reduce(0, +)
      let minutes = replay.workedHours(of: user, at: early).map(\.minutes).reduce(0, +)
      #expect(minutes == worked, "seed \(seed), \(user)")
    }
  }

  @Test(arguments: 1...UInt64(Rounds.count(8, full: 20)))
  func `an audit has each shift's latest state, and ends with the roster's`(seed: UInt64) {
    let story = story(seed)
    let replay: Replay = story.folded()
    for number in 1...12 {
      let id = ShiftID("s\(number)")!
      let audit = story.folded(into: Audit(of: .shift(id)))
      #expect(audit.rows.last?.status == replay[id]?.state, "seed \(seed), \(id)")
      #expect(audit.rows.last?.taker == replay[id]?.taker, "seed \(seed), \(id)")
    }
  }

  @Test(arguments: 1...UInt64(Rounds.count(8, full: 20)))
  func `a copied fold continues`(seed: UInt64) {
    let events = story(seed).events
    let whole: Replay = story(seed).folded()
    var resumed: Replay = events.prefix(70).reduce(into: Replay()) { $0.apply($1) }
    let kept = resumed
    for event in events.dropFirst(70) { resumed.apply(event) }
    #expect(resumed == whole, "seed \(seed)")
    #expect(kept != whole, "seed \(seed)")
  }
}

/// A shift by its latest events alone.
private struct NaiveShift {
  let id: ShiftID
  var owner: UserID
  var date: LocalDate
  var start: TimeOfDay
  var state = ShiftState.idle
  var taker: UserID?
  var request: RequestID?

  init?(_ id: ShiftID, _ events: [RecordedEvent]) {
    self.id = id
    let events = Self.effective(events)
    let birth = events.firstIndex { recorded in
      if case .shiftScheduled(let event) = recorded.event { event.shift == id } else { false }
    }
    guard let birth, case .shiftScheduled(let scheduled) = events[birth].event else { return nil }
    (owner, date, start) = (scheduled.owner, scheduled.date, scheduled.start)
    var life = events[birth...].map(\.event)
    if let end = life.firstIndex(where: { Self.closes($0, id) }) { life = Array(life[...end]) }
    owner = life.compactMap { Self.newOwner(of: id, $0) }.last ?? owner
    for event in life.reversed() {
      if decide(by: event) { break }
    }
  }

  /// The events without those that make a shift again.
  private static func effective(_ events: [RecordedEvent]) -> [RecordedEvent] {
    var made: Set<ShiftID> = []
    return events.filter { recorded in
      if case .shiftScheduled(let event) = recorded.event {
        made.insert(event.shift).inserted
      } else {
        true
      }
    }
  }

  private static func closes(_ event: Event, _ id: ShiftID) -> Bool {
    switch event {
    case .shiftCancelled(let event): event.shift == id
    case .fixedShiftRemoved(let event): event.removed.contains(id)
    default: false
    }
  }

  private static func newOwner(of id: ShiftID, _ event: Event) -> UserID? {
    switch event {
    case .shiftAccepted(let event) where event.shift == id && event.final: event.to
    case .shiftApproved(let event) where event.shift == id: event.to
    case .tradeAccepted(let event) where event.final && event.take == id: event.from
    case .tradeAccepted(let event) where event.final && event.give == id: event.to
    case .tradeApproved(let event) where event.take == id: event.from
    case .tradeApproved(let event) where event.give == id: event.to
    default: nil
    }
  }

  /// Returns `true` if the event determines the shift's state.
  private mutating func decide(by event: Event) -> Bool {
    switch event {
    case .shiftCancelled(let event) where event.shift == id: state = .cancelled
    case .fixedShiftRemoved(let event) where event.removed.contains(id): state = .removed
    case .shiftSupplied(let event) where event.shift == id: state = .supplied
    case .shiftAccepted(let event) where event.shift == id && !event.final:
      (state, taker) = (.awaiting, event.to)
    case .acceptanceWithdrawn(let event) where event.shift == id:
      if event.via == .market {
        state = .supplied
      } else {
        (state, request) = (.suggested, event.request)
      }
    case .shiftDisapproved(let event) where event.shift == id && event.via == .market:
      state = .supplied
    case .shiftSuggested(let event) where event.shift == id:
      (state, request) = (.suggested, event.request)
    case .suggestionAccepted(let event) where event.shift == id:
      (state, taker, request) = (.awaiting, event.to, event.request)
    case .shiftRevoked(let event) where event.shift == id: break
    case .shiftDisapproved(let event) where event.shift == id: break
    case .shiftScheduled(let event) where event.shift == id || event.released.contains(id): break
    case .shiftAccepted(let event) where event.shift == id: break
    case .shiftApproved(let event) where event.shift == id || event.released.contains(id): break
    case .tradeAccepted(let event) where event.final && event.settles(id): break
    case .tradeApproved(let event) where [event.give, event.take].contains(id): break
    case .tradeApproved(let event) where event.released.contains(id): break
    default: return false
    }
    return true
  }
}

extension TradeAccepted {
  fileprivate func settles(_ shift: ShiftID) -> Bool {
    give == shift || take == shift || released.contains(shift)
  }
}
