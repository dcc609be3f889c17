import Projections
@testable import ShiftEvents
import TestSupport

/// What a manager asks, answered by a plain look at each shift, absence and minute.
extension NaiveStaff {
  /// A day as the tests write it.
  static func text(_ day: Int) -> String { NaiveTimeSpan.date(day) }

  func today(_ now: Int) -> Int { zone.local(minute: now / 60_000) / 1440 }

  private func begin(_ day: Int) -> Int { zone.minute(ofLocal: day * 1440) * 60_000 }

  private func row(
    _ kind: String, _ id: String, _ stretch: NaiveTimeSpan, _ user: String, _ since: Timestamp
  ) -> String {
    "\(kind) \(id) \(Self.text(stretch.day)) \(NaiveTimeSpan.time(stretch.start)) "
      + "\(NaiveTimeSpan.time(stretch.end)) \(user) \(since)"
  }

  // MARK: - Attention

  /// The rows by kind, date, start and subject.
  func attention(at now: Int) -> [String] {
    let today = today(now)
    var rows: [(key: (Int, Int, Int, String), text: String)] = []
    func add(_ kind: Int, _ day: Int, _ start: Int, _ id: String, _ text: String) {
      rows.append(((kind, day, start, id), text))
    }
    for shift in shifts where shift.isOpen && shift.stretch.instants.upperBound > now {
      let (stretch, id) = (shift.stretch, shift.stretch.id)
      let away = absences.filter { absence in
        !absence.isEnded && absence.stretch.user == shift.owner
          && absence.stretch.instants.overlaps(stretch.instants)
      }
      if let first = away.map(\.recordedAt).min() {
        let since = max(first, shift.heldSince)
        add(2, stretch.day, stretch.start, id, row("absent", id, stretch, shift.owner, since))
      }
      if let left = leftAt[shift.owner] {
        add(3, stretch.day, stretch.start, id, row("unowned", id, stretch, shift.owner, left))
      }
    }
    for vacancy in vacancies where vacancy.left > 0 {
      let stretch = vacancy.stretch
      guard stretch.instants.upperBound > now, stretch.day <= today + 13,
        stretch.days.contains(where: { $0 >= today }) || stretch.instants.upperBound > now
      else { continue }
      add(
        4, stretch.day, stretch.start, stretch.id,
        row("vacancy", stretch.id, stretch, "-", vacancy.leftSince))
    }
    for shift in shifts where shift.isOpen && shift.stretch.instants.lowerBound > now {
      guard let taker = shift.taker, let since = shift.takenAt else { continue }
      let stretch = shift.stretch
      add(
        5, stretch.day, stretch.start, stretch.id,
        row("approval", stretch.id, stretch, taker, since))
    }
    for trade in trades {
      let (give, take) = (shifts[trade.give], shifts[trade.take])
      guard let since = trade.acceptedAt,
        min(give.stretch.instants.lowerBound, take.stretch.instants.lowerBound) > now
      else { continue }
      let stretch = give.stretch
      add(
        6, stretch.day, stretch.start, trade.id, row("trade", trade.id, stretch, give.owner, since))
    }
    for request in requests where request.isOpen && request.day >= today {
      add(
        7, request.day, -1, request.id,
        "request \(request.id) \(Self.text(request.day)) - - \(request.user) \(request.postedAt)")
    }
    for shift in shifts where shift.stretch.instants.upperBound > now {
      guard let (owner, since) = shift.unsettled else { continue }
      let stretch = shift.stretch
      add(
        8, stretch.day, stretch.start, stretch.id,
        row("answer", stretch.id, stretch, owner, since))
    }
    let isRecording = recordings.contains {
      let age = Int64(now) - $0.milliseconds
      return 0 <= age && age <= 60 * 86_400_000
    }
    for shift in shifts where isRecording && shift.isOpen && shift.hours == nil {
      let stretch = shift.stretch
      guard stretch.instants.upperBound <= now, stretch.days.contains(where: { $0 > today - 14 })
      else { continue }
      let end = Timestamp(milliseconds: Int64(stretch.instants.upperBound))
      add(
        11, stretch.day, stretch.start, stretch.id,
        row("hours", stretch.id, stretch, shift.owner, end))
    }
    for shift in shifts where shift.isOpen {
      let stretch = shift.stretch
      guard let (by, at) = shift.recorded, stretch.instants.lowerBound <= now,
        stretch.days.contains(where: { $0 > today - 14 })
      else { continue }
      if isUnlikely(shift) {
        add(
          9, stretch.day, stretch.start, stretch.id,
          row("unlikely", stretch.id, stretch, shift.owner, at))
      }
      if isRecording, by == shift.owner, stretch.instants.upperBound + 86_400_000 <= now {
        add(
          10, stretch.day, stretch.start, stretch.id,
          row("unconfirmed", stretch.id, stretch, shift.owner, at))
      }
    }
    return rows.sorted { $0.key < $1.key }.map(\.text)
  }

  /// True of more minutes than twice the planned ones, or than 16 hours and the planned ones of the day.
  private func isUnlikely(_ shift: Shift) -> Bool {
    guard let hours = shift.hours, hours > 0 else { return false }
    func planned(_ shift: Shift) -> Int { shift.stretch.instants.count / 60_000 }
    let ofDay = shifts.filter { $0.owner == shift.owner && $0.stretch.day == shift.stretch.day }
    let sum = ofDay.compactMap(\.hours).reduce(0, +)
    return hours > 2 * planned(shift)
      || sum > 960 && sum > ofDay.filter(\.isOpen).map(planned).reduce(0, +)
  }

  /// The suggestions of a request that have not lapsed, and those that await approval.
  func suggestions(of request: String, at now: Int) -> (all: Int, awaiting: Int) {
    let all = shifts.filter {
      $0.isOpen && $0.request == request && $0.stretch.instants.lowerBound > now
    }
    return (all.count, all.filter { $0.taker != nil }.count)
  }

  // MARK: - Availability

  /// Names of people as they are written, and as they are sorted.
  static let names = [
    "u0": ("Zoë", "zoe"), "u1": ("ann", "ann"), "u2": ("Éva", "eva"), "u3": ("Bo", "bo"),
    "u4": ("Gone", "gone"), "u5": ("Left", "left"), "u6": ("bo", "bo"),
  ]

  func availability(on days: ClosedRange<Int>, at now: Int) -> [String] {
    let words = ["free", "working", "partly", "absent"]
    let today = today(now)
    var rows: [(key: (Int, Int, String, String), text: String)] = []
    for day in days {
      for user in employees {
        let own = shifts.filter { $0.isOpen && $0.owner == user }
        let present = own.filter { $0.stretch.days.contains(day) }.map { ($0.stretch, "") }
        let taken = shifts.filter {
          $0.isOpen && $0.taker == user && $0.stretch.days.contains(day)
            && $0.stretch.instants.lowerBound > now
        }.map { ($0.stretch, "?") }
        let all = (present + taken).sorted {
          ($0.0.day, $0.0.start, $0.0.id) < ($1.0.day, $1.0.start, $1.0.id)
        }
        let away = absences.filter {
          !$0.isEnded && $0.stretch.user == user && $0.stretch.days.contains(day)
        }.map(\.stretch).sorted { ($0.day, $0.start, $0.id) < ($1.day, $1.start, $1.id) }
        let minutes = stride(from: begin(day), to: begin(day + 1), by: 60_000)
        let isAway = minutes.allSatisfy { minute in away.contains { $0.instants.contains(minute) } }
        let status = !away.isEmpty ? (isAway ? 3 : 2) : all.isEmpty ? 0 : 1
        let monday = day - (day + 3) % 7
        let planned = own.filter { $0.stretch.day == day }.map(\.stretch.minutes).reduce(0, +)
        let week = own.filter { (monday..<monday + 7).contains($0.stretch.day) }
          .map(\.stretch.minutes).reduce(0, +)
        let asks = requests.contains {
          $0.isOpen && $0.user == user && $0.day == day && day >= today
        }
        let text =
          "\(user) \(Self.text(day)) \(words[status]) "
          + "\(all.map { $0.0.id + $0.1 }) \(away.map(\.id)) \(planned) \(week) \(asks)"
        rows.append(((day, status, Self.names[user]!.1, user), text))
      }
    }
    return rows.sorted { $0.key < $1.key }.map(\.text)
  }

  // MARK: - Hours

  /// The rows by period and person: worked and scheduled minutes, shifts with hours and past ones without, of shifts that
  /// begin on some days.
  ///
  /// - Parameters:
  ///   - period: the periods that a shift counts for.
  ///   - last: the last day of a period; `nil` where it has none.
  func hours(
    on days: ClosedRange<Int>, at now: Int, over: Int?, under: Int?, everyPeriod: [String],
    by period: (Shift) -> [String], last: (String) -> Int?
  ) -> [String] {
    var sums: [[String]: [Int]] = [:]
    for shift in shifts where shift.isOpen && days.contains(shift.stretch.day) {
      for period in period(shift) {
        var sum = sums[[period, shift.owner]] ?? [0, 0, 0, 0]
        if let hours = shift.hours, hours > 0 {
          sum[0] += 1
          sum[1] += hours
        }
        sum[2] += shift.stretch.minutes
        if shift.hours == nil, shift.stretch.instants.upperBound <= now { sum[3] += 1 }
        sums[[period, shift.owner]] = sum
      }
    }
    if under != nil {
      let periods = everyPeriod.isEmpty ? Array(Set(sums.keys.map { $0[0] })) : everyPeriod
      for period in periods {
        for user in employees where sums[[period, user]] == nil {
          sums[[period, user]] = [0, 0, 0, 0]
        }
      }
    }
    return sums.filter { key, sum in
      let isOver = min(last(key[0]) ?? .max, days.upperBound) < today(now)
      let minutes = isOver ? max(sum[1], sum[2]) : sum[2]
      return over.map { minutes > $0 } ?? true && under.map { minutes < $0 } ?? true
    }.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
      .map { "\($0.key[1]) \($0.key[0]) \($0.value)" }
  }
}
