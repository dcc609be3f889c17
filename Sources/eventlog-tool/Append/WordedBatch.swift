import Projections
import ShiftEvents

/// Events in words that are appended together: all or none, or with `--each` every one for itself.
struct WordedBatch {
  private let writing: LogWriting
  private let source: InputSource
  private let isEach: Bool
  /// True if each is told as it was read, where that is not what was written.
  private let tellsReading: Bool
  private var refusals: RefusalReports
  private var isOutcomeOpen = false
  private var told: Set<NameRemark> = []
  private var hasReportedActor = false
  /// The subjects of the events that some repeat, by the line on which each begins.
  private var recorded: [Int: String] = [:]
  private var appended = 0
  private var madeIDs = 0
  private var invocation: Invocation { writing.invocation }

  init(
    _ writing: LogWriting, _ source: InputSource, isEach: Bool = false, tellsReading: Bool = true
  ) {
    (self.writing, self.source) = (writing, source)
    (self.isEach, self.tellsReading) = (isEach, tellsReading)
    refusals = RefusalReports(writing.invocation.diagnostics)
  }

  /// The number of events that `--each` takes with one write.
  private static let groupSize = 1_000

  /// Appends the events that an input has.
  ///
  /// - Parameters:
  ///   - empty: what is noted where there are none.
  ///   - read: reads them once the log is open, as one that is not there is said before; with `--each` some, until it
  ///     returns `nil`.
  mutating func run(orNote empty: String, _ read: () throws -> [WordedEntry]?) throws -> ExitCode {
    var target = try AppendTarget(writing)
    var count = 0
    while isEach || count == 0, let entries = try read() {
      count += entries.count
      target.takeNews()
      try append(entries, to: &target)
      if target.failureBefore != nil { break }
    }
    if count == 0 {
      invocation.diagnostics.note(empty)
      return .done
    }
    sum(writesNothing: target.writesNothing)
    return refusals.code
  }

  private mutating func append(
    _ entries: [WordedEntry], to target: inout AppendTarget
  ) throws {
    // No id is made that another event gives, as its subject or for something else that is new.
    let lines = entries.lazy.compactMap { try? $0.event.get() }
    let reserved =
      lines.contains { $0.subject == "-" }
      ? Set(lines.flatMap { [$0.subject] + $0.data.map(\.value) }) : []
    let size = isEach ? Self.groupSize : entries.count
    for start in stride(from: 0, to: entries.count, by: size) {
      let group = entries[start..<min(start + size, entries.count)]
      try answer(try append(group, besides: reserved, &target), target)
      target.leaveSnapshotIfDue(isBusy: group.endIndex < entries.count)
    }
  }

  /// An event with the reply to it.
  private struct Answered {
    let entry: WordedEntry
    var event: WordedEvent?
    var fault: WordedFault?
    var reply: Reply

    /// The id of what it is about, which may have been made for it.
    var subject: String? { event?.madeID ?? (try? entry.event.get().subject) }

    /// True if something has the id by now that was made for it.
    var hasTakenID: Bool { reply.hasTaken(event?.madeID) }

    /// The event that it repeats but for the subject that was made.
    var repeated: SequenceNumber? {
      guard case .success(.rejected) = reply else { return nil }
      return event?.repeated(by: reply)
    }
  }

  private mutating func append(
    _ entries: ArraySlice<WordedEntry>, besides reserved: Set<String>, _ target: inout AppendTarget
  ) throws -> [Answered] {
    var answers = try judge(Array(entries), besides: reserved, &target)
    // Another writer may have taken an id meanwhile.
    for _ in 0..<AppendCommand.mostTries {
      let repeats = answers.indices.filter { answers[$0].repeated != nil }
      let subjects = target.recordedSubjects(repeats.map { answers[$0].repeated })
      let found = zip(repeats, subjects).filter { $1 != nil }
      for (place, subject) in found { recorded[answers[place].entry.number] = subject }
      let taken = (found.map(\.0) + answers.indices.filter { answers[$0].hasTakenID }).sorted()
      if taken.isEmpty { break }
      let again = isEach ? taken : Array(answers.indices)
      let new = try judge(again.map { answers[$0].entry }, besides: reserved, &target)
      for (place, answer) in zip(again, new) { answers[place] = answer }
    }
    return answers
  }

  private func judge(
    _ entries: [WordedEntry], besides reserved: Set<String>, _ target: inout AppendTarget
  ) throws -> [Answered] {
    if let failure = target.failure ?? target.failureBefore {
      return entries.map { Answered(entry: $0, reply: .failure(failure)) }
    }
    let log = WordedLog(writing, foldedBy: { [target] in target.state }, reserved: reserved)
    var events: [WordedEvent?] = []
    var faults: [WordedFault?] = []
    var submissions: [Result<Submission, InvalidSubmission>] = []
    for entry in entries {
      var fault: WordedFault?
      do {
        let line = try entry.event.get()
        let read = try WordReader.read(line, against: log, recorded: recorded[entry.number])
        let submission = read.submission.decoded
        log.take(line, submission)
        events.append(read)
        submissions.append(
          submission.mapError { wrong in
            let place = line.location(of: wrong, in: read.submission)
            fault = WordedFault(wrong, at: entry.passage(place))
            return fault!.told
          })
        faults.append(fault)
      } catch {
        let found: WordedFault
        switch error {
        case let error as WordedFault: found = error
        case let error as WordError:
          found = try WordedFault(
            error, at: entry.passage(error.place), isOfCommandLine: isOfCommandLine(error, entry))
        default: throw error
        }
        events.append(nil)
        faults.append(found)
        submissions.append(.failure(found.told))
      }
    }
    let replies = target.append(submissions, isBatch: !isEach)
    return entries.indices.map {
      Answered(entry: entries[$0], event: events[$0], fault: faults[$0], reply: replies[$0])
    }
  }

  /// Returns `true` of a mistake in the actor of all events that name none.
  private func isOfCommandLine(_ error: WordError, _ entry: WordedEntry) -> Bool {
    guard case .option(WordedLine.actor.spec.name) = error.place else { return false }
    return (try? entry.event.get().hasOwnActor) == false
  }

  // MARK: - Answers

  private mutating func answer(_ answers: [Answered], _ target: AppendTarget) throws {
    let spoken = ReplySentences(invocation, writing.path)
    let sentences = spoken?.sentences(answers.map(\.reply), dryRun: target.event)
    for (index, answer) in answers.enumerated() {
      let (reply, number) = (answer.reply, answer.entry.number)
      if let sentences {
        if let sentence = sentences[index] {
          try invocation.output.sentence("\(source.name):\(number): \(sentence)")
        }
      } else {
        try invocation.writeReply(
          reply, line: answer.fault?.passage.line ?? number, of: source.name)
      }
      if reply.isRecorded {
        appended += 1
        // With an id of its own the submission is not recorded again.
        if answer.event?.madeID != nil, answer.event?.hasOwnID == false { madeIDs += 1 }
      } else if !reply.isOnlyInBatch {
        report(answer, spoken, among: answers)
      }
    }
    try invocation.output.flush()
    let isRefused = refusals.count > 0
    // Of a refused batch only the events that it failed on are of interest.
    for answer in answers where !isRefused || !answer.reply.isOnlyInBatch {
      let place = "\(source.name):\(answer.entry.number)"
      if tellsReading {
        answer.event?.tell(invocation, at: place)
      } else {
        for remark in answer.event?.remarks ?? []
        where (answer.reply.isAppended || !remark.isOfReplaced) && told.insert(remark).inserted {
          remark.tell(invocation.diagnostics, at: place)
        }
      }
    }
  }

  private mutating func report(
    _ answer: Answered, _ spoken: ReplySentences?, among answers: [Answered]
  ) {
    let (writing, source) = (writing, source)
    let rows = isEach || refusals.isFull ? nil : Self.rows(inTheWayOf: answer, among: answers)
    if answer.reply.leavesOutcomeOpen { isOutcomeOpen = true }
    if let fault = answer.fault, fault.isOfCommandLine {
      // It is said once, and of no line.
      refusals.add(fault.exitCode) {
        if !hasReportedActor { fault.reportAlone(writing.invocation.diagnostics) }
      }
      hasReportedActor = true
      return
    }
    refusals.add(answer.fault?.exitCode ?? answer.reply.exitCode) {
      if let fault = answer.fault, !answer.reply.isOfSystem {
        return fault.report(writing.invocation.diagnostics, in: source.name)
      }
      let number = answer.entry.number
      writing.reportRefusal(
        answer.reply, place: "\(source.name):\(number)", line: nil, lineNumber: number, spoken,
        isInWords: true)
      if let rows { writing.invocation.diagnostics.note("\(source.name):\(number): \(rows)") }
    }
  }

  /// The rows of the same batch that are in the way: nothing of them is recorded, and a made id is soon another's.
  private static func rows(inTheWayOf answer: Answered, among answers: [Answered]) -> String? {
    guard case .success(.rejected(let rejection)) = answer.reply, !rejection.conflicts.isEmpty
    else {
      return nil
    }
    let rows = answers.prefix { $0.entry.number != answer.entry.number }.compactMap { other in
      other.subject.flatMap {
        rejection.conflicts.contains($0) ? "\($0) of line \(other.entry.number)" : nil
      }
    }
    if rows.isEmpty { return nil }
    let verb = rows.count == 1 ? "stands" : "stand"
    return "\(listed(Array(rows.prefix(10)), "and")) \(verb) in the same batch"
  }

  /// Says at the end what standard output does not.
  private func sum(writesNothing: Bool) {
    refusals.end()
    let (code, diagnostics) = (refusals.code, invocation.diagnostics)
    writing.reportEnvironmentLog(isRefused: code != .done)
    if isEach, code != .done {
      let verb = writesNothing ? "would be appended" : "appended"
      diagnostics.note("\(source.name): \(appended) \(verb), \(refusals.count) refused")
    } else if code != .done && !isOutcomeOpen || writesNothing {
      diagnostics.note("nothing was written")
    }
    if !tellsReading, madeIDs > 0, !writesNothing {
      let ids = "\(counted(madeIDs, "id")) \(madeIDs == 1 ? "was" : "were") made"
      diagnostics.note("\(ids): the same file again records again")
    }
  }
}

extension Reply {
  fileprivate var isAppended: Bool { if case .success(.appended) = self { true } else { false } }

  /// True of a submission that nothing speaks against but another one of its batch.
  var isOnlyInBatch: Bool {
    if case .success(.rejected(let rejection)) = self { return rejection.code == .batchRejected }
    return false
  }
}

/// An event in words as it was typed: on the command line, or in a line of a batch.
struct WordedLine {
  static let actor = Option.person("actor", "On whose behalf: an id, or a name that one person has")
  static let id = Option.text(
    "id", "ID", "The submission's own id: sent again, it is recorded once")
  static let source = Option.text("source", "URI", "The submitter; with the id unique in the log")
  static let time = Option.text("time", "TIME", "When it happened, for imports")
  static let correlation = Option.text("correlation", "ID", "What it belongs to (correlationid)")
  static let expect = Option.text(
    "expect", "SEQ", "Refuse if what it touches changed after this event")

  /// The options that are members of a submission, the actor left out.
  private static let members = [
    (id, "id"), (source, "source"), (time, "time"), (correlation, "correlationid"),
    (expect, "expectedsequence"),
  ]
  /// All options that belong to one event.
  static let options: [any CommandOption] = [actor] + members.map(\.0)

  /// The part of the line that a mistake stands in.
  enum Location {
    /// A word that belongs to no option, from 0: the type, the subject, the members.
    case word(Int)
    /// A word, from 0, options and their values counted.
    case anyWord(Int)
    case option(String)
    /// The member of `data` that is not there.
    case missing(String)
    case line
  }

  let type: EventType
  let subject: String
  let actor: String
  /// False where the actor is that of all events that name none.
  let hasOwnActor: Bool
  /// The members of a submission that options gave.
  let given: [(member: String, option: OptionSpec, value: String)]
  let data: [MemberWord]
  /// The time at which the hours were recorded that a table shows.
  var shown: String?
  /// The name of the column that has it.
  static let recordedAt = "recordedAt"

  /// The place of a member of `data` among the words.
  static func place(ofMember index: Int) -> Location { .word(index + 2) }

  /// An event whose parts are told one by one, as the cells of a row are.
  ///
  /// - Parameter given: the values of options.
  init(
    _ type: EventType, _ subject: String, actor: String, hasOwnActor: Bool,
    given: [(option: any CommandOption, value: String)], data: [MemberWord],
    shown: String? = nil
  ) {
    self.shown = shown
    (self.type, self.subject, self.actor, self.data) = (type, subject, actor, data)
    self.hasOwnActor = hasOwnActor
    self.given = Self.members.compactMap { option, member in
      given.first { $0.option.spec.name == option.spec.name }
        .map { (member: member, option: option.spec, value: $0.value) }
    }
  }

  /// - Parameter default: the actor of a line that names none.
  init(_ arguments: ParsedArguments, actor default: String? = nil) throws {
    let words = arguments.positionals
    guard let word = words.first, let type = EventType(rawValue: word) else {
      throw WordError(
        words.first.map {
          UsageError.unknownType($0, among: EventType.allCases.map(\.rawValue))
        } ?? UsageError("missing TYPE"), .word(0), words.isEmpty ? .missingField : .unknownType)
    }
    self.type = type
    guard words.count > 1, MemberWord(words[1]) == nil else {
      throw WordError(
        UsageError(
          "missing SUBJECT: the id of what the event is about",
          help: NewIdentifier.prefix(of: type) == nil ? nil : "- makes a new one"), .word(1),
        .missingField)
    }
    subject = words[1]
    let own = arguments.text(of: Self.actor)
    guard let actor = own ?? `default` else {
      throw WordError(UsageError("--actor is missing: on whose behalf?"), .line, .missingField)
    }
    (self.actor, hasOwnActor) = (actor, own != nil)
    given = Self.members.compactMap { option, member in
      arguments.text(of: option).map { (member: member, option: option.spec, value: $0) }
    }
    let rest = Array(words.dropFirst(2))
    let lead = type.isAboutPerson ? "\"\(subject)" : "--actor \"\(actor)"
    do throws(UsageError) { data = try MemberWord.all(rest, behind: lead) } catch {
      throw WordError(error, .word(2 + (rest.firstIndex { MemberWord($0) == nil } ?? 0)))
    }
  }
}

/// A mistake in an event in words, with its place.
struct WordError: Error {
  let cause: any Error
  let place: WordedLine.Location
  /// The code under which a batch answers it.
  let code: InvalidSubmission.Code

  init(
    _ cause: any Error, _ place: WordedLine.Location, _ code: InvalidSubmission.Code = .invalidField
  ) { (self.cause, self.place, self.code) = (cause, place, code) }

  /// Runs a body, and says where its mistake stands.
  static func at<Value>(_ place: WordedLine.Location, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as WordError { throw error } catch {
      throw WordError(error, place)
    }
  }
}
