import Projections
import ShiftEvents

/// The answers of the rules to one person who would take shifts from the marketplace.
struct TakerAnswers {
  let taker: UserID
  private var state: DomainState

  /// - Parameter state: the rules' state at the position from which events are applied; `nil` for that
  ///   before the first.
  init(to taker: UserID, from state: DomainState?) {
    self.taker = taker
    self.state = state ?? DomainState()
  }

  mutating func apply(_ recorded: RecordedEvent) {
    state.evolve(with: recorded)
  }

  /// The rows of a marketplace with the answers as codes, for programs.
  func adding(to table: RowTable, at now: Timestamp) -> RowTable {
    table.withAnswers { refusal(of: $0, at: now).map { .text($0.code.rawValue) } }
  }

  /// The rows with the answers in words.
  func addingWords(to table: RowTable, at now: Timestamp, _ labels: PersonLabels) -> RowTable {
    table.withAnswers { shift in
      refusal(of: shift, at: now).map { refusal in
        .phrase("\(refusal.message { UserID(known: $0).map(labels.label) ?? $0 })")
      }
    }
  }

  private func refusal(of shift: ShiftID, at now: Timestamp) -> Rejection? {
    do throws(Rejection) {
      _ = try state.decide(.acceptShift(shift), in: RuleContext(actor: taker, time: now))
      return nil
    } catch { return error }
  }
}
