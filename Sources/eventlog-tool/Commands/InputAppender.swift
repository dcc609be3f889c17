import ShiftEvents

/// The source of lines of submissions.
struct InputSource {
  let name: String
  let descriptor: Int32

  /// Standard input for `-`, a file for the name of one; `nil` for an event type.
  init?(_ word: String, _ arguments: ParsedArguments) throws {
    if word == "-" {
      (name, descriptor) = ("-", 0)
      if isTerminal(0) { throw InputIsTerminal("pipe submissions in, one JSON object a line") }
      return
    }
    if EventType(rawValue: word) != nil { return nil }
    if let file = try openForReading(word) {
      (name, descriptor) = (word, file)
      return
    }
    // Neither a type nor a file: the form tells what was meant.
    let isPath = word.contains("/") || word.hasSuffix("json") || word.hasSuffix("jsonl")
    if isPath { throw CommandError(.cannotRead, "there is no file \(quoted(word))") }
    return nil
  }
}

/// Appends lines of an input: as one batch, or each for itself.
struct InputAppender {
  private let writing: LogWriting
  private let source: InputSource
  private let arguments: ParsedArguments
  private var input: GroupInput

  init(_ writing: LogWriting, _ source: InputSource) {
    self.writing = writing
    self.source = source
    arguments = writing.invocation.arguments
    input = GroupInput(source)
  }

  mutating func run() throws -> ExitCode {
    let code = try arguments.flag("each") ? runEach() : runBatch()
    writing.sayEnvironmentLog(isRefused: code != .done)
    return code
  }

  // MARK: - Line by line

  private mutating func runEach() throws -> ExitCode {
    var target = try AppendTarget(writing)
    let replies = GroupReplies(writing, source)
    defer { replies.progress.finish() }
    // After a full group the next one is read while one is judged, and while the one before waits for
    // the disk and is answered.
    while let group = try nextGroup() {
      try replies.write(try target.append(each: group.submissions), to: group)
      if group.count == limit {
        try runEachInTurns(&target, replies)
        break
      }
      target.leaveSnapshotIfDue(isBusy: input.hasArrived)
    }
    target.settle()
    replies.progress.finish()
    replies.sum()
    return replies.code
  }

  private mutating func runEachInTurns(
    _ target: inout AppendTarget, _ replies: GroupReplies
  ) throws {
    var input = self
    let ahead = ReadAhead { try input.nextGroup() }
    let behind = WorkBehind()
    func settle() throws {
      try behind.finish()
      target.settle()
    }
    while let group = try ahead.next(whenIdle: settle) {
      let answers = try target.appendUncommitted(each: group.submissions)
      try behind.add { try replies.write(answers(), to: group) }
    }
    try behind.finish()
  }

  private var waits: Bool { arguments.value("sync") == "batch" }
  private var limit: Int { waits ? 5_000 : 1_000 }

  /// Lines that share a write and a sync: what has arrived by now, or with `--sync batch` all up to
  /// the limit.
  private mutating func nextGroup() throws -> InputGroup? {
    try input.next(limit: limit, limitBytes: 8 << 20, waits: waits)
  }

  // MARK: - One batch

  private mutating func runBatch() throws -> ExitCode {
    // A log that is not there is said before any input is read.
    var target = try AppendTarget(writing)
    let (mostLines, mostBytes) = (Recorder.maximumBatchCount, Recorder.maximumBatchLength)
    guard
      var group = try input.next(limit: mostLines + 1, limitBytes: mostBytes + 1, waits: true)
    else {
      writing.invocation.diagnostics.note("the input is empty; nothing was written")
      return .done
    }
    if group.count > mostLines || group.textLengthBytes > mostBytes {
      group.refuseLast(
        InvalidSubmission(
          .batchTooLarge,
          "a batch has at most \(mostLines) submissions and \(mostBytes) bytes; use --each, or "
            + "several batches"))
    }
    let replies = try target.append(batchOf: group.submissions)
    let code = try write(replies, toBatch: group)
    try writing.invocation.output.flush()
    target.leaveSnapshotIfDue()
    if code != .done || target.writesNothing {
      writing.invocation.diagnostics.note("nothing was written")
    }
    return code
  }

  /// The reason that rejected a batch decides; the others only follow from it.
  private func write(_ replies: [Reply], toBatch group: InputGroup) throws -> ExitCode {
    var code = ExitCode.done
    let spoken = SpokenReplies(writing.invocation, writing.path)
    for (index, reply) in replies.enumerated() {
      try writing.invocation.writeReply(reply, line: group.number(index), spoken, of: source)
      if case .success(.rejected(let rejection)) = reply, rejection.code == .batchRejected {
        continue
      }
      if code == .done { code = reply.exitCode }
      group.explain(reply, index, writing, source)
    }
    return code
  }
}
