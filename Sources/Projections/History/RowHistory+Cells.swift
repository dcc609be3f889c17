package import ShiftEvents

extension RowHistory {
  /// A row with its key.
  package typealias Row = (key: RowKey, traced: Traced)

  /// Begins the history of those rows of a state whose keys are wanted; `nil` if there is none.
  package init?(
    of projection: ProjectionDescriptor, in replay: Replay, at now: Timestamp,
    where isWanted: (RowKey) -> Bool
  ) {
    let rows = projection.rowsByKey(replay, at: now).filter { isWanted($0.key) }
    if rows.isEmpty { return nil }
    self.init(of: projection, rows.mapValues { (before: nil, after: $0) })
  }

  /// The rows in the order of their keys.
  package var orderedRows: [Row] {
    rows.map { (key: $0.key, traced: $0.value) }.sorted { first, second in
      let texts = [first, second].map { $0.key.map { $0?.text ?? "" } }
      return texts[0].lexicographicallyPrecedes(texts[1])
    }
  }

  /// The cells of a row that it has, each with the event that set it.
  package func cells(of row: Row) -> [(Heading, Cell, EventMark?)] {
    zip(projection.columns, row.traced.cells ?? []).enumerated().compactMap { index, pair in
      pair.1.map { (pair.0, $0, row.traced.setters[index]) }
    }
  }

  /// The document that `blame --json` prints.
  package static func json(
    _ histories: [RowHistory], _ header: DocumentHeader, names: (UserID) -> String?
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      header.write(schema: "blame", to: &json)
      json.array("rows") { json in
        for history in histories {
          for row in history.orderedRows { history.write(row, to: &json, header.timeZone, names) }
        }
      }
    }
    return json.bytes
  }

  private func write(
    _ row: Row, to json: inout JSONWriter, _ zone: Zone, _ names: (UserID) -> String?
  ) {
    let rows = [row.traced.cells ?? []]
    let table = RowTable(columns: projection.columns, rows: rows, names: names)
    json.object { json in
      json.member("projection", projection.name)
      json.key("row")
      json.value(json: table.jsonRows(in: zone)[0])
      json.object("cells") { json in
        for (column, _, mark) in cells(of: row) where column.isInDocuments {
          guard let mark else { continue }
          json.object(column.key) { json in
            json.member("sequence", mark.sequence.value)
            json.member("time", mark.time.description)
            json.member("type", mark.type)
            json.member("actor", mark.actor.description)
          }
        }
      }
    }
  }
}
