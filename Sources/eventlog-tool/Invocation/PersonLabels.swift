import Projections
import ShiftEvents

/// The names of people, and the labels under which tables show them.
final class PersonLabels {
  private let people: People
  private let showsIDs: Bool
  /// The labels without accents and case: tables sort the same people again and again.
  private var folded: [UserID: String] = [:]

  /// - Parameter showsIDs: true for ids in place of names.
  init(people: People, showsIDs: Bool) {
    self.people = people
    self.showsIDs = showsIDs
  }

  /// The names that there are.
  var names: [String] { people.names }

  /// The name as the log and the file beside it have it now.
  func name(of user: UserID) -> String? { people.name(of: user) }

  /// The e-mail address as the log and the file beside it have it now.
  func email(of user: UserID) -> String? { people.email(of: user) }

  /// Returns people by name.
  func sorted(_ users: [UserID]) -> [UserID] { NameOrder.sorted(users, folded: folded(of:)) { $0 } }

  private func folded(of user: UserID) -> String {
    if let known = folded[user] { return known }
    let new = foldedName(label(of: user))
    folded[user] = new
    return new
  }

  /// Returns rows by a number, those of one number by the names of their people.
  func sorted<Row>(
    _ rows: [Row], by number: (Row) -> Int, then user: (Row) -> UserID
  ) -> [Row] {
    let numbered = NameOrder.sorted(rows, folded: folded(of:), of: user).enumerated().map {
      (key: (number($1), $0), row: $1)
    }
    return numbered.sorted { $0.key < $1.key }.map { $0.row }
  }

  /// The label in a table: a name may be cut, an id may not.
  func cell(of user: UserID) -> Table.Cell {
    let label = label(of: user)
    let tail = " (\(user))"
    return Table.Cell(
      label, isWhole: label == user.description, tail: label.hasSuffix(tail) ? tail : "")
  }

  /// The label with the id behind it, for tables from which people take ids.
  func cellWithID(of user: UserID) -> Table.Cell {
    let (cell, tail) = (cell(of: user), " (\(user))")
    return cell.isWhole || !cell.tail.isEmpty ? cell : Table.Cell(cell.text + tail, tail: tail)
  }

  /// `Bas Jansen`; `Bas Jansen (u2)` if somebody else has that name; the id if there is none.
  func label(of user: UserID) -> String {
    guard !showsIDs, let name = name(of: user), !name.isEmpty else { return user.description }
    return people.hasNamesake(user, named: name) ? "\(name) (\(user))" : name
  }
}
