/// The formats of `export`.
enum ExportFormat: String, CaseIterable {
  case ics, geojson, csv, ndjson, mermaid, prometheus, sql

  /// One line about the format.
  var purpose: String {
    switch self {
    case .ics: "a calendar (RFC 5545) of rows with a date and times; schedule if none is named"
    case .geojson: "points on a map (RFC 7946); deals if none is named"
    case .csv: "rows for spreadsheets (RFC 4180)"
    case .ndjson: "rows, one JSON object a line"
    case .mermaid: "the story of a shift or a request as a sequence diagram"
    case .prometheus: "counts as gauges, also valid as OpenMetrics"
    case .sql: "a script that loads the log into PostgreSQL, again and again"
    }
  }
}
