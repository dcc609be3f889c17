import ShiftEvents
import ShiftEventsHome

/// `log --follow`: recorded lines as they are acknowledged, until somebody ends it.
struct LogFollowing {
  /// Prints lines for ever; returns when their reader has gone.
  static func run(_ path: String, _ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.refuse(
      Options.follow,
      beside: [
        Options.at, Options.now, LogCommand.submissions, EventSelection.last, LogCommand.format,
        Options.attributes,
      ] + RelativeDates.options)
    try invocation.requireFile(path, orSay: "standard input cannot be followed")
    var selection = try EventSelection(invocation, path)
    let after = try arguments[EventSelection.after] ?? 0
    let standardOutput = FileDescriptor(rawValue: 1)
    do {
      let follower = try LogFollower(following: path, after: SequenceNumber(after))
      invocation.reportOpenEnd(try LogReader(reading: path).head, of: path)
      let poll = try HomeAccess(invocation).poll(of: path)
      while true {
        let events = try follower.next()
        for event in events where try selection.includes(event) {
          try invocation.writeRecorded(event)
        }
        try invocation.output.flush()
        if let news = try poll?.lookIfDue() { invocation.diagnostics.warning(news, at: path) }
        if events.isEmpty,
          !follower.wait(milliseconds: poll?.pauseMilliseconds, whileOpen: standardOutput)
        {
          return .done
        }
      }
    } catch let error as LogError {
      throw error.ofReading
    }
  }
}
