// People: their roles, whom they follow, their skills.

package struct UserRecord: StateRecord {
  package var id: UserID
  package var roles: RoleSet
  /// The time since which they are an employee, or since which they are none.
  package var employeeSince: Timestamp
  package var isErased = false
  /// The current commitment to name and e-mail address.
  package var profile: Digest?

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// A time for which somebody was an employee, until they left. A person may have several.
package struct EmploymentRecord: StateRecord {
  package var id: UserID
  /// The place of the person's one before; -1 of the first.
  let before: Int32
  private let since: Timestamp
  private let until: Timestamp

  init(of user: UserRecord, until: Timestamp, before: Int) {
    (id, since, self.until, self.before) = (user.id, user.employeeSince, until, Int32(before))
  }

  var times: Range<Timestamp> { since..<max(since, until) }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// A person's own limits. They stand in the place of the workplace's; 0 is no limit.
package struct ContractRecord: StateRecord {
  package var id: UserID
  package var maxWeekMinutes: Int?
  package var minRestMinutes: Int?
  package var maxShiftMinutes: Int?

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

extension DomainState {
  mutating func evolve(with event: UserRegistered, at time: Timestamp) {
    if users.place(of: event.user) != nil { return }
    let roles = RoleSet(event.roles)
    users.add(UserRecord(id: event.user, roles: roles, employeeSince: time, profile: event.profile))
    if roles.contains(RoleSet(.manager)) { setManager(event.user, true) }
  }

  mutating func evolve(with event: ProfileChanged) {
    if let place = present(event.user) { users[place].profile = event.profile }
  }

  mutating func evolve(with event: RoleGranted, at time: Timestamp) {
    setRoles(event.user, at: time) { $0.union(RoleSet(event.role)) }
  }

  mutating func evolve(with event: RoleRevoked, at time: Timestamp) {
    setRoles(event.user, at: time) { $0.subtracting(RoleSet(event.role)) }
  }

  mutating func evolve(with event: UserErased, at time: Timestamp) {
    setRoles(event.user, at: time) { _ in [] }
    for skill in skills.elements(event.user, 0) { skills.remove(skill, event.user, 0) }
    guard let place = present(event.user) else { return }
    users[place].isErased = true
    users[place].profile = nil
    if let contract = contracts.place(of: event.user) {
      contracts[contract] = ContractRecord(id: event.user)
    }
  }

  mutating func evolve(with event: UserFollowed, by actor: UserID) {
    guard users.place(of: actor) != nil, users.place(of: event.user) != nil else { return }
    follows.insertNew(Int(event.user.symbolIndex), actor, 0)
  }

  func isFollowing(_ follower: UserID, _ followed: UserID) -> Bool {
    follows.contains(Int(followed.symbolIndex), follower, 0)
  }

  /// The place of a person who registered and was not erased.
  func present(_ user: UserID) -> Int? {
    guard let place = users.place(of: user), !users[place].isErased else { return nil }
    return place
  }

  private mutating func setRoles(
    _ user: UserID, at time: Timestamp, _ roles: (RoleSet) -> RoleSet
  ) {
    guard let place = present(user) else { return }
    let (before, after) = (users[place].roles, roles(users[place].roles))
    users[place].roles = after
    let (manager, employee) = (RoleSet(.manager), RoleSet(.employee))
    if before.contains(employee) != after.contains(employee) {
      if before.contains(employee) { noteEmployment(of: users[place], until: time) }
      users[place].employeeSince = time
    }
    if before.contains(manager) == after.contains(manager) { return }
    setManager(user, after.contains(manager))
  }

  private mutating func noteEmployment(of user: UserRecord, until time: Timestamp) {
    let before = employments.place(of: user.id) ?? -1
    employments.add(EmploymentRecord(of: user, until: time, before: before))
  }

  private mutating func setManager(_ user: UserID, _ isManager: Bool) {
    if isManager {
      managers.append(user)
    } else if let place = managers.firstIndex(of: user) {
      managers.remove(at: place)
    }
    notices.note(user, isManager: isManager, since: tally.lastSequence)
  }

  // MARK: - Contracts and skills

  mutating func evolve(with event: ContractSet) {
    if present(event.user) == nil { return }
    let place = contracts.place(of: event.user) ?? contracts.add(ContractRecord(id: event.user))
    var contract = contracts[place]
    contract.maxWeekMinutes = event.limits.maxWeekMinutes.applied(to: contract.maxWeekMinutes)
    contract.minRestMinutes = event.limits.minRestMinutes.applied(to: contract.minRestMinutes)
    contract.maxShiftMinutes = event.limits.maxShiftMinutes.applied(to: contract.maxShiftMinutes)
    contracts[place] = contract
  }

  mutating func evolve(with event: SkillGranted) {
    if present(event.user) == nil { return }
    skills.insertNew(Int(event.skill.inNFC.symbolIndex), event.user, 0)
  }

  mutating func evolve(with event: SkillRevoked) {
    skills.remove(Int(event.skill.inNFC.symbolIndex), event.user, 0)
  }

  func hasSkill(_ skill: Name, _ user: UserID) -> Bool {
    skills.contains(Int(skill.inNFC.symbolIndex), user, 0)
  }
}
