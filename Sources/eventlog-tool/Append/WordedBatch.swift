import ShiftEvents

/// A batch in words: each line as one would type it behind `append`.
struct WordedBatch {
  let writing: LogWriting
  let source: InputSource
  private var invocation: Invocation { writing.invocation }

  func run() throws -> ExitCode {
    // A log that is not there is said before any input is read.
    var target = try AppendTarget(writing)
    var current: BatchLine?
    do {
      let lines = try BatchLine.read(source)
      if lines.isEmpty {
        invocation.diagnostics.note("the input has no events; nothing was written")
        return .done
      }
      let typed = try lines.map { line in
        current = line
        return (line, try line.event(actor: invocation.arguments.text(of: WordedLine.actor)))
      }
      // No id is made that another line gives, as its subject or for something else that is new.
      let makesIDs = typed.contains { $0.1.subject == "-" }
      let reserved =
        makesIDs ? Set(typed.flatMap { [$0.1.subject] + $0.1.data.map(\.value) }) : []
      var (events, replies): ([WordedEvent], [Reply]) = ([], [])
      for _ in 0...AppendCommand.mostTries {
        let log = WordedLog(writing, foldedBy: { target.state }, reserved: reserved)
        events = []
        var submissions: [Result<Submission, InvalidSubmission>] = []
        for (line, event) in typed {
          current = line
          let read = try WordReader.read(event, against: log)
          let submission = writing.decode(read.submission.line)
            .mapError { line.placing($0, read.submission, event) }
          log.take(event, submission)
          events.append(read)
          submissions.append(submission)
        }
        replies = try target.append(submissions, isBatch: true)
        // Another writer may have taken an id meanwhile.
        if !zip(replies, events).contains(where: { $0.hasTaken($1.madeID) }) { break }
      }
      return try answer(replies, events, lines, &target)
    } catch let error as WordError {
      return try report(error, current)
    } catch let error as BatchLine.Unreadable {
      return report(UsageError(error.message), at: error.offset..<error.offset + 1, error.line)
    }
  }

  // MARK: - Answers

  private func answer(
    _ replies: [Reply], _ events: [WordedEvent], _ lines: [BatchLine], _ target: inout AppendTarget
  ) throws -> ExitCode {
    var code = ExitCode.done
    let spoken = ReplySentences(invocation, writing.path)
    let sentences = spoken?.sentences(replies, dryRun: target.event)
    for (index, reply) in replies.enumerated() {
      let line = lines[index]
      if let sentences {
        if let sentence = sentences[index] {
          try invocation.output.sentence("\(source.name):\(line.number): \(sentence)")
        }
      } else {
        try invocation.writeReply(reply, line: line.number, of: source.name)
      }
      if reply.isOnlyInBatch { continue }
      if code == .done { code = reply.exitCode }
      writing.reportRefusal(
        reply, place: "\(source.name):\(line.number)", line: line.bytes, lineNumber: line.number,
        spoken)
    }
    try invocation.output.flush()
    // Of a refused batch only the line that it failed on is of interest.
    for (index, (event, line)) in zip(events, lines).enumerated()
    where code == .done || !replies[index].isOnlyInBatch {
      event.tell(invocation, at: "\(source.name):\(line.number)")
    }
    writing.reportEnvironmentLog(isRefused: code != .done)
    target.leaveSnapshotIfDue()
    if code != .done || target.writesNothing { invocation.diagnostics.note("nothing was written") }
    return code
  }

  private func report(_ error: WordError, _ line: BatchLine?) throws -> ExitCode {
    guard let line else { throw error.cause }
    return report(error.cause, at: line.range(of: error.place), line)
  }

  private func report(_ cause: any Error, at range: Range<Int>, _ line: BatchLine) -> ExitCode {
    let (message, help, code): (String, String?, ExitCode) =
      switch cause {
      case let error as UsageError: (error.message, error.help, error.exitCode)
      case let error as CommandError: (error.message, error.help, error.code)
      case let error as LogError: (error.message, nil, error.exitCode)
      default: ("\(cause)", nil, .internalError)
      }
    invocation.diagnostics.error(
      message, at: "\(source.name):\(line.number):\(range.lowerBound + 1)",
      quoting: QuotedLine(
        number: line.number, bytes: line.bytes, column: range.lowerBound + 1,
        lengthBytes: range.count),
      help: help)
    invocation.diagnostics.note("nothing was written")
    return code
  }
}

extension Reply {
  /// True of a submission that nothing speaks against but another one of its batch.
  var isOnlyInBatch: Bool {
    if case .success(.rejected(let rejection)) = self { return rejection.code == .batchRejected }
    return false
  }
}

/// An event in words as it was typed: on the command line, or in a line of a batch.
struct WordedLine {
  static let actor = Option.person(
    "actor", "On whose behalf: an id, or a name that one person has")
  static let id = Option.text(
    "id", "ID", "The submission's own id: sent again, it is recorded once")
  static let source = Option.text(
    "source", "URI", "The submitter; with the id unique in the log")
  static let time = Option.text("time", "TIME", "When it happened, for imports")
  static let correlation = Option.text(
    "correlation", "ID", "What it belongs to (correlationid)")
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
    /// The value of an option.
    case option(String)
    case line
  }

  let type: EventType
  let subject: String
  let actor: String
  /// The members of a submission that options gave.
  let given: [(member: String, option: OptionSpec, value: String)]
  let data: [MemberWord]

  /// The place of a member of `data` among the words.
  static func place(ofMember index: Int) -> Location { .word(index + 2) }

  /// - Parameter default: the actor of a line that names none.
  init(_ arguments: ParsedArguments, actor default: String? = nil) throws {
    let words = arguments.positionals
    guard let word = words.first, let type = EventType(rawValue: word) else {
      throw WordError(
        words.first.map {
          UsageError.unknownType($0, among: EventType.allCases.map(\.rawValue))
        } ?? UsageError("missing TYPE"), .word(0))
    }
    self.type = type
    guard words.count > 1, MemberWord(words[1]) == nil else {
      throw WordError(
        UsageError(
          "missing SUBJECT: the id of what the event is about",
          help: NewIdentifier.prefix(of: type) == nil ? nil : "- makes a new one"), .word(1))
    }
    subject = words[1]
    guard let actor = arguments.text(of: Self.actor) ?? `default` else {
      throw WordError(UsageError("--actor is missing: on whose behalf?"), .line)
    }
    self.actor = actor
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

  init(_ cause: any Error, _ place: WordedLine.Location) {
    (self.cause, self.place) = (cause, place)
  }

  /// Runs a body, and says where its mistake stands.
  static func at<Value>(_ place: WordedLine.Location, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as WordError { throw error } catch {
      throw WordError(error, place)
    }
  }
}
