import Projections

/// The formats of `export`.
enum ExportFormat: String, CaseIterable {
  case ics, geojson, csv, ndjson, xlsx, mermaid, prometheus, sql

  /// One line about the format.
  var purpose: String {
    switch self {
    case .ics: "a calendar (RFC 5545) of rows with a date and times; schedule if none is named"
    case .geojson: "points on a map (RFC 7946); deals if none is named"
    case .csv: "rows for spreadsheets (RFC 4180)"
    case .ndjson: "rows, one JSON object a line"
    case .xlsx: "a workbook for spreadsheets, a sheet a projection"
    case .mermaid: "the story of a shift or a request as a sequence diagram"
    case .prometheus: "counts as gauges, also valid as OpenMetrics"
    case .sql: "a script that loads the log into PostgreSQL, again and again"
    }
  }

  /// The columns that rows in this format are made from.
  var neededColumns: [String] {
    switch self {
    case .ics: CalendarReport.neededColumns
    case .geojson: GeoJSONReport.neededColumns
    case .csv, .ndjson, .xlsx, .mermaid, .prometheus, .sql: []
    }
  }

  /// The projections that can be exported so; none where the format is of the whole log or of a story.
  var projections: [ProjectionDescriptor] {
    switch self {
    case .mermaid, .prometheus, .sql: []
    case .ics, .geojson, .csv, .ndjson, .xlsx:
      RowOptions.projections.filter { projection in
        neededColumns.allSatisfy { key in projection.columns.contains { $0.key == key } }
      }
    }
  }
}
