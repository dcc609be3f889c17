public import ShiftEvents

/// One row of a projection: what it holds, and how any writer may lay it out.
public protocol ProjectionRow: Hashable, Sendable {
  /// The columns in documented order; a column's key is its name in JSON.
  static var columns: [Column] { get }
  /// One cell for each column; `nil` where the column does not apply to this row.
  func cells() -> [Cell?]
}

/// A column of a projection.
public struct Column: Hashable, Sendable {
  /// The name in JSON and CSV. Never rename; add a new column.
  public let key: String
  /// The heading in tables.
  public let title: String
  /// Whether its cells are numbers, to be set flush right.
  public let isNumeric: Bool

  init(_ key: String, _ title: String, isNumeric: Bool = false) {
    self.key = key
    self.title = title
    self.isNumeric = isNumeric
  }
}

/// A value in a row, still typed, so that each format writes it in its own manner.
public enum Cell: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case decimal(Double)
  case boolean(Bool)
  case date(LocalDate)
  case timeOfDay(TimeOfDay)
  case week(WeekOfYear)
  case instant(Timestamp)
  case list([String])
  /// Rows within a row.
  case table(RowTable)
}

extension Cell {
  static func id(_ id: some Identifier) -> Cell { .text(id.description) }
  static func ids(_ ids: [some Identifier]) -> Cell { .list(ids.map(\.description)) }

  /// The plain text of the value, unescaped; lists are separated by spaces, inner rows by semicolons.
  public var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): plainNumber(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.description
    case .timeOfDay(let time): time.description
    case .week(let week): week.description
    case .instant(let time): time.description
    case .list(let items): items.joined(separator: " ")
    case .table(let table):
      table.rows.map { $0.compactMap { $0?.text }.joined(separator: " ") }.joined(separator: "; ")
    }
  }
}

/// Rows of any projection, with the type forgotten: what tables, CSV and JSON are written from.
public struct RowTable: Hashable, Sendable {
  /// In the order of the format.
  public let columns: [Column]
  /// Each row has as many cells as there are columns.
  public let rows: [[Cell?]]

  /// The rows in the order in which they are given.
  public init<Row: ProjectionRow>(_ rows: [Row]) {
    columns = Row.columns
    self.rows = rows.map { $0.cells() }
  }
}
