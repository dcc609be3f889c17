/// A manager's change of a published shift, with the owner and the times right after it.
package struct LateChangeRecord: StateRecord {
  /// The act that changed it.
  package enum Kind: String, CaseIterable, Sendable, BitwiseCopyable {
    case scheduled, assigned, edited, cancelled, restored, traded, claimed
  }

  /// The answer of the owner after the change; none where nobody was to answer, or is any more.
  package enum Answer: String, CaseIterable, Sendable, BitwiseCopyable {
    case awaited, agreed, declined, none
  }

  /// The shift, which may have several.
  package var id: ShiftID
  package var owner: UserID
  package var by: UserID
  package var date: LocalDate
  package var times: ShiftTimes
  package var kind: Kind
  package var answer: Answer
  /// The number in the table of reasons.
  package var reason: UInt32 = 0
  private var number: UInt32
  /// The place of the shift's change before it; -1 of the first.
  package var before: Int32 = -1
  package var changedAt: Timestamp
  package var answeredAt: Timestamp?
  package var notice: Int
  /// The rules that were set aside, in four bits each, the first one lowest; their numbers count from 1.
  private var setAside: UInt64 = 0

  init(
    _ kind: Kind, of shift: ShiftRecord, notice: Int, _ override: [OverridableRule],
    by actor: UserID, at time: Timestamp, _ sequence: SequenceNumber
  ) {
    number = UInt32(sequence.value)
    (id, owner, date, times) = (shift.id, shift.owner, shift.date, shift.times)
    (self.kind, self.notice, by, changedAt) = (kind, notice, actor, time)
    // Nobody asks themselves.
    answer = shift.owner == actor ? .none : .awaited
    for rule in override.prefix(16).reversed() {
      setAside = setAside << 4 | UInt64(OverridableRule.allCases.firstIndex(of: rule)! + 1)
    }
  }

  /// The place of the change in the log.
  package var sequence: SequenceNumber { SequenceNumber(Int(number)) }

  /// The rules that were set aside, in the order given.
  package var override: [OverridableRule] {
    var (rest, rules): (UInt64, [OverridableRule]) = (setAside, [])
    while rest > 0 {
      rules.append(OverridableRule.allCases[Int(rest & 0xF) - 1])
      rest >>= 4
    }
    return rules
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    owner.renumber(new)
    by.renumber(new)
  }
}
