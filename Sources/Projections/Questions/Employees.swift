import ShiftEvents

/// The people whom a question is about, in the order of their names: without accents and case, ties by id.
struct Employees {
  /// A person with the name that they are looked for by; without a name it is the id.
  typealias Named = (user: UserID, name: String)

  let inOrder: [Named]

  init(_ employees: [UserID], names: (UserID) -> String?) {
    inOrder = employees.map { ($0, foldedName(names($0) ?? $0.description)) }
      .sorted { first, second in
        if first.name != second.name {
          return first.name.utf8.lexicographicallyPrecedes(second.name.utf8)
        }
        return first.user < second.user
      }
  }
}

extension Replay {
  /// Everyone who is an employee, or was one on a day of some that are all past; with a user that one alone.
  func employees(
    on days: ClosedRange<LocalDate>, only user: UserID? = nil, at moment: LocalMoment
  ) -> [UserID] {
    let zone = moment.zone
    let found =
      days.upperBound < moment.today
      ? state.employees(
        in: zone.instant(days.lowerBound, .midnight)..<zone.instant(days.upperBound + 1, .midnight))
      : state.employees
    return user.map { user in found.filter { $0 == user } } ?? found
  }

  /// Returns `true` if a person ceased to be an employee before the end of a stretch that is over, or of another before now.
  func hasLeft(_ user: UserID, before time: Range<Timestamp>, at now: Timestamp) -> Bool {
    time.upperBound <= now
      ? state.hadLeft(user, at: time.upperBound) : !state.isEmployee(user)
  }
}
