import Projections
import ShiftEvents
import Synchronization

/// A person as an option names them: by id, or by a name.
struct PersonName {
  let text: String
}

extension Option<PersonName> {
  static func person(_ name: String, _ help: String) -> Option {
    Option(name, "USER", help, offering: .identifiers(of: UserID.noun)) {
      PersonName(text: $0.text)
    }
  }

  /// The person of a question about rows.
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
    let help = nearest(to: text, among: people.names.sorted()).map { "did you mean \($0)?" }
    throw CommandError(.negative, "nobody is called \(quoted(text)) in \(path)", help: help)
  }

  /// The people whose names stand beside a log; nobody where they cannot be read.
  ///
  /// The reading of the log itself tells what is wrong with either.
  func people(beside path: String) -> People {
    guard path != LogInput.standardInput, let reader = try? LogReader(reading: path) else {
      return People()
    }
    return telling((try? reader.people(mapsSnapshot: true)) ?? People(), beside: path)
  }

  /// The same people, whose names that are not told count in the warning at the end.
  func telling(_ people: People, beside path: String) -> People {
    shownPeople.people.withLock { $0.append((people, path)) }
    return people
  }

  /// Reports whose names were asked for and are not told, because the log does not commit to them.
  func reportWithheldNames() {
    let shown = shownPeople.people.withLock { people in
      defer { people = [] }
      return people
    }
    guard let path = shown.last?.path else { return }
    let ids = Set(shown.flatMap(\.people.withheld)).sorted().map(\.description)
    if ids.isEmpty || shownPeople.told.withLock({ $0 == ids }) { return }
    shownPeople.told.withLock { $0 = ids }
    let some = ids.count > 10 ? Array(ids.prefix(9)) + ["\(ids.count - 9) others"] : ids
    diagnostics.warning(
      ids.count == 1
        ? "1 name is not shown: the log does not commit to what its people file tells of \(ids[0])"
        : "\(ids.count) names are not shown: the log does not commit to what its people file tells of "
          + listed(some, "and"),
      at: path,
      help: "eventlog-tool verify \(shellWord(path)) lists the lines; put the right file back, or "
        + "record the name anew with profile.changed")
  }
}

/// The people whom a command has looked at, for one warning at its end.
final class ShownPeople: Sendable {
  fileprivate let people = Mutex<[(people: People, path: String)]>([])
  /// The ids that the last warning told: a session says the same only once.
  fileprivate let told = Mutex<[String]>([])
}
