internal import Synchronization

/// The people of a log whose names and addresses are kept beside it.
///
/// A name or an address is told only where the log commits to it now: where it is the one that the person
/// gave last, unchanged, and the person was not erased. What was asked for and is not told so is `withheld`.
public struct People: Sendable {
  private let checked: CheckedPeople?

  package init() { checked = nil }

  /// The people of lines that a log is read for when the first of them is asked for.
  ///
  /// - Parameters:
  ///   - commitments: reads the log on to its end.
  ///   - reread: reads the lines again, as a writer may have changed them since.
  package init(
    _ lines: PeopleLines, commitments: @escaping @Sendable () -> Commitments,
    reread: @escaping @Sendable () -> PeopleLines? = { nil }
  ) {
    checked = lines.isEmpty ? nil : CheckedPeople(lines, commitments, reread)
  }

  /// The person's name, where one was given and nobody erased it.
  public func name(of user: UserID) -> String? { self[user]?.name }

  /// The person's e-mail address, where one was given and nobody erased it.
  public func email(of user: UserID) -> String? { self[user]?.email }

  /// The people who were asked for and of whom the file tells only what the log does not commit to, by id.
  public var withheld: [UserID] { checked?.withheld ?? [] }

  var lines: PeopleLines? { checked?.lines }

  package subscript(user: UserID) -> Person? { checked?.person(user) }

  /// The commitment of the log to a person's name and address.
  func commitment(of user: UserID) -> Digest? { checked?.commitment(of: user) }

  /// The people of a name, whatever the case and accents, by id.
  package func users(named name: String) -> [UserID] {
    let folded = foldedName(name)
    let isSame = { foldedName($0) == folded }
    return (checked?.lines.users(whoseNameMay: isSame) ?? [])
      .filter { self.name(of: $0).map(isSame) ?? false }.sorted()
  }

  /// Returns `true` if another person has the same name.
  package func hasNamesake(_ user: UserID, named name: String) -> Bool {
    checked?.lines.users(perhapsNamed: name)
      .contains { $0 != user && self.name(of: $0) == name } ?? false
  }

  /// Returns `true` if the file tells of the person what the log commits to.
  package func holds(_ user: UserID) -> Bool { self[user] != nil }

  /// The name of each person who has one, in no order.
  package var names: [String] { checked?.lines.users.compactMap { name(of: $0) } ?? [] }
}

/// Lines of a people file, with the commitments that they are held against.
private final class CheckedPeople: Sendable {
  private struct State: Sendable {
    var lines: PeopleLines
    var commitments: Commitments?
    var withheld: Set<UserID> = []
    var hasLookedTwice = false
  }

  private let state: Mutex<State>
  private let readOn: @Sendable () -> Commitments
  private let reread: @Sendable () -> PeopleLines?

  init(
    _ lines: PeopleLines, _ readOn: @escaping @Sendable () -> Commitments,
    _ reread: @escaping @Sendable () -> PeopleLines?
  ) {
    state = Mutex(State(lines: lines))
    (self.readOn, self.reread) = (readOn, reread)
  }

  var lines: PeopleLines { state.withLock { $0.lines } }

  var withheld: [UserID] { state.withLock { $0.withheld.sorted() } }

  func person(_ user: UserID) -> Person? {
    state.withLock { state in
      guard state.lines.holds(user) else { return nil }
      let found = state.lines.person(user, committedTo: commitments(&state)[user])
      if found != nil { return found }
      if !state.hasLookedTwice {
        // A writer may have been at work between a look at the log and one at the lines.
        state.hasLookedTwice = true
        state.commitments = nil
        let known = commitments(&state)
        state.lines = reread() ?? state.lines
        if !state.lines.holds(user) { return nil }
        if let found = state.lines.person(user, committedTo: known[user]) { return found }
      }
      state.withheld.insert(user)
      return nil
    }
  }

  func commitment(of user: UserID) -> Digest? { state.withLock { commitments(&$0)[user] } }

  private func commitments(_ state: inout State) -> Commitments {
    let known = state.commitments ?? readOn()
    state.commitments = known
    return known
  }
}
