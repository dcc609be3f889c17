import Projections
import ShiftEvents
import ShiftEventsHome

enum RestoreCommand: ToolCommand {
  static let spec = CommandSpec(
    "restore", group: .trust, access: .writes, usage: ["FROM -f LOG [options]"],
    abstract: "Make a log from a backup, or from any copy of a log and its folder",
    discussion: [
      "FROM is a backup, a copied log with its folder beside it, or a folder with one log in it; it is only read. LOG "
        + "gets all whole, sound batches, a head for exactly these, and the names that fit them. There must be "
        + "nothing at LOG yet (73).",
      "Exit 1: the copy ends before its head says, and restore says how many acknowledged events it does not have. 65: "
        + "the copy is damaged before that end; nothing is made, and --to SEQ makes a log of the events up to "
        + "there (1).",
      "A copy of a log that lives in PostgreSQL stays one, and is pulled before it is written; --without-home makes a "
        + "log of its own.",
    ],
    options: [to, withoutHome, Options.reportJSON],
    sharedOptions: Options.upkeep,
    examples: [
      .init("eventlog-tool restore /var/backups/store -f restored.jsonl"),
      .init("eventlog-tool restore copied/events.jsonl -f restored.jsonl"),
    ])

  private static let to = Option.number(
    "to", "SEQ", in: 0...999_999_999_999, "The last event to keep, of a damaged copy")
  private static let withoutHome = Flag(
    "without-home", "Make a log of its own of one that lives in PostgreSQL")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: ["FROM"], required: 1)
    let source = try source(invocation.arguments.positionals[0])
    let path = try invocation.logName(positional: nil)
    if HomeAddress.isAddress(path) || path == LogInput.standardInput || path.isEmpty {
      throw UsageError("a log is restored to a file", help: "name it with -f")
    }
    try LogWriting.refuseFolderOfLog(path)
    let (from, fileSystem) = (invocation.arguments.positionals[0], PosixFileSystem())
    if let status = try? fileSystem.status(at: from), status.kind == .directory,
      (try? fileSystem.status(at: LogPaths(log: path).parent))?.isSameFile(as: status) == true
    {
      throw UsageError("\(from) is only read", help: "name a log outside of it with -f")
    }
    var options = LogRestore.Options()
    options.last = try invocation[to].map(UInt64.init)
    options.leavesHome = invocation[withoutHome]
    options.lockTimeoutSeconds = try invocation.lockTimeoutSeconds
    let report: LogRestore.Report
    do throws(LogError) { report = try LogRestore.run(source, to: path, options) } catch {
      let isOfCopy = error.path.map { $0 == source.log || $0.hasPrefix("\(source.log).d/") }
      throw isOfCopy == true && error.damage == nil ? error.ofReading : error.ofCreating
    }
    let lines = lines(report, source.log, isCut: options.last != nil)
    if invocation[Options.reportJSON] {
      try invocation.writeJSON(report.json())
      // The report has no members for what else there is to say.
      for line in lines.dropFirst() { invocation.diagnostics.warning(line) }
    } else {
      for line in lines { try invocation.output.statement(line) }
    }
    return report.lost > 0 || options.last != nil ? .negative : .done
  }

  /// The copy that a word names.
  private static func source(_ name: String) throws -> LogRestore.Source {
    if name == LogInput.standardInput {
      throw UsageError(
        "a copy on standard input cannot be restored", help: "name a file or a folder")
    }
    var folder = name
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    let fileSystem = PosixFileSystem()
    guard let status = try? fileSystem.status(at: folder) else {
      throw CommandError(
        .cannotRead, "there is nothing at \(name)", help: "name a backup or a copy")
    }
    guard status.kind == .directory else { return LogRestore.Source(log: name) }
    do throws(LogError) {
      if let backup = try LogRestore.Source(backupIn: folder) { return backup }
      let logs = try LogRestore.logs(in: folder)
      if logs.count == 1 { return LogRestore.Source(log: logs[0]) }
      if logs.isEmpty { throw LogError(.notFound, "there is no log in \(name)", path: name) }
      throw LogError(
        .noSuchEnd, "\(name) has several logs: \(listed(logs, "and")); name one", path: name)
    } catch { throw error.ofReading }
  }

  private static func lines(
    _ report: LogRestore.Report, _ copy: String, isCut: Bool
  ) -> [String] {
    let until = report.time.map { " up to \(minuteText($0, in: report.zone))" } ?? ""
    var line = "restored \(counted(Int(report.end.sequence), "event"))\(until)"
    if report.lost > 0 {
      line +=
        "; the copy's head knew of \(report.lost) later "
        + (report.lost == 1 ? "one" : "ones")
        + (isCut ? ", which --to leaves off" : ", which the copy does not have")
    }
    var lines = [line]
    if report.acknowledged == nil {
      lines.append(
        "\(copy) has no head that can be read: whether events are missing at its end cannot be told"
          + (report.people == 0 ? ", and names are missing" : ""))
    } else if report.namesMissing > 0 {
      lines.append("\(copy) lacks \(counted(report.namesMissing, "name"))")
    }
    if report.leftOffBytes > 0 {
      lines.append(
        "\(report.leftOffBytes) bytes of the copy behind event \(report.end.sequence) were left off"
      )
    }
    if let home = report.home {
      lines.append("it is a copy of the log in \(home), which is pulled before it is written")
    }
    if let home = report.formerHome {
      lines.append("it is a log of its own now, and no copy of the one in \(home)")
    }
    return lines
  }
}
