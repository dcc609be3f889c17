/// One command: its name and arguments, and its action.
protocol ToolCommand: Sendable {
  static var spec: CommandSpec { get }
  static func run(_ invocation: Invocation) throws -> ExitCode
}
