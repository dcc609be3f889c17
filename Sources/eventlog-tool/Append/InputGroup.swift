import ShiftEvents

/// Lines of an input with their shape judged, as many as are taken together.
struct InputGroup {
  /// The submissions of the lines, or their faults, in order.
  private(set) var submissions: [Result<Submission, InvalidSubmission>] = []
  /// The bytes of the lines, line feeds left out.
  private(set) var textLengthBytes = 0
  private var places: [Range<Int>?] = []
  private var bytes: [UInt8] = []
  private var firstNumber = 1

  var count: Int { submissions.count }
  /// The bytes that they take in the input.
  var lengthBytes: Int { textLengthBytes + count }

  /// The number of a line in the input, from 1.
  func number(_ index: Int) -> Int { firstNumber + index }

  /// The bytes of a line, unless it was too long.
  func line(_ index: Int) -> [UInt8]? { places[index].map { Array(bytes[$0]) } }

  /// Refuses the last line, whatever it is.
  mutating func refuseLast(_ fault: InvalidSubmission) { submissions[count - 1] = .failure(fault) }

  fileprivate mutating func append(
    _ place: LineInput.Location, from input: LineInput, _ decoder: inout SubmissionDecoder
  ) {
    if submissions.isEmpty { firstNumber = input.lineNumber }
    guard case .line(let range) = place else {
      let fault = InvalidSubmission(
        .lineTooLong, "a submission has at most \(SubmissionDecoder.maximumLength) bytes")
      submissions.append(.failure(fault))
      return places.append(nil)
    }
    places.append(range)
    textLengthBytes += range.count
    let submission = unsafe input.withBytes { bytes in
      unsafe decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    submissions.append(submission)
  }

  /// Takes the bytes of its lines; the input goes on in others.
  fileprivate mutating func takeBytes(of input: LineInput) { bytes = input.takeBytes() }
}

/// Reads the lines of an input, a group at a time.
struct GroupInput {
  private let input: LineInput
  private var decoder = SubmissionDecoder()

  /// True if there is more to read at this moment; the end of the input counts.
  var hasArrived: Bool { input.hasArrived }

  init(_ source: InputSource) {
    input = LineInput(descriptor: source.descriptor, limitBytes: SubmissionDecoder.maximumLength)
  }

  /// The next lines; `nil` at the end of the input, or where nobody waits for more.
  ///
  /// - Parameters:
  ///   - limit: how many lines at most.
  ///   - limitBytes: no further line is read once the group has so many.
  ///   - waits: whether to wait for so many; else what has arrived is a group.
  ///   - idle: called every 5 ms while nothing comes, and then, once, with `true`; it returns `false` to wait no longer.
  mutating func next(
    limit: Int, limitBytes: Int, waits: Bool,
    whenIdle idle: (_ isLong: Bool) throws -> Bool = { _ in true }
  ) throws -> InputGroup? {
    guard let first = try next(whenIdle: idle) else { return nil }
    var group = InputGroup()
    group.append(first, from: input, &decoder)
    while group.count < limit, group.textLengthBytes < limitBytes {
      let next = waits ? try next(whenIdle: idle) : try input.nextPlace(waitingAtMost: 0)
      guard let next, next != .notYet else { break }
      group.append(next, from: input, &decoder)
    }
    group.takeBytes(of: input)
    return group
  }

  /// The next line, however long it takes.
  private func next(whenIdle idle: (Bool) throws -> Bool) throws -> LineInput.Location? {
    var next = try input.nextPlace(waitingAtMost: 0)
    if next != .notYet { return next }
    for _ in 0..<10 {
      guard try idle(false) else { return nil }
      next = try input.nextPlace(waitingAtMost: 5)
      if next != .notYet { return next }
    }
    return try idle(true) ? try input.nextPlace() : nil
  }
}

/// Writes the replies to groups of lines, one group at a time.
final class GroupReplies {
  private let writing: LogWriting
  private let source: InputSource
  let progress: Progress
  /// The code of the first submission that was not recorded.
  private(set) var code = ExitCode.done
  private var lengthBytes = 0
  private var appendedCount = 0
  private var repeatedCount = 0
  /// The number of refusals by their code.
  private var refusals: [String: Int] = [:]
  private let spoken: ReplySentences?

  init(_ writing: LogWriting, _ source: InputSource) {
    (self.writing, self.source) = (writing, source)
    spoken = ReplySentences(writing.invocation, writing.path)
    progress = Progress(on: writing.invocation.diagnostics)
  }

  func write(_ replies: [Reply], to group: InputGroup) throws {
    let (invocation, spoken) = (writing.invocation, spoken)
    // A variable would copy each reply.
    for index in replies.indices {
      try invocation.writeReply(replies[index], line: group.number(index), spoken, of: source.name)
      switch replies[index] {
      case .success(.appended): appendedCount += 1
      case .success(.duplicate): repeatedCount += 1
      default: refuse(replies[index], index, group)
      }
    }
    try writing.invocation.output.flush()
    lengthBytes += group.lengthBytes
    progress.report(events: group.number(group.count - 1), bytes: lengthBytes, of: nil)
  }

  private func refuse(_ reply: Reply, _ index: Int, _ group: InputGroup) {
    if code == .done { code = reply.exitCode }
    refusals[reply.refusalCode, default: 0] += 1
    // A program finds the reason of each in its reply; thousands of messages would hide all others.
    if spoken != nil || refusals[reply.refusalCode] == 1 && reply.isOfSystem {
      group.reportRefusal(reply, index, writing, source)
    }
  }

  /// Says at the end how many were appended, and how many were refused and why.
  func sum() {
    if code == .done { return }
    let codes = refusals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let repeats = repeatedCount > 0 ? ", \(repeatedCount) recorded before" : ""
    let writesNothing = writing.invocation[AppendOptions.dryRun]
    writing.invocation.diagnostics.note(
      "\(source.name): \(appendedCount) \(writesNothing ? "would be appended" : "appended")"
        + "\(repeats), \(refusals.values.reduce(0, +)) refused: "
        + codes.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }
}

extension InputGroup {
  /// Reports on standard error why a line was not recorded.
  func reportRefusal(_ reply: Reply, _ index: Int, _ writing: LogWriting, _ source: InputSource) {
    let number = number(index)
    writing.reportRefusal(
      reply, place: "\(source.name):\(number)", line: line(index), lineNumber: number)
  }
}

extension Reply {
  /// The code under which a refusal is counted.
  fileprivate var refusalCode: String {
    switch self {
    case .success(.appended), .success(.duplicate): ""
    case .success(.rejected(let rejection)): rejection.code.rawValue
    case .success(.conflict): "conflict"
    case .success(.invalid(let fault)): fault.code.rawValue
    case .failure(let error): error.replyCode
    }
  }

  var isOfSystem: Bool { if case .failure = self { true } else { false } }

  /// True if it is not known whether the submission was recorded.
  var leavesOutcomeOpen: Bool {
    if case .failure(let error) = self { error.leavesOutcomeOpen } else { false }
  }
}
