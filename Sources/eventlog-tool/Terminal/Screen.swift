import Foundation

/// The value of an environment variable, if it is set.
func environmentVariable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Returns `true` if the descriptor is a terminal.
func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The columns to fit lines into; nil if `descriptor` is no terminal, so that there is no limit.
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
