// What readers in other modules ask for often: they would look generic tables up slowly.

extension DomainState {
  /// A reader's state before the first event: without the lists that only rules ask for.
  package static var reader: DomainState { DomainState(judges: false) }

  /// The record of a shift that was scheduled; `nil` if there is none.
  package func shift(_ id: ShiftID) -> ShiftRecord? {
    guard let place = shifts.place(of: id), shifts[place].state != .skipped else { return nil }
    return shifts[place]
  }

  /// Returns `true` if hours of the shift were recorded, 0 or more.
  package func hasHoursRecord(_ shift: ShiftID) -> Bool { hours.place(of: shift) != nil }

  /// Returns `true` if an event restored a shift to another owner than its last one.
  func wasRestoredToAnother(by event: SequenceNumber) -> Bool {
    restoredToAnother.contains(UInt32(event.value))
  }
}

extension DomainState {
  /// Returns `true` if the person holds the role employee now.
  package func isEmployee(_ user: UserID) -> Bool {
    users[user]?.roles.contains(RoleSet(.employee)) ?? false
  }

  /// The time since which somebody is an employee, or since which they are none; `nil` if they never registered.
  package func employeeSince(_ user: UserID) -> Timestamp? { users[user]?.employeeSince }

  /// Everyone who holds the role employee now, in the order in which they registered.
  package var employees: [UserID] {
    users.rows.elements.filter { $0.roles.contains(RoleSet(.employee)) }.map(\.id)
  }
}
