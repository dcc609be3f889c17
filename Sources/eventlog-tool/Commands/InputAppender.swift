import ShiftEvents

/// Where lines of submissions come from.
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
  private let input: LineInput
  private let name: String
  private let arguments: ParsedArguments
  /// Submissions that share a write and a sync, at most.
  private let groupLimit: Int
  private var decoder = SubmissionDecoder()

  init(_ writing: LogWriting, _ source: InputSource) {
    self.writing = writing
    arguments = writing.invocation.arguments
    name = source.name == "-" ? "-" : source.name
    input = LineInput(descriptor: source.descriptor, limitBytes: SubmissionDecoder.maximumLength)
    groupLimit = arguments.value("sync") == "batch" ? 10_000 : 1_000
  }

  mutating func run() throws -> ExitCode {
    let code = try arguments.flag("each") ? runEach() : runBatch()
    writing.sayEnvironmentLog(isRefused: code != .done)
    return code
  }

  /// A line of the input with its shape judged.
  private struct Line {
    var number: Int
    var bytes: [UInt8]?
    var submission: Result<Submission, InvalidSubmission>
  }

  private mutating func read(_ line: LineInput.Line) -> Line {
    guard case .line(let bytes) = line else {
      let fault = InvalidSubmission(
        .lineTooLong, "a submission has at most \(SubmissionDecoder.maximumLength) bytes")
      return Line(number: input.lineNumber, bytes: nil, submission: .failure(fault))
    }
    return Line(number: input.lineNumber, bytes: bytes, submission: decoder.decode(bytes))
  }

  private func write(_ replies: [Reply], to lines: [Line]) throws -> ExitCode {
    var code = ExitCode.done
    for index in replies.indices {
      let reply = replies[index]
      try writing.invocation.writeReply(reply, line: lines[index].number)
      let replyCode = reply.exitCode
      if replyCode == .done { continue }
      if code == .done { code = replyCode }
      let line = lines[index]
      writing.explain(
        reply, place: "\(name):\(line.number)", line: line.bytes, lineNumber: line.number)
    }
    try writing.invocation.output.flush()
    return code
  }

  // MARK: - Line by line

  private mutating func runEach() throws -> ExitCode {
    var target = try AppendTarget(writing)
    let progress = Progress(on: writing.invocation.diagnostics)
    defer { progress.finish() }
    var code = ExitCode.done
    var bytes = 0
    while let first = try input.next() {
      let lines = try group(startingWith: first)
      let replies = try target.append(each: lines.map(\.submission))
      let groupCode = try write(replies, to: lines)
      if code == .done { code = groupCode }
      bytes += lines.reduce(0) { $0 + ($1.bytes?.count ?? 0) + 1 }
      progress.report(events: input.lineNumber, bytes: bytes, of: nil)
      target.leaveSnapshotIfDue(isBusy: input.hasArrived)
    }
    target.leaveSnapshotIfDue()
    return code
  }

  /// What has arrived by now, or with `--sync batch` all up to the limit.
  private mutating func group(startingWith first: LineInput.Line) throws -> [Line] {
    let waits = arguments.value("sync") == "batch"
    var lines = [read(first)]
    while lines.count < groupLimit {
      guard let next = try input.next(waitingAtMost: waits ? nil : 0) else { break }
      if next == .notYet { break }
      lines.append(read(next))
    }
    return lines
  }

  // MARK: - One batch

  private mutating func runBatch() throws -> ExitCode {
    // A log that is not there is said before any input is read.
    let target = try AppendTarget(writing)
    var lines: [Line] = []
    var bytes = 0
    while let next = try input.next() {
      var line = read(next)
      bytes += line.bytes?.count ?? 0
      let isTooMany = lines.count == Recorder.maximumBatchCount
      if isTooMany || bytes > Recorder.maximumBatchLength {
        line.submission = .failure(
          InvalidSubmission(
            .batchTooLarge,
            "a batch has at most \(Recorder.maximumBatchCount) submissions and "
              + "\(Recorder.maximumBatchLength) bytes; use --each, or several batches"))
        lines.append(line)
        break
      }
      lines.append(line)
    }
    if lines.isEmpty {
      writing.invocation.diagnostics.note("the input is empty; nothing was written")
      return .done
    }
    return try append(batch: lines, to: target)
  }

  private func append(batch lines: [Line], to target: AppendTarget) throws -> ExitCode {
    var target = target
    let replies = try target.append(batchOf: lines.map(\.submission))
    let code = try write(replies, toBatch: lines)
    try writing.invocation.output.flush()
    target.leaveSnapshotIfDue()
    if code != .done || target.writesNothing {
      writing.invocation.diagnostics.note("nothing was written")
    }
    return code
  }

  /// The reason that rejected a batch decides; the others only follow from it.
  private func write(_ replies: [Reply], toBatch lines: [Line]) throws -> ExitCode {
    var code = ExitCode.done
    for (reply, line) in zip(replies, lines) {
      try writing.invocation.writeJSON(reply.json(line: line.number))
      if case .success(.rejected(let rejection)) = reply, rejection.code == .batchRejected {
        continue
      }
      if code == .done { code = reply.exitCode }
      writing.explain(
        reply, place: "\(name):\(line.number)", line: line.bytes, lineNumber: line.number)
    }
    return code
  }
}
