package import ShiftEvents

extension Lasting {
  /// The hours as screens and calendars have them: `15:00–20:00`, `09:00–23:00, 14 h`,
  /// `Fri 27 Nov 00:00 – Thu 3 Dec 00:00, 6 days`.
  package func hoursText(in zone: Zone) -> String {
    let stretch = Stretch(self, in: zone)
    if stretch.isOfSeveralDays {
      let last = lastDate.text(in: date.components.year)
      return "\(date.shortText) \(start) – \(last) \(end), \(stretch.length)"
    }
    return "\(start)–\(end)" + (stretch.notableLength.map { ", \($0)" } ?? "")
  }

  /// True if it begins and ends with a day, so that its days say all.
  package var isOfWholeDays: Bool { start.minutes == 0 && end.minutes == 0 }

  /// The days that it takes, if it begins and ends with a day.
  package var wholeDays: Range<LocalDate>? {
    isOfWholeDays && date < lastDate ? date..<lastDate : nil
  }

  /// The first and the last of whole days, if there are several: `Fri 15 May – Thu 21 May`.
  package var daysText: String? {
    let last = lastDate + -1
    return last > date ? "\(date.shortText) – \(last.shortText)" : nil
  }

  /// The same behind the day: `Mon 12 Jan 15:00–20:00`.
  package func dayAndHours(in zone: Zone) -> String {
    let hours = hoursText(in: zone)
    return Stretch(self, in: zone).isOfSeveralDays ? hours : "\(date.shortText) \(hours)"
  }
}

extension RowTable {
  /// The same rows with columns for people behind the end: the last day of what lasts longer than 24 hours, and the
  /// length of what lasts longer than 12. Rows that have the last day already stay.
  package func withLengths(in zone: Zone) -> RowTable {
    guard let times = StretchColumns(columns, in: zone), columns.place(of: "until") == nil else {
      return self
    }
    let stretches = rows.map(times.stretch)
    guard stretches.contains(where: { $0?.notableLength != nil }) else { return self }
    var headings = [Heading(key: "length", title: "Length", kind: .integer, audience: .people)]
    if stretches.contains(where: { $0?.isOfSeveralDays == true }) {
      headings.insert(Heading(key: "until", title: "Until", turn: 4, audience: .people), at: 0)
    }
    let place = times.end + 1
    return RowTable(
      columns: columns[..<place] + headings + columns[place...],
      rows: zip(rows, stretches).map { row, stretch in
        let cells: [Cell?] = [
          stretch.flatMap { $0.isOfSeveralDays ? .date($0.lastDate) : nil },
          stretch?.notableLength.map(Cell.text),
        ]
        return row[..<place] + cells.suffix(headings.count) + row[place...]
      }, names: { names[$0] })
  }
}
