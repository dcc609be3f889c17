internal import ShiftEvents

/// The tables of a home in PostgreSQL, and the rights on them, as SQL for its administrator.
package enum HomeSchema {
  /// The version of the tables; the comment of the schema has it.
  package static let version = "shift-events home 1"

  /// The statements that make the tables.
  ///
  /// - Parameter partitions: the number of tables that the logs are spread over by their names; 1 for one table.
  package static func sql(partitions: Int = 1) -> String {
    let tables = ["event", "person"]
    guard partitions > 1 else { return statements("", "") }
    let parts = tables.flatMap { table in
      (0..<partitions).map { part in
        "CREATE TABLE IF NOT EXISTS shift_events.\(table)_\(part) PARTITION OF shift_events.\(table)\n"
          + "  FOR VALUES WITH (MODULUS \(partitions), REMAINDER \(part));\n"
      }
    }
    return statements(" PARTITION BY HASH (log)", "\n" + parts.joined())
  }

  private static func statements(_ division: String, _ parts: String) -> String {
    #"""
    -- The tables of logs that live in this database. Run this as the role that is to own them:
    --   eventlog-tool home schema | psql DATABASE
    -- It may be run again, and then adds what an earlier version did not have; what is there stays.
    BEGIN;
    SET LOCAL client_min_messages = warning;
    SET LOCAL lock_timeout = '10s';
    DO $$ BEGIN
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the encoding of the database must be UTF8';
      END IF;
    END $$;
    CREATE SCHEMA IF NOT EXISTS shift_events;
    COMMENT ON SCHEMA shift_events IS '\#(version)';

    -- A row is a line of a log, byte for byte, without its line feed.
    CREATE TABLE IF NOT EXISTS shift_events.event (
      log text COLLATE "C" NOT NULL CHECK (log ~ '^[A-Za-z0-9._-]{1,64}$'),
      sequence bigint NOT NULL CHECK (sequence > 0),
      line text COLLATE "C" NOT NULL CHECK (octet_length(line) <= 4194304),
      PRIMARY KEY (log, sequence),
      CHECK (line::json->>'sequence' = lpad(sequence::text, 12, '0'))
    )\#(division);
    -- What the lines must not hold of people, so that it can be deleted.
    CREATE TABLE IF NOT EXISTS shift_events.person (
      log text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      salt text NOT NULL,
      name text,
      email text,
      PRIMARY KEY (log, id, salt)
    )\#(division);
    \#(parts)
    -- In the order in which writers lock them.
    LOCK TABLE shift_events.event, shift_events.person IN ACCESS EXCLUSIVE MODE;
    -- A restore may have left a key out, or that of a partition. Where a row is there twice this fails: one is to go first.
    DO $$ DECLARE made record; BEGIN
      FOR made IN VALUES ('event', '(log, sequence)'), ('person', '(log, id, salt)') LOOP
        IF NOT EXISTS (SELECT FROM pg_index WHERE indrelid = ('shift_events.' || made.column1)::regclass
          AND indisprimary AND indisvalid) THEN
          EXECUTE format('ALTER TABLE shift_events.%I DROP CONSTRAINT IF EXISTS %I, ADD PRIMARY KEY %s',
            made.column1, made.column1 || '_pkey', made.column2);
        END IF;
      END LOOP;
    END $$;
    -- The server's statistics would keep names that were deleted; those of an earlier version go with the type.
    ALTER TABLE shift_events.person ALTER salt SET STATISTICS 0, ALTER name SET STATISTICS 0,
      ALTER email SET STATISTICS 0;
    -- Where a view or a rule uses them, the rest is done all the same.
    DO $$ DECLARE user_of text; BEGIN
      IF EXISTS (SELECT FROM pg_stats WHERE schemaname = 'shift_events' AND attname IN ('salt', 'name', 'email')) THEN
        ALTER TABLE shift_events.person ALTER salt TYPE text, ALTER name TYPE text, ALTER email TYPE text;
      END IF;
    EXCEPTION WHEN feature_not_supported THEN
      GET STACKED DIAGNOSTICS user_of = PG_EXCEPTION_DETAIL;
      RAISE WARNING 'the statistics keep deleted names (%); drop the view or rule, run this again, and make it anew', user_of;
    END $$;
    -- Each line continues the chain of hashes, whatever client inserts it.
    CREATE OR REPLACE FUNCTION shift_events.check_line() RETURNS trigger LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      previous text := repeat('0', 64);
      content text := left(NEW.line, -75);
    BEGIN
      IF NEW.sequence > 1 THEN
        SELECT left(right(line, 66), 64) INTO previous FROM shift_events.event
          WHERE log = NEW.log AND sequence = NEW.sequence - 1;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'event % of log % is missing', NEW.sequence - 1, NEW.log
            USING ERRCODE = 'SE001';
        END IF;
      END IF;
      IF position(chr(10) IN NEW.line) > 0 OR NEW.line IS DISTINCT FROM content || ',"hash":"' || encode(sha256(convert_to(
        previous || encode(sha256(convert_to(content, 'UTF8')), 'hex'), 'UTF8')), 'hex') || '"}'
      THEN
        RAISE EXCEPTION 'event % of log % is no line that continues the chain', NEW.sequence, NEW.log
          USING ERRCODE = 'SE002';
      END IF;
      RETURN NEW;
    END $$;
    DROP TRIGGER IF EXISTS check_line ON shift_events.event;
    CREATE TRIGGER check_line BEFORE INSERT ON shift_events.event
      FOR EACH ROW EXECUTE FUNCTION shift_events.check_line();

    -- A batch is added whole: nobody could write behind half of one.
    CREATE OR REPLACE FUNCTION shift_events.check_end() RETURNS trigger LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM shift_events.event WHERE log = NEW.log AND sequence = NEW.sequence + 1) THEN
        RAISE EXCEPTION 'event % of log % says that its batch goes on, and nothing follows', NEW.sequence, NEW.log
          USING ERRCODE = 'SE004';
      END IF;
      RETURN NULL;
    END $$;
    DROP TRIGGER IF EXISTS check_end ON shift_events.event;
    CREATE TRIGGER check_end AFTER INSERT ON shift_events.event
      FOR EACH ROW WHEN (NEW.line::json->>'more' = 'true') EXECUTE FUNCTION shift_events.check_end();

    -- What is recorded stays.
    CREATE OR REPLACE FUNCTION shift_events.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'events are never changed or removed' USING ERRCODE = 'SE003';
    END $$;
    DROP TRIGGER IF EXISTS refuse_change ON shift_events.event;
    CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON shift_events.event
      FOR EACH STATEMENT EXECUTE FUNCTION shift_events.refuse_change();
    -- Partitions inherit no trigger of statements.
    DO $$ DECLARE part regclass; BEGIN
      FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'shift_events.event'::regclass LOOP
        EXECUTE format('DROP TRIGGER IF EXISTS refuse_change ON %s', part);
        EXECUTE format('CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON %s '
          'FOR EACH STATEMENT EXECUTE FUNCTION shift_events.refuse_change()', part);
      END LOOP;
    END $$;

    -- The members of the lines, for people who ask in SQL.
    CREATE OR REPLACE VIEW shift_events.member WITH (security_barrier) AS
      SELECT log, sequence, line::json->>'id' AS id, line::json->>'source' AS source,
        line::json->>'type' AS type, line::json->>'subject' AS subject,
        (line::json->>'time')::timestamptz AS time, line::json->>'actor' AS actor,
        coalesce((line::json->>'more')::boolean, false) AS more, line::json->'data' AS data,
        line::json->>'hash' AS hash
      FROM shift_events.event;
    -- Who asks sees the logs that they were granted. Older servers would show the logs of the owner instead.
    DO $$ BEGIN
      IF current_setting('server_version_num')::int >= 150000 THEN
        ALTER VIEW shift_events.member SET (security_invoker = true);
        GRANT SELECT ON shift_events.member TO PUBLIC;
      END IF;
    END $$;

    -- A role sees the logs that it was granted: eventlog-tool home grant LOG ROLE
    ALTER TABLE shift_events.event ENABLE ROW LEVEL SECURITY;
    ALTER TABLE shift_events.person ENABLE ROW LEVEL SECURITY;
    COMMIT;

    """#
  }

  /// A part that tables of an earlier version lack, or that somebody took away.
  package enum Lack: String, CaseIterable {
    case checkLine, checkEnd, refuseChange, statistics, rights

    /// The acts of tables without it.
    package var effect: String {
      switch self {
      case .checkLine: "take lines that do not continue the log"
      case .checkEnd: "take half a batch, behind which nobody can write"
      case .refuseChange: "let events be changed or removed"
      case .statistics: "keep names of erased people in the server's statistics"
      case .rights: "show a role that was granted one log all of them"
      }
    }

    /// SQL that is true where it is lacking.
    fileprivate var condition: String {
      func lacks(_ trigger: String, _ table: String) -> String {
        "NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = '\(trigger)' AND tgrelid = \(table) AND tgenabled IN ('O', 'A'))"
      }
      let event = "'shift_events.event'::regclass"
      func parts(_ table: String) -> String {
        "(SELECT \(table)::oid AS part UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = \(table)) AS p"
      }
      let texts = "('salt', 'name', 'email')"
      return switch self {
      case .checkLine: lacks("check_line", event)
      case .checkEnd: lacks("check_end", event)
      case .refuseChange:
        "EXISTS (SELECT FROM \(parts(event)) WHERE \(lacks("refuse_change", "part")))"
      // Those that are there are seen by who may read the names.
      case .statistics:
        "EXISTS (SELECT FROM \(parts("'shift_events.person'::regclass")), pg_attribute WHERE attrelid = part "
          + "AND attname IN \(texts) AND coalesce(attstattarget, -1) <> 0) OR EXISTS (SELECT FROM pg_stats "
          + "WHERE schemaname = 'shift_events' AND attname IN \(texts))"
      case .rights:
        "EXISTS (SELECT FROM pg_class WHERE oid IN (\(event)::oid, 'shift_events.person'::regclass::oid) "
          + "AND NOT relrowsecurity)"
      }
    }

    /// SQL that gives the names of all that is lacking.
    static let query =
      "SELECT '=' || concat_ws(' ', "
      + allCases.map { "CASE WHEN \($0.condition) THEN '\($0.rawValue)' END" }.joined(
        separator: ", ") + ")"
  }

  /// SQL that takes the lines of a log from a sequence on away.
  static func removal(from sequence: UInt64, of log: String) -> String {
    let table = "ALTER TABLE shift_events.event"
    return
      "BEGIN; \(table) DISABLE TRIGGER refuse_change; DELETE FROM shift_events.event WHERE log = "
      + "\(literal(log)) AND sequence >= \(sequence); \(table) ENABLE TRIGGER refuse_change; COMMIT;"
  }

  /// SQL that lets a role write a log, also before there is one, or only read its events; what it was granted of that log
  /// before goes.
  package static func grant(log: String, to role: String, isAuditor: Bool) -> String {
    let (user, name, role) = (role, literal(log), identifier(role))
    let policies = ["auditor", "writer"].map { right in
      // Of a length that PostgreSQL does not cut: cut names of two policies could be one.
      let digits = "\(SHA256.hash(Array("\(log) \(right) \(role)".utf8)))".prefix(32)
      return identifier("log \(digits)")
    }
    let policy = policies[isAuditor ? 0 : 1]
    var sql =
      "BEGIN;\nSET LOCAL client_min_messages = warning;\nGRANT USAGE ON SCHEMA shift_events TO \(role);\n"
    sql += isAuditor ? "" : "GRANT SELECT, INSERT, DELETE ON shift_events.person TO \(role);\n"
    sql += "GRANT SELECT\(isAuditor ? "" : ", INSERT") ON shift_events.event TO \(role);\n"
    if !isAuditor { sql += locks(of: user) }
    for table in ["event", "person"] {
      for policy in policies {
        sql += "DROP POLICY IF EXISTS \(policy) ON shift_events.\(table);\n"
      }
    }
    for table in isAuditor ? ["event"] : ["event", "person"] {
      sql +=
        "CREATE POLICY \(policy) ON shift_events.\(table)\(isAuditor ? " FOR SELECT" : "") TO \(role)\n"
      sql += "  USING (log = \(name))\(isAuditor ? "" : " WITH CHECK (log = \(name))");\n"
    }
    return sql + "COMMIT;\n"
  }

  /// SQL that lets a role take turns, where it may not already.
  private static func locks(of role: String) -> String {
    let names = [
      "advisory_lock", "advisory_xact_lock", "try_advisory_xact_lock", "advisory_unlock",
    ]
    let list = names.map { literal("pg_\($0)(bigint)") }.joined(separator: ", ")
    return """
      DO $$ DECLARE f text; BEGIN
        FOREACH f IN ARRAY ARRAY[\(list)] LOOP
          IF NOT has_function_privilege(\(literal(role)), f, 'EXECUTE') THEN
            EXECUTE 'GRANT EXECUTE ON FUNCTION ' || f || ' TO ' || \(literal(identifier(role)));
          END IF;
        END LOOP;
      END $$;

      """
  }

  static func literal(_ text: String) -> String { "'\(text.replacingEach("'", with: "''"))'" }

  static func identifier(_ text: String) -> String {
    "\"\(text.replacingEach("\"", with: "\"\""))\""
  }
}

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
      gone AS (DELETE FROM shift_events.person AS p
      USING json_array_elements(convert_from(decode($6, 'hex'), 'UTF8')::json) AS o
      WHERE p.log = $1 AND p.id = o->>'id' AND p.salt <> o->>'salt'
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
      + ", '\(hex(record.persons.arrayJSON[...]))', '\(hex(record.outdatedJSON[...]))')"
  }

  /// The statements that put names where rows of the same salts are gone or altered.
  static func adding(_ persons: [Person], to log: String) -> [String] {
    [
      removing(persons, from: log),
      "INSERT INTO shift_events.person (log, id, salt, name, email) SELECT '\(log)', n->>'id', n->>'salt', "
        + "n->>'name', n->>'email' FROM \(rows(persons))",
    ]
  }

  /// The statement that takes names away.
  static func removing(_ persons: [Person], from log: String) -> String {
    "DELETE FROM shift_events.person AS p USING \(rows(persons)) WHERE p.log = '\(log)' AND p.id = n->>'id' "
      + "AND p.salt = n->>'salt'"
  }

  private static func rows(_ persons: [Person]) -> String {
    "json_array_elements(convert_from(decode('\(hex(persons.arrayJSON[...]))', 'hex'), 'UTF8')::json) AS n"
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
