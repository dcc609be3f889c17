import ShiftEvents

/// The reasons for which recorded hours are hardly right.
public enum UnlikelyReason: String, CaseIterable, Sendable, ColumnValue {
  /// They overlap other hours of that person.
  case overlap
  /// They were recorded by hand before they end.
  case ahead
  /// They are more than twice the planned minutes.
  case long
  /// More than 16 hours of that person on the day, and more than planned.
  case day

  /// The reason behind "5:00 worked".
  var words: String {
    switch self {
    case .overlap: "overlap other hours"
    case .ahead: "were recorded before they end"
    case .long: "are more than twice the planned ones"
    case .day: "are more than 16 in a day"
    }
  }
}

/// Recorded hours that are hardly right, with the reasons.
struct UnlikelyHours {
  private let replay: Replay
  private var overlapping: Set<ShiftID> = []
  /// Days and people with more hours than likely.
  private var longDays: Set<Int> = []

  /// The most minutes of a likely day.
  private static let mostMinutes = 960

  /// - Complexity: O(h log h) for the hours h on those days, and linear in all work by the clock.
  init(among work: [ShiftWork], in replay: Replay) {
    self.replay = replay
    let (state, zone) = (replay.state, replay.state.workplace.zone)
    let counted = work.compactMap(\.worked)
    guard var first = counted.map(\.date).min(), var last = counted.map(\.date).max() else {
      return
    }
    var workers: Set<UserID> = []
    var span: Range<Timestamp>?
    for hours in counted {
      workers.insert(hours.worker)
      guard let times = state.stretch(of: hours) else { continue }
      span =
        min(
          span?.lowerBound ?? times.lowerBound, times.lowerBound)..<max(
          span?.upperBound ?? times.upperBound, times.upperBound)
    }
    // Work by the clock may be of another day than its shift has by now.
    if let span {
      first = min(first, zone.date(at: span.lowerBound))
      last = max(last, zone.date(at: span.upperBound))
    }
    var stretches: [(worker: UInt32, times: Range<Timestamp>, shift: ShiftID)] = []
    var days: [Int: Int] = [:]
    func add(_ hours: HoursRecord) {
      guard let times = state.stretch(of: hours), !times.isEmpty else { return }
      stretches.append((hours.worker.symbolIndex, times, hours.id))
    }
    // Those by hand are at most a day long, and those by the clock as long as their pauses.
    state.forEachHoursWorked(from: first + -2, to: last + 2) { hours in
      guard workers.contains(hours.worker) else { return }
      days[Self.day(of: hours), default: 0] += hours.minutes
      if !hours.isByClock { add(hours) }
    }
    if let span {
      state.forEachHours(byClockIn: span) { if workers.contains($0.worker) { add($0) } }
    }
    stretches.sort { ($0.worker, $0.times.lowerBound) < ($1.worker, $1.times.lowerBound) }
    findOverlaps(stretches)
    for hours in counted {
      let minutes = days[Self.day(of: hours)] ?? 0
      if minutes > Self.mostMinutes, minutes > scheduled(hours.worker, on: hours.date) {
        longDays.insert(Self.day(of: hours))
      }
    }
  }

  /// - Parameter stretches: by worker and begin.
  private mutating func findOverlaps(
    _ stretches: [(worker: UInt32, times: Range<Timestamp>, shift: ShiftID)]
  ) {
    // Of those that went before, the one that ends last overlaps the next one if any does.
    guard var longest = stretches.first else { return }
    for next in stretches.dropFirst() {
      let isOfSame = next.worker == longest.worker
      if isOfSame, next.times.lowerBound < longest.times.upperBound {
        overlapping.formUnion([longest.shift, next.shift])
      }
      if !isOfSame || next.times.upperBound > longest.times.upperBound { longest = next }
    }
  }

  private static func day(of hours: HoursRecord) -> Int {
    Int(hours.date.daysSinceEpoch) << 32 | Int(hours.worker.symbolIndex)
  }

  private func scheduled(_ worker: UserID, on date: LocalDate) -> Int {
    let chosen = RowSelection(user: worker, dates: DateSelection(from: date, to: date))
    var minutes = 0
    replay.forEachShift(of: SummarySelection(chosen), where: \.isOpen) { shift in
      if shift.date == date { minutes += replay.scheduledMinutes(shift) }
    }
    return minutes
  }

  /// The reasons in documented order.
  func reasons(for work: ShiftWork) -> [UnlikelyReason] {
    guard let hours = work.worked else { return [] }
    var reasons: [UnlikelyReason] = []
    if overlapping.contains(hours.id) { reasons.append(.overlap) }
    if !hours.isByClock, let end = replay.state.stretch(of: hours)?.upperBound,
      end > hours.recordedAt
    {
      reasons.append(.ahead)
    }
    if hours.minutes > 2 * replay.scheduledMinutes(work.shift) { reasons.append(.long) }
    if longDays.contains(Self.day(of: hours)) { reasons.append(.day) }
    return reasons
  }
}
