/// Rows as points on a map (RFC 7946), at the `latitude` and `longitude` of each row.
public struct GeoJSONReport: Sendable {
  /// The columns without which a table is no map.
  public static let neededColumns = ["latitude", "longitude"]

  /// A report on any rows.
  public init() {}

  /// Returns the document, compact and with a line feed; a row without coordinates is left out.
  public func bytes(_ table: RowTable) -> [UInt8] {
    let places = Self.neededColumns.map(table.columns.place)
    let (latitude, longitude) = (places[0], places[1])
    let points = table.rows.compactMap { row -> (row: [Cell?], x: Double, y: Double)? in
      guard let latitude, let longitude, case .decimal(let y) = row[latitude],
        case .decimal(let x) = row[longitude]
      else { return nil }
      return (row, rounded(x), rounded(y))
    }
    var json = JSONWriter()
    json.object { json in
      json.member("type", "FeatureCollection")
      if let west = points.map(\.x).min(), let south = points.map(\.y).min(),
        let east = points.map(\.x).max(), let north = points.map(\.y).max()
      {
        json.array("bbox") { json in for edge in [west, south, east, north] { json.value(edge) } }
      }
      json.array("features") { json in
        for point in points { write(point.row, table.columns, x: point.x, y: point.y, to: &json) }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private func write(
    _ row: [Cell?], _ columns: [Heading], x: Double, y: Double, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("type", "Feature")
      json.member("id", row.first??.text)
      json.object("geometry") { json in
        json.member("type", "Point")
        json.array("coordinates") { json in
          json.value(x)
          json.value(y)
        }
      }
      json.object("properties") { json in
        for (column, cell) in zip(columns, row) where column.isInDocuments {
          guard let cell, !Self.neededColumns.contains(column.key) else { continue }
          json.key(column.key)
          cell.writeFlat(to: &json)
        }
      }
    }
  }

  /// A degree has 111 km: six decimals are a tenth of a metre.
  private func rounded(_ degrees: Double) -> Double { (degrees * 1_000_000).rounded() / 1_000_000 }
}

extension Cell {
  /// Writes the value; lists and inner rows as text.
  fileprivate func writeFlat(to json: inout JSONWriter) {
    switch self {
    case .list, .people, .table, .members, .objects: json.value(text)
    default: write(to: &json, [:])
    }
  }
}
