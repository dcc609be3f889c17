public import ShiftEvents

/// The parts and numbers of a page, as a replay has them at a moment.
package struct ReportContents {
  let replay: Replay
  let now: Timestamp
  private let names: (UserID) -> String?
  let label: (UserID) -> String
  private let chosen: RowSelection

  /// - Parameters:
  ///   - names: the name of a person as it is known now.
  ///   - label: the words for a person in a table.
  ///   - chosen: the person, days and names of shifts, and whether these are published. A table that cannot be chosen so
  ///     is left out.
  package init(
    of replay: Replay, at now: Timestamp, names: @escaping (UserID) -> String?,
    label: @escaping (UserID) -> String, choosing chosen: RowSelection = RowSelection()
  ) {
    (self.replay, self.now, self.names, self.label) = (replay, now, names, label)
    self.chosen = chosen
  }

  /// The page of some weeks.
  ///
  /// - Parameters:
  ///   - days: all days of a month or of a week, or those that are chosen.
  ///   - name: the heading before the workplace was set up.
  package func page(
    of days: ClosedRange<LocalDate>, isMonth: Bool, story: ReportPage.Part?, named name: String,
    subtitle: String, origin: String
  ) -> ReportPage {
    let (day, monday, zone) = (days.lowerBound, days.lowerBound.week.monday, replay.timeZone)
    let weeks = stride(from: 0, through: days.upperBound - monday, by: 7).map {
      ReportWeek(replay, week: (monday + $0).week, of: chosen, at: now, label: label)
    }
    let workplace = replay.workplace.workplace?.description ?? name
    let span = [day.longText] + (day < days.upperBound ? [days.upperBound.longText] : [])
    let period =
      chosen.dates.isEmpty ? isMonth ? day.monthText : nil : span.joined(separator: " to ")
    let words = chosen.words(label)
    func heading(_ period: String?) -> String {
      ([workplace, period].compactMap(\.self) + words).joined(separator: ", ")
    }
    let today = zone.date(at: now)
    // The month of today, where its week is shown; else that which has most of the week.
    let monthOfHours = day.week == today.week ? today : monday + 3
    let attention = attention
    return ReportPage(
      title: heading(period ?? "\(day.week)"), heading: heading(period), subtitle: subtitle,
      origin: origin, facts: facts(of: days, weeks, attention), weeks: weeks,
      parts: [attention].compactMap(\.self) + parts(month: isMonth ? day : monthOfHours, period)
        + [story].compactMap(\.self), today: today, zone: zone)
  }

  /// The parts that have rows, behind what needs a manager, in the order of the page.
  ///
  /// - Parameters:
  ///   - month: a day of the month whose hours are told where no days are chosen.
  ///   - period: the words for the days of the page.
  private func parts(month: LocalDate, _ period: String?) -> [ReportPage.Part] {
    let first = HoursGrouping.month.firstDay(of: month)
    let isOfMonth = chosen.dates.isEmpty
    let days =
      isOfMonth
      ? DateSelection(from: first, to: HoursGrouping.month.lastDay(from: first)) : chosen.dates
    let open: [ReportPage.Part?] =
      [part(.marketplace), part(.vacancies)] + [
        part(
          .hours, on: days, by: isOfMonth ? .month : .person,
          titled: "Hours of \(isOfMonth ? first.monthText : period ?? "")", without: ["period"])
      ] + [
        part(.points),
        part(.changes, on: days, titled: "Changes after publication"),
        deals,
      ]
    let folded = [
      ProjectionDescriptor.requests, .approvals, .trades, .absences, .publications, .periods,
      .reservations, .study,
    ].map { self.folded($0) }
    return (open + folded).compactMap(\.self)
  }

  /// The deals with their addresses, since a map does not name each place.
  private var deals: ReportPage.Part? {
    guard var part = part(.deals) else { return nil }
    let columns = part.table.columns.map { column in
      var column = column
      if column.key == "address" { column.audience = .everybody }
      return column
    }
    part.table = RowTable(columns: columns, rows: part.table.rows)
    return part
  }

  /// All that needs a manager, with its kinds in words.
  private var attention: ReportPage.Part? {
    guard var part = part(.attention, titled: "Needs attention") else { return nil }
    let table = part.table
    part.table = RowTable(
      columns: table.columns,
      rows: table.rows.map { row in
        zip(table.columns, row).map { column, cell in
          column.key == "kind" ? cell.map { .text(Self.words(ofKind: $0.text)) } : cell
        }
      })
    return part
  }

  private static func words(ofKind word: String) -> String {
    switch AttentionKind(rawValue: word) {
    case .absent: "Owner away"
    case .unowned: "No owner"
    case .check: "Limit broken"
    case .vacancy: "Open work"
    case .approval: "To approve"
    case .trade: "Trade to approve"
    case .request: "Work wanted"
    case .answer: "Late change"
    case .hours: "Hours missing"
    case .late: "Not at work"
    case .clock: "Still at work"
    case .unlikely: "Hours to check"
    case .unconfirmed: "Hours to confirm"
    case .orphaned: "Weekly work without owner"
    case .skipped: "Not scheduled"
    case nil: word
    }
  }

  /// The story of something.
  package func story(of subject: String, _ audit: Audit) -> ReportPage.Part {
    let (zone, year) = (replay.timeZone, replay.timeZone.date(at: now).components.year)
    let table = RowTable(audit.rows)
      .labelled(by: { Isolates.around(label($0)) }, in: zone) { $0.words(in: $1, year: year) }
    return ReportPage.Part(title: "Story of \(subject)", table: table)
  }

  /// `nil` without rows, and where they cannot be chosen as the page is.
  private func part(
    _ projection: ProjectionDescriptor, on dates: DateSelection? = nil,
    by grouping: HoursGrouping? = nil, titled title: String? = nil,
    without toldByTitle: [String] = []
  ) -> ReportPage.Part? {
    var selection = chosen
    selection.dates = dates ?? chosen.dates
    selection.grouping = grouping
    guard chosen.isTaken(by: projection),
      let table = replay.table(projection, selection, at: now, names: names), !table.rows.isEmpty
    else { return nil }
    return ReportPage.Part(
      title: title ?? projection.title,
      table: table.sortedByName { foldedName(label($0)) }.labelled(by: label),
      toldByTitle: toldByTitle)
  }

  private func folded(_ projection: ProjectionDescriptor) -> ReportPage.Part? {
    guard var part = part(projection) else { return nil }
    part.isFolded = true
    return part
  }

  /// The numbers at the top of a page: those of its days, though its weeks begin before a month and end behind it.
  private func facts(
    of days: ClosedRange<LocalDate>, _ weeks: [ReportWeek], _ attention: ReportPage.Part?
  ) -> [ReportPage.Fact] {
    var own = chosen
    (own.dates, own.all) = (DateSelection(from: days.lowerBound, to: days.upperBound), true)
    // A shift that awaits approval is still planned for its owner.
    let minutes = replay.schedule(own, at: now).reduce(0) { sum, row in
      let isOwn = days.contains(row.date) && (own.user ?? row.owner) == row.owner
      return sum + (isOwn ? row.minutes : 0)
    }
    let open =
      chosen.isTaken(by: .vacancies)
      ? replay.vacancies(dates: own.dates, named: own.names, at: now)
        .reduce(0) { $0 + $1.left } : 0
    let people = weeks.map(\.grid).reduce(into: Set<UserID>()) { people, grid in
      let own = days.clamped(to: grid.days[0]...grid.days[6])
      people.formUnion(grid.owners(on: own))
      guard chosen.names.isEmpty else { return }
      people.formUnion(
        chosen.user.map { [$0] }
          ?? replay.employees(on: own, at: LocalMoment(now, in: replay.timeZone)))
    }
    let uncovered = weeks.map { $0.grid.uncoveredShifts(on: days) }
      .reduce(into: Set()) { $0.formUnion($1) }
    return [
      number(people.count, "person", "people"),
      (minutes, ReportPage.Fact(amount: durationText(minutes: minutes), noun: "hours planned")),
      number(open, "open place", "open places", isUrgent: true),
      number(uncovered.count, "uncovered shift", "uncovered shifts", isUrgent: true),
      number(attention?.table.rows.count ?? 0, "thing to look at", "things to look at"),
    ].filter { $0.0 > 0 }.map(\.1)
  }

  private func number(
    _ count: Int, _ one: String, _ more: String, isUrgent: Bool = false
  ) -> (Int, ReportPage.Fact) {
    (
      count,
      ReportPage.Fact(amount: "\(count)", noun: count == 1 ? one : more, isUrgent: isUrgent)
    )
  }
}

extension Replay {
  /// A page of a week, as `eventlog-tool report` shows it.
  ///
  ///     let page = replay.page(of: WeekOfYear("2026-W14")!, at: now) { people.name(of: $0) }
  ///     try Data(HTMLReport(page).bytes()).write(to: file)
  ///
  /// - Parameter names: the name of a person as it is known now; the id stands where there is none.
  public func page(
    of week: WeekOfYear, at now: Timestamp, names: @escaping (UserID) -> String?
  ) -> ReportPage {
    ReportContents(of: self, at: now, names: names) { names($0) ?? $0.description }.page(
      of: week.monday...week.monday + 6, isMonth: false, story: nil, named: "", subtitle: "",
      origin: "")
  }
}
