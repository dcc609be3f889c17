import Foundation

/// The value of an environment variable, where it is set.
func environmentVariable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Whether a person sits at the other end.
func isTerminal(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1
}

/// The columns to fit lines into: nil where `descriptor` is no terminal and lines may be as wide
/// as they need.
func terminalColumns(
  of descriptor: Int32, environment: (String) -> String? = environmentVariable
) -> Int? {
  guard isTerminal(descriptor) else { return nil }
  var size = winsize()
  if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
    return Int(size.ws_col)
  }
  if let columns = environment("COLUMNS").flatMap(UInt16.init), columns > 0 { return Int(columns) }
  return 80
}
