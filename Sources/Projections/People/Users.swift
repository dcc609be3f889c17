public import ShiftEvents

extension Replay {
  /// Everyone who holds the role manager now, in the order in which they got it.
  public var managers: [UserID] { state.managers }

  /// The number of people who ever registered; erased ones count.
  public var userCount: Int { state.users.count }

  /// Returns `true` if the person ever registered.
  package func hasRegistered(_ user: UserID) -> Bool { state.users.place(of: user) != nil }

  /// Returns the people whom `user` follows, in byte order.
  public func following(of user: UserID) -> [UserID] {
    state.follows.elements(user, 0).map { UserID(symbolIndex: UInt32($0)) }.inByteOrder()
  }

  private func skills(of user: UserID, on day: LocalDate) -> [Name] {
    state.skills.elements(user, 0).map { Name(symbolIndex: UInt32($0)) }
      .filter { state.hasSkill($0, user, on: day) }.sorted()
  }

  fileprivate func members(of contract: ContractRecord) -> [DataMember] {
    [
      ("maxWeekMinutes", contract.maxWeekMinutes), ("minRestMinutes", contract.minRestMinutes),
      ("maxShiftMinutes", contract.maxShiftMinutes), ("maxDaysInRow", contract.maxDaysInRow),
    ].compactMap { key, limit in limit.map { DataMember(key, $0) } }
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
  /// The skills that they have today, in byte order.
  public var skills: [Name]
  /// Those of them that end, in the same order, each with its last day.
  public var skillsUntil: [Ending]
  /// The limits of their own that hold today, under their keys; `nil` where there are none.
  public var contract: [DataMember]?
  /// The limits of their own from each day to come on which some of them change.
  public var contractFrom: [DatedContract]

  /// A skill with an end.
  public struct Ending: Hashable, Sendable {
    /// The skill.
    public var skill: Name
    /// The last day on which they have it.
    public var until: LocalDate
  }

  /// The limits of a person's own from a day on.
  public struct DatedContract: Hashable, Sendable {
    /// The first day.
    public var from: LocalDate
    /// The limits, under their keys; none where the workplace's alone hold.
    public var limits: [DataMember]
  }
}

extension Replay {
  /// Everyone who ever registered, by user id, or `user` alone; with `namePart`, those whose name
  /// contains it, whatever the case and accents.
  ///
  /// - Complexity: O(p log p + f log f) for p people and f pairs that follow each other.
  public func users(
    of user: UserID? = nil, namePart: String? = nil, at now: Timestamp, names: (UserID) -> String?
  ) -> [UserRow] { users(RowSelection(user: user, namePart: namePart), at: now, names: names) }

  fileprivate func users(
    _ chosen: RowSelection, at now: Timestamp, names: (UserID) -> String?
  ) -> [UserRow] {
    let today = LocalMoment(now, in: state.workplace.zone).today
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
      let skills = skills(of: user, on: today)
      let contract = members(of: state.limits(of: user, on: today))
      return UserRow(
        user: user, name: name, roles: state.users[user]?.roles.roles ?? [],
        following: following(of: user), followers: (followers[user] ?? []).inByteOrder(),
        skills: skills,
        skillsUntil: skills.compactMap { skill in
          state.lastDay(of: skill, user).map { UserRow.Ending(skill: skill, until: $0) }
        },
        contract: contract.isEmpty ? nil : contract,
        contractFrom: state.limits(of: user, behind: today).map { from, limits in
          UserRow.DatedContract(from: from, limits: members(of: limits))
        })
    }
  }
}

extension ProjectionDescriptor {
  /// Everyone who ever registered.
  public static let users = ProjectionDescriptor(
    "users", from: [.users], ordered: ["user"],
    count: { replay, chosen, _ in
      chosen.user == nil && chosen.namePart == nil ? replay.userCount : nil
    }
  ) { replay, chosen, now, names in replay.users(chosen, at: now, names: names) }
}

extension UserRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .person("user", "User", sortedWithin: []) { $0.user },
    Column("roles", "Roles") { $0.roles },
    Column("following", "Following") { $0.following },
    Column("followers", "Followers") { $0.followers },
    Column("skills", "Skills") { $0.skills },
    Column("skillsUntil", "Skills until", .map(to: .date), audience: .programs) { row in
      row.skillsUntil.isEmpty
        ? nil : .members(row.skillsUntil.map { DataMember("\($0.skill)", $0.until) })
    }.rare,
    Column("contract", "Contract", .contract, audience: .programs) { $0.contract.map(Cell.members) }
      .rare,
    Column("contractFrom", "Contract from", .list(of: .datedContract), audience: .programs) {
      $0.contractFrom.isEmpty ? nil : .objects($0.contractFrom.map(\.members))
    }.rare, Column("ends", "Skills until", .text, turn: 2, audience: .people) { $0.ends }.rare,
    Column("limits", "Contract", .text, turn: 1, audience: .people) { $0.limits }.rare,
  ]
}

extension UserRow.DatedContract {
  fileprivate var members: [DataMember] { [DataMember("from", from)] + limits }
}

// MARK: - In words

extension UserRow {
  /// The skills that end: `keys until 2026-03-31`.
  fileprivate var ends: Cell? {
    let words = skillsUntil.map { Phrase("\($0.skill) until \($0.until)") }
    return words.isEmpty ? nil : .phrase(joined(words, by: ", "))
  }

  /// The limits: `40:00 a week, 11:00 of rest; from 2026-04-01: 20:00 a week`.
  fileprivate var limits: Cell? {
    let today = contract.map { Phrase(stringLiteral: Self.words($0)) }
    let later = contractFrom.map { contract in
      let words = contract.limits.isEmpty ? "as the workplace has it" : Self.words(contract.limits)
      return Phrase("from \(contract.from): \(words)")
    }
    let all = [today].compactMap(\.self) + later
    return all.isEmpty ? nil : .phrase(joined(all, by: "; "))
  }

  private static func words(_ limits: [DataMember]) -> String {
    let words = ["maxWeekMinutes": "a week", "minRestMinutes": "of rest"]
    return limits.compactMap { limit -> String? in
      guard case .plain(let text) = limit.value, let number = Int(text) else { return nil }
      if limit.key == "maxDaysInRow" {
        return number == 0 ? "no limit in a row" : "\(counted(number, "day")) in a row"
      }
      let amount = number == 0 ? "no limit" : durationText(minutes: number)
      return "\(amount) \(words[limit.key] ?? "a shift")"
    }.joined(separator: ", ")
  }
}

private func joined(_ phrases: [Phrase], by separator: String) -> Phrase {
  var joined = Phrase.StringInterpolation(literalCapacity: 0, interpolationCount: phrases.count)
  for (place, phrase) in phrases.enumerated() {
    if place > 0 { joined.appendLiteral(separator) }
    joined.appendInterpolation(phrase)
  }
  return Phrase(stringInterpolation: joined)
}
