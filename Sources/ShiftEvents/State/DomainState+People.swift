// People: their roles, and whom they follow.
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
    if !works.isEmpty { for shift in working.elements(event.user, 0) { stopWork(of: shift) } }
    guard let place = present(event.user) else { return }
    users[place].isErased = true
    users[place].profile = nil
    eraseSkillsAndLimits(of: event.user)
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
}

/// The current policies of the workplace.
package struct EffectivePolicies: Equatable, Sendable {
  package var id: WorkplaceID?
  /// True once there was a shift, fixed shift, vacancy, request, absence or deal, whose local dates depend on the zone.
  var isZoneFixed = false
  /// The policies as they are, each given.
  private(set) var all = WorkplacePolicies.initial
}

extension EffectivePolicies {
  package var zone: Zone { all.timeZone! }
  var horizonWeeks: Int { all.horizonWeeks! }
  package var requestDays: Int { all.requestDays! }
  package var marketApproval: MarketApproval { all.marketApproval! }
  package var suggestionApproval: SuggestionApproval { all.suggestionApproval! }
  var minRestMinutes: Int { all.minRestMinutes! }
  var maxWeekMinutes: Int { all.maxWeekMinutes! }
  var maxShiftsPerDay: Int { all.maxShiftsPerDay! }
  var handoverMinutes: Int { all.handoverMinutes! }
  var acceptLeadMinutes: Int { all.acceptLeadMinutes! }
  var maxShiftsAtOnce: Int { all.maxShiftsAtOnce! }
  var minNoticeMinutes: Int { all.minNoticeMinutes! }
  var answerNoticeMinutes: Int { all.answerNoticeMinutes! }
  var maxDaysInRow: Int { all.maxDaysInRow! }
  var limitsBind: LimitsBind { all.limitsBind! }
  var hidesDrafts: Bool { all.drafts == .hidden }
  package var night: (start: TimeOfDay, end: TimeOfDay) { (all.nightStart!, all.nightEnd!) }
  var clockEarlyMinutes: Int { all.clockEarlyMinutes! }
  package var clockRoundMinutes: Int { all.clockRoundMinutes! }
  var minSplitMinutes: Int { all.minSplitMinutes! }

  mutating func take(_ event: WorkplaceConfigured) {
    id = event.workplace
    func set<Value>(_ policy: Value?, _ value: inout Value?) { if let policy { value = policy } }
    let policies = event.policies
    set(policies.timeZone, &all.timeZone)
    set(policies.horizonWeeks, &all.horizonWeeks)
    set(policies.requestDays, &all.requestDays)
    set(policies.marketApproval, &all.marketApproval)
    set(policies.suggestionApproval, &all.suggestionApproval)
    set(policies.minRestMinutes, &all.minRestMinutes)
    set(policies.maxWeekMinutes, &all.maxWeekMinutes)
    set(policies.maxShiftsPerDay, &all.maxShiftsPerDay)
    set(policies.handoverMinutes, &all.handoverMinutes)
    set(policies.acceptLeadMinutes, &all.acceptLeadMinutes)
    set(policies.maxShiftsAtOnce, &all.maxShiftsAtOnce)
    set(policies.minNoticeMinutes, &all.minNoticeMinutes)
    set(policies.answerNoticeMinutes, &all.answerNoticeMinutes)
    set(policies.maxDaysInRow, &all.maxDaysInRow)
    set(policies.limitsBind, &all.limitsBind)
    set(policies.drafts, &all.drafts)
    set(policies.nightStart, &all.nightStart)
    set(policies.nightEnd, &all.nightEnd)
    set(policies.clockEarlyMinutes, &all.clockEarlyMinutes)
    set(policies.clockRoundMinutes, &all.clockRoundMinutes)
    set(policies.minSplitMinutes, &all.minSplitMinutes)
  }
}

// Study sessions: blocks and pauses, counted from the start by the times of events alone.
package struct StudySessionRecord: StateRecord {
  package var id: StudySessionID
  package var student: UserID
  var start: Timestamp
  var blockMinutes: Int
  var pauseMinutes: Int
  /// The number of recorded blocks.
  var completedBlocks = 0
  /// The minutes of recorded blocks while it runs; all that it earned once it has ended.
  package var minutes = 0
  package var hasEnded = false

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    student.renumber(new)
  }

  /// Returns the minutes after which block `number`, from 1, is over.
  func dueMinutes(ofBlock number: Int) -> Int {
    number * blockMinutes + (number - 1) * pauseMinutes
  }

  /// Returns the minutes that a session has earned after the given number of full minutes.
  func earnedMinutes(after elapsed: Int) -> Int {
    let (rounds, rest) = elapsed.quotientAndRemainder(dividingBy: blockMinutes + pauseMinutes)
    return rounds * blockMinutes + min(rest, blockMinutes)
  }
}

extension DomainState {
  mutating func evolve(with event: StudyStarted, by student: UserID, at time: Timestamp) {
    if sessions.place(of: event.session) != nil { return }
    let place = sessions.add(
      StudySessionRecord(
        id: event.session, student: student, start: time,
        blockMinutes: event.blockMinutes, pauseMinutes: event.pauseMinutes))
    if indexes.areKept { indexes.running.insert(place, student, 0) }
  }

  mutating func evolve(with event: StudyBlockCompleted) {
    guard let place = running(event.session) else { return }
    sessions[place].completedBlocks += 1
    sessions[place].minutes &+= event.minutes
  }

  mutating func evolve(with event: StudyStopped) {
    guard let place = running(event.session) else { return }
    sessions[place].hasEnded = true
    sessions[place].minutes = event.minutes
    if indexes.areKept { indexes.running.remove(place, sessions[place].student, 0) }
  }

  private func running(_ session: StudySessionID) -> Int? {
    guard let place = sessions.place(of: session), !sessions[place].hasEnded else { return nil }
    return place
  }
}
