import ShiftEvents

/// Writes the replies to groups of lines, one group at a time.
final class GroupReplies {
  private let writing: LogWriting
  private let source: InputSource
  let progress: Progress
  /// The code of the first submission that was not recorded.
  private(set) var code = ExitCode.done
  private var lengthBytes = 0
  private let spoken: SpokenReplies?

  init(_ writing: LogWriting, _ source: InputSource) {
    self.writing = writing
    self.source = source
    spoken = SpokenReplies(writing.invocation, writing.path)
    progress = Progress(on: writing.invocation.diagnostics)
  }

  func write(_ answers: AppendTarget.Answers, to group: InputGroup) throws {
    switch answers {
    case .receipts(let receipts): try write(receipts.lazy.map { .success($0) }, group)
    case .failure(let replies): try write(replies, group)
    }
    try writing.invocation.output.flush()
    lengthBytes += group.lengthBytes
    progress.report(events: group.number(group.count - 1), bytes: lengthBytes, of: nil)
  }

  private func write(_ replies: some Collection<Reply>, _ group: InputGroup) throws {
    for (index, reply) in replies.enumerated() {
      try writing.invocation.writeReply(reply, line: group.number(index), spoken, of: source)
      if reply.isRecorded { continue }
      if code == .done { code = reply.exitCode }
      group.explain(reply, index, writing, source)
    }
  }
}

extension InputGroup {
  /// Says on standard error why a line was not recorded.
  func explain(_ reply: Reply, _ index: Int, _ writing: LogWriting, _ source: InputSource) {
    let number = number(index)
    writing.explain(reply, place: "\(source.name):\(number)", line: line(index), lineNumber: number)
  }
}
