import ShiftEvents

/// The names of people, and the labels under which tables show them.
struct PersonLabels {
  private let people: People
  /// The names that more than one person has.
  private let shared: Set<String>
  private let showsIDs: Bool

  /// - Parameter showsIDs: true for ids in place of names.
  init(_ people: People, showsIDs: Bool) {
    self.people = people
    self.showsIDs = showsIDs
    var (seen, shared): (Set<String>, Set<String>) = ([], [])
    for name in people.names where !seen.insert(name).inserted { shared.insert(name) }
    self.shared = shared
  }

  /// The names that there are.
  var names: [String] { people.names }

  /// The name as the file beside the log has it now.
  func name(of user: UserID) -> String? { people.name(of: user) }

  /// The label in a table: a name may be cut, an id may not.
  func cell(of user: UserID) -> Table.Cell {
    let label = label(of: user)
    return Table.Cell(label, isWhole: label == user.description)
  }

  /// `Bas Jansen`; `Bas Jansen (u2)` if somebody else has that name; the id if there is none.
  func label(of user: UserID) -> String {
    guard !showsIDs, let name = name(of: user), !name.isEmpty else { return user.description }
    return shared.contains(name) ? "\(name) (\(user))" : name
  }
}
