/// The headings that the overview gathers commands under.
enum CommandGroup: String, CaseIterable, Sendable { case write, read, report, trust, hosts, other }

/// The way in which a command uses a log.
enum LogAccess: Sendable { case reads, writes }

/// The name, arguments and purpose of a command: the source of its help page, of the overview, and of
/// completions and the manual. Texts, options and examples are made when they are read: some list all projections,
/// and every command is found by the names of all.
struct CommandSpec: Sendable {
  struct Example: Sendable {
    /// The command line, without the prompt.
    let command: String
    let explanation: String?

    init(_ command: String, _ explanation: String? = nil) {
      (self.command, self.explanation) = (command, explanation)
    }
  }

  let name: String
  let group: CommandGroup
  /// The words after the name, one form a line: `NAME [options] [LOG]`.
  let usage: [String]
  /// The word that the overview shows after the name, such as `NAME` of `show NAME`.
  let overviewWord: String?
  private let texts: @Sendable () -> (abstract: String, overview: String?, discussion: [String])
  private let optionLists: @Sendable () -> (own: [any CommandOption], shared: [any CommandOption])
  private let exampleList: @Sendable () -> [Example]
  let access: LogAccess

  init(
    _ name: String, group: CommandGroup, access: LogAccess = .reads,
    usage: [String] = ["[options] [LOG]"], overviewWord: String? = nil,
    abstract: @autoclosure @escaping @Sendable () -> String,
    overviewText: @autoclosure @escaping @Sendable () -> String? = nil,
    discussion: @autoclosure @escaping @Sendable () -> [String] = [],
    options: @autoclosure @escaping @Sendable () -> [any CommandOption] = [],
    sharedOptions: @autoclosure @escaping @Sendable () -> [any CommandOption] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = []
  ) {
    (self.name, self.group, self.access, self.usage) = (name, group, access, usage)
    self.overviewWord = overviewWord
    texts = { (abstract(), overviewText(), discussion()) }
    optionLists = { (options(), sharedOptions()) }
    exampleList = examples
  }

  /// One sentence without its full stop.
  var abstract: String { texts().abstract }
  /// A shorter text for the overview, if any.
  var overviewText: String? { texts().overview }
  /// Further paragraphs.
  var discussion: [String] { texts().discussion }

  var options: [OptionSpec] { optionLists().own.map(\.spec) }
  /// The options it has in common with other commands, listed after its own.
  var sharedOptions: [OptionSpec] { optionLists().shared.map(\.spec) }
  /// All that the command understands, `--help` included.
  var allOptions: [OptionSpec] {
    let (own, shared) = optionLists()
    return (own + shared).map(\.spec) + [.help]
  }
  var examples: [Example] { exampleList() }
}
