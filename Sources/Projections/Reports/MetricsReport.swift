public import ShiftEvents

/// Counts of a log as gauges that Prometheus and OpenMetrics read. No person is named.
public struct MetricsReport: Sendable {
  /// A report on any replay.
  public init() {}

  /// Returns the whole exposition, as of a moment.
  ///
  /// - Parameter all: whether past, closed and lapsed rows count, too.
  public func bytes(of replay: Replay, all: Bool = false, at now: Timestamp) -> [UInt8] {
    let tables = ProjectionDescriptor.replayed.compactMap { projection in
      replay.table(
        projection, RowSelection(all: all), at: now, names: { _ in nil }
      ).map { (projection, $0) }
    }
    var lines: [String] = []
    lines += gauge("shift_events_events", "Events in the log.", [([], Double(replay.tally.count))])
    if let time = replay.asOf.time {
      lines += gauge(
        "shift_events_last_event_timestamp_seconds", "Time of the last event.",
        [([], Double(time.milliseconds) / 1000)])
    }
    lines += gauge(
      "shift_events_events_by_type", "Events in the log by type.",
      replay.tally.types.map { ([("type", $0.name)], Double($0.count)) })
    lines += gauge(
      "shift_events_rows", "Rows of a projection by status, where rows have one.",
      tables.flatMap { rowCounts($0, $1) })
    let checks = Dictionary(grouping: replay.checks(all: all, at: now), by: \.kind)
    lines += gauge(
      "shift_events_checks",
      "Broken limits of shifts and vacancies\(all ? "" : " that have not ended").",
      CheckKind.allCases.map { ([("kind", $0.rawValue)], Double(checks[$0]?.count ?? 0)) })
    lines += gauge(
      "shift_events_running", "Rows of a projection that are in progress.",
      tables.map(\.0).filter { $0.takes(.running) }.map { projection in
        let count = replay.count(projection, RowSelection(running: true), at: now)
        return ([("projection", projection.name)], Double(count))
      })
    lines += gauge(
      "shift_events_amount", "Sum of a column of numbers over the rows of a projection.",
      tables.flatMap { sums($0, $1) })
    return Array((lines + ["# EOF", ""]).joined(separator: "\n").utf8)
  }

  private typealias Sample = (labels: [(String, String)], value: Double)

  private func rowCounts(_ projection: ProjectionDescriptor, _ table: RowTable) -> [Sample] {
    guard let status = table.columns.firstIndex(where: \.isStatus) else {
      return [([("projection", projection.name)], Double(table.rows.count))]
    }
    // A series that comes and goes cannot be watched: a state without rows is told, too.
    return table.columns[status].words.sorted().map { word in
      let count = table.rows.count { $0[status]?.text == word }
      return ([("projection", projection.name), ("status", word)], Double(count))
    }
  }

  /// Sums of amounts; a rank, a rating or a place on the map has no sum.
  private func sums(_ projection: ProjectionDescriptor, _ table: RowTable) -> [Sample] {
    table.columns.enumerated().compactMap { index, column in
      guard column.isNumeric, column.isSummable, column.isInDocuments else { return nil }
      let numbers = table.rows.compactMap { ($0[index] ?? nil)?.number.map { Double($0) } }
      return ([("projection", projection.name), ("column", column.key)], numbers.reduce(0, +))
    }
  }

  private func gauge(_ name: String, _ help: String, _ samples: [Sample]) -> [String] {
    if samples.isEmpty { return [] }
    return ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
      + samples.map { sample in
        let labels = sample.labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
        return name + (labels.isEmpty ? "" : "{\(labels)}") + " " + plainNumber(sample.value)
      }
  }

  private func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      default: nil
      }
    }
  }
}
