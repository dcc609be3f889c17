/// The look of a piece of text, if colour is wanted.
enum Style: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case cyan = "36"
  case boldRed = "1;31"

  /// Returns `text` between the ANSI sequences for this style, or `text` itself if `usesColor` is
  /// false.
  func applied(to text: String, usesColor: Bool) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// The user's choice of colour: `--color`, or `never` for `--no-color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Returns `true` if output to a terminal, or elsewhere, is coloured in this environment.
  ///
  /// The command line comes before the environment; there, refusing (`NO_COLOR`) comes before
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
