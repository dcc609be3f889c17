// What readers in other modules ask for often: they would look generic tables up slowly.

extension DomainState {
  /// A reader's state before the first event: without the lists that only rules ask for.
  package static var reader: DomainState { DomainState(judges: false) }

  /// The record of a shift that was scheduled; `nil` if there is none.
  package func shift(_ id: ShiftID) -> ShiftRecord? {
    guard let place = shifts.place(of: id), shifts[place].state != .skipped else { return nil }
    return shifts[place]
  }

  /// Hands over the record of each shift that was scheduled, in the order in which they were.
  package func forEachShift(_ body: (borrowing ShiftRecord) -> Void) {
    unsafe shifts.rows.forEachPiece { piece in
      let records = unsafe piece.bindMemory(to: ShiftRecord.self)
      for place in records.indices {
        let record = unsafe records[place]
        if record.state != .skipped { body(record) }
      }
    }
  }

  /// Returns `true` if hours of the shift were recorded, 0 or more.
  package func hasHoursRecord(_ shift: ShiftID) -> Bool { hours.place(of: shift) != nil }
}
