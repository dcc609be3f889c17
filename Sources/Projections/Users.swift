public import ShiftEvents

/// The people, their roles, and those who follow each other.
///
/// Memory grows with people and with the pairs that follow each other.
public struct Users: Projection, Equatable {
  private var people = IdentifierMap<UserID, Person>()
  /// Everyone who holds the role manager now, in the order in which they got it.
  public private(set) var managers: [UserID] = []

  private struct Person: Hashable, Sendable {
    var roles: RoleSet = []
    var following: [UserID] = []
    var skills: [Name] = []
    var isErased = false
  }

  public init() {}

  /// The number of people who ever registered; erased ones count.
  public var count: Int { people.count }

  /// Returns `true` if the person ever registered.
  package func contains(_ user: UserID) -> Bool { people.place(of: user) != nil }

  /// Everyone who ever registered, in that order.
  var all: [UserID] { people.keys }

  /// These people alone, beside all managers.
  func only(_ wanted: Set<UserID>) -> Users {
    var part = Users()
    part.people = people.only(wanted)
    part.managers = managers
    return part
  }

  /// Returns the people whom `user` follows, in byte order.
  public func following(of user: UserID) -> [UserID] { inByteOrder(people[user]?.following ?? []) }

  public mutating func apply(_ recorded: RecordedEvent) {
    switch recorded.event {
    case .userRegistered(let event):
      if contains(event.user) { return }
      people.set(Person(roles: RoleSet(event.roles)), for: event.user)
      noteManager(event.user)
    case .roleGranted(let event):
      people.update(event.user) { if !$0.isErased { $0.roles.insert(RoleSet(event.role)) } }
      noteManager(event.user)
    case .roleRevoked(let event):
      people.update(event.user) { $0.roles.remove(RoleSet(event.role)) }
      noteManager(event.user)
    case .userErased(let event):
      people.update(event.user) { ($0.roles, $0.skills, $0.isErased) = ([], [], true) }
      noteManager(event.user)
    case .userFollowed(let event):
      if !contains(event.user) { return }
      people.update(recorded.actor) { person in
        if !person.following.contains(event.user) { person.following.append(event.user) }
      }
    case .userUnfollowed(let event):
      people.update(recorded.actor) { person in person.following.removeAll { $0 == event.user } }
    case .skillGranted(let event):
      people.update(event.user) { person in
        if !person.isErased, !person.skills.contains(event.skill) {
          person.skills.append(event.skill)
        }
      }
    case .skillRevoked(let event):
      people.update(event.user) { person in person.skills.removeAll { $0 == event.skill } }
    case .workplaceConfigured, .profileChanged, .fixedShiftRegistered, .fixedShiftRemoved,
      .shiftScheduled, .shiftSkipped, .shiftCancelled, .hoursRecorded, .shiftSupplied,
      .shiftRevoked, .shiftAccepted, .acceptanceWithdrawn, .shiftApproved, .shiftDisapproved,
      .requestPosted, .requestWithdrawn, .shiftSuggested, .suggestionWithdrawn,
      .suggestionAccepted, .absenceRecorded, .absenceEnded, .tradeOffered, .tradeAccepted,
      .tradeApproved, .tradeEnded, .studyStarted, .studyBlockCompleted, .studyStopped, .dealPosted,
      .dealEdited, .dealRemoved, .dealReserved, .reservationCancelled, .paymentRecorded,
      .paymentRefunded, .companyRated, .shiftAssigned, .shiftEdited, .vacancyPosted, .vacancyEdited,
      .shiftClaimed, .shiftDropped,
      .unknown:
      break
    }
  }

  private mutating func noteManager(_ user: UserID) {
    if people[user]?.roles.contains(RoleSet(.manager)) != true {
      managers.removeAll { $0 == user }
    } else if !managers.contains(user) {
      managers.append(user)
    }
  }
}

/// A person, and the people around them.
public struct UserRow: Hashable, Sendable {
  /// The person the row is about.
  public var user: UserID
  /// The current name; `nil` if there is none, or none any more.
  public var name: String?
  /// The roles in the order of `Role`; none once erased.
  public var roles: [Role]
  /// The people whom they follow, in byte order.
  public var following: [UserID]
  /// The people who follow them, in byte order.
  public var followers: [UserID]
  /// The skills that they have, in byte order.
  public var skills: [Name]
}

extension Users {
  /// Everyone who ever registered, by user id, or `user` alone; with `namePart`, those whose name
  /// contains it, whatever the case and accents.
  ///
  /// - Complexity: O(p log p + f log f) for p people and f pairs that follow each other.
  public func rows(
    of user: UserID? = nil, namePart: String? = nil, names: (UserID) -> String?
  ) -> [UserRow] {
    let sorted = inByteOrder(people.keys)
    var followers = IdentifierMap<UserID, [UserID]>()
    for user in sorted {
      // In byte order of the followers, so that each list comes out sorted.
      for followed in people[user]?.following ?? [] {
        followers.update(followed, from: []) { $0.append(user) }
      }
    }
    let part = namePart.map(foldedName)
    let chosen = user.map { [$0].filter { people[$0] != nil } } ?? sorted
    return chosen.compactMap { user in
      let name = names(user)
      if let part, !(name.map { foldedName($0).contains(part) } ?? false) { return nil }
      let person = people[user] ?? Person()
      return UserRow(
        user: user, name: name, roles: person.roles.roles,
        following: inByteOrder(person.following), followers: followers[user] ?? [],
        skills: inByteOrder(person.skills))
    }
  }
}

extension ProjectionDescriptor {
  /// Everyone who ever registered.
  public static let users = ProjectionDescriptor(
    "users", from: [.users], of: \.users, by: [.user, .namePart],
    count: { users, chosen, _ in
      chosen.user == nil && chosen.namePart == nil ? users.count : nil
    }
  ) { users, chosen, _, names in
    users.rows(of: chosen.user, namePart: chosen.namePart, names: names)
  }
}

extension UserRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .person("user", "User", sortedWithin: []) { $0.user },
    Column("roles", "Roles") { .list($0.roles.map(\.rawValue)) },
    Column("following", "Following") { .people($0.following) },
    Column("followers", "Followers") { .people($0.followers) },
    Column("skills", "Skills") { .list($0.skills.map(\.description)) },
  ]
}

extension Users {
  func number(in numbering: inout SymbolNumbering) {
    for (user, person) in zip(people.keys, people.rows) {
      numbering.add(user)
      for followed in person.following { numbering.add(followed) }
    }
    for user in managers { numbering.add(user) }
    for person in people.rows {
      for skill in person.skills { numbering.add(skill) }
    }
  }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    func numbers(_ users: [UserID]) -> FlatArray<UInt32> {
      FlatArray(users.map { numbering.number(of: $0.symbolIndex) })
    }
    snapshot.add(numbers(people.keys))
    snapshot.add(FlatArray(people.rows.map(\.roles.rawValue)))
    snapshot.add(FlatArray(people.rows.map { UInt8($0.isErased ? 1 : 0) }))
    snapshot.add(FlatArray(people.rows.map { UInt32($0.following.count) }))
    snapshot.add(numbers(people.rows.flatMap(\.following)))
    snapshot.add(numbers(managers))
    snapshot.add(FlatArray(people.rows.map { UInt32($0.skills.count) }))
    snapshot.add(
      FlatArray(
        people.rows.flatMap { $0.skills.map { numbering.number(of: $0.symbolIndex) } }))
  }

  init(from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    func users(_ numbers: FlatArray<UInt32>) -> [UserID] {
      numbers.elements.map { UserID(symbolIndex: symbols.index(of: $0)) }
    }
    let keys = users(try snapshot.array())
    let roles = try snapshot.array(of: UInt8.self).elements
    let erased = try snapshot.array(of: UInt8.self).elements
    let counts = try snapshot.array(of: UInt32.self).elements
    var following = users(try snapshot.array())[...]
    managers = users(try snapshot.array())
    let skillCounts = try snapshot.array(of: UInt32.self).elements
    var skills = try snapshot.array(of: UInt32.self).elements.map {
      Name(symbolIndex: symbols.index(of: $0))
    }[...]
    guard roles.count == keys.count, erased.count == keys.count, counts.count == keys.count,
      skillCounts.count == keys.count
    else { throw SnapshotFault() }
    for (place, user) in keys.enumerated() {
      people.set(
        Person(
          roles: RoleSet(rawValue: roles[place]),
          following: Array(following.prefix(Int(counts[place]))),
          skills: Array(skills.prefix(Int(skillCounts[place]))), isErased: erased[place] == 1),
        for: user)
      following = following.dropFirst(Int(counts[place]))
      skills = skills.dropFirst(Int(skillCounts[place]))
    }
  }
}
