package import ShiftEvents

extension ReportContents {
  /// A page for each person who has shifts or hours in a month: a row a day, to be printed and signed.
  ///
  /// - Parameters:
  ///   - day: a day of the month.
  ///   - user: the one person who has a page; `nil` for everybody.
  ///   - name: the heading before the workplace was set up.
  package func sheets(
    of day: LocalDate, user: UserID?, named name: String, subtitle: String, origin: String
  ) -> ReportPage {
    let first = HoursGrouping.month.firstDay(of: day)
    let days = first...HoursGrouping.month.lastDay(from: first)
    let dates = DateSelection(from: days.lowerBound, to: days.upperBound)
    let rows = replay.timesheet(of: user, dates: dates, at: now)
    let workers = NameOrder.sorted(Array(Set(rows.map(\.worker))), by: label) { $0 }
    let (month, zone) = (days.lowerBound.monthText, replay.timeZone)
    let workplace = replay.workplace.workplace?.description ?? name
    return ReportPage(
      title: "Time sheets, \(month)", heading: "\(workplace), \(month)", subtitle: subtitle,
      origin: origin, facts: [], weeks: [],
      parts: workers.map { worker in
        sheet(of: worker, rows.filter { $0.worker == worker }, on: days, in: workplace)
      }, today: zone.date(at: now), zone: zone)
  }

  private func sheet(
    of worker: UserID, _ rows: [TimesheetRow], on days: ClosedRange<LocalDate>, in workplace: String
  ) -> ReportPage.Part {
    var cells: [[Cell?]] = []
    for day in stride(from: 0, through: days.upperBound - days.lowerBound, by: 1) {
      let date = days.lowerBound + day
      let own = rows.filter { $0.date == date }
      cells += own.map(self.cells)
      if own.isEmpty { cells.append([.date(date)] + Self.columns.dropFirst().map { _ in nil }) }
    }
    let missing = rows.count { $0.minutes == nil }
    let sums = Self.columns.indices.dropFirst().map { place -> Cell? in
      guard Self.columns[place].isNumeric else { return nil }
      return .duration(cells.reduce(0) { $0 + ($1[place]?.number ?? 0) })
    }
    return ReportPage.Part(
      title: "\(label(worker)), \(workplace), \(days.lowerBound.monthText)",
      table: RowTable(columns: Self.columns, rows: cells + [[.text("Total")] + sums]),
      signers: [label(worker), "Manager"],
      note: missing == 0
        ? nil
        : "Without hours: \(counted(missing, "shift")), of which the sums have the plan alone.")
  }

  private static let columns =
    [Heading(key: "day", title: "Day", kind: .date), Heading(key: "times", title: "Planned")]
    + [amount("planned", "Hours"), Heading(key: "worked", title: "Worked")]
    + [amount("workedBreak", "Break"), amount("minutes", "Hours worked")]
    + [amount("difference", "Difference")]

  private static func amount(_ key: String, _ title: String) -> Heading {
    Heading(key: key, title: title, kind: .integer)
  }

  private func cells(of row: TimesheetRow) -> [Cell?] {
    let zone = replay.timeZone
    func text(_ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, days: Int16?) -> Cell {
      let span = TimeSpan(date: date, start: start, end: end, days: days, in: zone)
      return .text(
        span.isOfSeveralDays ? span.times(in: date.components.year) : "\(start)–\(end)")
    }
    let worked = row.worked.flatMap { worked in
      let first = zone.date(at: worked.lowerBound)
      let days = Int16(clamping: zone.date(at: worked.upperBound) - first)
      return row.workedStart.flatMap { start in
        row.workedEnd.map { text(first, start, $0, days: days) }
      }
    }
    return [
      .date(row.date), text(row.date, row.start, row.end, days: row.keys.days),
      .duration(row.scheduledMinutes), worked,
      (row.workedBreak ?? row.worked.map { _ in 0 }).map(Cell.duration),
      row.minutes.map(Cell.duration),
      row.difference.map(Cell.duration),
    ]
  }
}
