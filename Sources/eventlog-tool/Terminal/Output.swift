import Foundation

/// The reason why an answer could not be written.
enum OutputError: Error, Equatable {
  /// The reader went away, as `head` does when it has seen enough. Nothing to report.
  case closedPipe
  case failed(SystemFailure)

  var exitCode: ExitCode {
    switch self {
    case .closedPipe: .done
    case .failed: .ioFailed
    }
  }

  /// The message about it; nil if none is needed.
  var message: String? {
    switch self {
    case .closedPipe: nil
    case .failed(let failure): "cannot write to standard output: \(failure)"
    }
  }
}

/// Standard output: answers, gathered into large writes.
///
/// Text that is still gathered is lost unless `flush` or `finish` is called. After a failure the rest
/// is dropped and every call throws the same error again.
final class Output {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var failure: OutputError?
  /// The code of the first answer that is no success. A reader that has gone does not change it.
  private(set) var outcome = ExitCode.done

  /// Written out whenever this much has been gathered.
  static let blockBytes = 1 << 16

  let isTerminal: Bool
  /// The place for an answer.
  let size: ScreenSize
  /// The columns that tables fit into; nil for no limit.
  var columns: Int? { size.columns }
  let usesColor: Bool

  init(
    descriptor: Int32 = STDOUT_FILENO, color: ColorChoice = .auto,
    environment: (String) -> String? = environmentVariable
  ) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    size = screenSize(of: descriptor, environment: environment)
    usesColor = color.usesColor(onTerminal: isTerminal, environment: environment)
  }

  /// Writes `text` as it stands. Event text must have been escaped.
  func write(_ text: String) throws(OutputError) { try write(text.utf8) }

  func write(_ bytes: some Collection<UInt8>) throws(OutputError) {
    try write { $0.append(contentsOf: bytes) }
  }

  /// Writes what `append` adds to the bytes that have been gathered.
  func write(_ append: (inout [UInt8]) -> Void) throws(OutputError) {
    if let failure { throw failure }
    append(&buffer)
    if buffer.count < Self.blockBytes { return }
    LateSnapshots.settle()
    try flush()
  }

  /// Writes `text` and a line feed.
  func line(_ text: String = "") throws(OutputError) {
    try write(text.utf8)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes `text` as a line, broken between words if the terminal is narrower.
  func sentence(_ text: String) throws(OutputError) {
    try lines(sentenceLines(text, width: columns))
  }

  /// Writes `text`, which is escaped here, in the same way.
  func statement(_ text: String, _ style: Style? = nil) throws(OutputError) {
    for text in sentenceLines(escapedForTerminal(text), width: columns) {
      try line(style?.applied(to: text, usesColor: usesColor) ?? text)
    }
  }

  func lines(_ lines: [String]) throws(OutputError) { for text in lines { try line(text) } }

  /// Writes the gathered text, so that a reader sees it now.
  func flush() throws(OutputError) {
    if let failure { throw failure }
    if buffer.isEmpty { return }
    LateSnapshots.close()
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      try writeAll(buffer, to: descriptor)
    } catch { throw remember(error) }
  }

  /// Writes the gathered text as far as its reader takes it without a long pause.
  ///
  /// - Returns: `false` where some of it is left.
  func flush(pausingMilliseconds pause: Int32) throws(OutputError) -> Bool {
    while buffer.count > Self.certainBytes {
      guard isWritable(descriptor, withinMilliseconds: pause) else { return false }
      let rest = buffer[Self.certainBytes...]
      buffer = Array(buffer[..<Self.certainBytes])
      try flush()
      buffer = Array(rest)
    }
    guard buffer.isEmpty || isWritable(descriptor, withinMilliseconds: pause) else { return false }
    try flush()
    return true
  }

  /// The bytes that a pipe takes at once where it takes any (`PIPE_BUF` of pipe(7)).
  private static let certainBytes = 4096

  /// Notes the code of an answer, before it is written.
  func note(_ code: ExitCode) { if outcome == .done { outcome = code } }

  /// Flushes for the last time, and asks for the errors that file systems keep until a file is
  /// closed. The descriptor itself stays taken: its number must not go to another file. The answer is
  /// complete: a reader that has gone does not change how the command ended.
  func finish() throws(OutputError) {
    do throws(OutputError) { try flush() } catch {
      if error == .closedPipe { return }
      throw error
    }
    let copy = dup(descriptor)
    guard copy >= 0 else { return }
    if close(copy) != 0, errno != EINTR { throw remember(.last) }
  }

  private func remember(_ error: SystemFailure) -> OutputError {
    let remembered = error.code == EPIPE ? OutputError.closedPipe : .failed(error)
    failure = remembered
    return remembered
  }
}

/// Returns `text` as one line, or broken between words if it is wider than `width`.
func sentenceLines(_ text: String, width: Int?) -> [String] {
  guard let width, displayWidth(text) > width else { return [text] }
  return wrapped(text, toColumns: width)
}
