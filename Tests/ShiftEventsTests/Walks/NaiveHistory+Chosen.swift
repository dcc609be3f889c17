import ShiftEventsTesting

@testable import ShiftEvents

/// Rows filtered by their content alone.
extension NaiveHistory {
  /// The members that name the people whose row it is.
  private static let people: [String: [String]] = [
    "schedule": ["owner", "taker"], "marketplace": ["owner"], "requests": ["requester"],
    "approvals": ["owner", "taker", "approvers"], "reservations": ["user"], "points": ["user"],
    "users": ["user"], "absences": ["user"], "trades": ["from", "to", "approvers"],
    "changes": ["owner"], "series": ["owner"],
  ]

  /// All rows of a user and of days in a week; `nil` for a projection without such people.
  func rows(_ projection: String, of user: String, in week: WeekOfYear?, at now: Timestamp)
    -> [JSON]?
  {
    guard let names = Self.people[projection] else { return nil }
    return rows(projection, at: now).filter { row in
      guard case .object(let members) = row else { return false }
      let isTheirs = members.contains { member in
        guard names.contains(member.name) else { return false }
        return switch member.value {
        case .text(let text): text == user
        case .list(let list): list.contains { $0.text == user }
        default: false
        }
      }
      guard isTheirs, let week else { return isTheirs }
      let traded = members.filter { ["give", "take"].contains($0.name) }
      if !traded.isEmpty {
        return traded.compactMap { $0.value.text.flatMap { shifts[$0] } }.contains {
          days(of: times(of: $0))?.overlaps(week.monday...week.monday + 6) ?? false
        }
      }
      return days(of: members)?.overlaps(week.monday...week.monday + 6) ?? false
    }
  }

  private func times(of shift: Shift) -> [(name: String, value: JSON)] {
    [("date", .text(shift.date)), ("start", .text(shift.start)), ("end", .text(shift.end))]
      + (shift.days.map { [("days", .integer($0))] } ?? [])
  }

  /// The days that a row belongs to: of more than 24 hours by the clock, all that it touches.
  private func days(of members: [(name: String, value: JSON)]) -> ClosedRange<LocalDate>? {
    guard let day = day(of: members) else { return nil }
    func time(_ name: String) -> TimeOfDay? {
      members.first { $0.name == name }?.value.text.flatMap { TimeOfDay($0) }
    }
    guard let start = time("start"), let end = time("end") else { return day...day }
    let given = members.first { $0.name == "days" }.flatMap { Int("\($0.value)") }
    let last = given ?? (end > start ? 0 : 1)
    if last * 1440 + Int(end.minutes) - Int(start.minutes) <= 1440 { return day...day }
    return day...(day + (end.minutes == 0 ? last - 1 : last))
  }

  private func day(of members: [(name: String, value: JSON)]) -> LocalDate? {
    for member in members {
      if member.name == "date" { return member.value.text.flatMap { LocalDate($0) } }
      if member.name == "reservedAt" {
        return member.value.text.flatMap { Timestamp($0) }.map { Zone(zone)!.date(at: $0) }
      }
    }
    return nil
  }
}

extension JSON {
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
