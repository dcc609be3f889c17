import Projections
import ShiftEvents

/// The rows that are asked for of one projection, read from a log.
struct RowAnswer {
  let query: RowQuery
  let header: DocumentHeader
  private let reading: LogReading
  var path: String { reading.path }
  let labels: PersonLabels
  private let answers: TakerAnswers?
  private let wantsTotal: Bool
  private var rows: RowTable
  /// False of a log that has never seen what an option names.
  private var knowsWhatIsNamed = true
  private let page: RowPage
  /// The cursor of the rows behind these; `nil` where there are none.
  let next: String?

  /// - Parameters:
  ///   - more: parts of the replay that are asked besides those of the projection.
  ///   - note: is called with each event that is read; a snapshot spares some.
  init(
    _ projection: ProjectionDescriptor, in path: String, _ options: ReadingOptions,
    _ invocation: Invocation, with more: [StatePart] = [], note: (RecordedEvent) -> Void = { _ in }
  ) throws {
    self = try Self.all(of: [projection], in: path, options, invocation, with: more, note: note)[0]
  }

  private init(
    _ query: RowQuery, _ page: RowPage, _ answers: TakerAnswers?, _ reading: LogReading,
    _ labels: PersonLabels, wantsTotal: Bool
  ) throws {
    let now = reading.nowOfToday
    header = DocumentHeader(
      asOf: reading.asOf, now: now, timeZone: reading.zone, unknown: reading.unknown.count)
    (rows, next) = page.finish(try query.table(at: now, names: labels.name), email: labels.email)
    (self.query, self.page, self.answers) = (query, page, answers)
    (self.reading, self.labels, self.wantsTotal) = (reading, labels, wantsTotal)
  }

  /// Reads the rows of several projections at once. Each is asked what those options say that it takes; of one alone
  /// the others are refused.
  private static func all(
    of projections: [ProjectionDescriptor], in path: String, _ options: ReadingOptions,
    _ invocation: Invocation, with more: [StatePart], note: (RecordedEvent) -> Void
  ) throws -> [RowAnswer] {
    // A person without rows is told from one that the log has never seen.
    let isOfPerson = [Options.user, RowOptions.company, RowOptions.taker]
      .contains(where: invocation.arguments.has)
    let asked = projections.flatMap(\.parts)
    let parts = asked + more + (isOfPerson && !asked.isEmpty ? [.users] : [])
    // Before the options' identifiers: a process that has met none takes those of the snapshot over as they lie.
    var rules: DomainState?
    let snapshot = SavedFolds.load(
      path, upTo: options.limit, invocation.diagnostics, parts: parts,
      printsOnce: options.printsOnce
    ) { (file, symbols) throws(SnapshotFault) in
      if invocation.arguments.has(RowOptions.taker) {
        rules = try DomainState(judgingBy: file, symbols)
      }
    }
    func person(_ option: Option<PersonName>) throws -> UserID? {
      try invocation.person(option, in: path)
    }
    let questions = try projections.map { projection in
      let own = projections.count == 1 ? invocation : invocation.asking(projection)
      let page = try RowPage(projection, own)
      let selection = try own.rowSelection(of: projection, page, person: person)
      return (projection, page, selection, try RelativeDates(own.arguments))
    }
    let hasInbox = projections.contains(.inbox)
    let first = hasInbox ? Replay(inboxOf: try person(Options.user)) : Replay()
    var replay = snapshot?.replay ?? first
    let taker = try person(RowOptions.taker)
    var answers = taker.map { TakerAnswers(to: $0, from: snapshot == nil ? nil : rules) }
    let reading = try LogReading.read(path, options, for: invocation, after: snapshot) {
      replay.apply($0)
      answers?.apply($0)
      note($0)
    }
    let labels = try reading.names()
    return try questions.map { projection, page, selection, dates in
      var query = RowQuery(projection, selection, folded: replay)
      query.selection.dates = try dates.selection(today: reading.today)
      return try RowAnswer(
        query, page, projection.takes(.taker) ? answers : nil, reading, labels,
        wantsTotal: invocation.arguments[RowOptions.total] && projection.takes(.total))
    }
  }

  /// Reads the rows, and refuses a person that the log has never seen.
  static func read(
    _ projection: ProjectionDescriptor, in path: String, _ invocation: Invocation,
    with more: [StatePart] = []
  ) throws -> RowAnswer { try read([projection], in: path, invocation, with: more)[0] }

  /// The same of several projections.
  static func read(
    _ projections: [ProjectionDescriptor], in path: String, _ invocation: Invocation,
    with more: [StatePart] = [], isOneOfSeveral: Bool = false
  ) throws -> [RowAnswer] {
    var seen = SeenIdentifiers(of: UserID.noun)
    var options = try invocation.readingOptions
    // The command that shows what stands before damage names one log.
    if isOneOfSeveral { options.limitedBy = nil }
    let all = try all(of: projections, in: path, options, invocation, with: more) {
      if path == LogInput.standardInput { seen.apply($0) }
    }
    for rows in all {
      if let id = rows.unknown {
        try SeenIdentifiers.read(path, of: id.noun)?.require(id.id, in: path)
        throw CommandError(.negative, "\(path) has no \(id.noun) \(quoted(id.id))")
      }
      if rows.isEmpty || invocation.arguments.has(RowOptions.taker),
        let user = rows.people.first(where: { !rows.query.replay.hasRegistered($0) })
      {
        try (SeenIdentifiers.read(path, of: UserID.noun) ?? seen)
          .require(user.description, in: path, or: rows.labels.names)
      }
    }
    return all
  }

  /// The answers of a log that has never seen what an option names: no rows, where the question has an answer without
  /// such options.
  private static func withoutRows(
    _ projections: [ProjectionDescriptor], in path: String, _ invocation: Invocation,
    _ naming: [any CommandOption], with more: [StatePart]
  ) throws -> [RowAnswer]? {
    // A pipe was read to its end.
    if LogInput.isReadOnce(path) { return nil }
    var wider = invocation
    wider.arguments = invocation.arguments.without(naming)
    let options = try invocation.readingOptions
    guard
      let all = try? all(of: projections, in: path, options, wider, with: more, note: { _ in })
    else { return nil }
    return all.map { answer in
      var answer = answer
      answer.rows = answer.rows.withoutRows
      answer.knowsWhatIsNamed = false
      return answer
    }
  }

  /// Reads the rows of several projections in some logs, by log. Those that have not seen what an option names have
  /// none; two that know it are refused.
  static func read(
    _ projections: [ProjectionDescriptor], in paths: [String], _ invocation: Invocation,
    with more: [StatePart] = []
  ) throws -> [[RowAnswer]] {
    if paths.count == 1 { return [try read(projections, in: paths[0], invocation, with: more)] }
    if case .sequence? = try invocation[Options.at] {
      throw UsageError(
        "--at with the sequence of an event is of one log, and \(listed(paths, "and")) are named",
        help: "give a time or a day")
    }
    for option in RowOptions.pages where invocation.arguments.has(option) {
      throw UsageError("\(invocation.arguments.name(of: option)) is of one log")
    }
    let naming = RowOptions.shown.filter { option in
      invocation.arguments.has(option) && option.question.namesSomething
    }
    var found: [(path: String, answers: [RowAnswer])] = []
    var refusal: CommandError?
    for path in paths {
      do {
        let answers = try read(
          projections, in: path, invocation, with: more, isOneOfSeveral: true)
        found.append((path, answers))
      } catch let error as CommandError {
        guard error.code == .negative, !naming.isEmpty else { throw error }
        refusal = refusal ?? error
        let none = try withoutRows(projections, in: path, invocation, naming, with: more)
        if let none { found.append((path, none)) }
      }
    }
    let knowing = found.filter { $0.answers[0].knowsWhatIsNamed }
    if let refusal, knowing.isEmpty { throw refusal }
    if let naming = naming.first, knowing.count > 1 {
      throw UsageError(
        "--\(naming.spec.name) \(quoted(invocation.arguments.text(of: naming) ?? "")) is of one log, and "
          + "\(listed(knowing.map(\.path), "and")) know it", help: "name one of them")
    }
    var known: [(name: LogName, path: String)] = []
    for (path, answers) in found where answers[0].header.asOf.sequence > .zero {
      let name = try answers[0].logName
      if let other = known.first(where: { $0.name == name }) {
        throw UsageError(
          "\(other.path) and \(path) are the same log, \(name), or begin with the same event",
          help: "name one of them")
      }
      known.append((name, path))
    }
    return found.map(\.answers)
  }

  /// The rows of several logs as one table, each behind the name of its log.
  static func merged(
    _ answers: [RowAnswer], of projection: ProjectionDescriptor, for format: AnswerFormat
  ) throws -> RowTable {
    let parts = try answers.map { answer in
      let zone = answer.header.timeZone
      let table =
        format.isForPeople
        ? answer.toldRows(as: format)
        : (format == .ndjson ? answer.ownRows.addingInstants(in: zone) : answer.ownRows)
          .namingPeople()
      return RowTable.Part(try answer.logName, table, in: zone)
    }
    let table = RowTable.merging(parts, of: projection)
    let whole = answers[0].wantsTotal ? table.withTotal() : table
    return format.isForPeople ? whole.namingTotal() : whole
  }

  /// The people whom the options name.
  var people: [UserID] {
    [answers?.taker, query.selection.user, query.selection.company].compactMap(\.self)
  }

  /// The thing whose row is asked for and of which the log knows nothing.
  var unknown: (noun: String, id: String)? { query.unknown }

  var isEmpty: Bool { rows.rows.isEmpty }

  var logName: LogName { get throws { try reading.logName } }

  /// Reports why there are no rows.
  ///
  /// - Parameter name: the projection, where there are several answers.
  func reportIfEmpty(_ invocation: Invocation, of name: String? = nil) {
    if isEmpty, knowsWhatIsNamed {
      let place = page.isLater ? "nothing comes behind that place" : nil
      let reason = reading.emptiness ?? place ?? EmptyAnswer(query, header).reason
      invocation.diagnostics.note((name.map { "\($0): " } ?? "") + reason)
    }
  }

  /// The week of a schedule, a row a person: that of the days that are chosen, or of the moment.
  ///
  /// - Parameter dates: the days of the week that are not empty.
  func week(_ chosen: WeekOfYear? = nil, on dates: DateSelection = DateSelection()) -> ScheduleGrid
  {
    let week = chosen ?? query.selection.dates.week ?? header.timeZone.date(at: header.now).week
    return ScheduleGrid(
      query.replay, of: query.selection.user, week: week, on: dates, named: query.selection.names,
      published: query.selection.published, at: header.now)
  }

  /// The rows as programs read them.
  var table: RowTable { withTotal(ownRows) }

  /// The same without their sum.
  private var ownRows: RowTable {
    answers?.adding(to: rows, of: query.projection, at: header.now) ?? rows
  }

  /// The rows as people read them: answers in words, people by name, and a word for the sum.
  var tableForPeople: RowTable { withTotal(rowsForPeople).namingTotal() }

  /// The same without their sum.
  private var rowsForPeople: RowTable {
    let told = answers?.addingWords(to: rows, of: query.projection, at: header.now, labels) ?? rows
    return told.withLengths(in: header.timeZone).sortedByName(folded: labels.folded)
  }

  /// The same with people by name and instants by the clocks of the workplace, in Markdown with their offset.
  private func toldRows(as format: AnswerFormat) -> RowTable {
    let (zone, isTable) = (header.timeZone, format == .table)
    func text(_ time: Timestamp) -> String {
      isTable ? minuteText(time, in: zone) : time.text(in: zone)
    }
    return rowsForPeople.mapping { cell in
      switch cell {
      case .instant(let time): .text(text(time))
      case .person(let user) where isTable && query.projection == .users:
        .text(labels.cellWithID(of: user).text)
      case .phrase(let phrase): .text(phrase.text(by: labels.label, at: text))
      default: cell.labelled(by: labels.label)
      }
    }
  }

  private func withTotal(_ table: RowTable) -> RowTable { wantsTotal ? table.withTotal() : table }
}

/// The answers of the rules to one person who would take shifts from the marketplace, or places of vacancies.
struct TakerAnswers {
  let taker: UserID
  private var state: DomainState

  /// - Parameter state: the rules' state at the position from which events are applied; `nil` for that
  ///   before the first.
  init(to taker: UserID, from state: DomainState?) {
    self.taker = taker
    self.state = state ?? DomainState()
  }

  mutating func apply(_ recorded: RecordedEvent) { state.evolve(with: recorded) }

  /// The rows of a projection with the answers as codes, for programs.
  func adding(to table: RowTable, of projection: ProjectionDescriptor, at now: Timestamp)
    -> RowTable
  {
    table.withAnswers({ refusal(of: $0, projection, at: now) }) { .text($0.code.rawValue) }
  }

  func addingWords(
    to table: RowTable, of projection: ProjectionDescriptor, at now: Timestamp,
    _ labels: PersonLabels
  ) -> RowTable {
    table.withAnswers({ refusal(of: $0, projection, at: now) }) { refusal in
      let words = refusal.message(
        naming: { UserID(known: $0).map(labels.label) ?? $0 },
        at: { minuteText($0, in: state.workplace.zone) })
      return .phrase("\(words)")
    }
  }

  private func refusal(
    of id: String, _ projection: ProjectionDescriptor, at now: Timestamp
  ) -> Rejection? {
    if projection == .vacancies {
      return VacancyID(known: id).flatMap {
        state.candidates(for: $0, among: [taker], at: now).first?.refusal
      }
    }
    guard let shift = ShiftID(known: id) else { return nil }
    do throws(Rejection) {
      _ = try state.decide(.acceptShift(shift), in: RuleContext(actor: taker, time: now))
      return nil
    } catch { return error }
  }
}
