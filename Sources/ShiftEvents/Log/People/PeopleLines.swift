internal import Synchronization

/// The lines of a people file. A name leaves it only by the commitment that the log holds of it.
///
/// Each line is hashed once at most, when it is first asked for.
package final class PeopleLines: Sendable {
  private let state: Mutex<PeopleTable>

  /// The bytes of the file that it was read from.
  let source: [UInt8]

  package init(parsing bytes: [UInt8] = []) {
    state = Mutex(PeopleTable(parsing: bytes))
    source = bytes
  }

  /// The person whose line the log commits to, the latest if there are several.
  package func person(_ user: UserID, committedTo commitment: Digest?) -> Person? {
    state.withLock { $0.person(user, committedTo: commitment) }
  }

  package var isEmpty: Bool { state.withLock { $0.lines.isEmpty } }

  /// Returns `true` if a line is about the person, whatever it says.
  package func holds(_ user: UserID) -> Bool { state.withLock { $0.latest[user] != nil } }

  /// Everyone whom a line is about, in no order.
  var users: [UserID] { state.withLock { Array($0.latest.keys) } }

  /// The people of whom some line tells a name that folds to this; each is still to be checked.
  func users(perhapsLike folded: String) -> [UserID] {
    state.withLock { $0.users(perhapsLike: folded) }
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
    state.withLock { state in for person in persons { state.add(person) } }
  }

  /// Adds the lines of others, and more behind them.
  package func add(_ others: PeopleLines, _ persons: [Person]) {
    add(others.state.withLock { $0.persons } + persons)
  }

  /// These lines, behind those of an earlier reading that are no longer there.
  func behind(_ earlier: PeopleLines) -> PeopleLines {
    if earlier.source == source { return self }
    let own = bytes
    let lines = Set(own.split(separator: 0x0A))
    let gone = earlier.bytes.split(separator: 0x0A).filter { !lines.contains($0) }
    return PeopleLines(parsing: gone.flatMap { $0 + [0x0A] } + own)
  }

  // MARK: - Rewriting

  /// A file of no more lines is written anew whenever one of them is superseded.
  package static let fewLines = 128

  /// True if it is time to take out superseded lines: in a long file, once they are as many as the others.
  package var areManySuperseded: Bool {
    state.withLock { state in
      let superseded = state.lines.count - state.latest.count
      return superseded > 0
        && (state.lines.count <= Self.fewLines || superseded >= state.latest.count)
    }
  }

  /// All whole lines, as bytes of a file.
  var bytes: [UInt8] { state.withLock { Self.bytes($0.persons, $0.strange.map(\.bytes)) } }

  /// The lines of people, and behind them each other line once.
  private static func bytes(_ persons: [Person], _ strange: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for person in persons { person.appendLine(to: &bytes) }
    var seen: Set<[UInt8]> = []
    for line in strange where seen.insert(line).inserted { bytes += line }
    return bytes
  }

  /// The lines that the log commits to, one a person, as bytes of a file.
  ///
  /// - Parameter isSpared: true of a person all of whose lines stay; `nil` where lines of nobody go, too.
  func bytes(
    keeping commitment: (UserID) -> Digest?, sparing isSpared: ((UserID) -> Bool)? = nil
  ) -> [UInt8] {
    state.withLock { state in
      Self.bytes(
        state.kept(commitment, sparing: isSpared),
        state.strange.filter { Self.isSpared($0.user, isSpared) }.map(\.bytes))
    }
  }

  /// Returns `true` of a line that is none of ours and stays, whoever it is about.
  static func isSpared(_ user: UserID?, _ isSpared: ((UserID) -> Bool)?) -> Bool {
    guard let isSpared else { return false }
    return user.map(isSpared) ?? true
  }

  /// The lines that fulfil a condition, as bytes of a file.
  ///
  /// - Parameter isWantedStrange: asked of each line that is none of ours, with the person whom it seems to be about.
  func bytes(
    where isWanted: (Person) -> Bool, orStrange isWantedStrange: (UserID?) -> Bool
  ) -> [UInt8] {
    state.withLock { state in
      Self.bytes(
        state.persons.filter(isWanted),
        state.strange.filter { isWantedStrange($0.user) }.map(\.bytes))
    }
  }

  /// The lines that are not among those.
  func rest(
    _ commitment: (UserID) -> Digest?, sparing isSpared: ((UserID) -> Bool)? = nil
  ) -> PeopleFile.Removed {
    state.withLock { state in
      let kept = Set(state.placesToKeep(commitment, sparing: isSpared))
      let strange = state.strange.filter { Self.isSpared($0.user, isSpared) }
      let gone = state.foreign.count - strange.count
      var rest = PeopleFile.Removed(lines: gone, strange: gone)
      if kept.count == state.lines.count { return rest }
      let last = Dictionary(
        kept.map { (state.lines[$0].person.user, $0) }, uniquingKeysWith: max)
      for (place, line) in state.lines.enumerated() where !kept.contains(place) {
        let user = line.person.user
        if place < last[user] ?? -1 {
          rest.superseded += 1
        } else {
          rest.lines += 1
          rest.users.insert(user)
        }
      }
      return rest
    }
  }

  /// Forgets the rest.
  func sift(
    _ commitment: (UserID) -> Digest?, sparing isSpared: ((UserID) -> Bool)? = nil
  ) {
    state.withLock { state in
      let kept = state.kept(commitment, sparing: isSpared)
      let strange = state.strange.filter { Self.isSpared($0.user, isSpared) }
      state = PeopleTable()
      for (user, bytes) in strange { state.addStrange(user, bytes) }
      for person in kept {
        let isSpared = isSpared?(person.user) == true
        state.add(person, commitment: isSpared ? nil : commitment(person.user))
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
      // An event that is unknown may commit to a line.
      let spared = commitments.spared()
      var findings = spared == nil ? state.foreign : []
      for (place, line) in state.lines.enumerated() {
        let user = line.person.user
        if !knowsAll, !commitments.knows(user) { continue }
        if spared?(user) == true {
          let fit = commitments[user].flatMap { state.place(of: user, $0) }
          if place >= fit ?? 0 { continue }
        }
        let right = commitments[user].flatMap { state.place(of: user, $0) }
        if let right {
          if state.lines[right].person.hasBytes(of: line.person) { continue }
          // Of a long file a later writer takes it out.
          let isEarlier = state.lines[right].place.offset > line.place.offset
          if isEarlier, state.lines.count > Self.fewLines, recorded.contains(line.person.profile) {
            continue
          }
        }
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
