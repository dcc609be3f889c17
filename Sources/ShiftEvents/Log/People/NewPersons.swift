/// Lines of a people file that are still to be added, for events that are still to be written.
package struct NewPersons: Sendable {
  package private(set) var lines: [Person] = []
  private var commitments: [Digest] = []
  private var latest: [UserID: Int] = [:]
  private var byEmail: [String: [UserID]] = [:]

  package init() {}

  /// - Parameter commitment: the one of the event.
  package mutating func add(_ person: Person, _ commitment: Digest) {
    latest[person.user] = lines.count
    lines.append(person)
    commitments.append(commitment)
    if let email = person.email { byEmail[email.lowercased(), default: []].append(person.user) }
  }

  /// The person, where the latest line is what the commitment is to.
  package func person(_ user: UserID, committedTo commitment: Digest?) -> Person? {
    guard let place = latest[user], commitments[place] == commitment else { return nil }
    return lines[place]
  }

  /// The lines that are not outdated by others.
  package func current(_ commitment: (UserID) -> Digest?) -> [Person] {
    zip(lines, commitments).filter { commitment($0.user) == $1 }.map(\.0)
  }

  /// The people who gave this address in whatever case; each may have another by now.
  package func users(perhapsAt email: String) -> [UserID] { byEmail[email.lowercased()] ?? [] }
}
