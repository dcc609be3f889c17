package import ShiftEvents

/// The language of a database, in which a script is written.
package enum SQLDialect: String, CaseIterable, Sendable {
  case postgres, sqlite

  /// The beginning of a script.
  package var begin: String {
    switch self {
    case .postgres:
      """
      SET client_encoding = 'UTF8';
      SET standard_conforming_strings = on;
      SET client_min_messages = warning;
      BEGIN;
      -- One script at a time: another would not see the rows that this one puts in.
      DO $$ BEGIN
        IF has_function_privilege('pg_advisory_xact_lock(bigint)', 'EXECUTE') THEN
          PERFORM pg_advisory_xact_lock(hashtext('shift-events export'));
        END IF;
      END $$;

      """
    case .sqlite: "BEGIN IMMEDIATE;\n"
    }
  }

  package static let end = "COMMIT;\n"

  func type(of kind: Heading.Kind) -> String {
    let types =
      switch kind {
      case .integer: ("bigint", "INTEGER")
      case .number: ("double precision", "REAL")
      case .boolean: ("boolean", "INTEGER")
      case .date: ("date", "TEXT")
      case .instant: ("timestamptz", "TEXT")
      case .list, .rows, .object, .map, .contract, .datedContract: ("jsonb", "TEXT")
      case .text, .timeOfDay, .week, .id, .name, .words: ("text", "TEXT")
      }
    return self == .postgres ? types.0 : types.1
  }

  /// A text in quotation marks, in which what misleads readers stands as its number.
  func literal(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x27 && !$0.mayMislead }
    if isPlain { return "'\(text)'" }
    let isMisleading = text.unicodeScalars.contains(where: \.misleadsReaders)
    let hasCodes = isMisleading && self == .postgres
    // Each number is an operand, of which SQLite takes a thousand.
    if isMisleading, !hasCodes, text.unicodeScalars.count(where: \.misleadsReaders) > 200 {
      let digits = text.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
      return "CAST(x'\(digits.joined())' AS TEXT)"
    }
    let quoted = text.escaped { scalar in
      switch scalar {
      case "'": "''"
      case "\\" where hasCodes: "\\\\"
      case _ where scalar.misleadsReaders:
        hasCodes ? scalar.jsonEscape : "'||char(\(scalar.value))||'"
      default: nil
      }
    }
    return hasCodes ? "E'\(quoted)'" : isMisleading ? "('\(quoted)')" : "'\(quoted)'"
  }

  fileprivate func value(_ cell: Cell?, _ names: [UserID: String]) -> String {
    switch cell {
    case nil: return "NULL"
    case .integer, .duration, .decimal: return cell!.text
    case .boolean(let flag): return self == .postgres ? "\(flag)" : flag ? "1" : "0"
    case .list, .people, .table, .members, .objects:
      var json = JSONWriter()
      cell!.write(to: &json, names)
      return literal(String(decoding: json.bytes, as: UTF8.self))
    case .text, .date, .timeOfDay, .week, .instant, .person, .phrase: return literal(cell!.text)
    }
  }
}

/// The rows of one projection as statements that put them in the place of those that a table has of the same log.
package struct SQLRows {
  private let table: RowTable
  private let columns: [FlatColumn]
  /// The columns that make a row one; none where its number does.
  private let key: [String]
  private let name: String
  private let log: String
  private let dialect: SQLDialect
  /// True of rows with a sum, in a table whose key a sum does not have.
  package let hasSumWithoutKey: Bool

  /// - Parameter zone: the zone of dates and times of day.
  package init(
    _ table: RowTable, of projection: ProjectionDescriptor, in zone: Zone, _ log: LogName,
    _ dialect: SQLDialect
  ) {
    // The table in the database is the same whatever options are given.
    let added = projection.addedColumns.filter { !table.columns.contains($0) }
    self.table = table.adding(added) { _ in added.map { _ in nil } }.addingInstants(in: zone)
    columns = self.table.flatColumns(showsOptions: true)
    let always = columns.filter { !$0.heading.isOptional && !$0.heading.isRare }.map(\.key)
    key = projection.order.allSatisfy(always.contains) ? projection.order : []
    hasSumWithoutKey = table.hasTotal && !key.isEmpty
    name = Self.identifier(projection.name)
    self.log = dialect.literal(log.description)
    self.dialect = dialect
  }

  private static func identifier(_ name: String) -> String { "\"\(name)\"" }

  /// Writes the statements in pieces.
  package func write(_ put: ([UInt8]) throws -> Void) rethrows {
    let number = key.isEmpty ? ["row"] : []
    let declared =
      [("log", dialect.type(of: .text))] + number.map { ($0, dialect.type(of: .integer)) }
      + columns.map { ($0.key, $0.isOfNames ? "text" : dialect.type(of: $0.heading.kind)) }
    let required = ["log"] + (number.isEmpty ? key : number)
    let lines = declared.map { key, type in
      "  \(Self.identifier(key)) \(type)\(required.contains(key) ? " NOT NULL" : "")"
    }
    let places = declared.map { Self.identifier($0.0) }.joined(separator: ", ")
    try put(
      Array(
        """
        CREATE TABLE IF NOT EXISTS \(name) (
        \(lines.joined(separator: ",\n")),
          PRIMARY KEY (\(required.map(Self.identifier).joined(separator: ", ")))
        );
        DELETE FROM \(name) WHERE "log" = \(log);

        """.utf8))
    let most = 200
    for first in stride(from: 0, to: table.rows.count, by: most) {
      var text = "INSERT INTO \(name) (\(places)) VALUES\n"
      let last = min(first + most, table.rows.count)
      for place in first..<last {
        text += "(\(log)" + (number.isEmpty ? "" : ", \(place + 1)")
        for column in columns {
          text += ", "
          text += dialect.value(table.cell(column, of: table.rows[place]), table.names)
        }
        text += place + 1 < last ? "),\n" : ");\n"
      }
      try put(Array(text.utf8))
    }
  }
}
