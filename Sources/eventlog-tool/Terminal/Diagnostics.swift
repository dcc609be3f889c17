import Foundation

/// Standard error: everything that is not the answer.
///
/// Messages are escaped here once more, except line feeds, so that a forgotten escape elsewhere does no
/// harm. A message that cannot be written is not reported: there is nowhere to report it.
struct Diagnostics: Sendable {
  enum Verbosity: Int, Sendable { case quiet, normal, verbose }

  let verbosity: Verbosity
  let isTerminal: Bool
  let columns: Int?
  let usesColor: Bool
  private let descriptor: Int32

  init(
    descriptor: Int32 = STDERR_FILENO, color: ColorChoice = .auto, verbosity: Verbosity = .normal,
    environment: (String) -> String? = environmentVariable
  ) {
    (self.descriptor, self.verbosity) = (descriptor, verbosity)
    columns = screenSize(of: descriptor, environment: environment).columns
    isTerminal = columns != nil
    usesColor = color.usesColor(onTerminal: isTerminal, environment: environment)
  }

  /// Reports an error, its place and its remedy.
  ///
  /// - Parameter place: such as `events.jsonl:212:48`.
  func error(
    _ message: String, at place: String? = nil, quoting quote: QuotedLine? = nil,
    help: String? = nil
  ) { tell(message, "error:", .boldRed, at: place, quoting: quote, help: help) }

  /// Reports a refusal by a rule.
  func rejected(_ message: String) { tell(message, "rejected:", .boldRed) }

  /// Reports that the log has changed since the submitter read it.
  func conflict(_ message: String) { tell(message, "conflict:", .boldRed) }

  /// Something to look into that did not stop the work. Said with `-q` too.
  func warning(_ message: String, at place: String? = nil, help: String? = nil) {
    tell(message, "warning:", .yellow, at: place, help: help)
  }

  /// Reports something useful, such as why an answer is empty; broken between words if a terminal
  /// is narrower. Silent with `-q`.
  func note(_ message: String) {
    if verbosity != .quiet { lines(sentenceLines(escaped(message), width: columns)) }
  }

  /// Reports a detail, with `-v` only.
  func detail(_ message: @autoclosure () -> String) {
    if verbosity == .verbose { lines([escaped(message())]) }
  }

  /// Text of our own in lines, styled already.
  func lines(_ lines: [String]) {
    // One write, so that messages of several processes do not mix within a line.
    // By hand: a library's `joined` looks for conformances, 270,000 instructions a process.
    var text = ""
    for line in lines { text += line + "\n" }
    draw(text)
  }

  /// Draws a progress bar: `text` with its control sequences, unchanged.
  func draw(_ text: String) {
    LateSnapshots.settle()
    try? writeAll(Array(text.utf8), to: descriptor)
  }

  /// Says a message behind its place and its label, broken between words if a terminal is narrower.
  private func tell(
    _ message: String, _ word: String, _ style: Style, at place: String? = nil,
    quoting quote: QuotedLine? = nil, help: String? = nil
  ) {
    let place = place.map { escaped($0) + ":" }
    let lead = (place.map { $0 + " " } ?? "") + word + " "
    var lines = escaped(lead + message).split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { sentenceLines(String($0), width: columns) }
    if lines[0].hasPrefix(lead) {
      let styled = place.map { Style.bold.applied(to: $0, usesColor: usesColor) + " " } ?? ""
      lines[0] = styled + label(word, style) + lines[0].dropFirst(lead.count)
    }
    lines += quote?.lines(width: columns ?? 100) ?? []
    if let help { lines.append(label("help:", .cyan) + escaped(help)) }
    self.lines(lines)
  }

  private func label(_ text: String, _ style: Style) -> String {
    style.applied(to: text, usesColor: usesColor) + " "
  }

  private func escaped(_ message: String) -> String {
    // Most messages have one line, and joining would look for conformances.
    if !message.utf8.contains(UInt8(ascii: "\n")) { return escapedForTerminal(message) }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escapedForTerminal(String($0)) }.joined(separator: "\n")
  }
}
