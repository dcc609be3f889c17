import Projections

enum ExportFormat: String, CaseIterable {
  case ics, geojson, csv, ndjson, xlsx, mermaid, person, prometheus, sql

  /// One line about the format.
  var purpose: String {
    switch self {
    case .ics: "a calendar (RFC 5545) of the schedule"
    case .geojson: "points on a map (RFC 7946); deals if none is named"
    case .csv: "rows for spreadsheets (RFC 4180)"
    case .ndjson: "rows, one JSON object a line"
    case .xlsx: "a workbook for spreadsheets, a sheet a projection"
    case .mermaid: "the story of a shift or a request as a sequence diagram"
    case .person: "all that the log has of one person, as one JSON document"
    case .prometheus: "counts as gauges, also valid as OpenMetrics"
    case .sql: "a script that loads rows, or the log, into PostgreSQL or SQLite, again and again"
    }
  }

  /// The endings that a file's name may have, the usual one first.
  private var endings: [String] {
    switch self {
    case .ics, .csv, .ndjson, .xlsx, .sql: [rawValue]
    case .geojson: ["geojson", "json"]
    case .mermaid: ["mmd", "md"]
    case .person: ["json"]
    case .prometheus: ["prom"]
    }
  }

  /// Refuses a file whose ending is that of another format.
  func requireEnding(of file: String) throws(UsageError) {
    guard let ending = fileEnding(file), !endings.contains(ending),
      AnswerFormat(fileName: file).map({ $0 != .table })
        ?? Self.allCases.contains(where: { $0.endings[0] == ending })
    else { return }
    throw UsageError(
      "export \(rawValue) does not write \(quoted(file)), whose ending is that of another format",
      help: "end it in .\(endings[0])")
  }

  /// The columns that rows in this format are made from.
  var neededColumns: [String] {
    switch self {
    case .ics: CalendarReport.neededColumns
    case .geojson: GeoJSONReport.neededColumns
    case .csv, .ndjson, .xlsx, .mermaid, .person, .prometheus, .sql: []
    }
  }

  /// The projections that can be exported so; none where the format is of the whole log or of a story.
  var projections: [ProjectionDescriptor] {
    switch self {
    case .mermaid, .person, .prometheus: []
    case .ics, .geojson, .csv, .ndjson, .xlsx, .sql:
      RowOptions.projections.filter { projection in
        neededColumns.allSatisfy { key in projection.columns.contains { $0.key == key } }
      }
    }
  }

  /// The week of people and days, beside projections.
  static let grid = "grid"
  /// The log itself, beside projections.
  static let events = "events"

  /// All that the words behind the format may name.
  var names: [String] {
    let own = self == .xlsx ? [Self.grid] : self == .sql ? [Self.events] : []
    return own + projections.map(\.name)
  }

  /// True if several words may stand behind the format.
  var takesSeveral: Bool { self == .xlsx || self == .sql }
}
