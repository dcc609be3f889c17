import Foundation
import ShiftEventsTesting

@testable import ShiftEvents

/// Publications, late changes, confirmed hours, periods and contracts, folded from text and told from scratch.
extension NaiveHistory {
  struct Publication {
    var id, from, to, by, time: String
    var count: Int
    /// All open shifts of its days as they were then, with those that awaited an answer.
    var shifts: [String: Shift]
    var awaiting: Set<String>
  }

  struct Change {
    var shift, owner, date, start, end: String
    var days: Int?
    var kind, by, changedAt: String
    var notice: Int
    var reason: String?
    var override: [String]
    var answer = "awaited"
    var answeredAt: String?
  }

  struct Period {
    var from, to, by, closedAt: String
    var shifts, minutes, unconfirmed: Int
    var status = "closed"
  }

  /// The kinds of late changes by the types of their events.
  private static let kinds = [
    "shift.scheduled": "scheduled", "shift.assigned": "assigned", "shift.edited": "edited",
    "shift.cancelled": "cancelled", "shift.restored": "restored", "trade.recorded": "traded",
    "shift.claimed": "claimed",
  ]

  private static let closed = ["removed", "cancelled", "dropped"]

  mutating func takePromises(_ type: String, _ subject: String, _ data: Members, _ event: Members) {
    for shift in data.list("removed") { endAwaiting(shift) }
    let isOfMany = type.hasPrefix("fixedshift.")
    if data.all["notice"] is Int, !isOfMany { takeLateChange(type, subject, data, event) }
    switch type {
    case "shift.dropped", "shift.approved": endAwaiting(subject)
    case "shift.accepted" where data.all["final"] as? Bool == true: endAwaiting(subject)
    case "trade.accepted" where data.all["final"] as? Bool == true, "trade.approved":
      for shift in [data["give"], data["take"]] { endAwaiting(shift) }
    case "change.answered":
      let place = changes.lastIndex { $0.shift == subject && $0.answer == "awaited" }!
      changes[place].answer = data.all["agreed"] as! Bool ? "agreed" : "declined"
      changes[place].answeredAt = event["time"]
    case "schedule.published":
      let shifts = shifts.filter { isOpen($0.value, from: data["from"], to: data["to"]) }
      publications.append(
        Publication(
          id: subject, from: data["from"], to: data["to"], by: event["actor"], time: event["time"],
          count: shifts.count, shifts: shifts,
          awaiting: Set(shifts.keys.filter { awaitsAnswer($0) })))
    case "hours.recorded", "work.ended":
      confirmed.remove(subject)
    case "hours.confirmed": confirmed.insert(subject)
    case "period.closed":
      let worked = worked(from: data["from"], to: data["to"])
      periods[subject] = Period(
        from: data["from"], to: data["to"], by: event["actor"], closedAt: event["time"],
        shifts: worked.count, minutes: worked.map(\.minutes).reduce(0, +),
        unconfirmed: worked.count { !confirmed.contains($0.shift) })
    case "period.reopened": periods[subject]!.status = "open"
    case "contract.set":
      let day = Zone(zone)!.date(at: Timestamp(event["time"])!)
      contracts[subject, default: []].append(
        ContractEntry(day: "\(day)", from: data.text("from"), limits: data.all))
    case "user.erased": contracts[subject] = nil
    default: break
    }
  }

  private mutating func takeLateChange(
    _ type: String, _ subject: String, _ data: Members, _ event: Members
  ) {
    let isTrade = type == "trade.recorded"
    let notice = data.number("notice")
    let most = Int(policies["answerNoticeMinutes"] ?? "0")!
    let isLong = most > 0 && notice >= most
    for id in isTrade ? [data["give"], data["take"]] : [subject] {
      endAwaiting(id)
      let shift = shifts[id]!
      changes.append(
        Change(
          shift: id, owner: shift.owner, date: shift.date, start: shift.start, end: shift.end,
          days: shift.days, kind: Self.kinds[type]!, by: event["actor"], changedAt: event["time"],
          notice: notice, reason: data.text("reason"),
          override: data.list("override"),
          answer: isLong || shift.owner == event["actor"] ? "none" : "awaited"))
    }
  }

  private mutating func endAwaiting(_ shift: String) {
    for place in changes.indices
    where changes[place].shift == shift && changes[place].answer == "awaited" {
      changes[place].answer = "none"
    }
  }

  func awaitsAnswer(_ shift: String) -> Bool {
    changes.contains { $0.shift == shift && $0.answer == "awaited" }
  }

  func isPublished(_ date: String) -> Bool {
    publications.contains { $0.from <= date && date <= $0.to }
  }

  private func isOpen(_ shift: Shift, from: String, to: String) -> Bool {
    !Self.closed.contains(shift.status) && from <= shift.date && shift.date <= to
  }

  private func worked(from: String, to: String) -> [(shift: String, worker: String, minutes: Int)] {
    hours.compactMap { shift, records in
      let last = records.last!
      return last.minutes > 0 && from <= last.date && last.date <= to
        ? (shift, last.worker, last.minutes) : nil
    }
  }

  // MARK: - Notices

  func promiseNotices(
    _ type: String, _ subject: String, _ data: Members, by actor: String
  ) -> [(String, String, String)] {
    let notices: [(String, String, String)]
    switch type {
    case "schedule.published":
      notices = publications.last!.shifts.values.map(\.owner)
        .filter { roles[$0]?.contains("employee") == true }.map { ($0, "published", subject) }
    case "change.answered": notices = managers.map { ($0, "answered", subject) }
    case "shift.restored": notices = [(data["owner"], "restored", subject)]
    case "trade.recorded":
      notices = [(data["from"], "traded", subject), (data["to"], "traded", subject)]
    case "hours.confirmed":
      let other = data["worker"] == actor ? hours[subject]!.last!.by : data["worker"]
      notices = [(other, "hoursConfirmed", subject)]
    case "period.closed", "period.reopened":
      let kind = type == "period.closed" ? "periodClosed" : "periodReopened"
      notices = worked(from: data["from"], to: data["to"]).map { ($0.worker, kind, subject) }
    case "contract.set": notices = [(subject, "contract", subject)]
    default: notices = []
    }
    guard data.all["notice"] is Int, !type.hasPrefix("fixedshift.") else { return notices }
    return notices
      + changes.suffix(type == "trade.recorded" ? 2 : 1).filter { $0.answer == "awaited" }
      .map { ($0.owner, "answerAwaited", subject) }
  }

  /// Leaves out what owners are not told of: a manager's acts on drafts that are hidden.
  func withoutDrafts(
    _ news: [(String, String, String)], _ type: String, _ subject: String, _ data: Members,
    by actor: String, before: [String: Shift]
  ) -> [(String, String, String)] {
    let isSplit = type == "shift.split"
    guard Self.kinds[type] != nil || isSplit, policies["drafts"] == "hidden",
      managers.contains(actor)
    else { return news }
    let ids =
      type == "trade.recorded"
      ? [data["give"], data["take"]] : isSplit ? [subject, data["into"]] : [subject]
    let dates = ids.flatMap { [before[$0]?.date, shifts[$0]?.date] }.compactMap(\.self)
    if dates.contains(where: isPublished) { return news }
    let owners = [data.text("owner"), data.text("from"), data.text("to")].compactMap(\.self)
    return news.filter {
      !owners.contains($0.0) || $0.0 == data.text("taker") || managers.contains($0.0)
    }
  }

  // MARK: - Rows

  func changeRows() -> [JSON] {
    changes.enumerated().sorted {
      ($0.element.changedAt, $0.element.shift, $0.offset)
        < ($1.element.changedAt, $1.element.shift, $1.offset)
    }.map(\.element).map { change in
      let times: JSON = [
        "shift": .text(change.shift), "owner": .text(change.owner), "date": .text(change.date),
        "start": .text(change.start), "end": .text(change.end),
      ]
      return times.adding("days", change.days.map { .integer($0) })
        .adding("kind", .text(change.kind)).adding("by", .text(change.by))
        .adding("changedAt", .text(change.changedAt)).adding("notice", .integer(change.notice))
        .adding("reason", change.reason.map { .text($0) })
        .adding("override", .list(change.override.map { .text($0) }))
        .adding("answer", .text(change.answer))
        .adding("answeredAt", change.answeredAt.map { .text($0) })
    }
  }

  func publicationRows() -> [JSON] {
    publications.sorted { ($0.time, $0.id) < ($1.time, $1.id) }.map {
      [
        "publication": .text($0.id), "from": .text($0.from), "to": .text($0.to),
        "by": .text($0.by), "publishedAt": .text($0.time), "shifts": .integer($0.count),
      ]
    }
  }

  func periodRows() -> [JSON] {
    periods.sorted { ($0.value.from, $0.key) < ($1.value.from, $1.key) }.map { id, period in
      [
        "period": .text(id), "from": .text(period.from), "to": .text(period.to),
        "status": .text(period.status), "by": .text(period.by), "closedAt": .text(period.closedAt),
        "shifts": .integer(period.shifts), "minutes": .integer(period.minutes),
        "unconfirmed": .integer(period.unconfirmed),
      ]
    }
  }

  /// A `contract.set` of the log.
  struct ContractEntry {
    /// The local day of the event.
    let day: String
    let from: String?
    let limits: [String: Any]
  }

  /// A person's own limit on a day, looked for in all that was ever set.
  func limit(_ key: String, of user: String, on day: String) -> Int? {
    var (always, dated): (Int?, [String: Int?]) = (nil, [:])
    for entry in contracts[user] ?? [] {
      guard let given = entry.limits[key] else { continue }
      if let from = entry.from {
        dated[from] = .some(given as? Int)
      } else {
        always = given as? Int
        dated = dated.filter { $0.key > entry.day }
      }
    }
    guard let from = dated.keys.filter({ $0 <= day }).max() else { return always }
    return dated[from]!
  }

  func contract(of user: String, on day: String) -> JSON? {
    let limits = ["maxWeekMinutes", "minRestMinutes", "maxShiftMinutes", "maxDaysInRow"].compactMap
    { key in
      limit(key, of: user, on: day).map { (name: key, value: JSON.integer($0)) }
    }
    return limits.isEmpty ? nil : .object(limits)
  }

  func contractsToCome(of user: String, after day: String) -> JSON? {
    let days = Set((contracts[user] ?? []).compactMap(\.from)).filter { $0 > day }.sorted()
    let rows = days.map { from -> JSON in
      let row: JSON = ["from": .text(from)]
      return contract(of: user, on: from).map { row.adding($0) } ?? row
    }
    return rows.isEmpty ? nil : .list(rows)
  }

  /// The rows of `schedule --as-published --all`: each day as the last publication that covers it had it.
  func asPublished(at now: Timestamp) -> [JSON] {
    var promised: [(id: String, shift: Shift, publication: Publication)] = []
    for (place, publication) in publications.enumerated() {
      for (id, shift) in publication.shifts
      where place == publications.lastIndex(where: { $0.from <= shift.date && shift.date <= $0.to })
      {
        promised.append((id, shift, publication))
      }
    }
    return promised.sorted {
      ($0.shift.date, $0.shift.start, $0.id) < ($1.shift.date, $1.shift.start, $1.id)
    }.map { id, shift, publication in
      let present = shifts[id]!
      func other(_ value: String, _ promised: String) -> JSON? {
        value == promised ? nil : .text(value)
      }
      func status(_ shift: Shift, at moment: Timestamp) -> String {
        ["supplied", "suggested", "awaiting"].contains(shift.status)
          && hasLapsed(shift, at: moment) ? "lapsed" : shift.status
      }
      let published = Timestamp(publication.time)!
      func days(_ given: Int?) -> Int { given ?? (present.end <= present.start ? 1 : 0) }
      return scheduleRow(
        id, shift, at: published, isPublished: true, isAwaiting: publication.awaiting.contains(id)
      )
      .adding("nowOwner", other(present.owner, shift.owner))
      .adding("nowDate", other(present.date, shift.date))
      .adding("nowStart", other(present.start, shift.start))
      .adding("nowEnd", other(present.end, shift.end))
      .adding(
        "nowDays", days(present.days) == days(shift.days) ? nil : .integer(days(present.days))
      )
      .adding(
        "nowStatus", other(status(present, at: now), status(shift, at: published)))
    }
  }
}
