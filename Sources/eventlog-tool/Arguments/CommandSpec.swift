/// The headings that the overview gathers commands under.
enum CommandGroup: String, CaseIterable, Sendable {
  case write, read, report, trust, hosts, other
}

/// The name, arguments and purpose of a command: the source of its help page, of the overview, and of
/// completions and the manual. Texts are made when they are read: some list all projections, and every
/// command is found by the names of all.
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
  private let texts: @Sendable () -> (abstract: String, overview: String?, discussion: [String])
  let options: [OptionSpec]
  /// The options it has in common with other commands, listed after its own.
  let sharedOptions: [OptionSpec]
  let examples: [Example]

  init(
    _ name: String, group: CommandGroup, usage: [String] = ["[options] [LOG]"],
    overviewWord: String? = nil, abstract: @autoclosure @escaping @Sendable () -> String,
    overviewText: @autoclosure @escaping @Sendable () -> String? = nil,
    discussion: @autoclosure @escaping @Sendable () -> [String] = [],
    options: [OptionSpec] = [], sharedOptions: [OptionSpec] = [], examples: [Example] = []
  ) {
    self.name = name
    self.group = group
    self.usage = usage
    self.overviewWord = overviewWord
    texts = { (abstract(), overviewText(), discussion()) }
    self.options = options
    self.sharedOptions = sharedOptions
    self.examples = examples
  }

  /// One sentence without its full stop.
  var abstract: String { texts().abstract }
  /// A shorter text for the overview, if any.
  var overviewText: String? { texts().overview }
  /// Further paragraphs.
  var discussion: [String] { texts().discussion }

  /// All that the command understands, `--help` included.
  var allOptions: [OptionSpec] { options + sharedOptions + [.help] }
}
