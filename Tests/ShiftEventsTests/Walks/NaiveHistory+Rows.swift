import Foundation
import ShiftEventsTesting

@testable import ShiftEvents

/// The rows of each projection, computed from scratch, as the documented JSON.
extension NaiveHistory {
  func rows(_ projection: String, at now: Timestamp) -> [JSON] {
    switch projection {
    case "schedule": schedule(at: now)
    case "marketplace": marketplace(at: now)
    case "vacancies": vacancyRows()
    case "requests": requests(at: now)
    case "approvals": approvals(at: now)
    case "absences": absenceRows(at: now)
    case "trades": tradeRows(at: now)
    case "deals": deals(at: now)
    case "reservations": reservationRows()
    case "study": study()
    case "points": points()
    case "hours": workedHours(at: now)
    case "users": users(at: now)
    case "changes": changeRows()
    case "publications": publicationRows()
    case "periods": periodRows()
    case "series": seriesRows(at: now)
    case "closures": closureRows(at: now)
    case "timesheet": timesheet(at: now)
    case "checks": checkRows(at: now)
    case "inbox": inbox()
    default: fatalError("\(projection) is not worked out")
    }
  }

  // MARK: - Roster

  func begin(_ shift: Shift) -> Timestamp {
    Zone(zone)!.instant(LocalDate(shift.date)!, TimeOfDay(shift.start)!)
  }

  func hasLapsed(_ shift: Shift, at now: Timestamp) -> Bool { begin(shift) <= now }

  func minutes(_ shift: Shift) -> Int {
    let day = LocalDate(shift.date)! + shift.lastDay
    let end = Zone(zone)!.instant(day, TimeOfDay(shift.end)!)
    return Int((end.milliseconds - begin(shift).milliseconds) / 60_000) - (shift.breakMinutes ?? 0)
  }

  private func week(_ date: String) -> String { LocalDate(date)!.week.description }

  var inOrder: [(key: String, value: Shift)] {
    shifts.sorted {
      ($0.value.date, $0.value.start, $0.key) < ($1.value.date, $1.value.start, $1.key)
    }
  }

  func object(_ members: [(String, JSON?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { (name: name, value: $0) } })
  }

  func text(_ text: String?) -> JSON? { text.map { .text($0) } }

  func names(_ names: [String]) -> JSON? {
    names.isEmpty ? nil : .list(names.map { .text($0) })
  }

  private func schedule(at now: Timestamp) -> [JSON] {
    inOrder.filter { !["removed", "cancelled", "dropped"].contains($0.value.status) }.map {
      id, shift in
      scheduleRow(
        id, shift, at: now, isPublished: isPublished(shift.date), isAwaiting: awaitsAnswer(id))
    }
  }

  func scheduleRow(
    _ id: String, _ shift: Shift, at now: Timestamp, isPublished: Bool, isAwaiting: Bool
  ) -> JSON {
    let isOver = hasLapsed(shift, at: now) && shift.status != "idle"
    return object([
      ("shift", .text(id)), ("owner", .text(shift.owner)), ("date", .text(shift.date)),
      ("start", .text(shift.start)), ("end", .text(shift.end)),
      ("days", shift.days.map { .integer($0) }),
      ("week", .text(week(shift.date))), ("status", .text(isOver ? "lapsed" : shift.status)),
      ("taker", isOver ? nil : text(shift.taker)), ("via", isOver ? nil : text(shift.via)),
      ("request", isOver ? nil : text(shift.request)), ("fixedShift", text(shift.fixedShift)),
      ("firstOwner", .text(shift.first)), ("minutes", .integer(minutes(shift))),
      ("place", text(shift.place)), ("labels", names(shift.labels)),
      ("needs", names(shift.needs)), ("title", text(shift.title)),
      ("breakMinutes", breakCell(shift.breakMinutes)),
      ("vacancy", text(shift.vacancy)), ("published", .boolean(isPublished)),
      ("answer", isAwaiting ? .text("awaited") : nil),
    ])
  }

  /// A break of 0 is none.
  func breakCell(_ minutes: Int?) -> JSON? {
    minutes.flatMap { $0 == 0 ? nil : .integer($0) }
  }

  private func vacancyRows() -> [JSON] {
    func key(_ id: String) -> [String] {
      [vacancies[id]!["date"] as! String, vacancies[id]!["start"] as! String, id]
    }
    return vacancies.keys.sorted { key($0).lexicographicallyPrecedes(key($1)) }.map { id in
      let data = Members(all: vacancies[id]!)
      let taken = shifts.values.count {
        $0.vacancy == id && !["removed", "cancelled", "dropped"].contains($0.status)
      }
      return object([
        ("vacancy", .text(id)), ("fixedVacancy", text(data.text("fixedVacancy"))),
        ("date", .text(data["date"])), ("start", .text(data["start"])),
        ("end", .text(data["end"])), ("days", (data.all["days"] as? Int).map { .integer($0) }),
        ("week", .text(week(data["date"]))), ("places", .integer(data.number("places"))),
        ("wanted", (data.all["wanted"] as? Int).map { .integer($0) }),
        ("taken", .integer(taken)), ("left", .integer(max(0, data.number("places") - taken))),
        ("place", text(data.text("place"))), ("labels", names(data.list("labels"))),
        ("needs", names(data.list("needs"))), ("title", text(data.text("title"))),
        ("breakMinutes", breakCell(data.all["breakMinutes"] as? Int)),
      ])
    }
  }

  private func marketplace(at now: Timestamp) -> [JSON] {
    inOrder.filter { $0.value.status == "supplied" && !hasLapsed($0.value, at: now) }
      .map { id, shift in
        object([
          ("shift", .text(id)), ("owner", .text(shift.owner)), ("date", .text(shift.date)),
          ("start", .text(shift.start)), ("end", .text(shift.end)),
          ("days", shift.days.map { .integer($0) }),
          ("week", .text(week(shift.date))), ("suppliedAt", text(shift.suppliedAt)),
          ("place", text(shift.place)), ("labels", names(shift.labels)),
          ("needs", names(shift.needs)), ("title", text(shift.title)),
          ("breakMinutes", breakCell(shift.breakMinutes)),
        ])
      }
  }

  private func requests(at now: Timestamp) -> [JSON] {
    let today = "\(Zone(zone)!.date(at: now))"
    return requests.sorted { ($0.value.date, $0.key) < ($1.value.date, $1.key) }.map {
      id, request in
      let offered = shifts.filter {
        $0.value.request == id && ["suggested", "awaiting"].contains($0.value.status)
          && !hasLapsed($0.value, at: now)
      }.sorted { ($0.value.start, $0.key) < ($1.value.start, $1.key) }
      let isAwaiting = offered.contains { $0.value.status == "awaiting" }
      let isClosed = !request.isOpen || request.date < today
      return object([
        ("request", .text(id)), ("requester", .text(request.requester)),
        ("date", .text(request.date)), ("week", .text(week(request.date))),
        ("status", .text(isClosed ? "closed" : isAwaiting ? "awaiting" : "open")),
        (
          "suggestions",
          .list(
            offered.map { shift in
              object([
                ("shift", .text(shift.key)), ("owner", .text(shift.value.owner)),
                ("start", .text(shift.value.start)), ("end", .text(shift.value.end)),
                ("status", .text(shift.value.status)),
              ])
            })
        ),
      ])
    }
  }

  private func approvals(at now: Timestamp) -> [JSON] {
    inOrder.filter { $0.value.status == "awaiting" && !hasLapsed($0.value, at: now) }
      .map { id, shift in
        object([
          ("shift", .text(id)), ("owner", .text(shift.owner)), ("taker", text(shift.taker)),
          ("date", .text(shift.date)), ("start", .text(shift.start)), ("end", .text(shift.end)),
          ("days", shift.days.map { .integer($0) }),
          ("via", text(shift.via)), ("request", text(shift.request)), ("since", text(shift.since)),
          ("approvers", .list(approvers(of: shift).map { .text($0) })),
        ])
      }
  }

  private struct Worked {
    var shifts = 0
    var minutes = 0
    var scheduled = 0
    var missing = 0
    var confirmed = 0
  }

  private func workedHours(at now: Timestamp) -> [JSON] {
    var weeks: [[String]: Worked] = [:]
    for (id, records) in hours {
      let record = records.last!
      if record.minutes == 0 { continue }
      var worked = weeks[[week(record.date), record.worker]] ?? Worked()
      worked.shifts += 1
      worked.minutes += record.minutes
      worked.confirmed += confirmed.contains(id) ? 1 : 0
      weeks[[week(record.date), record.worker]] = worked
    }
    for (id, shift) in shifts {
      if ["removed", "cancelled", "dropped"].contains(shift.status) { continue }
      weeks[[week(shift.date), shift.owner]]?.scheduled += minutes(shift)
      if hours[id] != nil || begin(shift).advanced(byMinutes: minutes(shift)) > now { continue }
      weeks[[week(shift.date), shift.owner]]?.missing += 1
    }
    return weeks.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }.map { key, worked in
      [
        "worker": .text(key[1]), "week": .text(key[0]), "period": .text(key[0]),
        "shifts": .integer(worked.shifts), "minutes": .integer(worked.minutes),
        "scheduledMinutes": .integer(worked.scheduled), "missing": .integer(worked.missing),
        "confirmed": .integer(worked.confirmed),
      ]
    }
  }

  // MARK: - People

  private func ranked(_ scores: [String: Int]) -> [(rank: Int, user: String, score: Int)] {
    scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { user, score in
      (1 + scores.values.count { $0 > score }, user, score)
    }
  }

  private func points() -> [JSON] {
    let earners = hours.values.compactMap { $0.first { $0.minutes > 0 } }.filter {
      $0.worker != $0.first
    }.map(\.worker)
    return ranked(earners.reduce(into: [:]) { $0[$1, default: 0] += 1 }).map {
      ["rank": .integer($0.rank), "user": .text($0.user), "points": .integer($0.score)]
    }
  }

  private func study() -> [JSON] {
    var minutes: [String: Int] = [:]
    for session in sessions.values {
      minutes[session.student, default: 0] += session.earned ?? session.blocks
    }
    return ranked(minutes).map { row in
      let isActive = sessions.values.contains { $0.student == row.user && $0.earned == nil }
      return [
        "rank": .integer(row.rank), "user": .text(row.user), "minutes": .integer(row.score),
        "active": .boolean(isActive),
      ]
    }
  }

  private func users(at now: Timestamp) -> [JSON] {
    let today = "\(Zone(zone)!.date(at: now))"
    let order = ["employee", "manager", "student", "consumer", "company"]
    return roles.keys.sorted().map { user in
      let held = (skills[user] ?? [:]).keys.filter { hasSkill($0, user, on: today) }.sorted()
      let row: JSON = [
        "user": .text(user), "roles": .list(order.filter(roles[user]!.contains).map { .text($0) }),
        "following": .list(
          follows.filter { $0[0] == user }.map { $0[1] }.sorted().map { .text($0) }),
        "followers": .list(
          follows.filter { $0[1] == user }.map { $0[0] }.sorted().map { .text($0) }),
        "skills": .list(held.map { .text($0) }),
      ]
      let ends = held.compactMap { skill in
        skills[user]![skill].flatMap { $0.isEmpty ? nil : (name: skill, value: JSON.text($0)) }
      }
      return row.adding("skillsUntil", ends.isEmpty ? nil : .object(ends))
        .adding("contract", contract(of: user, on: today))
        .adding("contractFrom", contractsToCome(of: user, after: today))
    }
  }

  private func inbox() -> [JSON] {
    told.map {
      [
        "sequence": .integer($0.sequence), "time": .text($0.time), "user": .text($0.user),
        "kind": .text($0.kind), "subject": .text($0.subject), "actor": .text($0.actor),
      ]
    }
  }

  // MARK: - Deals

  private func deals(at now: Timestamp) -> [JSON] {
    deals.sorted {
      ($0.value["validUntil"] as! String, $0.key) < ($1.value["validUntil"] as! String, $1.key)
    }.map { id, deal in
      let terms = Members(all: deal)
      let reserved = reservations.values.count { $0.deal == id && !$0.isCancelled }
      let left = (deal["capacity"] as? Int).map { $0 - reserved }
      let status =
        removedDeals.contains(id)
        ? "removed"
        : terms["validUntil"] < "\(now)"
          ? "expired" : terms["validFrom"] > "\(now)" ? "upcoming" : left == 0 ? "soldOut" : "live"
      let stars = stars[terms["company"]]?.values.map { $0 } ?? []
      return object([
        ("deal", .text(id)), ("company", .text(terms["company"])),
        ("companyName", .text(terms["companyName"])), ("name", .text(terms["name"])),
        ("category", .text(terms["category"])), ("latitude", .decimal(deal["latitude"] as! Double)),
        ("longitude", .decimal(deal["longitude"] as! Double)),
        ("address", text(terms.text("address"))),
        ("validFrom", .text(terms["validFrom"])), ("validUntil", .text(terms["validUntil"])),
        ("capacity", (deal["capacity"] as? Int).map { .integer($0) }),
        ("reserved", .integer(reserved)), ("left", left.map { .integer($0) }),
        ("status", .text(status)),
        ("priceCents", (deal["priceCents"] as? Int).map { .integer($0) }),
        ("currency", text(terms.text("currency"))),
        ("description", text(terms.text("description"))), ("ratingAverage", average(stars)),
        ("ratingCount", .integer(stars.count)),
      ])
    }
  }

  /// Two decimals, half up, without superfluous zeros.
  private func average(_ stars: [Int]) -> JSON? {
    if stars.isEmpty { return nil }
    let hundredths = (stars.reduce(0, +) * 200 + stars.count) / (2 * stars.count)
    return hundredths % 100 == 0
      ? .integer(hundredths / 100) : .decimal(Double(hundredths) / 100)
  }

  private func reservationRows() -> [JSON] {
    reservations.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }.map { id, one in
      let status =
        one.isRefunded
        ? "refunded"
        : one.isCancelled
          ? one.isPaid ? "refundDue" : "cancelled" : one.isPaid ? "paid" : "live"
      return [
        "reservation": .text(id), "deal": .text(one.deal), "user": .text(one.user),
        "reservedAt": .text(one.time), "status": .text(status),
      ]
    }
  }
}
