internal import ShiftEvents

/// The statements that a home in PostgreSQL is asked to prepare, and those that have them done.
///
/// All that a caller gave goes as hexadecimal digits: psql and the server then see none of its bytes.
enum HomeStatements {
  static let prepared =
    [false, true].flatMap { inTurn in
      [false, true].map { preparation(inTurn: inTurn, isNamed: $0) }
    } + [
      """
      PREPARE shift_events_news (text, bigint, bigint) AS SELECT '=' || line FROM (SELECT line, sequence,
      sum(octet_length(line)) OVER (ORDER BY sequence ROWS UNBOUNDED PRECEDING) - octet_length(line) AS before
      FROM shift_events.event WHERE log = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3) AS page
      WHERE before < \(PostgresHome.pageBytes) ORDER BY sequence
      """
    ]

  private static func name(inTurn: Bool, isNamed: Bool) -> String {
    (inTurn ? "add" : "record") + (isNamed ? "_named" : "")
  }

  /// The statement that appends lines. Most are about nobody's name: then it is half as long.
  ///
  /// Nothing is added during another host's turn. Otherwise a quick host, which takes no turns, could keep the
  /// others out for ever.
  private static func preparation(inTurn: Bool, isNamed: Bool) -> String {
    // The trigger refuses lines that do not continue the log. Outside a turn that happens too often for an error.
    let condition =
      inTurn
      ? ""
      : """
      WHERE (SELECT pg_try_advisory_xact_lock(hashtextextended('shift-events ' || $1, 0)))
      AND ($2 = 0 OR EXISTS (SELECT FROM shift_events.event
      WHERE log = $1 AND sequence = $2 AND right(line, 66) = $3 || '"}'))
      """
    let insertion = #"""
      INSERT INTO shift_events.event (log, sequence, line) SELECT $1, $2 + n, l FROM
      unnest(string_to_array(convert_from(decode($4, 'hex'), 'UTF8'), E'\n')) WITH ORDINALITY AS t(l, n)
      \#(condition) ORDER BY n
      """#
    let name = name(inTurn: inTurn, isNamed: isNamed)
    let start = "PREPARE shift_events_\(name) (text, bigint, text, text"
    if !isNamed { return "\(start)) AS \(insertion)" }
    return """
      \(start), text, text) AS WITH added AS (\(insertion) RETURNING sequence),
      named AS (INSERT INTO shift_events.person (log, id, salt, name, email)
      SELECT $1, p->>'id', p->>'salt', p->>'name', p->>'email'
      FROM json_array_elements(convert_from(decode($5, 'hex'), 'UTF8')::json) AS p
      WHERE EXISTS (SELECT FROM added)),
      gone AS (DELETE FROM shift_events.person WHERE log = $1 AND id IN (SELECT
      json_array_elements_text(convert_from(decode($6, 'hex'), 'UTF8')::json))
      AND EXISTS (SELECT FROM added))
      SELECT FROM added
      """
  }

  /// The statement that appends a record.
  static func adding(_ record: HomeRecord, to log: String, inTurn: Bool) -> String {
    let isNamed = !record.persons.isEmpty || !record.outdated.isEmpty
    let start =
      "EXECUTE shift_events_\(name(inTurn: inTurn, isNamed: isNamed))('\(log)', \(record.known.sequence), "
      + "'\(record.known.hash)', '\(hex(record.lines.dropLast()))'"
    if !isNamed { return start + ")" }
    return start
      + ", '\(hex(record.persons.arrayJSON[...]))', '\(hex(record.outdated.arrayJSON[...]))')"
  }

  /// Bytes as digits: psql and the server then see none of ours.
  static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
