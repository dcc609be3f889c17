import ShiftEvents

// Reads an argument list the way GNU programs do: options before or after positionals, `--name
// value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`, flags of one letter together, `--`
// before positionals that begin with a dash, `-` alone as a positional.
/// Sorts `arguments`, the words after the command's name, as `options` declare them.
///
/// `-h` and `--help` anywhere before `--` ask for help, even beside mistakes.
func parseArguments(
  _ arguments: [String], options: [OptionSpec]
) throws(UsageError) -> ParsedArguments {
  var parser = ArgumentParser(options: options)
  if arguments.prefix(while: { $0 != "--" }).contains(where: {
    $0.utf8.first == UInt8(ascii: "-") && ($0 == "-h" || $0 == "--help")
  }) {
    parser.parsed.wantsHelp = true
    return parser.parsed
  }
  parser.parsed.positionals.reserveCapacity(arguments.count)
  parser.parsed.places.reserveCapacity(arguments.count)
  var rest = arguments[...]
  while let argument = rest.popFirst() {
    if argument == "--" {
      parser.parsed.positionals += rest
      parser.parsed.places += rest.indices
      break
    }
    try parser.take(argument, followedBy: &rest)
  }
  return parser.parsed
}

/// Takes the command's name, the first positional, out of `arguments`.
///
/// - Parameter shared: the options that may stand before it. The name is the first word that is not the
///   value of one of these.
/// - Returns: the name, if there is one, and all the other arguments, in order.
func splitCommand(
  _ arguments: [String], shared: [OptionSpec]
) throws(UsageError) -> (command: String?, rest: [String]) {
  var parser = ArgumentParser(options: shared)
  var rest = arguments[...]
  while let argument = rest.popFirst() {
    if argument == "-h" || argument == "--help" || argument == "--version" { continue }
    if argument == "--" { break }
    try parser.take(argument, followedBy: &rest)
    if let command = parser.parsed.positionals.first {
      return (command, Array(arguments[..<(rest.startIndex - 1)] + rest))
    }
  }
  return (nil, arguments)
}

private struct ArgumentParser {
  let options: [OptionSpec]
  var parsed = ParsedArguments()

  init(options: [OptionSpec]) {
    self.options = options.contains { $0.name == "help" } ? options : options + [.help]
  }

  mutating func take(
    _ argument: String, followedBy rest: inout ArraySlice<String>
  ) throws(UsageError) {
    if argument.utf8.first == UInt8(ascii: "-"), argument.hasPrefix("--") {
      try takeLong(argument, followedBy: &rest)
    } else if argument.utf8.first == UInt8(ascii: "-"), argument != "-" {
      try takeShort(argument, followedBy: &rest)
    } else if let option = optionBehindAnotherDash(argument) {
      throw UsageError(
        "\(quoted(argument)) begins with a character that looks like a hyphen or a blank, and is none",
        help: "did you mean --\(option)?")
    } else {
      parsed.positionals.append(argument)
      parsed.places.append(rest.startIndex - 1)
    }
  }

  /// The option that a word has behind the dash or the blank of a word processor: `—actor`.
  private func optionBehindAnotherDash(_ argument: String) -> String? {
    guard let first = argument.utf8.first, first >= 0x80 else { return nil }
    let rest = argument.unicodeScalars.drop { scalar in
      scalar == "\u{2212}" || scalar == "-"
        || [.dashPunctuation, .spaceSeparator].contains(scalar.properties.generalCategory)
    }
    let name = String(rest.prefix { $0 != "=" })
    return options.contains { $0.name == name } ? name : nil
  }

  private mutating func takeLong(
    _ argument: String, followedBy rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let written = argument.utf8.dropFirst(2)
    let equals = written.firstIndex(of: UInt8(ascii: "="))
    let name = String(Substring(written[..<(equals ?? written.endIndex)]))
    guard let option = options.first(where: { $0.name == name }) else { throw unknown("--\(name)") }
    let attached = equals.map { String(Substring(written[written.index(after: $0)...])) }
    if option.takesValue {
      try record(attached, orFrom: &rest, for: option, written: "--\(name)")
    } else if attached != nil {
      throw UsageError("--\(name) takes no value")
    } else {
      parsed.give(option)
    }
  }

  /// `-v`, `-qv`, `-f value`, `-fvalue`, `-f=value`, `-qf value`.
  private mutating func takeShort(
    _ argument: String, followedBy rest: inout ArraySlice<String>
  ) throws(UsageError) {
    // `-follow` is a mistyped `--follow`, not `-f ollow`.
    if argument.count > 2, options.contains(where: { $0.name == argument.dropFirst() }) {
      throw UsageError("unknown option \(quoted(argument))", help: "did you mean -\(argument)?")
    }
    // A mark that combines with the dash is a letter of its own.
    var letters = argument.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == Character(letter) }) else {
        throw unknown(argument.count == 2 ? argument : "-\(letter)", in: argument)
      }
      if option.takesValue {
        let attached = letters.first == "=" ? letters.dropFirst() : letters
        let value = letters.isEmpty ? nil : String(attached)
        return try record(value, orFrom: &rest, for: option, written: "-\(letter)")
      }
      parsed.give(option)
      if option.name == OptionSpec.help.name { parsed.wantsHelp = true }
    }
  }

  /// The argument after an option that takes a value. One that looks like an option is not taken:
  /// more often a value was forgotten than meant to begin with a dash. Negative numbers are.
  private func nextValue(
    of written: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let next = rest.first, next != "--" else { throw UsageError("\(written) needs a value") }
    let second = next.dropFirst().first
    if next.hasPrefix("-"), next != "-", second?.isASCII != true || second?.isNumber != true {
      throw UsageError(
        "\(written) needs a value, found \(quoted(next))",
        help: "a value that begins with a dash is written "
          + escapedForTerminal(written + (written.hasPrefix("--") ? "=" : "") + shellQuoted(next))
      )
    }
    rest.removeFirst()
    return next
  }

  /// Keeps the value that is attached to an option, or the argument after it.
  private mutating func record(
    _ attached: String?, orFrom rest: inout ArraySlice<String>, for option: OptionSpec,
    written: String
  ) throws(UsageError) {
    let value: String
    if let attached { value = attached } else { value = try nextValue(of: written, from: &rest) }
    if !option.isRepeatable, parsed.has(option) {
      throw UsageError("\(written) is given more than once")
    }
    parsed.give(option, value, at: rest.startIndex - 1)
  }

  private func unknown(_ written: String, in argument: String? = nil) -> UsageError {
    let typed = (argument ?? written).drop { $0 == "-" }
    let whole = argument.map { $0 == written ? "" : " in \(quoted($0))" } ?? ""
    // A format is often asked for by its name alone.
    if case .words(let formats)? = options.first(where: { $0.name == "format" })?.offered,
      formats().contains(String(typed))
    {
      return UsageError(
        "unknown option \(quoted(written))", help: "did you mean --format \(typed)?")
    }
    let near = nearest(to: String(typed), among: options.map(\.name))
    return UsageError(
      "unknown option \(quoted(written))\(whole)", help: near.map { "did you mean --\($0)?" })
  }
}

/// A mistake on the command line. Ends the process with 64.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let message: String
  /// The remedy, such as `did you mean --follow?`.
  let help: String?

  init(_ message: String, help: String? = nil) { (self.message, self.help) = (message, help) }

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

  /// A word or a variable whose bytes are no UTF-8, with what can be read of it.
  static func notText(_ name: String, _ readable: String) -> UsageError {
    UsageError(
      "\(name) is not UTF-8: \(quoted(readable))",
      help: "set the terminal or the script to UTF-8, and rename a file that is named so")
  }

  static func unknownType(_ word: String, among words: [String]) -> UsageError {
    unknown("event type", word, among: words, listedBy: "eventlog-tool help events")
  }

  var exitCode: ExitCode { .usage }

  var description: String { message }
}

/// Input was to come from a person at a terminal. They are shown the command's help instead of
/// nothing at all.
struct InputIsTerminal: Error {
  let remedy: String

  init(_ remedy: String) { self.remedy = remedy }

  /// The message that follows the help.
  var usageError: UsageError { UsageError("standard input is a terminal: \(remedy)") }
}

/// `word` in quotes, safe to show, and no longer than a message bears.
func quoted(_ word: String) -> String {
  "\"\(truncated(escapedForTerminal(word), toColumns: 60))\""
}
