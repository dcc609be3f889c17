/// A command that cannot be done, for a reason of its own.
struct CommandError: Error {
  var code: ExitCode
  var message: String
  var help: String?

  init(_ code: ExitCode, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}
