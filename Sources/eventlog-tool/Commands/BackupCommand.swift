import Projections
import ShiftEvents

enum BackupCommand: ToolCommand {
  static let spec = CommandSpec(
    "backup", group: .trust, usage: ["DIR [LOG]"],
    abstract: "Make a consistent copy of a log and its names while writers run",
    discussion: [
      "DIR gets the lines up to one acknowledged end, the head of just that end, the names that fit them, a checkpoint, "
        + "and last backup.json, which says what the backup holds. All bytes are checked while they are copied; of a "
        + "damaged log (65) nothing is taken.",
      "A later backup into the same DIR holds the old part against the log and adds what is new. A run that is "
        + "killed leaves the earlier backup or the new one. A backup of another log, a longer one, and one whose "
        + "bytes are not the log's is left alone (1), as is a folder that is no backup (73).",
      "--key signs the checkpoint as checkpoint --key does, so that verify --checkpoint DIR/checkpoint --vkey VKEY shows "
        + "later that a restored log begins with what was backed up.",
      "restore makes a log of it. Documentation/Backup.md has the rest: other programs, how often, and a drill.",
    ],
    options: [CheckpointCommand.key, Options.reportJSON],
    sharedOptions: Options.upkeep,
    examples: [
      .init("eventlog-tool backup /var/backups/store events.jsonl"),
      .init("eventlog-tool backup /var/backups/store --key auditor.pem events.jsonl"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let words = invocation.arguments.positionals
    try invocation.arguments.checkPositionals(named: ["DIR", "LOG"], required: 1)
    let folder = words[0]
    let name = try invocation.logName(positional: words.count > 1 ? words[1] : nil)
    if name == LogInput.standardInput {
      throw UsageError("a log on standard input cannot be backed up", help: "name the log")
    }
    if folder.isEmpty { throw UsageError("the name of the folder is empty") }
    let path = try invocation.fetchedLog(positional: name)
    try refuseExchanged(folder, words.count > 1 ? path : nil)
    let backup = LogBackup(
      of: path, in: folder, lockTimeoutSeconds: try invocation.lockTimeoutSeconds)
    if let hazard = backup.hazard {
      throw UsageError(
        "no backup of \(quoted(path)) can be made in \(quoted(folder)): \(hazard)",
        help: "name another folder")
    }
    if let key = try invocation[CheckpointCommand.key] {
      let files = PosixFileSystem()
      let place = LogPaths(log: key).parent
      let places = [place, LogPaths(log: place).parent].compactMap { try? files.status(at: $0) }
      if let backup = try? files.status(at: folder), places.contains(where: backup.isSameFile) {
        throw UsageError(
          "the private key stands in \(quoted(folder)), where the backup is written",
          help: "keep the key elsewhere")
      }
    }
    let signer = try invocation[CheckpointCommand.key].map { try NoteSigner(keyIn: $0, invocation) }
    let progress = Progress(on: invocation.diagnostics)
    backup.onProgress = { events, bytes, total in
      progress.report(events: events, bytes: Int(bytes), of: total.map(Int.init))
    }
    let report: LogBackup.Report
    do { report = try backup.run { try signer?.note($0).text ?? $0.text } } catch let error
      as LogError
    {
      progress.finish()
      throw Self.telling(error, of: path)
    }
    progress.finish()
    for remark in report.remarks { invocation.diagnostics.warning(remark, at: path) }
    if report.remarks.isEmpty { invocation.reportOpenEnd(report.head, of: path) }
    if invocation[Options.reportJSON] {
      try invocation.writeJSON(report.mark.json(added: report.added))
    } else {
      let mark = report.mark
      try invocation.output.statement(
        "\(folder): \(counted(Int(mark.end.sequence), "event")) of \(mark.log), "
          + "\(mark.end.lengthBytes) bytes; \(report.added) of them are new")
    }
    return .done
  }

  /// Refuses a log in the place of the folder.
  ///
  /// - Parameter path: the log, where it was named behind the folder.
  private static func refuseExchanged(_ folder: String, _ path: String?) throws {
    guard let signature = (try? LogInput(folder).signature()) ?? nil, signature.holdsLog else {
      return
    }
    throw CommandError(
      .cannotCreate, "\(folder) is a log, and no folder for a backup",
      help: path.flatMap {
        $0 == folder ? nil : "did you mean backup \(shellWord($0)) \(shellWord(folder))?"
      } ?? "name the folder first: eventlog-tool backup DIR \(shellWord(folder))")
  }

  private static func telling(_ error: LogError, of path: String) -> any Error {
    if error.code == .forked { return CommandError(.negative, error.message) }
    let isOfLog = error.path.map { $0 == path || $0.hasPrefix("\(path).d/") } ?? false
    return isOfLog ? error.ofReading : error.ofCreating
  }
}
