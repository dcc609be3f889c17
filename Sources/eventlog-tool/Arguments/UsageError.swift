import ShiftEvents

/// A mistake on the command line. Ends the process with 64.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let message: String
  /// The remedy, such as `did you mean --follow?`.
  let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  /// An unknown word, with the word that was probably meant, or with all that are known, or with the command
  /// that lists them.
  ///
  /// - Parameters:
  ///   - kind: the expected kind of word, such as `command` or `projection`.
  ///   - list: the command that lists the words, where they are too many for a message.
  static func unknown(
    _ kind: String, _ word: String, among words: [String], listedBy list: String? = nil
  ) -> UsageError {
    let meant = nearest(to: word, among: words)
    let all = list.map { "they are listed by: \($0)" } ?? "one of \(listed(words, "or"))"
    let help = meant.map { "did you mean \($0)?" } ?? all
    return UsageError("unknown \(kind) \(quoted(word))", help: words.isEmpty ? nil : help)
  }

  /// An unknown type of event.
  static func unknownType(_ word: String, among words: [String]) -> UsageError {
    unknown("event type", word, among: words, listedBy: "eventlog-tool help events")
  }

  var exitCode: ExitCode { .usage }

  var description: String { message }
}

/// Input was to come from a person at a terminal. They are shown the command's help instead of
/// nothing at all.
struct InputIsTerminal: Error {
  /// The remedy.
  let remedy: String

  init(_ remedy: String) { self.remedy = remedy }

  /// The message that follows the help.
  var usageError: UsageError { UsageError("standard input is a terminal: \(remedy)") }
}

/// `word` in quotes, safe to show, and no longer than a message bears.
func quoted(_ word: String) -> String {
  "\"\(truncated(escapedForTerminal(word), toColumns: 60))\""
}
