public import ShiftEvents

/// A log as a script for PostgreSQL's `psql`, which can be run again: what is there stays, what is
/// new is added, and a log that differs from what is there is an error.
public enum SQLReport {
  /// The beginning of the script, up to the first line of the log.
  public static let head = """
    \\set ON_ERROR_STOP on
    SET client_min_messages = warning;
    BEGIN;
    CREATE TABLE IF NOT EXISTS events (
      sequence bigint PRIMARY KEY,
      id text NOT NULL,
      source text NOT NULL,
      type text NOT NULL,
      subject text NOT NULL,
      time timestamptz NOT NULL,
      actor text NOT NULL,
      attributes jsonb NOT NULL,
      data jsonb NOT NULL,
      hash text NOT NULL,
      UNIQUE (source, id)
    );
    CREATE TEMPORARY TABLE incoming (line jsonb NOT NULL) ON COMMIT DROP;
    COPY incoming FROM STDIN;

    """

  /// Appends an event as a line of `COPY`.
  public static func append(_ event: RecordedEvent, to buffer: inout [UInt8]) {
    for byte in safe(event.json).utf8 {
      // JSON holds no other character that COPY reads as its own.
      if byte == UInt8(ascii: "\\") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// The same JSON, without what would turn the reading order of the script around.
  private static func safe(_ json: String) -> String {
    // No such character begins with another byte than these.
    guard json.utf8.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return json }
    return json.escaped { $0.misleadsReaders ? $0.jsonEscape : nil }
  }

  /// The end of the script.
  public static let tail = """
    \\.
    DO $$
    DECLARE place bigint;
    BEGIN
      SELECT min(e.sequence) INTO place FROM incoming i
        JOIN events e ON e.sequence = (i.line->>'sequence')::bigint
        WHERE e.hash <> i.line->>'hash';
      IF place IS NOT NULL THEN
        RAISE EXCEPTION 'event % is another one than the one in the table', place;
      END IF;
    END $$;
    INSERT INTO events
      SELECT (line->>'sequence')::bigint, line->>'id', line->>'source', line->>'type',
        line->>'subject', (line->>'time')::timestamptz, line->>'actor',
        line - '{specversion,id,source,type,subject,time,sequence,actor,more,data,hash}'::text[],
        line->'data', line->>'hash'
      FROM incoming
      ON CONFLICT (sequence) DO NOTHING;
    COMMIT;

    """
}
