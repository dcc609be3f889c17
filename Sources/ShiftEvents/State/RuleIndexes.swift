/// Lists of records that the rules alone ask for. A reader keeps none.
struct RuleIndexes: Equatable, Sendable {
  /// True in a state that rules judge by.
  let areKept: Bool
  /// Shifts under their owner and, if any, their taker, and the local date.
  var holdings = MultiMap()
  /// The same for those that reach further than the next day, under each `stretch(of:)` their dates.
  var longHoldings = MultiMap()
  /// Active fixed shifts by weekday and everyone who owns them at some time.
  var weekly = MultiMap()
  /// Open requests by requester and local date.
  var openRequests = MultiMap()
  /// The shifts suggested to each request, as recorded, awaiting ones included; under 0.
  var suggestions = MultiMap()
  /// Absences that have not ended, by user and `stretch(of:)` their date.
  var absences = MultiMap()
  /// The sessions of each student that have not ended, under 0.
  var running = MultiMap()
  /// Live reservations by consumer and the place of the deal.
  var seats = MultiMap()
  /// The days up to which the occurrences of weekly work are recorded.
  var recordedDates = RecordedDates()
}

/// The day of each series, by its place, before which every date from today on is recorded or has begun. A record never
/// goes, so a day holds until the series is edited. What was looked up so far is no part of the state: all are equal.
struct RecordedDates: Equatable, Sendable {
  var shifts: [LocalDate] = []
  var vacancies: [LocalDate] = []

  /// Looks at all dates of an edited series again.
  mutating func forget(shifts place: Int) { if place < shifts.count { shifts[place] = .first } }
  mutating func forget(vacancies place: Int) {
    if place < vacancies.count { vacancies[place] = .first }
  }

  /// Notes that a date of a series is recorded, where every one before it from today on is, too.
  static func note(
    _ date: LocalDate, of record: SeriesRecord<some InternedIdentifier>, at place: Int,
    in recorded: inout [LocalDate], _ zone: Zone, at time: Timestamp
  ) {
    let next = place < recorded.count ? recorded[place] : .first
    if next == .first
      ? date >= max(zone.date(at: time), record.from) + 7 * record.every : date != next
    {
      return
    }
    recorded += Array(repeating: .first, count: max(0, place + 1 - recorded.count))
    recorded[place] = date + 7 * record.every
  }

  static func == (_: Self, _: Self) -> Bool { true }
}

extension DomainState {
  /// Lays the lists anew from the records.
  mutating func layIndexes() {
    indexes = RuleIndexes(areKept: true)
    for place in shifts.indices { list(shift: place) }
    for (place, record) in fixedShifts.rows.enumerated() where !record.isRemoved {
      for owner in owners(of: record) {
        indexes.weekly.insert(place, owner, Int(record.weekday.rawValue))
      }
    }
    for (place, record) in requests.rows.enumerated() where record.isOpen {
      indexes.openRequests.insert(place, record.requester, day(record.date))
    }
    for (place, record) in absences.rows.enumerated() where !record.hasEnded {
      indexes.absences.insert(place, record.user, stretch(of: record.date))
    }
    for (place, record) in sessions.rows.enumerated() where !record.hasEnded {
      indexes.running.insert(place, record.student, 0)
    }
    for (place, record) in reservations.rows.enumerated() where record.isLive {
      guard let deal = deals.place(of: record.deal) else { continue }
      indexes.seats.insert(place, record.user, deal)
    }
  }

  private mutating func list(shift place: Int) {
    let shift = shifts[place]
    if let request = shift.request { indexes.suggestions.insert(place, request, 0) }
    if !shift.isOpen { return }
    hold(shift, at: place, by: shift.owner)
    if let taker = shift.taker { hold(shift, at: place, by: taker) }
  }
}

// MARK: - The shifts that each user holds: as the owner, or as the taker whose acceptance awaits approval

extension DomainState {
  mutating func hold(_ shift: ShiftRecord, at place: Int, by user: UserID) {
    changeHolding(of: shift) { $0.insert(place, user, $1) }
  }

  mutating func letGo(_ shift: ShiftRecord, at place: Int, by user: UserID) {
    changeHolding(of: shift) { $0.remove(place, user, $1) }
  }

  /// Changes each list that a shift is in, under the number of a day or of a stretch.
  @inline(__always)
  private mutating func changeHolding(
    of shift: ShiftRecord, _ change: (inout MultiMap, Int) -> Void
  ) {
    if !indexes.areKept { return }
    change(&indexes.holdings, day(shift.date))
    if !shift.isLong { return }
    for stretch in stretches(from: shift.date, to: shift.lastDate) {
      change(&indexes.longHoldings, stretch)
    }
  }

  /// The shifts that a user holds and that may share time with some days, each once. The zone may carry a
  /// shift a day further than its dates.
  func held(by user: UserID, from first: LocalDate, to last: LocalDate) -> [Int] {
    var held: [Int] = []
    var date = first + -1
    while date <= last {
      indexes.holdings.forEach(user, day(date)) { if !shifts[$0].isLong { held.append($0) } }
      date = date + 1
    }
    if indexes.longHoldings.nodes.isEmpty { return held }
    let stretches = stretches(from: first, to: last)
    for stretch in stretches {
      indexes.longHoldings.forEach(user, stretch) { place in
        // It is under every stretch that it touches, and counts in the first of these.
        if stretch == max(stretches.lowerBound, self.stretch(of: shifts[place].date)) {
          held.append(place)
        }
      }
    }
    return held
  }

  func day(_ date: LocalDate) -> Int { Int(date.daysSinceEpoch) }

  /// The stretch of 32 days that a date lies in.
  func stretch(of date: LocalDate) -> Int { Int(date.daysSinceEpoch) >> 5 }

  private func stretches(from first: LocalDate, to last: LocalDate) -> ClosedRange<Int> {
    stretch(of: first)...max(stretch(of: first), stretch(of: last))
  }
}

extension ShiftRecord {
  var lastDate: LocalDate { date + times.lastDay }
  /// True for the few that reach further than the next day.
  fileprivate var isLong: Bool { times.lastDay > 1 }
}
