import ShiftEventsTesting

@testable import ShiftEvents

/// Worked times, folded from text and counted minute by minute.
extension NaiveHistory {
  struct Sheet {
    /// The latest line of hours of each shift.
    var hours: [String: Members] = [:]
    var confirmations: [String: (by: String, at: String)] = [:]
    /// The work that runs of each shift.
    var running: [String: (worker: String, begun: String, isPaused: Bool)] = [:]
    /// In the order of the log.
    var periods: [String] = []
  }

  private static let off = ["removed", "cancelled", "dropped"]

  mutating func takeSheet(_ type: String, _ subject: String, _ event: Members) {
    switch type {
    case "hours.recorded", "work.ended":
      sheet.hours[subject] = event
      sheet.confirmations[subject] = nil
      sheet.running[subject] = nil
    case "hours.confirmed": sheet.confirmations[subject] = (event["actor"], event["time"])
    case "work.started": sheet.running[subject] = (event["actor"], event["time"], false)
    case "work.paused", "work.resumed":
      sheet.running[subject]!.isPaused = type == "work.paused"
    case "period.closed": sheet.periods.append(subject)
    case "user.erased": sheet.running = sheet.running.filter { $0.value.worker != subject }
    default: break
    }
    sheet.running = sheet.running.filter { id, work in
      shifts[id]!.owner == work.worker && !Self.off.contains(shifts[id]!.status)
    }
  }

  private func data(_ hours: Members) -> Members {
    Members(all: hours.all["data"] as! [String: Any])
  }

  private func stretch(_ hours: Members) -> Range<Timestamp>? {
    let (data, zone) = (data(hours), Zone(zone)!)
    if hours["type"] == "work.ended" {
      return Timestamp(data["startAt"])!..<Timestamp(data["endAt"])!
    }
    guard let start = data.text("start"), let end = data.text("end") else { return nil }
    let date = LocalDate(data["date"])!
    let last = zone.instant(date + (end <= start ? 1 : 0), TimeOfDay(end)!)
    return zone.instant(date, TimeOfDay(start)!)..<last
  }

  /// Each minute, by the clocks.
  private func minutes(
    of stretch: Range<Timestamp>, in zone: Zone
  ) -> [(date: LocalDate, day: String, time: String)] {
    var (time, minutes): (Timestamp, [(date: LocalDate, day: String, time: String)]) =
      (stretch.lowerBound, [])
    while time < stretch.upperBound {
      let (date, minute) = zone.local(time)
      let day = minutes.last.flatMap { $0.date == date ? $0.day : nil } ?? date.description
      minutes.append((date, day, TimeOfDay(minutes: minute)!.description))
      time = time.advanced(byMinutes: 1)
    }
    return minutes
  }

  func timesheet(at now: Timestamp) -> [JSON] {
    inOrder.filter { id, shift in
      !Self.off.contains(shift.status)
        || sheet.hours[id].map { data($0).number("minutes") > 0 } ?? false
    }.map { id, shift in row(id, shift, at: now) }
  }

  private func row(_ id: String, _ shift: Shift, at now: Timestamp) -> JSON {
    let (running, zone) = (sheet.running[id], Zone(zone)!)
    let hours = running == nil ? sheet.hours[id] : nil
    let data = hours.map(data)
    let worked = hours.flatMap(stretch)
    let end = begin(shift).advanced(byMinutes: minutes(shift) + (shift.breakMinutes ?? 0))
    let confirmed = hours == nil ? nil : sheet.confirmations[id]
    let status =
      running.map { $0.isPaused ? "paused" : "working" }
      ?? hours.map { _ in confirmed == nil ? "recorded" : "confirmed" }
      ?? (begin(shift) > now ? "planned" : end > now ? "running" : "missing")
    let scheduled = Self.off.contains(shift.status) ? 0 : minutes(shift)
    let step = Int(policies["clockRoundMinutes"] ?? "1")!
    let begun =
      worked?.lowerBound ?? running.map { zone.rounded(Timestamp($0.begun)!, toMinutes: step) }
    let counted = worked ?? (hours == nil ? begin(shift)..<end : nil)
    let (from, to) = (policies["nightStart"] ?? "22:00", policies["nightEnd"] ?? "06:00")
    let closures = closures.values.filter {
      !$0.hasEnded && ($0.place == nil || $0.place == shift.place)
    }
    var (night, sunday, closed) = (0, 0, 0)
    for minute in counted.map({ self.minutes(of: $0, in: zone) }) ?? [] {
      let (isLate, isEarly) = (from <= minute.time, minute.time < to)
      if from < to ? isLate && isEarly : isLate || isEarly { night += 1 }
      if minute.date.weekday == .sunday { sunday += 1 }
      if closures.contains(where: { $0.from <= minute.day && minute.day <= $0.to }) { closed += 1 }
    }
    func cell(_ count: Int) -> JSON? { count == 0 ? nil : .integer(count) }
    let period = sheet.periods.first {
      periods[$0]!.status == "closed" && periods[$0]!.from <= shift.date
        && shift.date <= periods[$0]!.to
    }
    let reasons = unlikely(id, shift)
    return object([
      ("shift", .text(id)), ("worker", .text(data?["worker"] ?? shift.owner)),
      ("date", .text(shift.date)), ("start", .text(shift.start)), ("end", .text(shift.end)),
      ("days", shift.days.map { .integer($0) }), ("breakMinutes", breakCell(shift.breakMinutes)),
      ("scheduledMinutes", .integer(scheduled)), ("status", .text(status)),
      ("workedStart", begun.map { .text(zone.timeOfDay(at: $0).description) }),
      ("workedEnd", worked.map { .text(zone.timeOfDay(at: $0.upperBound).description) }),
      ("workedStartAt", worked.map { .text($0.lowerBound.description) }),
      ("workedEndAt", worked.map { .text($0.upperBound.description) }),
      ("workedBreak", breakCell(data?.all["breakMinutes"] as? Int)),
      ("minutes", data.map { .integer($0.number("minutes")) }),
      ("difference", data.map { .integer($0.number("minutes") - scheduled) }),
      ("nightMinutes", cell(night)), ("sundayMinutes", cell(sunday)),
      ("closedMinutes", cell(closed)),
      ("place", text(shift.place)), ("labels", names(shift.labels)), ("title", text(shift.title)),
      ("recordedBy", text(hours?["actor"])), ("recordedAt", text(hours?["time"])),
      ("confirmedBy", text(confirmed?.by)), ("confirmedAt", text(confirmed?.at)),
      ("period", text(period)), ("unlikely", names(reasons)),
    ])
  }

  private func unlikely(_ id: String, _ shift: Shift) -> [String] {
    guard sheet.running[id] == nil, let line = sheet.hours[id], case let own = data(line),
      own.number("minutes") > 0
    else { return [] }
    let worked = sheet.hours.filter { data($0.value).number("minutes") > 0 }
    let times = stretch(line)
    let others = worked.filter { $0.key != id && data($0.value)["worker"] == own["worker"] }
    let isOverlapping = others.values.contains { other in
      stretch(other).map { times?.overlaps($0) ?? false } ?? false
    }
    let ofDay = others.values.map(data).filter { $0["date"] == own["date"] }
    let sum = ofDay.reduce(own.number("minutes")) { $0 + $1.number("minutes") }
    let planned = shifts.values.filter {
      $0.owner == own["worker"] && $0.date == own["date"] && !Self.off.contains($0.status)
    }.map(minutes).reduce(0, +)
    let isAhead =
      line["type"] == "hours.recorded"
      && times.map { $0.upperBound > Timestamp(line["time"])! } ?? false
    let found = [
      "overlap": isOverlapping, "ahead": isAhead,
      "long": own.number("minutes") > 2 * minutes(shift), "day": sum > 960 && sum > planned,
    ]
    return ["overlap", "ahead", "long", "day"].filter { found[$0]! }
  }
}
