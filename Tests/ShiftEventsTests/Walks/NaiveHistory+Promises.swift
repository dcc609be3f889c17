import Foundation

@testable import ShiftEvents

/// Publications, late changes, confirmed hours and periods, told from scratch.
extension NaiveHistory {
  mutating func takePromises(
    _ type: String, _ subject: String, _ data: Members, _ event: Members
  ) {
    switch type {
    case "trade.recorded":
      trades[subject] = Trade(
        give: data["give"], take: data["take"], from: data["from"], to: data["to"],
        offeredAt: event["time"], status: "done")
      for (shift, owner) in [(data["give"], data["to"]), (data["take"], data["from"])] {
        shifts[shift]!.owner = owner
        shifts[shift]!.status = "idle"
      }
      for request in data.list("closedRequests") { requests[request]!.isOpen = false }
    case "change.answered": awaited[subject] = nil
    case "fixedshift.removed": for shift in data.list("removed") { awaited[shift] = nil }
    case "shift.dropped", "shift.approved": awaited[subject] = nil
    case "shift.accepted" where data.all["final"] as? Bool == true: awaited[subject] = nil
    case "trade.approved",
      "trade.accepted" where traded(type, data) != []:
      for shift in traded(type, data) { awaited[shift] = nil }
    default: break
    }
    if data.all["notice"] == nil { return }
    for shift in type == "trade.recorded" ? [data["give"], data["take"]] : [subject] {
      let owner = shifts[shift]!.owner
      awaited[shift] = owner == event["actor"] ? nil : owner
    }
  }

  func promiseNotices(
    _ type: String, _ subject: String, _ data: Members, by actor: String
  ) -> [(String, String, String)] {
    func tell(_ kind: String, _ people: some Sequence<String>) -> [(String, String, String)] {
      people.map { ($0, kind, subject) }
    }
    func lies(_ date: String) -> Bool { data["from"] <= date && date <= data["to"] }
    let workers = hours.values.compactMap(\.last).filter { $0.minutes > 0 }
    let gone = ["removed", "cancelled", "dropped"]
    switch type {
    case "schedule.published":
      let owners = shifts.values.filter { lies($0.date) && !gone.contains($0.status) }.map(\.owner)
      return tell("published", owners.filter { roles[$0]!.contains("employee") })
    case "period.closed":
      return tell("periodClosed", workers.filter { lies($0.date) }.map(\.worker))
    case "period.reopened":
      return tell("periodReopened", workers.filter { lies($0.date) }.map(\.worker))
    case "change.answered": return tell("answered", managers)
    case "shift.restored": return tell("restored", [data["owner"]])
    case "trade.recorded": return tell("traded", [data["from"], data["to"]])
    case "contract.set": return tell("contract", [subject])
    case "hours.confirmed":
      let record = hours[subject]!.last!
      return tell("hoursConfirmed", [actor == record.worker ? record.by : record.worker])
    default: return []
    }
  }

  /// The people who are asked about a late change by the event.
  func asked(_ type: String, _ subject: String, _ data: Members) -> [(String, String, String)] {
    if data.all["notice"] == nil { return [] }
    let changed = type == "trade.recorded" ? [data["give"], data["take"]] : [subject]
    return changed.compactMap { awaited[$0] }.map { ($0, "answerAwaited", subject) }
  }
}
