/// One option of a command: its spelling, its value, and its text on the help page.
struct OptionSpec: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case flag
    /// Takes a value, named `placeholder` on the help page.
    case value(placeholder: String)
  }

  /// The name without the dashes.
  let name: String
  let short: Character?
  let kind: Kind
  /// A sentence without its full stop.
  let help: String
  /// True if a value may be given more than once. (A flag always may.)
  let isRepeatable: Bool

  init(
    _ name: String, short: Character? = nil, kind: Kind, help: String, isRepeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.kind = kind
    self.help = help
    self.isRepeatable = isRepeatable
  }

  static func flag(_ name: String, short: Character? = nil, help: String) -> OptionSpec {
    OptionSpec(name, short: short, kind: .flag, help: help)
  }

  static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, help: String,
    isRepeatable: Bool = false
  ) -> OptionSpec {
    OptionSpec(
      name, short: short, kind: .value(placeholder: placeholder), help: help,
      isRepeatable: isRepeatable)
  }

  /// Understood by every command.
  static let help = flag("help", short: "h", help: "Show this help")

  var takesValue: Bool { kind != .flag }
}
