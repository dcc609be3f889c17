import ShiftEvents

/// The source of lines of submissions.
struct InputSource {
  let name: String
  let descriptor: Int32

  /// Standard input for `-`, a file for the name of one; `nil` for an event type.
  init?(_ word: String, _ arguments: ParsedArguments) throws {
    if word == "-" {
      (name, descriptor) = ("-", 0)
      if isTerminal(0) { throw InputIsTerminal("pipe submissions in, one a line") }
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

extension InputSource {
  /// Standard input for `-`, or a file.
  init(file word: String) throws {
    if word == "-" {
      if isTerminal(0) { throw InputIsTerminal("pipe the rows in, or name a file") }
      (name, descriptor) = ("-", 0)
    } else if let file = try openForReading(word) {
      (name, descriptor) = (word, file)
    } else {
      throw CommandError(.cannotRead, "there is no file \(quoted(word))")
    }
  }

  /// All bytes, or more than so many.
  ///
  /// - Returns: the number of a line that has more bytes than a submission may have, too, behind which nothing is read.
  func bytes(atMost limit: Int) throws -> (bytes: [UInt8], tooLong: Int?) {
    var (bytes, lineStart): ([UInt8], Int) = ([], 0)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit, bytes.count - lineStart <= SubmissionDecoder.maximumLength {
      let count = try readSome(into: &block, from: descriptor)
      if count == 0 { return (bytes, nil) }
      if let end = block[..<count].lastIndex(of: UInt8(ascii: "\n")) {
        lineStart = bytes.count + end + 1
      }
      bytes += block[..<count]
    }
    if bytes.count > limit { return (bytes, nil) }
    return (bytes, bytes[..<lineStart].count { $0 == UInt8(ascii: "\n") } + 1)
  }
}

/// Appends lines of an input: as one batch, or each for itself.
struct InputAppender {
  private let writing: LogWriting
  private let source: InputSource
  private let arguments: ParsedArguments
  private var input: GroupInput

  init(_ writing: LogWriting, _ source: InputSource) {
    (self.writing, self.source) = (writing, source)
    arguments = writing.invocation.arguments
    input = GroupInput(source)
  }

  mutating func run() throws -> ExitCode {
    let code = try arguments[AppendOptions.each] ? runEach() : runBatch()
    writing.reportEnvironmentLog(isRefused: code != .done)
    return code
  }

  // MARK: - Line by line

  private mutating func runEach() throws -> ExitCode {
    var target = try AppendTarget(writing)
    let replies = GroupReplies(writing, source)
    defer { replies.progress.finish() }
    let waits = try arguments[AppendOptions.sync] == "batch"
    let limit = waits ? 5_000 : 1_000
    // While full groups come, one is read, one is judged, and one waits for the disk.
    var handedOver: [(group: InputGroup, ticket: Future)] = []
    func answer(until count: Int = 0) throws {
      while handedOver.count > count {
        let (group, ticket) = handedOver.removeFirst()
        try replies.write(target.replies(of: ticket, to: group.submissions), to: group)
      }
    }
    // What was handed over is recorded, and replied to as far as replies can be written.
    defer { while !handedOver.isEmpty { try? answer(until: handedOver.count - 1) } }
    // Lines that share a write and a sync: what has arrived by now, or with `--sync batch` all up to the limit.
    while let group = try input.next(
      limit: limit, limitBytes: 8 << 20, waits: waits,
      whenIdle: { isLong in
        while handedOver.first?.ticket.isAnswered == true {
          try answer(until: handedOver.count - 1)
        }
        if isLong {
          try answer()
          if target.hasSubmitted { target.settle() }
        }
        // Nothing behind what failed is recorded: sent again, that would come too late.
        return target.failureBefore == nil
      })
    {
      if group.count == limit || !handedOver.isEmpty,
        let ticket = target.submit(each: group.submissions)
      {
        handedOver.append((group, ticket))
        try answer(until: 2)
      } else {
        try answer()
        try replies.write(target.append(group.submissions), to: group)
        target.leaveSnapshotIfDue(isBusy: input.hasArrived)
      }
    }
    try answer()
    target.settle()
    replies.progress.finish()
    replies.sum()
    return replies.code
  }

  // MARK: - One batch

  private mutating func runBatch() throws -> ExitCode {
    // A log that is not there is said before any input is read.
    var target = try AppendTarget(writing)
    let (mostLines, mostBytes) = (Recorder.maximumBatchCount, Recorder.maximumBatchLength)
    guard var group = try input.next(limit: mostLines + 1, limitBytes: mostBytes + 1, waits: true)
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
    let replies = target.append(group.submissions, isBatch: true)
    let code = try write(replies, toBatch: group)
    try writing.invocation.output.flush()
    target.leaveSnapshotIfDue()
    if code != .done && !replies.contains(where: \.leavesOutcomeOpen) || target.writesNothing {
      writing.invocation.diagnostics.note("nothing was written")
    }
    return code
  }

  /// The reasons that rejected a batch are told; the others only follow from them.
  private func write(_ replies: [Reply], toBatch group: InputGroup) throws -> ExitCode {
    var refusals = RefusalReports(writing.invocation.diagnostics)
    let spoken = ReplySentences(writing.invocation, writing.path)
    for (index, reply) in replies.enumerated() {
      try writing.invocation.writeReply(reply, line: group.number(index), spoken, of: source.name)
      if reply.isRecorded || reply.isOnlyInBatch { continue }
      refusals.add(reply.exitCode) { group.reportRefusal(reply, index, writing, source) }
    }
    refusals.end()
    return refusals.code
  }
}
