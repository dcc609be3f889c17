import Foundation
import ShiftEventsTesting

@testable import ShiftEvents

/// Weekly work and closed days, folded from text and told from scratch.
extension NaiveHistory {
  struct Weekly {
    let id: String
    let isVacancy: Bool
    /// What was given at the beginning.
    let data: [String: Any]
    /// What was given later, in the order of the log.
    var edits: [[String: Any]] = []
    var until: String?
    var isRemoved = false

    var from: String { data["from"] as! String }
    var weekday: Int { Weekday.words.firstIndex(of: data["weekday"] as! String)! }

    /// Of each member what was given last of the latest day that is not after a date.
    func terms(on date: String) -> [String: Any] {
      var terms = data
      terms["from"] = nil
      for edit in edits.enumerated().sorted(by: {
        ($0.element["from"] as! String, $0.offset) < ($1.element["from"] as! String, $1.offset)
      }).map(\.element) where (edit["from"] as! String) <= date {
        for key in [
          "start", "end", "days", "place", "labels", "needs", "title", "breakMinutes", "places",
          "wanted",
        ] {
          if let value = edit[key] { terms[key] = value is NSNull ? nil : value }
        }
        if let owner = edit["to"] { terms["owner"] = owner }
      }
      if terms["breakMinutes"] as? Int == 0 { terms["breakMinutes"] = nil }
      return terms
    }

    /// The first of its dates from one day up to another, both counted.
    func date(from first: LocalDate, to last: LocalDate) -> LocalDate? {
      let begin = LocalDate(from)!
      var start = begin
      while Int(start.weekday.rawValue) != weekday { start = start + 1 }
      var date = start
      while date <= last, date <= until.map({ LocalDate($0)! }) ?? last {
        if date >= first { return date }
        date = date + 7 * (data["every"] as? Int ?? 1)
      }
      return nil
    }
  }

  struct Closing {
    var from, to, by: String
    var place, title: String?
    var hasEnded = false
  }

  mutating func takeWeekly(_ type: String, _ subject: String, _ data: Members, _ event: Members) {
    let key = "\(type.split(separator: ".")[0]) \(subject)"
    switch type {
    case "fixedshift.registered", "fixedvacancy.registered":
      weekly[key] = Weekly(
        id: subject, isVacancy: type.hasPrefix("fixedv"), data: data.all, until: data.text("until"))
    case "fixedshift.removed":
      weekly[key]!.isRemoved = true
      takeLate(data, event, shifts, removed: data.list("removed"))
    case "fixedvacancy.removed":
      weekly[key]!.isRemoved = true
      for id in data.list("closed") { vacancies[id]!["places"] = 0 }
    case "fixedshift.edited", "fixedvacancy.edited":
      weekly[key]!.edits.append(data.all)
      if let until = data.all["until"] { weekly[key]!.until = until as? String }
      let before = shifts
      for id in data.list("edited") {
        if type == "fixedshift.edited" {
          take(weekly[key]!.terms(on: shifts[id]!.date), id)
        } else {
          let (date, series) = (vacancies[id]!["date"]!, vacancies[id]!["fixedVacancy"]!)
          vacancies[id] = weekly[key]!.terms(on: date as! String)
            .merging(["date": date, "fixedVacancy": series]) { $1 }
        }
      }
      for id in data.list("closed") { vacancies[id]!["places"] = 0 }
      for request in data.list("closedRequests") { requests[request]!.isOpen = false }
      takeLate(data, event, before, removed: data.list("removed"), edited: data.list("edited"))
    case "closure.recorded":
      closures[subject] = Closing(
        from: data["from"], to: data["to"], by: event["actor"], place: data.text("place"),
        title: data.text("title"))
    case "closure.ended": closures[subject]!.hasEnded = true
    default: break
    }
  }

  private mutating func take(_ terms: [String: Any], _ id: String) {
    let data = Members(all: terms)
    var shift = shifts[id]!
    if shift.owner != data["owner"] {
      (shift.owner, shift.first, shift.status) = (data["owner"], data["owner"], "idle")
      (shift.request, shift.taker, shift.via) = (nil, nil, nil)
    }
    shifts[id] = shift.with(data)
  }

  /// The late changes of an event about many shifts.
  private mutating func takeLate(
    _ data: Members, _ event: Members, _ before: [String: Shift], removed: [String],
    edited: [String] = []
  ) {
    guard data.all["notice"] is Int else { return }
    let (actor, time) = (event["actor"], Timestamp(event["time"])!)
    for id in removed + edited {
      let (old, new) = (before[id]!, shifts[id]!)
      if !isPublished(old.date) || old.owner == actor && new.owner == actor { continue }
      let isRemoved = removed.contains(id)
      let isSame =
        (old.owner, old.start, old.end, old.lastDay, old.place ?? "")
        == (new.owner, new.start, new.end, new.lastDay, new.place ?? "")
      if isSame && !isRemoved { continue }
      let begin = [old, new].map {
        Zone(zone)!.instant(LocalDate($0.date)!, TimeOfDay($0.start)!).milliseconds
      }.min()!
      let notice = Int(((Double(begin - time.milliseconds)) / 60_000).rounded(.down))
      for place in changes.indices
      where changes[place].shift == id && changes[place].answer == "awaited" {
        changes[place].answer = "none"
      }
      let most = Int(policies["answerNoticeMinutes"] ?? "0")!
      let isQuiet = isRemoved || new.owner == actor || most > 0 && notice >= most
      changes.append(
        Change(
          shift: id, owner: new.owner, date: new.date, start: new.start, end: new.end,
          days: new.days,
          kind: isRemoved ? "removed" : old.owner == new.owner ? "edited" : "assigned",
          by: actor, changedAt: event["time"], notice: notice, reason: data.text("reason"),
          override: data.list("override"), answer: isQuiet ? "none" : "awaited"))
    }
  }

  func weeklyNotices(
    _ type: String, _ subject: String, _ data: Members, changes: some Sequence<Change>
  ) -> [(String, String, String)] {
    guard type == "fixedshift.edited" else { return [] }
    let kind = data.text("to") == nil ? "edited" : "assigned"
    let people = [data["owner"]] + (data.text("to").map { [$0] } ?? [])
    let asked = changes.filter { $0.answer == "awaited" }.map(\.owner)
    return people.map { ($0, kind, subject) }
      + Set(asked).map { ($0, "answerAwaited", subject) }
  }

  // MARK: - Rows

  func seriesRows(at now: Timestamp) -> [JSON] {
    var rows: [(key: (Int, String, String, String, String), row: JSON)] = []
    let today = Zone(zone)!.date(at: now)
    for series in weekly.values {
      let days = Set([series.from] + series.edits.map { $0["from"] as! String }).sorted()
      // Days on which nothing changes are no days of other terms.
      var starts: [String] = []
      for day in days {
        let terms = NSDictionary(dictionary: series.terms(on: day))
        if let last = starts.last, terms == NSDictionary(dictionary: series.terms(on: last)) {
          continue
        }
        starts.append(day)
      }
      let current = starts.lastIndex { $0 <= "\(today)" } ?? 0
      var own: [(start: String, terms: Members, next: LocalDate?)] = []
      for place in current..<starts.count {
        let terms = Members(all: series.terms(on: starts[place]))
        let behind = place + 1 < starts.count ? LocalDate(starts[place + 1])! + -1 : today + 9000
        let first = max(today, LocalDate(starts[place])!)
        var next = series.date(from: first, to: behind)
        if let date = next, Zone(zone)!.instant(date, TimeOfDay(terms["start"])!) <= now {
          next = series.date(from: date + 1, to: behind)
        }
        if series.isRemoved { next = nil }
        if place == current || next != nil { own.append((starts[place], terms, next)) }
      }
      let hasEnded = own.allSatisfy { $0.next == nil }
      for (start, terms, next) in own {
        let isOrphaned =
          next != nil
          && terms.text("owner").map { roles[$0]?.contains("employee") == true } == false
        let status =
          hasEnded
          ? "ended" : isOrphaned ? "orphaned" : start > "\(today)" ? "ahead" : "active"
        let row: JSON = [
          "series": .text(series.id), "kind": .text(series.isVacancy ? "vacancy" : "shift"),
        ]
        rows.append(
          (
            (series.weekday, terms["start"], series.id, series.isVacancy ? "v" : "s", start),
            row.adding("owner", terms.text("owner").map { .text($0) })
              .adding("places", (terms.all["places"] as? Int).map { .integer($0) })
              .adding("wanted", (terms.all["wanted"] as? Int).map { .integer($0) })
              .adding("weekday", .text(terms["weekday"])).adding("start", .text(terms["start"]))
              .adding("end", .text(terms["end"]))
              .adding("days", (terms.all["days"] as? Int).map { .integer($0) })
              .adding("every", .integer(series.data["every"] as? Int ?? 1))
              .adding("from", .text(start)).adding("until", series.until.map { .text($0) })
              .adding("breakMinutes", (terms.all["breakMinutes"] as? Int).map { .integer($0) })
              .adding("place", terms.text("place").map { .text($0) })
              .adding("labels", listed(terms.list("labels")))
              .adding("needs", listed(terms.list("needs")))
              .adding("title", terms.text("title").map { .text($0) })
              .adding("next", next.map { .text("\($0)") }).adding("status", .text(status))
          ))
      }
    }
    return rows.sorted { $0.key < $1.key }.map(\.row)
  }

  private func listed(_ names: [String]) -> JSON? {
    names.isEmpty ? nil : .list(names.map { .text($0) })
  }

  func closureRows(at now: Timestamp) -> [JSON] {
    let today = "\(Zone(zone)!.date(at: now))"
    return closures.sorted { ($0.value.from, $0.key) < ($1.value.from, $1.key) }.map { id, row in
      let status =
        row.hasEnded ? "ended" : row.to < today ? "over" : row.from <= today ? "now" : "ahead"
      let days: JSON = ["closure": .text(id), "from": .text(row.from), "to": .text(row.to)]
      return days.adding("place", row.place.map { .text($0) })
        .adding("title", row.title.map { .text($0) }).adding("by", .text(row.by))
        .adding("status", .text(status))
    }
  }
}

extension NaiveHistory.Shift {
  /// The same with other times and keys.
  func with(_ data: Members) -> NaiveHistory.Shift {
    var shift = self
    (shift.start, shift.end, shift.days) = (data["start"], data["end"], data.all["days"] as? Int)
    (shift.place, shift.title) = (data.text("place"), data.text("title"))
    (shift.labels, shift.needs) = (data.list("labels"), data.list("needs"))
    shift.breakMinutes = data.all["breakMinutes"] as? Int
    return shift
  }
}
