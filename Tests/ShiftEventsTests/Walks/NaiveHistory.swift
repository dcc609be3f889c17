import Foundation

@testable import ShiftEvents

/// A second, naive implementation: it folds lines into dictionaries of text, and uses nothing of the
/// projections or the rules. Every report must agree with it.
struct NaiveHistory {
  struct Shift {
    var owner, date, start, end, first: String
    var fixedShift: String?
    var status = "idle"
    var taker, via, request, suppliedAt, since: String?
    var vacancy: String?
    var days: Int?
    var place: String?
    var labels: [String] = []
    var needs: [String] = []
    var title: String?
    var breakMinutes: Int?
    /// The day of its end, counted from its date; the usual one need not be given.
    var lastDay: Int { days ?? (end <= start ? 1 : 0) }
  }

  /// One event of a shift's audit, without its words.
  struct Step: Equatable {
    var sequence: Int
    var type: String
    var owner, taker, status: String?
  }

  struct Told: Hashable {
    var sequence: Int
    var time, user, kind, subject, actor: String
  }

  var zone = "UTC"
  var policies: [String: String] = [:]
  var shifts: [String: Shift] = [:]
  /// The shift that was whole once, of each second part of one.
  var roots: [String: String] = [:]
  var vacancies: [String: [String: Any]] = [:]
  var requests: [String: (requester: String, date: String, isOpen: Bool)] = [:]
  var steps: [String: [Step]] = [:]
  var told: [Told] = []
  var roles: [String: Set<String>] = [:]
  /// Pairs of follower and followed.
  var follows: Set<[String]> = []
  /// All records of hours by shift, in order: worker, date, minutes, first owner, and who recorded them.
  var hours: [String: [(worker: String, date: String, minutes: Int, first: String, by: String)]] =
    [:]
  var sessions: [String: (student: String, blocks: Int, earned: Int?)] = [:]
  /// The last day of each skill of each user; an empty text where it does not end.
  var skills: [String: [String: String]] = [:]
  var absences: [String: Absence] = [:]
  var trades: [String: Trade] = [:]
  /// In the order of the log.
  var publications: [Publication] = []
  /// In the order of the log.
  var changes: [Change] = []
  /// The shifts whose hours are confirmed.
  var confirmed: Set<String> = []
  var sheet = Sheet()
  var given = Given()
  var periods: [String: Period] = [:]
  /// All that was set for each user, in the order of the log.
  var contracts: [String: [ContractEntry]] = [:]
  /// Weekly work by its kind and id.
  var weekly: [String: Weekly] = [:]
  var closures: [String: Closing] = [:]
  var deals: [String: [String: Any]] = [:]
  var removedDeals: Set<String> = []
  var reservations: [String: Reservation] = [:]
  /// Stars by company and consumer.
  var stars: [String: [String: Int]] = [:]

  struct Reservation {
    var deal, user, company, time: String
    var isCancelled = false
    var isPaid = false
    var isRefunded = false
  }

  init(_ lines: some Collection<[String: Any]>) { for line in lines { take(line) } }

  var managers: Set<String> { Set(roles.filter { $0.value.contains("manager") }.keys) }

  /// The approvers by the current policy.
  func approvers(of shift: Shift) -> [String] {
    let setting =
      shift.via == "market"
      ? policies["marketApproval"] ?? "none" : policies["suggestionApproval"] ?? "owner"
    if setting != "owner", managers == [shift.taker ?? ""] { return managers.sorted() }
    let asked = setting == "owner" ? managers.union([shift.owner]) : managers
    return asked.subtracting([shift.taker ?? ""]).sorted()
  }
}

/// A line's member as text or number; a missing one is a mistake of the test.
struct Members {
  let all: [String: Any]
  subscript(name: String) -> String { all[name] as! String }
  func text(_ name: String) -> String? { all[name] as? String }
  func number(_ name: String) -> Int { all[name] as! Int }
  func list(_ name: String) -> [String] { all[name] as? [String] ?? [] }
}

// MARK: - One line after the other

extension NaiveHistory {
  mutating func take(_ line: [String: Any]) {
    let event = Members(all: line)
    let data = Members(all: line["data"] as! [String: Any])
    let (type, subject) = (event["type"], event["subject"])
    let (before, noted) = (shifts, changes.count)
    takeWeekly(type, subject, data, event)
    if type.hasPrefix("shift.") || type.hasPrefix("acceptance.") || type.hasPrefix("suggestion.") {
      moveShift(type, subject, data, event["time"])
    }
    for shift in data.list("released") {
      // Also one that was accepted: its request is closed.
      shifts[shift]?.status = "idle"
      shifts[shift]?.request = nil
      shifts[shift]?.taker = nil
      shifts[shift]?.via = nil
    }
    for shift in data.list("removed") { shifts[shift]?.status = "removed" }
    if let request = data.text("closedRequest") { requests[request]?.isOpen = false }
    takeOther(type, subject, data, event)
    takeDeals(type, subject, data, event)
    takeAbsencesAndTrades(type, subject, data, event)
    takePromises(type, subject, data, event)
    takeSheet(type, subject, event)
    takeGiven(type, subject, data, event, before: before)

    let sequence = Int(event["sequence"])!
    var touched = data.list("released") + data.list("removed")
    let isOfShift =
      ["shift.", "acceptance.", "suggestion.", "hours.", "change.", "work."]
      .contains { type.hasPrefix($0) }
    if isOfShift { touched.append(subject) }
    if type == "shift.split" { touched.append(data["into"]) }
    touched += traded(type, data) + (type == "fixedshift.edited" ? data.list("edited") : [])
    for id in touched {
      let shift = shifts[id]
      steps[id, default: []].append(
        Step(
          sequence: sequence, type: type, owner: shift?.owner ?? data.text("owner"),
          taker: shift?.taker, status: shift?.status))
    }
    var news = notices(type, subject, data, before: before)
    if type == "shift.edited" { news += agreeing(to: subject, at: event["time"]) }
    news += promiseNotices(type, subject, data, by: event["actor"])
    news += weeklyNotices(type, subject, data, changes: changes.dropFirst(noted))
    news = withoutDrafts(news, type, subject, data, by: event["actor"], before: before)
    news += data.list("released").map { (shifts[$0]!.owner, "released", $0) }
    let rows = Set(
      news.filter { $0.0 != event["actor"] }.map {
        Told(
          sequence: sequence, time: event["time"], user: $0.0, kind: $0.1, subject: $0.2,
          actor: event["actor"])
      })
    told += rows.sorted { ($0.user, $0.kind, $0.subject) < ($1.user, $1.kind, $1.subject) }
  }

  private mutating func moveShift(_ type: String, _ id: String, _ data: Members, _ time: String) {
    if type == "shift.skipped" { return }
    if type == "shift.scheduled" || type == "shift.claimed" {
      shifts[id] = Shift(
        owner: data["owner"], date: data["date"], start: data["start"], end: data["end"],
        first: data["owner"], fixedShift: data.text("fixedShift"), days: data.all["days"] as? Int,
        place: data.text("place"), labels: data.list("labels"), needs: data.list("needs"),
        title: data.text("title"), breakMinutes: data.all["breakMinutes"] as? Int)
      shifts[id]!.vacancy = data.text("vacancy")
      return
    }
    if type == "shift.edited" { return edit(id, data) }
    if type == "shift.split" { return split(id, data) }
    if type == "shift.restored", shifts[id] == nil {
      shifts[id] = Shift(
        owner: data["owner"], date: data["date"], start: data["start"], end: data["end"],
        first: data["owner"], fixedShift: data["fixedShift"]
      ).with(data)
      return
    }
    var shift = shifts[id]!
    let wasRequested = shift.request
    (shift.taker, shift.via, shift.request) = (nil, nil, nil)
    switch type {
    case "shift.supplied": (shift.status, shift.suppliedAt) = ("supplied", time)
    case "shift.revoked", "suggestion.withdrawn": shift.status = "idle"
    case "shift.cancelled": shift.status = "cancelled"
    case "shift.dropped": shift.status = "dropped"
    case "shift.assigned":
      (shift.status, shift.owner, shift.first) = ("idle", data["to"], data["to"])
    case "shift.restored":
      (shift.status, shift.owner, shift.first) = ("idle", data["owner"], data["owner"])
    case "shift.suggested": (shift.status, shift.request) = ("suggested", data["request"])
    case "shift.accepted" where data.all["final"] as! Bool, "shift.approved":
      (shift.status, shift.owner) = ("idle", data["to"])
    case "shift.accepted", "suggestion.accepted":
      (shift.status, shift.taker, shift.since) = ("awaiting", data["to"], time)
      shift.via = type == "shift.accepted" ? "market" : "suggestion"
      shift.request = data.text("request")
    case "shift.disapproved": shift.status = data["via"] == "market" ? "supplied" : "idle"
    case "acceptance.withdrawn":
      let isMarket = data["via"] == "market"
      (shift.status, shift.request) = isMarket ? ("supplied", nil) : ("suggested", wasRequested)
    default: fatalError("\(type) is not told")
    }
    shifts[id] = shift
  }

  /// The longer part keeps the break, of two equal ones the first.
  private mutating func split(_ id: String, _ data: Members) {
    let whole = shifts[id]!
    var (first, second) = (whole, whole)
    (first.end, first.days) = (data["at"], nil)
    (second.date, second.start) = (data["intoDate"], data["at"])
    second.days = data.all["intoDays"] as? Int
    (second.fixedShift, second.vacancy, second.suppliedAt, second.since) = (nil, nil, nil, nil)
    let instants = [
      (whole.date, 0, whole.start), (second.date, 0, second.start),
      (whole.date, whole.lastDay, whole.end),
    ].map { Zone(zone)!.instant(LocalDate($0)! + $1, TimeOfDay($2)!).milliseconds }
    if instants[1] - instants[0] < instants[2] - instants[1] {
      first.breakMinutes = nil
    } else {
      second.breakMinutes = nil
    }
    (shifts[id], shifts[data["into"]]) = (first, second)
    roots[data["into"]] = roots[id] ?? id
  }

  /// What is given is so now; `null` takes it away.
  private mutating func edit(_ id: String, _ data: Members) {
    var shift = shifts[id]!
    (shift.date, shift.start, shift.end) = (data["date"], data["start"], data["end"])
    if data.all.keys.contains("days") { shift.days = data.all["days"] as? Int }
    if data.all.keys.contains("place") { shift.place = data.text("place") }
    if data.all.keys.contains("labels") { shift.labels = data.list("labels") }
    if data.all.keys.contains("needs") { shift.needs = data.list("needs") }
    if data.all.keys.contains("title") { shift.title = data.text("title") }
    if data.all.keys.contains("breakMinutes") {
      shift.breakMinutes = data.all["breakMinutes"] as? Int
    }
    if let request = shift.request, !requests[request]!.isOpen {
      (shift.status, shift.taker, shift.via, shift.request) = ("idle", nil, nil, nil)
    }
    shifts[id] = shift
  }

  private mutating func takeOther(
    _ type: String, _ subject: String, _ data: Members, _ event: Members
  ) {
    let actor = event["actor"]
    switch type {
    case "workplace.configured":
      for (key, value) in data.all { policies[key] = "\(value)" }
      zone = policies["timeZone"] ?? zone
    case "user.registered": roles[subject] = Set(data.list("roles"))
    case "role.granted": roles[subject]!.insert(data["role"])
    case "role.revoked": roles[subject]!.remove(data["role"])
    case "user.erased": roles[subject] = []
    case "user.followed": follows.insert([actor, subject])
    case "user.unfollowed": follows.remove([actor, subject])
    case "vacancy.posted": vacancies[subject] = data.all
    case "vacancy.edited":
      vacancies[subject]!.merge(data.all) { $1 }
      vacancies[subject] = vacancies[subject]!.filter { !($0.value is NSNull) }
    case "request.posted": requests[subject] = (actor, data["date"], true)
    case "request.withdrawn": requests[subject]!.isOpen = false
    case "hours.recorded", "work.ended":
      hours[subject, default: []].append(
        (data["worker"], data["date"], data.number("minutes"), data["firstOwner"], actor))
    case "study.started": sessions[subject] = (actor, 0, nil)
    case "study.blockcompleted": sessions[subject]!.blocks += data.number("minutes")
    case "study.stopped": sessions[subject]!.earned = data.number("minutes")
    default: break
    }
  }

  private mutating func takeDeals(
    _ type: String, _ subject: String, _ data: Members, _ event: Members
  ) {
    switch type {
    case "deal.posted": deals[subject] = data.all
    case "deal.edited":
      deals[subject]!.merge(data.all) { $1 }
      deals[subject] = deals[subject]!.filter { !($0.value is NSNull) }
    case "deal.removed":
      removedDeals.insert(subject)
      for id in data.list("cancelled") { reservations[id]!.isCancelled = true }
    case "deal.reserved":
      reservations[subject] = Reservation(
        deal: data["deal"], user: event["actor"], company: data["company"], time: event["time"])
    case "reservation.cancelled": reservations[subject]!.isCancelled = true
    case "payment.recorded": reservations[subject]!.isPaid = true
    case "payment.refunded": reservations[subject]!.isRefunded = true
    case "company.rated": stars[subject, default: [:]][event["actor"]] = data.number("stars")
    default: break
    }
  }

  /// The notifications; the actor's own are removed later.
  private func notices(
    _ type: String, _ subject: String, _ data: Members, before: [String: Shift]
  ) -> [(String, String, String)] {
    func tell(_ kind: String, _ people: String...) -> [(String, String, String)] {
      people.map { ($0, kind, subject) }
    }
    func ask() -> [(String, String, String)] {
      let shift = shifts[subject]!
      return approvers(of: shift).filter { $0 != shift.owner }
        .map { ($0, "awaitingApproval", subject) }
    }
    switch type {
    case "shift.accepted":
      return tell("taken", data["from"]) + (data.all["final"] as! Bool ? [] : ask())
    case "suggestion.accepted": return tell("suggestionAccepted", data["from"]) + ask()
    case "acceptance.withdrawn": return tell("withdrawn", data["owner"])
    case "shift.approved": return tell("approved", data["from"], data["to"])
    case "shift.disapproved": return tell("disapproved", data["owner"], data["taker"])
    case "shift.suggested": return tell("suggestion", data["requester"])
    case "suggestion.withdrawn":
      return tell("suggestionWithdrawn", requests[before[subject]!.request!]!.requester)
    case "shift.scheduled":
      return data.text("fixedShift") == nil ? tell("scheduled", data["owner"]) : []
    case "shift.cancelled": return tell("cancelled", data["owner"])
    case "shift.assigned":
      return tell("assigned", data["from"], data["to"])
        + (data.text("taker").map { tell("assigned", $0) } ?? [])
    case "shift.edited": return tell("edited", data["owner"])
    case "shift.claimed": return tell("claimed", data["owner"])
    case "shift.split": return tell("split", data["owner"])
    case "shift.dropped": return managers.map { ($0, "dropped", subject) }
    case "fixedshift.registered": return tell("scheduled", data["owner"])
    case "fixedshift.removed": return tell("removed", data["owner"])
    case "hours.recorded": return tell("hoursRecorded", data["worker"])
    case "deal.reserved": return tell("reserved", data["company"])
    case "company.rated": return tell("rated", subject)
    case "reservation.cancelled":
      return tell("reservationCancelled", data["user"], data["company"])
    case "payment.recorded": return tell("paid", data["user"])
    case "payment.refunded": return tell("refunded", data["user"])
    case "deal.removed":
      return tell("dealRemoved", data["company"])
        + data.list("cancelled").map { (reservations[$0]!.user, "dealRemoved", subject) }
    default: return absenceAndTradeNotices(type, subject, data)
    }
  }
}
