import Projections
import ShiftEvents
import Synchronization

/// The names of people, and the labels under which tables show them.
final class PersonLabels {
  private let people: People
  private let showsIDs: Bool
  // Tables show and sort the same people again and again.
  private var labels: [UserID: String] = [:]
  /// The labels without accents and case.
  private var folded: [UserID: String] = [:]

  /// - Parameter showsIDs: true for ids in place of names.
  init(people: People, showsIDs: Bool) { (self.people, self.showsIDs) = (people, showsIDs) }

  var names: [String] { people.names }

  /// The name as the log and the file beside it have it now.
  func name(of user: UserID) -> String? { people.name(of: user) }

  /// The e-mail address as the log and the file beside it have it now.
  func email(of user: UserID) -> String? { people.email(of: user) }

  /// Returns people by name.
  func sorted(_ users: [UserID]) -> [UserID] { NameOrder.sorted(users, folded: folded(of:)) { $0 } }

  /// The label without accents and case, by which people are sorted.
  func folded(of user: UserID) -> String {
    if let known = folded[user] { return known }
    let new = foldedName(label(of: user))
    folded[user] = new
    return new
  }

  /// Returns rows by a number, those of one number by the names of their people.
  func sorted<Row>(_ rows: [Row], by number: (Row) -> Int, then user: (Row) -> UserID) -> [Row] {
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
    if let known = labels[user] { return known }
    let new = newLabel(of: user)
    labels[user] = new
    return new
  }

  private func newLabel(of user: UserID) -> String {
    guard !showsIDs, let name = name(of: user), !name.isEmpty else { return user.description }
    return people.hasNamesake(user, named: name) ? "\(name) (\(user))" : name
  }
}

/// A person as an option names them: by id, or by a name.
struct PersonName { let text: String }

extension Option<PersonName> {
  static func person(_ name: String, _ help: String) -> Option {
    Option(name, "USER", help, offering: .identifiers(of: UserID.noun)) {
      PersonName(text: $0.text)
    }
  }

  static func person(_ question: RowQuestion) -> Option { person(question.name, question.help) }
}

extension Invocation {
  /// The person whom an option names.
  func person(_ option: Option<PersonName>, in path: String) throws -> UserID? {
    try self[option].map { try person(named: $0.text, in: path) }
  }

  /// The person with this id, or with this name that nobody else has.
  ///
  /// An id that the log has seen is that id, also where somebody has taken it for a name.
  func person(named text: String, in path: String) throws -> UserID {
    try person(named: text, among: people(beside: path), in: path) { id in
      SeenIdentifiers.read(path, of: UserID.noun)?.contains(id.description) != false
    }
  }

  /// The same among people that are known.
  ///
  /// - Parameter isSeen: tells whether the log has seen an id; asked only of one that is a name, too.
  func person(
    named text: String, among people: People, in path: String, isSeen: (UserID) -> Bool
  ) throws -> UserID {
    let id = UserID(text, askedIn: arguments.question)
    let named = people.users(named: text)
    if let id, named.isEmpty || named == [id] || people.holds(id) || isSeen(id) { return id }
    if named.count > 1 {
      throw UsageError(
        "\(named.count) people are called \(quoted(text)): \(listed(named.map(\.description), "and"))",
        help: "name one by id")
    }
    if let person = named.first { return person }
    // A session answers that as it does an id that nobody has.
    if arguments.question != nil { throw SeenIdentifiers.unknown(UserID.noun, text) }
    if let names = LogPaths(log: path).unreadableNames {
      throw CommandError(
        .notPermitted,
        "\(names) may not be read by this account, so that nobody is found by a name",
        help: "name the person by id")
    }
    let help = nearestNames(to: text, among: people.names.sorted()).map { "did you mean \($0)?" }
    throw CommandError(.negative, "nobody is called \(quoted(text)) in \(path)", help: help)
  }

  /// The people whose names stand beside a log; nobody where they cannot be read.
  ///
  /// The reading of the log itself tells what is wrong with either.
  func people(beside path: String) -> People {
    guard path != LogInput.standardInput, let reader = try? LogReader(reading: path) else {
      return People()
    }
    let people = (try? reader.people(mapsSnapshot: true)) ?? People()
    // A log that is read in part commits to fewer names than its file has.
    let isWhole = (try? reader.requireSoundEnd()) != nil
    return isWhole ? telling(people, beside: path) : people
  }

  /// The same people, whose names that are not told count in the warning at the end.
  func telling(_ people: People, beside path: String) -> People {
    shownPeople.state.withLock { $0.people.append((people, path)) }
    return people
  }

  /// Reports whose names were asked for and are not told, because the log does not commit to them.
  func reportWithheldNames() {
    let shown = shownPeople.state.withLock { state in
      defer { state.people = [] }
      return state.people
    }
    if shown.contains(where: { !$0.people.withheld.isEmpty }) { reportWithheldNames(of: shown) }
  }

  private func reportWithheldNames(of shown: [(people: People, path: String)]) {
    var paths: [String] = []
    for (people, path) in shown where !people.withheld.isEmpty && !paths.contains(path) {
      paths.append(path)
      let ids = Set(shown.filter { $0.path == path }.flatMap(\.people.withheld)).sorted()
        .map(\.description)
      let isTold = shownPeople.state.withLock { state in
        defer { state.told = state.told.filter { $0.path != path } + [(path, ids)] }
        return state.told.contains { $0.path == path && $0.ids == ids }
      }
      if isTold { continue }
      let some = ids.count > 10 ? Array(ids.prefix(9)) + ["\(ids.count - 9) others"] : ids
      diagnostics.warning(
        ids.count == 1
          ? "1 name is not shown: the log does not commit to what its people file tells of \(ids[0])"
          : "\(ids.count) names are not shown: the log does not commit to what its people file tells of "
            + listed(some, "and"), at: path,
        help:
          "eventlog-tool verify \(shellWord(path)) lists the lines. Of somebody who was erased the next writer, or "
          + "eventlog-tool recover, takes the line away; else put the right file back, or record the name anew with "
          + "profile.changed")
    }
  }
}

/// The people whom a command has looked at, for one warning at its end.
final class ShownPeople: Sendable {
  // One structure: each generic type more that a process begins with costs it some 10,000 instructions.
  fileprivate struct State {
    var people: [(people: People, path: String)] = []
    /// The ids that the last warning about a log told: a session says the same only once.
    var told: [(path: String, ids: [String])] = []
  }

  fileprivate let state = Mutex(State())
}

/// The name that is nearest to a typed one, or the few that are equally near; `nil` if none is, or more are.
func nearestNames(to typed: String, among names: [String]) -> String? {
  let near = Set(allNearest(to: typed, among: names)).sorted()
  return near.isEmpty || near.count > 3 ? nil : listed(near, "or")
}
