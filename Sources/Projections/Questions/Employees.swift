import ShiftEvents

/// The people whom a question is about, in the order of their names: without accents and case, ties by id.
struct Employees {
  /// A person with the name that they are looked for by; without a name it is the id.
  typealias Named = (user: UserID, name: String)

  let inOrder: [Named]

  /// - Parameter user: the one person who is wanted; `nil` for all.
  init(_ state: DomainState, only user: UserID?, names: (UserID) -> String?) {
    let employees = user.map { [$0].filter(state.isEmployee) } ?? state.employees
    inOrder = employees.map { ($0, foldedName(names($0) ?? $0.description)) }
      .sorted { first, second in
        if first.name != second.name {
          return first.name.utf8.lexicographicallyPrecedes(second.name.utf8)
        }
        return first.user < second.user
      }
  }
}
