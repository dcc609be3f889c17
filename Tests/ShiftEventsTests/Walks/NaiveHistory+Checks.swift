import Foundation
import ShiftEventsTesting

@testable import ShiftEvents

/// Broken limits, looked for in all pairs of shifts.
extension NaiveHistory {
  /// Whatever checks need of the past.
  struct Given {
    /// The event that last gave each shift its owner or its times.
    var shifts: [String: (sequence: Int, time: String, override: [String])] = [:]
    var vacancies: [String: String] = [:]
    /// The times from which, and up to which, people were employees.
    var employments: [String: [(from: Timestamp, to: Timestamp?)]] = [:]
  }

  struct Check {
    var kind, date: String
    var user, shift, vacancy, other: String?
    var actual, limit: Int?
    var skill: String?
    var isSetAside = false
    var since = ""
    /// The shifts that it is about, and all that make it together.
    var members: [String] = []
    var together: [String] = []
  }

  mutating func takeGiven(
    _ type: String, _ subject: String, _ data: Members, _ event: Members, before: [String: Shift]
  ) {
    for (id, shift) in shifts where Self.isOpen(shift) {
      let old = before[id]
      if let old, Self.isOpen(old), old.owner == shift.owner, old.date == shift.date,
        old.start == shift.start, old.end == shift.end, old.lastDay == shift.lastDay
      {
        continue
      }
      given.shifts[id] = (Int(event["sequence"])!, event["time"], data.list("override"))
    }
    if type.hasPrefix("vacancy.") { given.vacancies[subject] = event["time"] }
    if type == "fixedvacancy.edited" {
      for id in data.list("edited") { given.vacancies[id] = event["time"] }
    }
    for (user, roles) in roles {
      let spans = given.employments[user] ?? []
      let isEmployed = spans.last.map { $0.to == nil } ?? false
      if roles.contains("employee") == isEmployed { continue }
      let time = Timestamp(event["time"])!
      if isEmployed {
        given.employments[user]![spans.count - 1].to = time
      } else {
        given.employments[user] = spans + [(time, nil)]
      }
    }
  }

  private static func isOpen(_ shift: Shift) -> Bool {
    !["removed", "cancelled", "dropped"].contains(shift.status)
  }

  // MARK: - Rows

  func checkRows(at now: Timestamp) -> [JSON] {
    checks(at: now).map { check in
      object([
        ("kind", .text(check.kind)), ("user", text(check.user)), ("date", .text(check.date)),
        ("shift", text(check.shift)), ("vacancy", text(check.vacancy)),
        ("other", text(check.other)), ("actual", check.actual.map { .integer($0) }),
        ("limit", check.limit.map { .integer($0) }), ("skill", text(check.skill)),
        ("override", .boolean(check.isSetAside)), ("since", .text(check.since)),
      ])
    }
  }

  static let checkKinds = [
    "overlapping", "restTooShort", "dayTaken", "weekTooLong", "tooManyDays", "shiftTooLong",
    "skillMissing", "absent", "unowned", "closedDay", "understaffed",
  ]

  /// The checks of all days, in order.
  func checks(at now: Timestamp) -> [Check] {
    var found: [Check] = []
    let open = shifts.filter { Self.isOpen($0.value) }
    for user in roles.keys {
      let held = open.filter { _, shift in
        shift.owner == user || shift.taker == user && now < begin(shift)
      }
      found += shared(held, user)
    }
    for (id, shift) in open { found += own(id, shift, at: now) }
    for check in found.indices where !found[check].members.isEmpty {
      let together = found[check].together
      let latest = (together.isEmpty ? found[check].members : together).max {
        given.shifts[$0]!.sequence < given.shifts[$1]!.sequence
      }!
      found[check].since = given.shifts[latest]!.time
      found[check].isSetAside = given.shifts[latest]!.override.contains(found[check].kind)
    }
    for (id, vacancy) in vacancies {
      let data = Members(all: vacancy)
      let taken = open.values.count { $0.vacancy == id }
      guard data.number("places") > 0, let wanted = data.all["wanted"] as? Int, taken < wanted
      else { continue }
      found.append(
        Check(
          kind: "understaffed", date: data["date"], vacancy: id, actual: taken, limit: wanted,
          since: given.vacancies[id]!))
    }
    func key(_ check: Check) -> [String] {
      [
        "\(10 + Self.checkKinds.firstIndex(of: check.kind)!)", check.date,
        check.shift ?? check.vacancy!, check.other ?? "", check.skill ?? "", check.user ?? "",
      ]
    }
    return found.sorted { key($0).lexicographicallyPrecedes(key($1)) }
  }

  private func end(_ shift: Shift) -> Timestamp {
    let day = LocalDate(shift.date)! + shift.lastDay
    return max(begin(shift), Zone(zone)!.instant(day, TimeOfDay(shift.end)!))
  }

  private func policy(_ name: String, else usual: Int = 0) -> Int {
    policies[name].flatMap { Int($0) } ?? usual
  }

  private func limit(_ key: String, _ user: String, _ day: String) -> Int {
    limit(key, of: user, on: day) ?? policy(key)
  }

  /// The shift of which a shift is a part.
  private func whole(_ id: String) -> String { roots[id] ?? id }

  private func monday(_ date: String) -> String { "\(LocalDate(date)!.week.monday)" }

  /// The milliseconds that two shifts share; below 0 those between them.
  private func shared(_ first: Shift, _ second: Shift) -> Int {
    Int(
      min(end(first), end(second)).milliseconds - max(begin(first), begin(second)).milliseconds)
  }

  private func shared(_ held: [String: Shift], _ user: String) -> [Check] {
    let inOrder = held.keys.sorted {
      (begin(held[$0]!).milliseconds, $0) < (begin(held[$1]!).milliseconds, $1)
    }
    var found: [Check] = []
    for (place, later) in inOrder.enumerated() {
      let shift = held[later]!
      func pair(_ kind: String, _ earlier: String, _ actual: Int, _ limit: Int) -> Check {
        Check(
          kind: kind, date: shift.date, user: user, shift: later, other: earlier, actual: actual,
          limit: limit, members: [later, earlier])
      }
      let earlier = inOrder[..<place]
      let handover = policy("handoverMinutes")
      var overlapping = earlier.filter { shared(held[$0]!, shift) > handover * 60_000 }
      let atOnce = policy("maxShiftsAtOnce", else: 1)
      if overlapping.count < atOnce { overlapping = [] }
      for other in overlapping {
        found.append(pair("overlapping", other, shared(held[other]!, shift) / 60_000, handover))
        // Two of several that are permitted at once break nothing by themselves.
        if atOnce > 1 { found[found.count - 1].together = overlapping + [later] }
      }
      let rest = limit("minRestMinutes", user, shift.date)
      for other in earlier
      where rest > 0 && !overlapping.contains(other) && whole(other) != whole(later) {
        let between = -shared(held[other]!, shift)
        if between < rest * 60_000 {
          found.append(pair("restTooShort", other, max(0, between) / 60_000, rest))
        }
      }
    }
    func group(_ kind: String, _ ids: [String], _ actual: Int, _ limit: Int) {
      let last = ids.max { inOrder.firstIndex(of: $0)! < inOrder.firstIndex(of: $1)! }!
      found.append(
        Check(
          kind: kind, date: held[last]!.date, user: user, shift: last, actual: actual,
          limit: limit, members: ids))
    }
    for (_, ids) in Dictionary(grouping: inOrder, by: { held[$0]!.date }) {
      let (count, most) = (Set(ids.map(whole)).count, policy("maxShiftsPerDay", else: 1))
      if count > most { group("dayTaken", ids, count, most) }
    }
    for (monday, ids) in Dictionary(grouping: inOrder, by: { monday(held[$0]!.date) }) {
      let sum = ids.reduce(0) { $0 + max(0, minutes(held[$1]!)) }
      let most = limit("maxWeekMinutes", user, monday)
      if most > 0, sum > most { group("weekTooLong", ids, sum, most) }
    }
    let dates = Set(held.values.map(\.date))
    for first in dates where !dates.contains("\(LocalDate(first)! + -1)") {
      var run = [first]
      while dates.contains("\(LocalDate(run.last!)! + 1)") {
        run.append("\(LocalDate(run.last!)! + 1)")
      }
      let most = limit("maxDaysInRow", user, run.last!)
      if most > 0, run.count > most {
        group("tooManyDays", inOrder.filter { run.contains(held[$0]!.date) }, run.count, most)
      }
    }
    return found
  }

  private func own(_ id: String, _ shift: Shift, at now: Timestamp) -> [Check] {
    var found: [Check] = []
    func add(
      _ kind: String, other: String? = nil, actual: Int? = nil, limit: Int? = nil,
      skill: String? = nil
    ) {
      found.append(
        Check(
          kind: kind, date: shift.date, user: shift.owner, shift: id, other: other, actual: actual,
          limit: limit, skill: skill, members: [id]))
    }
    let most = limit("maxShiftMinutes", of: shift.owner, on: shift.date) ?? 0
    if most > 0, minutes(shift) > most {
      add("shiftTooLong", actual: minutes(shift), limit: most)
    }
    for skill in shift.needs where !hasSkill(skill, shift.owner, on: shift.date) {
      add("skillMissing", skill: skill)
    }
    for (absence, away) in absences where away.user == shift.owner && !away.isEnded {
      let stretch = Shift(
        owner: "", date: away.date, start: away.start, end: away.end, first: "", days: away.days)
      if shared(stretch, shift) > 0 { add("absent", other: absence) }
    }
    let isEmployee = roles[shift.owner]?.contains("employee") ?? false
    if end(shift) <= now ? hadLeft(shift.owner, by: end(shift)) : !isEmployee { add("unowned") }
    for (closure, days) in closures
    where !days.hasEnded && days.from <= shift.date && shift.date <= days.to
      && (days.place == nil || days.place == shift.place)
    {
      add("closedDay", other: closure)
    }
    return found
  }

  private func hadLeft(_ user: String, by time: Timestamp) -> Bool {
    let spans = given.employments[user] ?? []
    if spans.contains(where: { $0.from <= time && time <= ($0.to ?? time) }) { return false }
    return spans.isEmpty || spans.contains { ($0.to ?? time) < time }
  }
}
