import Foundation

/// The value of an environment variable, if it is set.
func environmentVariable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Returns `true` if the descriptor is a terminal.
func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The place that there is for an answer.
struct ScreenSize: Equatable {
  /// The columns to fit lines into; nil if there is no limit.
  var columns: Int?
  /// The lines that are in sight at once.
  var rows: Int

  /// The place in what is no terminal: as much as in a usual one, but lines of any length.
  static let ofPipe = ScreenSize(columns: nil, rows: 24)
}

/// The size of the terminal, by itself or by the environment, or else the usual one.
func screenSize(
  of descriptor: Int32, environment: (String) -> String? = environmentVariable
) -> ScreenSize {
  guard isTerminal(descriptor) else { return .ofPipe }
  var size = winsize()
  if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
  func given(_ size: UInt16, _ name: String) -> Int? {
    if size > 0 { return Int(size) }
    let number = environment(name).flatMap(UInt16.init).map(Int.init)
    return number.flatMap { $0 > 0 ? $0 : nil }
  }
  return ScreenSize(
    columns: given(size.ws_col, "COLUMNS") ?? 80, rows: given(size.ws_row, "LINES") ?? 24)
}
