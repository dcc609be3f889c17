import ShiftEvents

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
    self.writing = writing
    self.source = source
    spoken = ReplySentences(writing.invocation, writing.path)
    progress = Progress(on: writing.invocation.diagnostics)
  }

  func write(_ replies: [Reply], to group: InputGroup) throws {
    let (invocation, spoken) = (writing.invocation, spoken)
    for (index, reply) in replies.enumerated() {
      try invocation.writeReply(reply, line: group.number(index), spoken, of: source.name)
      switch reply {
      case .success(.appended): appendedCount += 1
      case .success(.duplicate): repeatedCount += 1
      default: refuse(reply, index, group)
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
    writing.invocation.diagnostics.note(
      "\(source.name): \(appendedCount) \(writesNothing ? "would be appended" : "appended")"
        + "\(repeats), \(refusals.values.reduce(0, +)) refused: "
        + codes.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }

  private var writesNothing: Bool { writing.invocation[AppendOptions.dryRun] }
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

  /// True if the system failed.
  var isOfSystem: Bool { if case .failure = self { true } else { false } }
}
