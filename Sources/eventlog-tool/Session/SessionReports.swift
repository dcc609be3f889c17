import Projections
import ShiftEvents

/// The reports of a session. It keeps what it has folded: a later question costs what is new.
struct SessionReports {
  private let path: String
  /// The clock of the recorder, by which questions are answered that name no moment.
  private let clock: any WallClock
  /// The log as far as it is folded; `nil` before the first question.
  private var held: LoadedLog?
  /// True if names stood beside the log when it was first read: without them nothing is kept that they are held
  /// against.
  private var hasPeople = false
  /// True once an answer failed: the recorder may have folded another log than the one that is there now.
  private var hasFailed = false
  /// The error of a log that was replaced: what is there now is another, of which this session's client knows nothing.
  private var replaced: LogError?
  private let shownPeople = ShownPeople()
  /// True once the client has asked something.
  private(set) var wereAsked = false
  /// The people of the last answer.
  private var people: ShiftEvents.People?

  /// The session's own recorder, if it has one; the first question begins with what it has folded.
  var recorder: Recorder?
  /// The end of the log that a leader has told this session of.
  var known: LogPosition?
  /// The end of the log as this session's own recorder saw it last, also while that is at work for others.
  private var recorded: LogEnd?

  init(path: String, clock: any WallClock = SystemClock()) {
    (self.path, self.clock) = (path, clock)
  }

  /// The document of `show`, or a reply that says why there is none.
  mutating func show(_ name: String, _ options: [String: String]) -> [UInt8] {
    answering { reports, question in
      let invocation = try Invocation(
        answering: options, of: question, as: ShowCommand.spec, reports.shownPeople, reports.clock)
      defer { invocation.reportWithheldNames() }
      let projection = try RowOptions.projection(named: name)
      let options = ReadingOptions(
        limit: try invocation[Options.at] ?? .everything, now: try invocation[Options.now])
      if invocation.arguments.has(Options.at) || projection == .audit {
        let rows = try RowAnswer(projection, in: reports.path, options, invocation)
        // A person who came later has no rows yet.
        let people = rows.people.filter { user in
          rows.query.replay.hasRegistered(user)
            || SeenIdentifiers.read(reports.path, of: UserID.noun)?.contains(user.description)
              != true
        }
        try Self.requireKnown(rows.query, people)
        return try rows.table.answer(projection, rows.header, next: rows.next)
      }
      let (log, reader) = try reports.catchUp()
      let people = try reports.people(of: log, reader, invocation)
      return try reports.document(of: projection, in: log, at: options.now, invocation, people)
    }
  }

  mutating func audit(_ options: [String: String]) -> [UInt8] {
    answering { reports, question in
      let invocation = try Invocation(
        answering: options, of: question, as: AuditCommand.spec, reports.shownPeople, reports.clock)
      defer { invocation.reportWithheldNames() }
      if invocation.arguments.has(Options.at) {
        return try AuditCommand.document(reports.path, invocation)
      }
      let (log, reader) = try reports.catchUp { (log) throws(LogError) in try log.vouch() }
      let people = try reports.people(of: log, reader, invocation)
      return try AuditCommand.document(of: log, reader, invocation, people)
        ?? AuditCommand.document(reports.path, invocation)
    }
  }

  /// The rows of what is folded by now.
  private func document(
    of projection: ProjectionDescriptor, in log: LoadedLog, at moment: Moment?,
    _ invocation: Invocation, _ people: ShiftEvents.People
  ) throws -> [UInt8] {
    let replay = log.replay
    let zone = replay.timeZone
    let now = moment?.instant(in: zone) ?? clock.now()
    let page = try RowPage(projection, invocation)
    func person(_ option: Option<PersonName>) throws -> UserID? {
      guard let text = invocation.arguments.text(of: option) else { return nil }
      // An id that the log has seen is that id.
      if let id = UserID(known: text), replay.hasRegistered(id) { return id }
      return try invocation.person(named: text, among: people, in: path) { _ in false }
    }
    var selection = try invocation.rowSelection(of: projection, page, person: person)
    selection.dates = try RelativeDates(invocation.arguments).selection(today: zone.date(at: now))
    var query = RowQuery(projection, selection, folded: replay)
    let taker = try person(RowOptions.taker)
    try Self.requireKnown(query, [taker, selection.user, selection.company].compactMap(\.self))
    let header = DocumentHeader(of: replay, now: now)
    while true {
      var (table, next) = page.finish(try query.table(at: now) { people[$0]?.name }) {
        people.email(of: $0)
      }
      let rowCount = table.rows.count
      if let taker {
        let answers = TakerAnswers(to: taker, from: replay.state)
        table = answers.adding(to: table, of: projection, at: now)
      }
      if invocation[RowOptions.total] { table = table.withTotal() }
      // A page of long rows has fewer of them.
      guard query.selection.page != nil, rowCount > 1 else {
        return try table.answer(projection, header, next: next)
      }
      if let answer = table.jsonDocument(
        named: projection.name, header, next: next, upTo: RowTable.mostBytes)
      {
        return answer
      }
      query.selection.page?.limit = rowCount / 2
    }
  }

  /// Throws where the log knows nothing of the thing or a person whose rows are asked for.
  private static func requireKnown(_ query: RowQuery, _ people: [UserID]) throws {
    let user = people.first { !query.replay.hasRegistered($0) }
    guard let (noun, id) = query.unknown ?? user.map({ (UserID.noun, $0.description) }) else {
      return
    }
    throw SeenIdentifiers.unknown(noun, id)
  }

  private mutating func people(
    of log: LoadedLog, _ reader: LogReader, _ invocation: Invocation
  ) throws(LogError) -> ShiftEvents.People {
    let people = try reader.people(log.commitments, knowing: people)
    self.people = people
    return invocation.telling(people, beside: path)
  }

  /// Folds what was acknowledged since the last time.
  private mutating func catchUp(
    _ check: (inout LoadedLog) throws(LogError) -> Void = { (_: inout LoadedLog) throws(LogError) in
    }
  ) throws(LogError) -> (log: LoadedLog, reader: LogReader) {
    if let replaced { throw replaced }
    let isNew = held == nil || hasPeople != LogPaths(log: path).hasPeople
    if isNew { hasPeople = LogPaths(log: path).hasPeople }
    var log = isNew ? LoadedLog(path, hasFailed ? nil : recorder?.held) : held!
    // What was folded may be ahead of the position after an error; the next question begins anew.
    (held, hasFailed) = (nil, true)
    do throws(LogError) {
      if isNew, recorder?.end ?? .empty == .empty { try recorder?.requireSameLog() }
      let reader = try log.catchUp()
      try check(&log)
      (held, hasFailed) = (log, false)
      return (log, reader)
    } catch {
      if error.code == .replaced { replaced = error }
      throw error
    }
  }

  /// Throws where the log lacks what this session recorded or was told of, or has other lines in its place. A copy that
  /// was had anew from its home has the same ones.
  mutating func requireSameLog() throws(LogError) {
    recorded = recorder?.end ?? recorded
    for end in [known?.end, recorded].compactMap(\.self) { try LogReader.require(end, of: path) }
  }

  private mutating func answering(
    _ body: (inout SessionReports, ProvisionalIDs) throws -> [UInt8]
  ) -> [UInt8] {
    wereAsked = true
    let question = ProvisionalIDs()
    // What it asks about and no log names goes when it is answered.
    defer { withExtendedLifetime(question) {} }
    do {
      try requireSameLog()
      return try body(&self, question)
    } catch let error as UsageError {
      // Other remedies name options of commands.
      let meant = error.help.flatMap { $0.hasPrefix("did you mean ") ? "; \($0)" : nil } ?? ""
      return Receipt.invalid(InvalidSubmission(.invalidField, error.message + meant)).json(line: 1)
    } catch let error as CommandError {
      return Receipt.invalid(InvalidSubmission(.invalidField, error.message)).json(line: 1)
    } catch let error as Rejection {
      return Receipt.rejected(error).json()
    } catch let error as LogError {
      return error.json()
    } catch { return LogError(.ioFailed, "\(error)", path: path).json() }
  }
}

extension RowTable {
  fileprivate static let mostBytes = 64 << 20

  /// The document that a session answers with.
  ///
  /// - Throws: `UsageError` for one that is too long.
  func answer(
    _ projection: ProjectionDescriptor, _ header: DocumentHeader, next: String? = nil
  ) throws(UsageError) -> [UInt8] {
    if let answer = jsonDocument(named: projection.name, header, next: next, upTo: Self.mostBytes) {
      return answer
    }
    throw UsageError(
      "the answer has more than \(Self.mostBytes >> 20) MiB; "
        + (projection == .audit ? "ask for some days" : "ask for pages, with \"limit\"")
        + ", or run the command")
  }
}

extension Invocation {
  /// The members of a request as the options of a command.
  init(
    answering options: [String: String], of question: ProvisionalIDs, as spec: CommandSpec,
    _ shownPeople: ShownPeople, _ clock: any WallClock
  ) throws(UsageError) {
    var arguments = ParsedArguments(of: question)
    arguments.askedAt = clock.now()
    let known = spec.allOptions
    for (member, value) in options.sorted(by: { $0.key < $1.key }) {
      guard let option = known.first(where: { $0.memberName == member }) else {
        // The first in byte order: a dictionary has none of its own.
        let unknown = options.keys.filter { key in !known.contains { $0.memberName == key } }
        throw UsageError("\(spec.name) has no member \(quoted(unknown.min() ?? member))")
      }
      if option.takesValue {
        arguments.give(option, value)
      } else if value == "true" {
        arguments.give(option)
      } else if value != "false" {
        throw UsageError("\(quoted(member)) must be true or false")
      }
    }
    try self.init(arguments, of: spec, shownPeople)
  }
}
