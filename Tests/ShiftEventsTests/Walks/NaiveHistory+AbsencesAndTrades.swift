import Foundation
import ShiftEventsTesting

@testable import ShiftEvents

/// Skills, absences and trades, folded from text and told from scratch.
extension NaiveHistory {
  struct Absence {
    var user, date, start, end: String
    var days: Int?
    var isEnded = false
  }

  struct Trade {
    var give, take, from, to, offeredAt: String
    var status = "open"
  }

  mutating func takeAbsencesAndTrades(
    _ type: String, _ subject: String, _ data: Members, _ event: Members
  ) {
    switch type {
    case "skill.granted": skills[subject, default: [:]][data["skill"]] = data.text("until") ?? ""
    case "skill.revoked": skills[subject]![data["skill"]] = nil
    case "user.erased": skills[subject] = nil
    case "absence.recorded":
      absences[subject] = Absence(
        user: data["user"], date: data["date"], start: data["start"], end: data["end"],
        days: data.all["days"] as? Int)
    case "absence.ended": absences[subject]!.isEnded = true
    case "trade.offered":
      trades[subject] = Trade(
        give: data["give"], take: data["take"], from: data["from"], to: data["to"],
        offeredAt: event["time"])
    case "trade.recorded":
      trades[subject] = Trade(
        give: data["give"], take: data["take"], from: data["from"], to: data["to"],
        offeredAt: event["time"])
      settle(subject, data)
    case "trade.ended": trades[subject]!.status = "ended"
    case "trade.accepted" where data.all["final"] as? Bool == false:
      trades[subject]!.status = "accepted"
    case "trade.accepted", "trade.approved": settle(subject, data)
    default: break
    }
  }

  func hasSkill(_ skill: String, _ user: String, on day: String) -> Bool {
    skills[user]?[skill].map { $0.isEmpty || day <= $0 } ?? false
  }

  private mutating func settle(_ trade: String, _ data: Members) {
    trades[trade]!.status = "done"
    for (shift, owner) in [(data["give"], data["to"]), (data["take"], data["from"])] {
      shifts[shift]!.owner = owner
      shifts[shift]!.status = "idle"
    }
    for request in data.list("closedRequests") { requests[request]!.isOpen = false }
  }

  /// The shifts whose story an event about a trade belongs to.
  func traded(_ type: String, _ data: Members) -> [String] {
    let isDone =
      ["trade.approved", "trade.recorded"].contains(type) || data.all["final"] as? Bool == true
    return type.hasPrefix("trade.") && isDone ? [data["give"], data["take"]] : []
  }

  private func approvers(of trade: Trade) -> [String] {
    managers.count == 1 ? managers.sorted() : managers.subtracting([trade.from, trade.to]).sorted()
  }

  /// Whoever can still agree to an offer of a shift is told that it was edited.
  func agreeing(to id: String, at time: String) -> [(String, String, String)] {
    func isAsOffered(_ id: String, _ owner: String) -> Bool {
      let shift = shifts[id]!
      return !["removed", "cancelled", "dropped"].contains(shift.status) && shift.owner == owner
        && !hasLapsed(shift, at: Timestamp(time)!)
    }
    let shift = shifts[id]!
    var people = trades.values.filter {
      ["open", "accepted"].contains($0.status) && [$0.give, $0.take].contains(id)
        && isAsOffered($0.give, $0.from) && isAsOffered($0.take, $0.to)
    }.flatMap { [$0.from, $0.to] }
    if shift.status == "suggested", isAsOffered(id, shift.owner) {
      people.append(requests[shift.request!]!.requester)
    }
    return people.map { ($0, "edited", id) }
  }

  func absenceAndTradeNotices(
    _ type: String, _ subject: String, _ data: Members
  ) -> [(String, String, String)] {
    switch type {
    case "absence.recorded":
      return managers.flatMap { manager in
        data.list("shifts").map { (manager, "uncovered", $0) }
      }
    case "trade.offered": return [(data["to"], "tradeOffered", subject)]
    case "trade.ended":
      return [(data["from"], "tradeEnded", subject), (data["to"], "tradeEnded", subject)]
    case "trade.accepted" where data.all["final"] as? Bool == false:
      return [(data["from"], "tradeAccepted", subject)]
        + approvers(of: trades[subject]!).map { ($0, "awaitingApproval", subject) }
    case "trade.accepted", "trade.approved":
      return [(data["from"], "traded", subject), (data["to"], "traded", subject)]
    default: return []
    }
  }

  // MARK: - Rows

  private func instant(_ date: String, _ time: String, plus days: Int = 0) -> Timestamp {
    Zone(zone)!.instant(LocalDate(date)! + days, TimeOfDay(time)!)
  }

  func absenceRows(at now: Timestamp) -> [JSON] {
    absences.sorted {
      ($0.value.date, $0.value.start, $0.key) < ($1.value.date, $1.value.start, $1.key)
    }.map { id, absence in
      let days = absence.days ?? (absence.end <= absence.start ? 1 : 0)
      let status =
        absence.isEnded
        ? "ended"
        : now < instant(absence.date, absence.start)
          ? "ahead" : now < instant(absence.date, absence.end, plus: days) ? "now" : "over"
      let row: JSON = [
        "absence": .text(id), "user": .text(absence.user), "date": .text(absence.date),
        "start": .text(absence.start), "end": .text(absence.end),
      ]
      return row.adding("days", absence.days.map { .integer($0) }).adding("status", .text(status))
    }
  }

  func tradeRows(at now: Timestamp) -> [JSON] {
    trades.sorted { ($0.value.offeredAt, $0.key) < ($1.value.offeredAt, $1.key) }.map { id, trade in
      let hasBegun = [trade.give, trade.take].contains {
        instant(shifts[$0]!.date, shifts[$0]!.start) <= now
      }
      let isLive = trade.status == "open" || trade.status == "accepted"
      let status = isLive && hasBegun ? "lapsed" : trade.status
      let row: JSON = [
        "trade": .text(id), "give": .text(trade.give), "take": .text(trade.take),
        "from": .text(trade.from), "to": .text(trade.to), "status": .text(status),
        "offeredAt": .text(trade.offeredAt),
      ]
      return row.adding(
        "approvers", status == "accepted" ? .list(approvers(of: trade).map { .text($0) }) : nil)
    }
  }
}
