/// The people that a people file tells of, by its latest line for each.
public struct People: Sendable {
  /// All lines that could be read, in the order of the file.
  private(set) var lines: [Person] = []
  private var latest: [UserID: Int] = [:]
  private var usersByEmail: [String: [UserID]] = [:]

  package init() {}

  /// The person's name, where one was given and nobody erased it.
  public func name(of user: UserID) -> String? { self[user]?.name }

  /// The person's e-mail address, where one was given and nobody erased it.
  public func email(of user: UserID) -> String? { self[user]?.email }

  package subscript(user: UserID) -> Person? { latest[user].map { lines[$0] } }

  /// The people of a name, by id: of those who spell it so, or else whatever the case.
  package func users(named name: String) -> [UserID] {
    func users(where isSame: (String) -> Bool) -> [UserID] {
      latest.filter { lines[$0.value].name.map(isSame) ?? false }.keys.sorted()
    }
    let exact = users { $0 == name }
    return exact.isEmpty ? users { $0.lowercased() == name.lowercased() } : exact
  }

  /// Returns `true` if the file has a line about the person.
  package func holds(_ user: UserID) -> Bool { latest[user] != nil }

  /// The name of each person who has one, in no order.
  package var names: [String] { latest.values.compactMap { lines[$0].name } }

  package var count: Int { latest.count }

  /// Returns `true` if another person has the address, ignoring case.
  package func isEmailUsed(_ email: String, exceptBy user: UserID? = nil) -> Bool {
    usersByEmail[email.lowercased()]?.contains { $0 != user } ?? false
  }

  mutating func add(_ person: Person) {
    forgetEmail(of: person.user)
    if let email = person.email {
      usersByEmail[email.lowercased(), default: []].append(person.user)
    }
    latest[person.user] = lines.count
    lines.append(person)
  }

  /// Forgets an erased person; the lines stay until they are rewritten.
  mutating func forget(_ user: UserID) {
    forgetEmail(of: user)
    latest[user] = nil
  }

  private mutating func forgetEmail(of user: UserID) {
    if let email = self[user]?.email { usersByEmail[email.lowercased()]?.removeAll { $0 == user } }
  }

  /// The lines that the log stands for: of each person the latest that `profile` names. Where none
  /// is named so, the latest is better than none; of whom the log holds no profile, nothing stays.
  func kept(_ profile: (UserID) -> Digest?) -> [Person] {
    var chosen: [UserID: Int] = [:]
    for (user, index) in latest where profile(user) != nil { chosen[user] = index }
    for (index, person) in lines.enumerated() where person.profile == profile(person.user) {
      chosen[person.user] = index
    }
    return chosen.values.sorted().map { lines[$0] }
  }
}
