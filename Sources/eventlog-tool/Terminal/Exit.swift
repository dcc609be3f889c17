import Foundation

/// Ends the process with the code.
func exitProcess(_ code: ExitCode) -> Never { exit(code.rawValue) }
