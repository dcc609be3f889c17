@testable import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// The questions of a manager on random rosters, held against a model that looks at each minute.
@Suite struct QuestionTests {
  private static let zones = ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe"]
    .map { NaiveZone($0) }
  private static let seeds = 1...UInt64(Rounds.count(4, full: 60))

  /// Moments at which something may change.
  private static func moments(_ staff: NaiveStaff, _ seed: UInt64, count: Int) -> [Int] {
    var random = SplitMix64(seed: seed &* 7919)
    let stretches =
      staff.shifts.map(\.stretch) + staff.absences.map(\.stretch) + staff.vacancies.map(\.stretch)
    return (0..<count).map { _ in
      stretches.randomElement(using: &random)!.randomMoment(in: staff.zone, &random)
    }
  }

  private static func instant(_ now: Int) -> Timestamp { Timestamp(milliseconds: Int64(now)) }

  @Test(arguments: zones, seeds)
  func `attention has what a plain look finds`(zone: NaiveZone, seed: UInt64) throws {
    let staff = NaiveStaff(seed: seed, zone)
    let replay: Replay = staff.story.folded()
    let edges = [staff.recordings.first, staff.recordings.last].compactMap {
      $0.map { Int($0.milliseconds) }
    }
    let days = 60 * 86_400_000
    for now in Self.moments(staff, seed, count: 12)
      + edges.flatMap({ [$0 - 1, $0, $0 + days, $0 + days + 1] })
    {
      // Broken limits, weekly work and the clock have tests of their own.
      let rows = replay.attention(at: Self.instant(now)).filter { $0.kind != .check }
      let told = rows.map { row in
        "\(row.kind) \(row.subject) \(row.date) \(row.start.map { "\($0)" } ?? "-") "
          + "\(row.end.map { "\($0)" } ?? "-") \(row.user.map { "\($0)" } ?? "-") \(row.since)"
      }
      let place: Comment = "\(zone), seed \(seed), \(Self.instant(now))"
      try #require(told == staff.attention(at: now), place)
      for row in rows where row.kind == .request {
        let (all, awaiting) = staff.suggestions(of: row.subject, at: now)
        let words =
          all == 0 ? "no suggestion yet" : all == 1 ? "1 suggestion" : "\(all) suggestions"
        try #require(
          row.detail.description == words + (awaiting > 0 ? ", \(awaiting) awaiting approval" : ""),
          place)
      }
      let one = replay.attention(of: "u1", at: Self.instant(now))
      let own = rows.filter { row in
        let words = row.detail.description
        // Both sides of a shift that is taken, and of a trade.
        return row.user == "u1" || row.kind == .approval && words.contains(" over from u1,")
          || row.kind == .trade && words.contains(" to u1 for ")
      }
      try #require(one.filter { $0.kind != .check } == own, place)
    }
  }

  @Test(arguments: zones, seeds)
  func `availability has what a look at each minute of the day finds`(
    zone: NaiveZone, seed: UInt64
  ) throws {
    let staff = NaiveStaff(seed: seed, zone)
    let replay: Replay = staff.story.folded()
    for now in Self.moments(staff, seed, count: 2) {
      let first = staff.today(now) + Int(seed % 5) - 2
      for days in [first...first, first...first + 6] {
        let rows = replay.availability(
          on: LocalDate(
            daysSinceEpoch: days.lowerBound)...LocalDate(
              daysSinceEpoch: days.upperBound),
          at: Self.instant(now), names: { NaiveStaff.names["\($0)"]?.0 })
        let told = rows.map { row in
          let shifts = row.shifts.map { "\($0.shift)\($0.isAwaiting ? "?" : "")" }
          return "\(row.user) \(row.date) \(row.status) \(shifts) "
            + "\(row.absences.map { "\($0.absence)" }) \(row.minutes) \(row.weekMinutes) \(row.requested)"
        }
        try #require(
          told == staff.availability(on: days, at: now),
          "\(zone), seed \(seed), \(Self.instant(now)), \(days)")
      }
    }
  }

  @Test(arguments: zones, seeds)
  func `planned hours are those of a plain sum`(zone: NaiveZone, seed: UInt64) throws {
    let staff = NaiveStaff(seed: seed, zone)
    let replay: Replay = staff.story.folded()
    for now in Self.moments(staff, seed, count: Rounds.count(1, full: 4)) {
      let monday = staff.today(now) - (staff.today(now) + 3) % 7
      for days in [monday...monday + 6, monday - 7...monday - 1, monday - 5...monday + 9] {
        for (over, under) in [(nil, nil), (600, nil), (nil, 720), (60, 1_200)] as [(Int?, Int?)] {
          for grouping in HoursGrouping.allCases {
            let chosen = RowSelection(
              dates: DateSelection(
                from: LocalDate(daysSinceEpoch: days.lowerBound),
                to: LocalDate(daysSinceEpoch: days.upperBound)),
              grouping: grouping, overMinutes: over, underMinutes: under)
            let table = try #require(
              replay.table(.hours, chosen, at: Self.instant(now), names: { _ in nil }))
            let told = table.rows.map { cells in
              let texts = cells.map { $0?.text ?? "" }
              return
                "\(texts[0]) \(texts[2]) \([texts[3], texts[4], texts[5], texts[6]].joined(separator: ", "))"
            }
            try #require(
              told == Self.expected(staff, days, now, grouping, over, under),
              "\(zone), seed \(seed), \(Self.instant(now)), \(days), \(grouping), \(over ?? 0), \(under ?? 0)"
            )
          }
        }
      }
    }
  }

  private static func expected(
    _ staff: NaiveStaff, _ days: ClosedRange<Int>, _ now: Int, _ grouping: HoursGrouping,
    _ over: Int?, _ under: Int?
  ) -> [String] {
    func span(_ day: Int) -> String {
      let date = LocalDate(daysSinceEpoch: day)
      return switch grouping {
      case .week: "\(date.week)"
      case .month: String("\(date)".prefix(7))
      case .day: "\(date)"
      case .person, .label, .place, .title: ""
      }
    }
    func periods(_ shift: NaiveStaff.Shift) -> [String] {
      switch grouping {
      case .week, .month, .day, .person: [span(shift.stretch.day)]
      case .label: shift.labels.isEmpty ? ["-"] : shift.labels
      case .place: [shift.place ?? "-"]
      case .title: [shift.title ?? "-"]
      }
    }
    let isByName = [.label, .place, .title].contains(grouping)
    let rows = staff.hours(
      on: days, at: now, over: over, under: under,
      everyPeriod: isByName ? [] : Array(Set(days.map(span))), by: periods
    ) { period in
      // The last day of which the period is the span.
      (days.lowerBound - 40...days.upperBound + 40).last { span($0) == period && period != "" }
    }
    return rows.map { $0.filter { !"[]".contains($0) } }
  }

  @Test func `the rosters have every kind, every status and people at work who are away`() {
    var (kinds, statuses, awaiting, asking) = (
      Set<AttentionKind>(), Set<AvailabilityStatus>(), 0, 0
    )
    for seed in 1...4 as ClosedRange<UInt64> {
      let staff = NaiveStaff(seed: seed, Self.zones[0])
      let replay: Replay = staff.story.folded()
      for now in Self.moments(staff, seed, count: 12) {
        kinds.formUnion(replay.attention(at: Self.instant(now)).map(\.kind))
        let day = LocalDate(daysSinceEpoch: staff.today(now))
        let rows = replay.availability(on: day...day + 6, at: Self.instant(now))
        statuses.formUnion(rows.map(\.status))
        awaiting += rows.filter { $0.shifts.contains(where: \.isAwaiting) }.count
        asking += rows.filter(\.requested).count
      }
    }
    let own = Set(AttentionKind.allCases).subtracting([.orphaned, .skipped, .late, .clock])
    #expect(kinds == own && statuses == Set(AvailabilityStatus.allCases))
    #expect(awaiting > 3 && asking > 3)
  }

  @Test func `pages of each question are the whole`() throws {
    let staff = NaiveStaff(seed: 5, Self.zones[0])
    let replay: Replay = staff.story.folded()
    let now = Self.instant(staff.shifts[3].stretch.instants.lowerBound)
    let week = DateSelection(week: replay.timeZone.date(at: now).week)
    let shift = try #require(staff.shifts.first { $0.isOpen }).stretch.id
    let questions: [(ProjectionDescriptor, RowSelection)] = [
      (.attention, RowSelection()), (.availability, RowSelection(dates: week)),
      (.candidates, RowSelection(id: .shift(ShiftID(shift)!))),
      (.hours, RowSelection(grouping: .label)),
    ]
    for (projection, selection) in questions {
      func table(_ page: PageRequest?) throws -> RowTable {
        var selection = selection
        selection.page = page
        let names = { (user: UserID) in NaiveStaff.names["\(user)"]?.0 }
        return try #require(replay.table(projection, selection, at: now, names: names))
      }
      let whole = try table(nil)
      #expect(whole.rows.count > 3, "\(projection)")
      var (pages, cursor) = ([[Cell?]](), PageCursor?.none)
      repeat {
        let page = try table(PageRequest(limit: 2, after: cursor))
        pages += page.rows
        cursor = try page.next.map {
          try #require(PageCursor($0.text(of: projection), of: projection))
        }
      } while cursor != nil && pages.count <= whole.rows.count
      #expect(pages == whole.rows, "\(projection)")
    }
  }
}
