public import ShiftEvents

/// A log as a script for PostgreSQL's `psql`, which can be run again: what is there stays, what is
/// new is added, and a log that differs from what is there is an error. Several logs stand in one table. A script for
/// SQLite replaces the events of the log.
public struct SQLReport: Sendable {
  /// The name of the log as a text of SQL.
  private let log: String
  private let dialect: SQLDialect

  /// A script that loads the log of that name into PostgreSQL.
  public init(of log: LogName) { self.init(of: log, .postgres) }

  package init(of log: LogName, _ dialect: SQLDialect) {
    (self.log, self.dialect) = (dialect.literal(log.description), dialect)
  }

  /// The beginning of the script, up to the first line of the log.
  public var head: String {
    (dialect == .postgres ? "\\set ON_ERROR_STOP on\n" : "") + dialect.begin + eventsHead
  }

  /// The end of the script.
  public var tail: String { eventsTail + SQLDialect.end }

  /// The statements before the first line of the log.
  package var eventsHead: String {
    let isPostgres = dialect == .postgres
    return table
      + (isPostgres ? postgresHead : "CREATE TEMPORARY TABLE incoming (line TEXT NOT NULL);\n")
  }

  /// The statements behind the last line of the log.
  package var eventsTail: String { dialect == .postgres ? postgresTail : sqliteTail }

  /// Appends an event as the script has it.
  package func put(_ event: RecordedEvent, to buffer: inout [UInt8]) {
    if dialect == .postgres { return Self.append(event, to: &buffer) }
    buffer += Array(
      "INSERT INTO incoming VALUES (\(dialect.literal(Self.safe(event.json))));\n".utf8)
  }

  /// The columns of the table, none of which is ever NULL.
  private static let columns: [(name: String, kind: Heading.Kind)] = [
    ("log", .text), ("sequence", .integer), ("id", .text), ("source", .text), ("type", .text),
    ("subject", .text), ("time", .instant), ("actor", .text), ("attributes", .object),
    ("data", .object), ("hash", .text),
  ]

  private static let columnNames = columns.map(\.name).joined(separator: ", ")

  private var table: String {
    let lines = Self.columns.map { "  \($0.name) \(dialect.type(of: $0.kind)) NOT NULL,\n" }
    return """
      CREATE TABLE IF NOT EXISTS events (
      \(lines.joined())  PRIMARY KEY (log, sequence),
        UNIQUE (log, source, id)
      );

      """
  }

  private static let own = [
    "specversion", "id", "source", "type", "subject", "time", "sequence", "actor", "more", "data",
    "hash",
  ]

  private var sqliteTail: String {
    func member(_ name: String) -> String { "json_extract(line, '$.\(name)')" }
    let texts = ["id", "source", "type", "subject", "time", "actor"].map(member)
    let others = Self.own.map { "'$.\($0)'" }.joined(separator: ", ")
    return """
      DELETE FROM events WHERE log = \(log);
      INSERT INTO events (\(Self.columnNames))
        SELECT \(log), CAST(\(member("sequence")) AS INTEGER), \(texts.joined(separator: ", ")),
          json_remove(line, \(others)), \(member("data")), \(member("hash"))
        FROM incoming;
      DROP TABLE incoming;

      """
  }

  private var postgresHead: String {
    """
    DO $$
    DECLARE name text;
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_attribute
        WHERE attrelid = 'events'::regclass AND attname = 'log' AND NOT attisdropped) THEN
        SELECT CASE type WHEN 'workplace.configured' THEN subject ELSE 'eventlog' END || '/' || left(hash, 16)
          INTO name FROM events WHERE sequence = 1;
        RAISE EXCEPTION '%', format('the table events is of an earlier version: it lacks the column log. '
          'Run this, and then the script again: ALTER TABLE events ADD COLUMN log text NOT NULL DEFAULT %L, '
          'DROP CONSTRAINT events_pkey, ADD PRIMARY KEY (log, sequence), '
          'DROP CONSTRAINT events_source_id_key, ADD UNIQUE (log, source, id);', coalesce(name, \(log)));
      END IF;
    END $$;
    CREATE TEMPORARY TABLE incoming (line jsonb NOT NULL) ON COMMIT DROP;
    COPY incoming FROM STDIN;

    """
  }

  /// Appends an event as a line of `COPY`.
  public static func append(_ event: RecordedEvent, to buffer: inout [UInt8]) {
    for byte in safe(event.json).utf8 {
      // JSON holds no other character that COPY reads as its own. White space between tokens is a blank as well.
      if byte == UInt8(ascii: "\\") { buffer.append(byte) }
      buffer.append(byte < 0x20 ? UInt8(ascii: " ") : byte)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// The same JSON, without what would turn the reading order of the script around.
  private static func safe(_ json: String) -> String {
    guard json.utf8.contains(where: \.mayMislead) else { return json }
    return json.escaped { $0.misleadsReaders ? $0.jsonEscape : nil }
  }

  private var postgresTail: String {
    """
    \\.
    DO $$
    DECLARE place bigint;
    BEGIN
      SELECT min(e.sequence) INTO place FROM incoming i
        JOIN events e ON e.log = \(log) AND e.sequence = (i.line->>'sequence')::bigint
        WHERE e.hash <> i.line->>'hash';
      IF place IS NOT NULL THEN
        RAISE EXCEPTION 'event % is another one than the one in the table', place;
      END IF;
    END $$;
    INSERT INTO events (\(Self.columnNames))
      SELECT \(log), (line->>'sequence')::bigint, line->>'id', line->>'source', line->>'type',
        line->>'subject', (line->>'time')::timestamptz, line->>'actor',
        line - '{\(Self.own.joined(separator: ","))}'::text[],
        line->'data', line->>'hash'
      FROM incoming
      ON CONFLICT (log, sequence) DO NOTHING;
    DROP TABLE incoming;

    """
  }
}
