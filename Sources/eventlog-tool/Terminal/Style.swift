/// How a piece of text stands out, where colour is wanted.
enum Style: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case cyan = "36"
  case boldRed = "1;31"

  /// `text` between the ANSI sequences for this style; `text` itself where `usesColor` is false.
  func applied(to text: String, usesColor: Bool) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// What the user said about colour: `--color`, or `never` for `--no-color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether to colour what goes to a terminal, or elsewhere, in this environment.
  ///
  /// The command line goes before the environment; there, refusing (`NO_COLOR`) goes before
  /// forcing (`CLICOLOR_FORCE`), and both before guessing from `TERM`.
  func usesColor(onTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment("NO_COLOR")?.isEmpty == false { return false }
    if let force = environment("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
    return onTerminal && environment("TERM") != "dumb"
  }
}
