import Projections
import ShiftEvents

enum LogCommand: ToolCommand {
  static let spec = CommandSpec(
    "log", group: .read, abstract: "List events, one line each, exactly as recorded",
    discussion: [
      "Prints the acknowledged lines byte for byte; on a terminal, control characters are escaped."
    ],
    sharedOptions: [SharedOptions.file, SharedOptions.at, SharedOptions.now]
      + SharedOptions.anywhere,
    examples: [
      .init("eventlog-tool log --at 57"),
      .init("eventlog-tool log | jq -r 'select(.type==\"shift.accepted\") | .data.to'"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.logPath()
    let output = invocation.output
    let reading = try LogReading(path, invocation) { event in
      if output.isTerminal {
        try invocation.writeJSON(Array(event.json.utf8))
      } else {
        try output.line(event.json)
      }
    }
    if reading.asOf.sequence == .zero { invocation.diagnostics.note("the log is empty") }
    return .done
  }
}
