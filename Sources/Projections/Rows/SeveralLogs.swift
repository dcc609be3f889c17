package import ShiftEvents

/// Rows of several logs in one table, each behind the name of its log.
extension RowTable {
  /// The rows of one log among several.
  package struct Part {
    let log: String
    let table: RowTable
    let zone: Zone

    /// - Parameters:
    ///   - log: the name of the log.
    ///   - zone: the zone of its instants.
    package init(_ log: LogName, _ table: RowTable, in zone: Zone) {
      (self.log, self.table, self.zone) = (log.description, table, zone)
    }
  }

  /// The table of a log that has none of the rows.
  package var withoutRows: RowTable { RowTable(columns: columns, rows: []) }

  /// The rows of some logs, by the day and the time in the order of their projection, each by the clocks of its log,
  /// then by log.
  ///
  /// - Parameter projection: `nil` for rows that stay together by log.
  package static func merging(_ parts: [Part], of projection: ProjectionDescriptor?) -> RowTable {
    let columns = columns(of: parts)
    let order = projection?.order ?? []
    // Ids and sequences of several logs have no order.
    let keys = order.first == "sequence" ? ["time"] : order
    let places = keys.compactMap { columns.place(of: $0) }.prefix { place in
      columns[place].isNumeric
        || [.date, .timeOfDay, .instant, .week].contains(columns[place].kind)
    }
    let rows = parts.sorted { $0.log < $1.log }.flatMap { part in
      // Some tables have a column only where a row needs it.
      let places = columns.map { part.table.columns.place(of: $0.key) }
      return part.table.rows.map { row in
        (cells: places.map { $0.flatMap { row[$0] } }, log: part.log, zone: part.zone)
      }
    }
    let sorted = rows.indices.sorted { first, second in
      for place in places {
        let (one, other) = (rows[first].cells[place], rows[second].cells[place])
        let numbers = (one?.number(in: rows[first].zone), other?.number(in: rows[second].zone))
        if let one = numbers.0, let other = numbers.1 {
          if one == other { continue }
          return one < other
        }
        if one == other { continue }
        let (text, otherText) = (one?.text ?? "", other?.text ?? "")
        return text.utf8.lexicographicallyPrecedes(otherText.utf8)
      }
      return first < second
    }.map { rows[$0] }
    return RowTable(
      columns: [.log] + columns,
      rows: sorted.map { [.text($0.log)] + $0.cells }, zones: sorted.map(\.zone))
  }

  /// The columns that any of the tables has, each behind the one before it there.
  private static func columns(of parts: [Part]) -> [Heading] {
    parts.reduce(into: []) { columns, part in
      var place = 0
      for heading in part.table.columns {
        if let known = columns.place(of: heading.key) {
          place = known + 1
        } else {
          columns.insert(heading, at: place)
          place += 1
        }
      }
    }
  }

  /// The same rows with each person as an id and a name in columns of their own, since an id means another person in
  /// another log. Rows within rows keep the names.
  package func namingPeople() -> RowTable {
    let headings = columns.flatMap { heading -> [Heading] in
      guard let key = heading.nameKey else { return [heading] }
      var own = heading
      own.nameKey = nil
      var names = own
      (names.key, names.kind, names.isOptional) = (key, .text, true)
      return [own, names]
    }
    let rows = rows.map { row in
      zip(columns, row).flatMap { heading, cell -> [Cell?] in
        let own: Cell? =
          switch cell {
          case .person(let user): .text(user.description)
          case .people(let users): .list(users.map(\.description))
          case .table(let inner):
            .table(RowTable(columns: inner.columns, rows: inner.rows) { names[$0] })
          default: cell
          }
        guard heading.nameKey != nil else { return [own] }
        guard case .person(let user) = cell else { return [own, nil] }
        return [own, names[user].map(Cell.text)]
      }
    }
    return RowTable(columns: headings, rows: rows)
  }
}

extension Cell {
  /// The number by which cells are put in order; of an instant that of its local time.
  fileprivate func number(in zone: Zone) -> Int? {
    guard case .instant(let time) = self else { return number }
    return Int(time.milliseconds) + zone.offsetSeconds(at: time) * 1000
  }
}
