internal import Synchronization

/// The lines of a people file. A name leaves it only by the commitment that the log holds of it.
///
/// Each line is hashed once at most, when it is first asked for.
package final class PeopleLines: Sendable {
  private let state: Mutex<State>

  /// The bytes of the file that it was read from.
  private let source: [UInt8]

  package init() {
    state = Mutex(State())
    source = []
  }

  init(parsing bytes: [UInt8]) {
    state = Mutex(State(parsing: bytes))
    source = bytes
  }

  /// Reads the file of these bytes, or goes on with what was read of the same bytes before.
  static func reading(_ bytes: [UInt8], knowing earlier: PeopleLines?) -> PeopleLines {
    if let earlier, earlier.source == bytes { return earlier }
    return PeopleLines(parsing: bytes)
  }

  /// The person whose line the log commits to, the latest if there are several.
  package func person(_ user: UserID, committedTo commitment: Digest?) -> Person? {
    guard let commitment else { return nil }
    return state.withLock { state in
      state.place(of: user, commitment).map { state.lines[$0].person }
    }
  }

  package var isEmpty: Bool { state.withLock { $0.lines.isEmpty } }

  /// Returns `true` if a line is about the person, whatever it says.
  package func holds(_ user: UserID) -> Bool { state.withLock { $0.latest[user] != nil } }

  /// Everyone whom a line is about, in no order.
  var users: [UserID] { state.withLock { Array($0.latest.keys) } }

  /// The people of whom some line tells a name like that; each is still to be checked.
  func users(whoseNameMay isSame: (String) -> Bool) -> Set<UserID> {
    state.withLock { state in
      var users: Set<UserID> = []
      for line in state.lines where line.person.name.map(isSame) ?? false {
        users.insert(line.person.user)
      }
      return users
    }
  }

  /// The people of whom some line tells this name; each is still to be checked.
  func users(perhapsNamed name: String) -> [UserID] {
    state.withLock { $0.users(perhapsNamed: name) }
  }

  /// The people of whom some line tells this address in whatever case; each is still to be checked.
  package func users(perhapsAt email: String) -> [UserID] {
    state.withLock { $0.users(perhapsAt: email) }
  }

  /// Returns `true` if the latest line of the person says just this.
  func endsWith(_ person: Person) -> Bool {
    state.withLock { state in
      state.latest[person.user].map { state.lines[$0].person.hasBytes(of: person) } ?? false
    }
  }

  func add(_ persons: [Person]) {
    state.withLock { state in for person in persons { state.add(person, PeopleLine.Place()) } }
  }

  /// Adds the lines of others, and more behind them.
  package func add(_ others: PeopleLines, _ persons: [Person]) {
    add(others.state.withLock { $0.lines.map(\.person) } + persons)
  }

  // MARK: - Rewriting

  /// All lines, as bytes of a file.
  var bytes: [UInt8] { state.withLock { State.bytes($0.lines) } }

  /// The lines that the log commits to, one a person, as bytes of a file.
  func bytes(keeping commitment: (UserID) -> Digest?) -> [UInt8] {
    state.withLock { state in
      State.bytes(state.placesToKeep(commitment).map { state.lines[$0] })
    }
  }

  /// The lines that are not among those.
  func rest(_ commitment: (UserID) -> Digest?) -> PeopleFile.Removed {
    state.withLock { state in
      let kept = state.placesToKeep(commitment)
      var rest = PeopleFile.Removed(
        lines: state.lines.count - kept.count + state.foreign.count)
      if rest.lines == 0 { return rest }
      let whole = Set(kept)
      for (place, line) in state.lines.enumerated() where !whole.contains(place) {
        rest.users.insert(line.person.user)
      }
      return rest
    }
  }

  /// Forgets the rest.
  func sift(_ commitment: (UserID) -> Digest?) {
    state.withLock { state in
      let kept = state.placesToKeep(commitment).map { place in
        (state.lines[place].person, state.checked[state.lines[place].person.user]?.commitment)
      }
      state = State()
      for (person, commitment) in kept {
        state.add(person, PeopleLine.Place())
        state.checked[person.user] = commitment.map { ($0, state.lines.count - 1) }
      }
    }
  }

  /// The number of lines that are none of ours.
  var foreignCount: Int { state.withLock { $0.foreign.count } }

  /// True if the last line lacks its line feed.
  var endsInHalfLine: Bool { state.withLock { $0.endsInHalfLine } }

  // MARK: - Verifying

  /// The lines that are not what a log commits to, in the order of the file.
  ///
  /// - Parameters:
  ///   - recorded: every commitment that the log ever held.
  ///   - knowsAll: false if events could not be read, so that people may be missing.
  func findings(
    _ commitments: Commitments, recorded: Set<Digest>, knowsAll: Bool
  ) -> [PeopleLine.Finding] {
    state.withLock { state in
      var findings = state.foreign
      for line in state.lines {
        let user = line.person.user
        if !knowsAll, !commitments.knows(user) { continue }
        let right = commitments[user].flatMap { state.place(of: user, $0) }
        if let right, state.lines[right].person.hasBytes(of: line.person) { continue }
        let what =
          if commitments.isErased(user) {
            "\(user) was erased; the next writer removes the line"
          } else if !commitments.knows(user) {
            "the log registers no \(user); the next writer removes the line"
          } else if recorded.contains(line.person.profile) {
            "of \(user) it is an earlier line; the next writer removes it"
          } else {
            "it is not what the log committed to for \(user), and is not shown; put the right file back "
              + "before anybody writes, or record the name anew with profile.changed"
          }
        findings.append(.init(place: line.place, message: what))
      }
      return findings.sorted { $0.place.offset < $1.place.offset }
    }
  }
}

/// A line of a people file, and its place.
enum PeopleLine {
  struct Place: Hashable, Sendable {
    var number = 0
    var offset = 0
  }

  struct Finding: Hashable, Sendable {
    var place: Place
    var message: String
  }
}

extension PeopleLines {
  private struct State: Sendable {
    struct Line: Sendable {
      var person: Person
      var place: PeopleLine.Place
      /// The line before it about the same person.
      var before: Int?
    }

    private(set) var lines: [Line] = []
    private(set) var latest: [UserID: Int] = [:]
    /// The commitment that each person was last held against, and the line that has it, if any.
    var checked: [UserID: (commitment: Digest, place: Int?)] = [:]
    /// Lines that are none of ours.
    private(set) var foreign: [PeopleLine.Finding] = []
    private(set) var endsInHalfLine = false
    // Made when first needed.
    private var byName: [String: [UserID]]?
    private var byEmail: [String: [UserID]]?

    init() {}

    init(parsing bytes: [UInt8]) {
      var (start, number) = (0, 0)
      while let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        number += 1
        let place = PeopleLine.Place(number: number, offset: start)
        if let person = Person(line: bytes[start..<newline]) {
          add(person, place)
        } else {
          foreign.append(
            .init(place: place, message: "no writer wrote the line; the next one removes it"))
        }
        start = newline + 1
      }
      endsInHalfLine = start < bytes.count
      if endsInHalfLine {
        foreign.append(
          .init(
            place: .init(number: number + 1, offset: start),
            message: "the line lacks its end; the next writer removes it"))
      }
    }

    mutating func add(_ person: Person, _ place: PeopleLine.Place) {
      let before = latest.updateValue(lines.count, forKey: person.user)
      lines.append(Line(person: person, place: place, before: before))
      checked[person.user] = nil
      if let name = person.name { byName?[name, default: []].append(person.user) }
      if let email = person.email {
        byEmail?[email.lowercased(), default: []].append(person.user)
      }
    }

    mutating func place(of user: UserID, _ commitment: Digest) -> Int? {
      if let known = checked[user], known.commitment == commitment { return known.place }
      var place = latest[user]
      while let line = place, lines[line].person.profile != commitment {
        place = lines[line].before
      }
      checked[user] = (commitment, place)
      return place
    }

    mutating func placesToKeep(_ commitment: (UserID) -> Digest?) -> [Int] {
      latest.keys.compactMap { user in commitment(user).flatMap { place(of: user, $0) } }.sorted()
    }

    mutating func users(perhapsNamed name: String) -> [UserID] {
      if byName == nil {
        byName = [:]
        for line in lines {
          if let name = line.person.name { byName?[name, default: []].append(line.person.user) }
        }
      }
      return byName?[name] ?? []
    }

    mutating func users(perhapsAt email: String) -> [UserID] {
      if byEmail == nil {
        byEmail = [:]
        for line in lines {
          if let email = line.person.email {
            byEmail?[email.lowercased(), default: []].append(line.person.user)
          }
        }
      }
      return byEmail?[email.lowercased()] ?? []
    }

    static func bytes(_ lines: [Line]) -> [UInt8] {
      var bytes: [UInt8] = []
      for line in lines { line.person.appendLine(to: &bytes) }
      return bytes
    }
  }
}
