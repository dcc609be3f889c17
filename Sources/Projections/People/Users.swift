public import ShiftEvents

/// The people, their roles, and those who follow each other.
///
/// Memory grows with people and with the pairs that follow each other.
public struct Users: Projection, Equatable {
  var state: DomainState

  public init() { state = .reader }

  init(_ state: DomainState) { self.state = state }

  public mutating func apply(_ recorded: RecordedEvent) { state.evolve(with: recorded) }

  /// Everyone who holds the role manager now, in the order in which they got it.
  public var managers: [UserID] { state.managers }

  /// The number of people who ever registered; erased ones count.
  public var count: Int { state.users.count }

  /// Returns `true` if the person ever registered.
  package func contains(_ user: UserID) -> Bool { state.users.place(of: user) != nil }

  /// Returns the people whom `user` follows, in byte order.
  public func following(of user: UserID) -> [UserID] {
    state.follows.elements(user, 0).map { UserID(symbolIndex: UInt32($0)) }.inByteOrder()
  }

  private func skills(of user: UserID) -> [Name] {
    state.skills.elements(user, 0).map { Name(symbolIndex: UInt32($0)) }.sorted()
  }
}

extension Users {
  fileprivate func contract(of user: UserID) -> [DataMember]? {
    guard let contract = state.contracts[user] else { return nil }
    let limits = [
      ("maxWeekMinutes", contract.maxWeekMinutes), ("minRestMinutes", contract.minRestMinutes),
      ("maxShiftMinutes", contract.maxShiftMinutes), ("maxDaysInRow", contract.maxDaysInRow),
    ].compactMap { key, limit in limit.map { DataMember(key, $0) } }
    return limits.isEmpty ? nil : limits
  }
}

extension Replay {
  /// Users, their roles, and who follows whom.
  public var users: Users { Users(state) }
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
  /// The limits of their own, under their keys; `nil` where there are none.
  public var contract: [DataMember]?
}

extension Users {
  /// Everyone who ever registered, by user id, or `user` alone; with `namePart`, those whose name
  /// contains it, whatever the case and accents.
  ///
  /// - Complexity: O(p log p + f log f) for p people and f pairs that follow each other.
  public func rows(
    of user: UserID? = nil, namePart: String? = nil, names: (UserID) -> String?
  ) -> [UserRow] {
    rows(RowSelection(user: user, namePart: namePart), names: names)
  }

  fileprivate func rows(_ chosen: RowSelection, names: (UserID) -> String?) -> [UserRow] {
    let part = chosen.namePart.map(foldedName)
    let page = part == nil ? chosen.page : nil
    var gathered = PageGathering<UserID>(
      page, by: { _ in 0 }, then: { $0.description }, after: page?.cursor?.id.map { (0, $0) })
    state.users.rows.forEachRecord {
      if chosen.user == nil || $0.id == chosen.user { gathered.add($0.id, 0) }
    }
    let wanted = gathered.inOrder
    var followers = Dictionary(uniqueKeysWithValues: wanted.map { ($0, [UserID]()) })
    state.follows.forEach { follower, _, user in
      followers[UserID(symbolIndex: UInt32(user))]?.append(UserID(symbolIndex: follower))
    }
    return wanted.compactMap { user in
      let name = names(user)
      if let part, !(name.map { foldedName($0).contains(part) } ?? false) { return nil }
      return UserRow(
        user: user, name: name, roles: state.users[user]?.roles.roles ?? [],
        following: following(of: user), followers: (followers[user] ?? []).inByteOrder(),
        skills: skills(of: user), contract: contract(of: user))
    }
  }
}

extension ProjectionDescriptor {
  /// Everyone who ever registered.
  public static let users = ProjectionDescriptor(
    "users", from: [.users], of: \.users, ordered: ["user"],
    count: { users, chosen, _ in
      chosen.user == nil && chosen.namePart == nil ? users.count : nil
    }
  ) { users, chosen, _, names in
    users.rows(chosen, names: names)
  }
}

extension UserRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .person("user", "User", sortedWithin: []) { $0.user },
    Column("roles", "Roles") { $0.roles },
    Column("following", "Following") { $0.following },
    Column("followers", "Followers") { $0.followers },
    Column("skills", "Skills") { $0.skills },
    Column("contract", "Contract", .contract, audience: .programs) {
      $0.contract.map(Cell.members)
    }.rare,
    Column("limits", "Contract", .text, turn: 1, audience: .people) { $0.limits }.rare,
  ]
}

extension UserRow {
  /// The limits in words: `40:00 a week, 11:00 of rest`.
  fileprivate var limits: Cell? {
    guard let contract else { return nil }
    let words = ["maxWeekMinutes": "a week", "minRestMinutes": "of rest"]
    let told = contract.compactMap { limit -> String? in
      guard case .plain(let number) = limit.value, let minutes = Int(number) else { return nil }
      let amount = minutes == 0 ? "no limit" : durationText(minutes: minutes)
      return "\(amount) \(words[limit.key] ?? "a shift")"
    }
    return .text(told.joined(separator: ", "))
  }
}
