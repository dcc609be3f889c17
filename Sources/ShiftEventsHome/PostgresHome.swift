// Long: the one program that asks the server, with each statement beside what its answer means.
public import ShiftEvents

/// A log in PostgreSQL, reached through psql.
package final class PostgresHome: LogHome {
  package let address: HomeAddress
  private let waitsForDisk: Bool
  private let lockTimeoutSeconds: Double
  private let clockCheckIntervalSeconds: Double
  private var psql: PsqlProcess?
  private var deadlineSeconds = 0.0
  /// The reason why the last connection ended; it is told if the next one gets no answer.
  private var trouble: String?
  private var turn = LockScope.none
  private var clockCheckSeconds = 0.0
  /// The time by this host's clock then.
  private var clockCheckTime = SystemClock().now()
  /// The server's settings that stand behind its promises, once it has told them.
  package private(set) var settings: [String: String] = [:]

  /// The most lines of a page, and the bytes behind which it ends: more than a line has, so that every page goes
  /// on behind its first line.
  private static let pageCount = 10_000
  static let pageBytes = 8 << 20
  private static let clockToleranceSeconds = 300

  /// This host's turn, as the server keeps it: until its transaction or until its connection ends.
  private enum LockScope { case none, transaction, connection }

  package init(
    _ address: HomeAddress, waitsForDisk: Bool = true, lockTimeoutSeconds: Double = 10,
    clockCheckIntervalSeconds: Double = 60
  ) {
    (self.address, self.waitsForDisk) = (address, waitsForDisk)
    self.lockTimeoutSeconds = lockTimeoutSeconds
    self.clockCheckIntervalSeconds = clockCheckIntervalSeconds
  }

  package var name: String { "the home of log \(address.log)" }

  package func begin(until deadlineSeconds: Double) { self.deadlineSeconds = deadlineSeconds }

  // MARK: - Connecting

  private func disconnect() {
    psql?.end()
    (psql, turn) = (nil, .none)
  }

  package func reconnect() throws(HomeFailure) -> [String] {
    disconnect()
    let path: String
    do throws(LogError) { path = try PsqlProgram.find() } catch { throw .refused(error) }
    let options = [
      "-X", "-q", "-A", "-t", "-w", "-v", "ON_ERROR_STOP=0", "-v", "VERBOSITY=sqlstate",
    ]
    do throws(SystemError) {
      psql = try PsqlProcess(path, options + [address.connection(client: PsqlProgram.client)])
    } catch {
      throw .refused(LogError(.programMissing, "could not start \(path): \(error)"))
    }
    let remarks = try settle()
    try greet()
    _ = try ask(HomeStatements.prepared.joined(separator: Self.also))
    trouble = nil
    return remarks
  }

  /// Settles how the server works for this connection.
  ///
  /// - Returns: what psql and the server said before: nothing that was asked. From here on only warnings and
  ///   errors come, but all of them: a role may have them hidden.
  private func settle() throws(HomeFailure) -> [String] {
    let settings = [
      "client_min_messages = warning", "synchronous_commit = \(waitsForDisk ? "on" : "off")",
      "lock_timeout = \(Int(max(lockTimeoutSeconds * 900, 100)))",
      // This side has a deadline of its own, and an uploaded log takes its time.
      "statement_timeout = 0", "idle_in_transaction_session_timeout = 0",
      // A role that has it off is refused rows instead of being shown its own.
      "row_security = on",
    ]
    return try ask(settings.map { "SET \($0)" }.joined(separator: Self.also)).messages
  }

  /// Asks who is there, and refuses what logs cannot live in.
  private func greet() throws(HomeFailure) {
    let names = ["server_encoding", "synchronous_standby_names", "fsync", "full_page_writes"]
    let asked = names.map { "'\($0)', current_setting('\($0)')" }.joined(separator: ", ")
    let (event, person) = (
      "to_regclass('shift_events.event')", "to_regclass('shift_events.person')"
    )
    // A host whose machine is gone must not keep its turn for hours.
    let keepalives = [("idle", 5), ("interval", 2), ("count", 3)].map {
      "set_config('tcp_keepalives_\($0.0)', '\($0.1)', false)"
    }.joined(separator: ", ")
    let row = try ask(
      "SELECT '=' || concat_ws(E'\\t', \(asked), 'schema', "
        + "coalesce(obj_description(to_regnamespace('shift_events'), 'pg_namespace'), '-'), "
        + "'names', CASE WHEN \(person) IS NULL THEN 'none' "
        + "WHEN has_table_privilege(\(person), 'SELECT') THEN 'shown' ELSE 'hidden' END, "
        + "'keys', (\(event) IS NULL)::int + (SELECT count(*) FROM pg_index WHERE indrelid = "
        + "\(event) AND indisunique AND indisvalid AND indpred IS NULL AND pg_get_indexdef(indexrelid) LIKE "
        + "'%(log, sequence)%'), 'recovers', pg_is_in_recovery(), "
        + "'keepalives', concat_ws(' ', \(keepalives)), "
        + "'clock', extract(epoch FROM clock_timestamp())::bigint)")
    let words = String(decoding: row.rows.first ?? [], as: UTF8.self).split(
      separator: "\t", omittingEmptySubsequences: false)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      settings[String(words[index])] = String(words[index + 1])
    }
    guard settings["server_encoding"] == "UTF8" else {
      throw refused(
        .notPermitted, "has the encoding \(settings["server_encoding"] ?? "?"); it must be UTF8")
    }
    guard settings["schema"] == HomeSchema.version else {
      throw settings["schema"] == "-"
        ? lacksTables("")
        : refused(
          .notPermitted,
          "has tables of another version (\(settings["schema"] ?? "")); this tool knows "
            + HomeSchema.version)
    }
    if settings["recovers"] == "t" {
      throw refused(
        .notPermitted,
        "is a standby, which takes no writes and may lag; leave target_session_attrs out of the address"
      )
    }
    // A server may lose it in a restore. Without it each of two hosts could record an event of one number.
    guard settings["keys"] != "0" else {
      throw refused(
        .notPermitted,
        "has lost the key of its events; its administrator makes it anew with: \(Self.schemaCommand)"
      )
    }
    try checkClock()
  }

  private func checkClock() throws(HomeFailure) {
    if let seconds = settings["clock"].flatMap({ Int($0) }),
      abs(Int(SystemClock().now().milliseconds) / 1000 - seconds) > Self.clockToleranceSeconds
    {
      throw refused(
        .notPermitted,
        "has another time, \(Timestamp(milliseconds: Int64(seconds) * 1000)), than this machine, "
          + "\(SystemClock().now()): set the clock that is wrong")
    }
    // Only a right clock is right for a minute.
    (clockCheckSeconds, clockCheckTime) = (
      PosixFileSystem().monotonicSeconds(), SystemClock().now()
    )
  }

  /// In a session the clocks may part later, at once where somebody sets this one.
  private func checkClockIfDue() throws(HomeFailure) {
    let age = PosixFileSystem().monotonicSeconds() - clockCheckSeconds
    let passed = Double(SystemClock().now().milliseconds - clockCheckTime.milliseconds) / 1000
    if age < clockCheckIntervalSeconds, abs(passed - age) < 1 { return }
    let row = try ask("SELECT '=' || extract(epoch FROM clock_timestamp())::bigint").rows.first
    settings["clock"] = row.map { String(decoding: $0, as: UTF8.self) }
    try checkClock()
  }

  private func lacksTables(_ words: String) -> HomeFailure {
    refused(
      .notPermitted,
      "lacks tables for logs\(words); its administrator makes them with: \(Self.schemaCommand)")
  }

  /// It may be run again: what is there stays.
  package static let schemaCommand = "eventlog-tool home schema | psql DATABASE"

  private func refused(_ code: LogError.Code, _ what: String) -> HomeFailure {
    .refused(LogError(code, "\(name) \(what)"))
  }

  // MARK: - Asking

  /// Has a statement done that commits nothing, and throws unless it succeeded.
  func ask(_ statement: String) throws(HomeFailure) -> PsqlProcess.Answer {
    let answer = try answer(to: statement)
    if answer.isDone { return answer }
    throw failure(answer)
  }

  /// Stands between statements that go to the server together.
  private static let also = "\\;\n"

  private func answer(to statement: String) throws(HomeFailure) -> PsqlProcess.Answer {
    try answers(to: [statement])[0]
  }

  private func answers(to statements: [String]) throws(HomeFailure) -> [PsqlProcess.Answer] {
    guard let psql else { throw .unknown("there is no connection") }
    do throws(PsqlProcess.Gone) {
      return try psql.run(statements, until: deadlineSeconds)
    } catch {
      disconnect()
      if let refusal = refusal(ofConnection: error.cause) { throw refusal }
      if !error.isLate { trouble = error.cause }
      throw .unknown(trouble ?? error.cause)
    }
  }

  /// Returns the failure of a connection that is refused until the server is set up otherwise.
  ///
  /// Until there is a connection psql tells no SQLSTATE, only its own words in English and those of the server in
  /// the server's language. A server that refuses for good quotes the role or the database. What passes by itself
  /// (it starts, it ends, it has too many clients) names neither.
  private func refusal(ofConnection cause: String) -> HomeFailure? {
    let lasting = [
      "no password supplied", "no pg_hba.conf entry", "authentication failed", "not permitted",
      "does not exist", "permission denied", "invalid URI", "invalid connection option",
      "definition of service", "invalid port number", "invalid integer value", "could not match",
      "unrecognized configuration parameter", "does not support SSL", "certificate", "private key",
      "channel binding required", "encryption required",
    ]
    // The severity stands before the words of a server: `FATAL:  `, in its language.
    // French sets a space inside its marks.
    let words =
      cause.firstRange(of: ":  ").map {
        Array(cause[$0.upperBound...].replacing("« ", with: "«").replacing(" »", with: "»").utf8)
      } ?? []
    let namesUs =
      !cause.contains("too many connections")
      && clientNames.contains { Self.quotes(words, Array($0.utf8)) }
    let isValueRefused = cause.contains("invalid ") && cause.contains(" value")
    guard namesUs || isValueRefused || lasting.contains(where: cause.contains) else { return nil }
    return .refused(LogError(.notPermitted, "\(name) refused the connection: \(cause)"))
  }

  /// The role and the database that psql asks for, if the address or the environment names them.
  private var clientNames: [String] {
    let user = address.user ?? PsqlProgram.variable("PGUSER") ?? PsqlProgram.account
    return [user, address.database ?? PsqlProgram.variable("PGDATABASE")].compactMap(\.self)
  }

  /// Returns `true` if a name stands between quotation marks, of whatever language and encoding.
  private static func quotes(_ words: [UInt8], _ name: [UInt8]) -> Bool {
    func isMark(_ byte: UInt8) -> Bool { byte >= 0x80 || "\"'`<>".utf8.contains(byte) }
    return words.indices.dropFirst().contains { start in
      words[start...].starts(with: name) && isMark(words[start - 1])
        && words.dropFirst(start + name.count).first.map(isMark) == true
    }
  }

  private func failure(_ answer: PsqlProcess.Answer) -> HomeFailure {
    let state = answer.state
    let text = answer.messages.last ?? "the server answered \(state)"
    switch state {
    case "40001", "40P01": return .again
    case "55P03": return .refused(LogError(.locked, turnTaken()))
    case "57014": return .unknown(serverWords(state))
    case _ where Self.isInDoubt(state): return .unknown(text)
    // The schema, a table, a column or a function is missing.
    case "3F000", "42P01", "42703", "42883": return lacksTables(" (\(serverWords(state)))")
    case _ where state == "42501" || state.hasPrefix("28"):
      return refused(
        .notPermitted,
        "does not let this role do that (\(serverWords(state))); its administrator grants it with: "
          + "eventlog-tool home grant \(address.logWord) ROLE | psql DATABASE")
    // A prepared statement is there already, or gone.
    case "42P05", "26000":
      return refused(
        .notPermitted,
        "mixes connections, as a pooler does that gives one to each transaction; name the server itself, or let the "
          + "pooler give one to each session (\(state))")
    case _ where state.hasPrefix("53"):
      return refused(
        .ioFailed, "has no room or no memory (\(serverWords(state)))")
    default:
      return refused(
        .ioFailed, "answered with an error (\(serverWords(state)))")
    }
  }

  /// A state with the server's words about it, in its language.
  private func serverWords(_ state: String) -> String {
    let words = try? psql?.lastError(until: deadlineSeconds)
    return [state, words ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// True if a state leaves the outcome open: success with a warning, another server's, a lost one's.
  private static func isInDoubt(_ state: String) -> Bool {
    ["00000", "25006"].contains(state) || state.hasPrefix("57P") || state.hasPrefix("08")
  }

  /// The message for a turn, or a place in the log, that another keeps.
  private func turnTaken() -> String {
    // The one that has the turn; else the one that has been writing for longest.
    let holder = try? answer(
      to:
        "SELECT '=' || application_name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE granted "
        + "AND pid <> pg_backend_pid() AND (locktype = 'advisory' AND objsubid = 1 AND "
        + "((classid::bigint << 32) | objid::bigint) = \(turnKey) OR locktype = 'relation' AND "
        + "mode = 'RowExclusiveLock' AND relation = 'shift_events.event'::regclass) "
        + "ORDER BY locktype, xact_start LIMIT 1"
    ).rows.first.map { String(decoding: $0, as: UTF8.self) }
    return "\(name) was still kept by \(holder.flatMap { $0 } ?? "another writer") after "
      + "\(lockTimeoutSeconds) seconds; try again, or see what keeps it"
  }

  // MARK: - The seam

  package func lines(from sequence: UInt64) throws(HomeFailure) -> HomePage {
    Self.page(try ask(news(from: sequence, atMost: Self.pageCount)))
  }

  func lines(from sequence: UInt64, atMost count: Int) throws(HomeFailure) -> [[UInt8]] {
    try ask(news(from: sequence, atMost: count)).rows
  }

  private static func page(_ answer: PsqlProcess.Answer) -> HomePage {
    let rows = answer.rows
    let isFull = rows.count >= pageCount || rows.reduce(0) { $0 + $1.count } >= pageBytes
    return HomePage(lines: rows[...], isFull: isFull)
  }

  private func news(from sequence: UInt64, atMost count: Int) -> String {
    "EXECUTE shift_events_news('\(address.log)', \(sequence), \(count))"
  }

  package func persons(of users: [UserID]) throws(HomeFailure) -> [Person] {
    let list = HomeStatements.hex(users.arrayJSON[...])
    return try nameRows(
      "id IN (SELECT json_array_elements_text(convert_from(decode('\(list)', 'hex'), 'UTF8')::json))"
    ).compactMap { Person(line: $0[...]) }
  }

  /// The rows of names of the log from a place in their order on, among them such as are no names.
  func names(from place: Int, atMost count: Int) throws(HomeFailure) -> [[UInt8]] {
    try nameRows("true ORDER BY id, salt COLLATE \"C\" OFFSET \(place) LIMIT \(count)")
  }

  private func nameRows(_ condition: String) throws(HomeFailure) -> [[UInt8]] {
    // An auditor's copy has none.
    if settings["names"] == "hidden" { return [] }
    return try ask(
      "SELECT '=' || json_strip_nulls(json_build_object('id', id, 'name', name, 'email', email, 'salt', "
        + "salt)) FROM shift_events.person WHERE log = '\(address.log)' AND \(condition)"
    ).rows
  }

  package func append(_ record: HomeRecord) throws(HomeFailure) -> Bool {
    if settings["fsync"] == "off", waitsForDisk {
      throw refused(
        .notPermitted, "does not wait for its disk (fsync = off); only --sync none may write there")
    }
    try checkClockIfDue()
    let statement = HomeStatements.adding(record, to: address.log, inTurn: turn != .none)
    if turn == .transaction { return try endTurn(adding: statement) }
    let answer = try answer(to: statement)
    if answer.isCertain { return answer.count == record.count }
    if Self.isConflict(answer) { return false }
    throw failure(answer)
  }

  /// True if the key or the trigger refused lines that do not continue the log.
  private static func isConflict(_ answer: PsqlProcess.Answer) -> Bool {
    ["23505", "SE001", "SE002"].contains(answer.state)
  }

  /// Changes names in a turn, and ends the turn.
  func change(names statements: [String]) throws(HomeFailure) -> Bool {
    try endTurn(adding: statements.joined(separator: Self.also))
  }

  /// Adds lines and ends the turn, and then waits until they are durable: the next host goes on meanwhile.
  private func endTurn(adding statement: String) throws(HomeFailure) -> Bool {
    let statements = ["SET LOCAL synchronous_commit = off", statement, "COMMIT"]
    let answers = try answers(to: [statements.joined(separator: Self.also), Self.barrier])
    if !answers[0].isCertain {
      // Asked first: the end of the turn is a statement, too.
      let failure = failure(answers[0])
      endTurn()
      if Self.isConflict(answers[0]) { return false }
      throw failure
    }
    // All lines were added: otherwise the key or the trigger would have refused them.
    turn = .none
    if answers[1].isCertain { return true }
    throw .unknown(answers[1].messages.last ?? "the server answered \(answers[1].state)")
  }

  /// Throws unless this role may write the log: a first line is inserted, and taken back.
  func tryWriting() throws(HomeFailure) {
    let content = Array(#"{"sequence":"000000000001""#.utf8)
    let hash = unsafe content.withUnsafeBytes { unsafe Digest.chain($0, after: .zero) }
    let line = content + #","hash":"\#(hash)"}"#.utf8
    _ = try ask("BEGIN")
    let answer = try answer(
      to: "INSERT INTO shift_events.event VALUES ('\(address.log)', 1, "
        + "convert_from(decode('\(HomeStatements.hex(line[...]))', 'hex'), 'UTF8'))")
    _ = try ask("ROLLBACK")
    if answer.state != "00000", answer.state != "23505" { throw failure(answer) }
  }

  /// A commit whose place in the server's log lies behind all that was seen.
  private static let barrier =
    "SELECT WHERE pg_logical_emit_message(true, 'shift-events', '') IS NULL"

  package func makeDurable() throws(HomeFailure) {
    if turn != .transaction {
      let answer = try answer(to: Self.barrier)
      if answer.isCertain { return }
      throw failure(answer)
    }
    // Only a commit is a barrier; the turn outlives it.
    let statements = [
      "SELECT WHERE pg_advisory_lock(\(turnKey)) IS NULL", Self.barrier, "COMMIT",
    ]
    let answer = try answer(to: statements.joined(separator: Self.also))
    turn = .connection
    if answer.isCertain { return }
    let failure = failure(answer)
    disconnect()
    throw failure
  }

  private var turnKey: String { "hashtextextended('shift-events \(address.log)', 0)" }

  package func takeTurn(from sequence: UInt64) throws(HomeFailure) -> HomePage {
    let left = min(
      max(deadlineSeconds - PosixFileSystem().monotonicSeconds(), 0), lockTimeoutSeconds)
    let statements = [
      "BEGIN ISOLATION LEVEL READ COMMITTED",
      "SET LOCAL lock_timeout = \(Int(left * 900) + 1)",
      "SELECT WHERE pg_advisory_xact_lock(\(turnKey)) IS NULL",
      news(from: sequence, atMost: Self.pageCount),
    ]
    let answer = try answer(to: statements.joined(separator: Self.also))
    turn = .transaction
    if answer.isDone { return Self.page(answer) }
    endTurn()
    throw failure(answer)
  }

  package func adviceOnOpenEnd(from sequence: UInt64) -> String {
    "If a copy has what follows: eventlog-tool push --restore COPY. Else its administrator takes it away in psql, "
      + "with: \(HomeSchema.removal(from: sequence, of: address.log)) and lets the database refuse such an end "
      + "from then on, with: \(Self.schemaCommand)"
  }

  package func endTurn() {
    let hasEnded =
      switch turn {
      case .none: true
      case .transaction: (try? ask("ROLLBACK")) != nil
      case .connection: (try? ask("SELECT WHERE NOT pg_advisory_unlock(\(turnKey))")) != nil
      }
    turn = .none
    // A turn ends with its connection.
    if !hasEnded { disconnect() }
  }
}

extension Recorder.Options {
  /// Lets a recorder write to logs that live in PostgreSQL: it then needs psql, from the package
  /// postgresql-client.
  public mutating func reachHomes() {
    let (waits, timeout) = (waitsForDisk, lockTimeoutSeconds)
    home = { (mark) throws(LogError) in
      HomeWriter(
        PostgresHome(try HomeAddress(in: mark), waitsForDisk: waits, lockTimeoutSeconds: timeout))
    }
  }
}
