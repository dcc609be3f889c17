public import ShiftEvents

/// The act by which a manager changed a published shift.
public enum ChangeKind: String, CaseIterable, Sendable {
  /// It was added to the schedule.
  case scheduled
  /// It was given to somebody.
  case assigned
  /// Its date, times or place became others.
  case edited
  /// It was taken off the schedule.
  case cancelled
  /// It was put back on the schedule.
  case restored
  /// It was exchanged for a colleague's.
  case traded
  /// It was taken from a vacancy for somebody.
  case claimed
  /// It went with its fixed shift.
  case removed
}

/// The answer of the person whose shift was changed.
public enum ChangeAnswer: String, CaseIterable, Sendable {
  /// It has not been given.
  case awaited
  /// The person agrees.
  case agreed
  /// The person does not agree.
  case declined
  /// Nobody is asked, or a later change took the place of this one.
  case none
}

/// A manager's change of a published shift.
public struct ChangeRow: Hashable, Sendable {
  /// The shift, by which ties of time are broken.
  public var shift: ShiftID
  /// The owner right after the change; of a cancelled or removed shift the last one.
  public var owner: UserID
  /// The local day on which it began right after the change.
  public var date: LocalDate
  /// The begin right after the change.
  public var start: TimeOfDay
  /// The end right after the change.
  public var end: TimeOfDay
  /// The day after its date on which it ended, if that was given.
  public var days: Int?
  /// The act.
  public var kind: ChangeKind
  /// The manager.
  public var by: UserID
  /// The time of the change.
  public var changedAt: Timestamp
  /// The whole minutes from the change to the earlier of the starts before and after it.
  public var notice: Int
  /// The manager's reason, if one was given.
  public var reason: String?
  /// The rules that the manager set aside.
  public var override: [OverridableRule]
  /// The answer at the moment asked for.
  public var answer: ChangeAnswer
  /// The time of the answer; `nil` where there is none.
  public var answeredAt: Timestamp?
  /// The number of the event.
  fileprivate var sequence: SequenceNumber

  /// The text by which changes of one time are ordered, and told apart.
  fileprivate var rank: String { shift.rank(sequence) }
}

extension ShiftID {
  fileprivate func rank(_ sequence: SequenceNumber) -> String {
    let digits = "\(sequence)"
    return "\(self) " + String(repeating: "0", count: max(0, 12 - digits.utf8.count)) + digits
  }
}

extension LateChangeRecord: LocalTimeSpan {
  package var start: TimeOfDay { times.start }
  package var end: TimeOfDay { times.end }
  package var days: Int16? { times.days }

  /// The text by which changes of one time are ordered.
  fileprivate var rank: String { id.rank(sequence) }

  /// The cells that tell the change from all others.
  var key: [Cell?] { [.id(id), .instant(changedAt), .text(rank)] }
}

extension Replay {
  /// The changes of published shifts as of a moment, by time and shift: those that await an answer, of today and later;
  /// of chosen days, or with `all`, the answered ones too.
  ///
  /// - Parameters:
  ///   - user: the owner right after the change; `nil` for everybody's.
  ///   - dates: the days that the shifts belonged to right after the change.
  /// - Complexity: O(c + r log r) for c recorded changes and r rows.
  public func changes(
    of user: UserID? = nil, dates: DateSelection = DateSelection(), all: Bool = false,
    at now: Timestamp
  ) -> [ChangeRow] { changes(RowSelection(user: user, dates: dates, all: all), at: now) }

  fileprivate func changes(_ chosen: RowSelection, at now: Timestamp) -> [ChangeRow] {
    let moment = LocalMoment(now, in: workplace.timeZone)
    return state.lateChanges.rows.ordered(
      by: { Int($0.changedAt.milliseconds) }, then: \.rank, on: chosen.page
    ) { isChosen($0, chosen, at: moment) }.map { change in
      ChangeRow(
        shift: change.id, owner: change.owner, date: change.date, start: change.start,
        end: change.end, days: change.days.map(Int.init),
        kind: ChangeKind(rawValue: change.kind.rawValue)!, by: change.by,
        changedAt: change.changedAt, notice: change.notice, reason: state.reasons[change.reason],
        override: change.override, answer: ChangeAnswer(rawValue: change.answer.rawValue)!,
        answeredAt: change.answeredAt, sequence: change.sequence)
    }
  }

  private func isChosen(
    _ change: LateChangeRecord, _ chosen: RowSelection, at moment: LocalMoment
  ) -> Bool {
    guard chosen.user == nil || change.owner == chosen.user, has(chosen.names, shift: change.id)
    else { return false }
    if !chosen.all, chosen.dates.isEmpty, change.answer != .awaited { return false }
    return change.isChosen(by: chosen.dates, all: chosen.all, running: false, at: moment)
  }
}

extension ProjectionDescriptor {
  /// The managers' changes of published shifts, with their notices and the owners' answers.
  public static let changes = ProjectionDescriptor(
    "changes", from: [.shifts, .promises], ordered: ["changedAt", "change"],
    passing: .hiding("late change awaits an answer", others: "answered or earlier", isByDay: true),
    nothing: { _ in "no published shift has been changed" }
  ) { replay, chosen, now, _ in replay.changes(chosen, at: now) }
}

extension ChangeRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("shift", "Shift") { $0.shift },
    .person("owner", "Owner") { $0.owner },
    Column("date", "Date") { $0.date },
    Column("start", "Start", turn: 6) { $0.start },
    Column("end", "End", turn: 3) { $0.end },
    .rare("days", "Days", 4) { $0.days },
    .word("kind", "Change") { $0.kind },
    .person("by", "By", turn: 5) { $0.by },
    Column("changedAt", "Changed", turn: 7) { $0.changedAt },
    .duration("notice", "Notice") { $0.notice },
    Column("reason", "Reason", turn: 8) { $0.reason },
    Column("override", "Set aside", turn: 2) { $0.override },
    .word("answer", "Answer") { $0.answer },
    Column("answeredAt", "Answered", turn: 1) { $0.answeredAt },
    Column("change", "Place", audience: .exports) { $0.rank },
  ]
}
