/// The headings that the overview gathers commands under.
enum CommandGroup: String, CaseIterable, Sendable {
  case write, read, report, trust, other
}

/// The name, arguments and purpose of a command: the source of its help page, of the overview, and of
/// completions and the manual.
struct CommandSpec: Sendable {
  struct Example: Sendable {
    /// The command line, without the prompt.
    let command: String
    let explanation: String?

    init(_ command: String, _ explanation: String? = nil) {
      self.command = command
      self.explanation = explanation
    }
  }

  let name: String
  let group: CommandGroup
  /// The words after the name, one form a line: `NAME [options] [LOG]`.
  let usage: [String]
  /// The word that the overview shows after the name, such as `NAME` of `show NAME`.
  let overviewWord: String?
  /// One sentence without its full stop.
  let abstract: String
  /// A shorter text for the overview, if any.
  let overviewText: String?
  /// Further paragraphs.
  let discussion: [String]
  let options: [OptionSpec]
  /// The options it has in common with other commands, listed after its own.
  let sharedOptions: [OptionSpec]
  let examples: [Example]

  init(
    _ name: String, group: CommandGroup, usage: [String] = ["[options] [LOG]"],
    overviewWord: String? = nil, abstract: String, overviewText: String? = nil,
    discussion: [String] = [],
    options: [OptionSpec] = [], sharedOptions: [OptionSpec] = [], examples: [Example] = []
  ) {
    self.name = name
    self.group = group
    self.usage = usage
    self.overviewWord = overviewWord
    self.abstract = abstract
    self.overviewText = overviewText
    self.discussion = discussion
    self.options = options
    self.sharedOptions = sharedOptions
    self.examples = examples
  }

  /// All that the command understands, `--help` included.
  var allOptions: [OptionSpec] { options + sharedOptions + [.help] }
}
