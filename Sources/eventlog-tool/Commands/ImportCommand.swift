import Projections
import ShiftEvents
import ShiftEventsHome

enum ImportCommand: ToolCommand {
  static let spec = CommandSpec(
    "import", group: .trust, access: .writes, usage: ["[FILE|-] -f LOG [--create]"],
    abstract: "Take recorded lines of another copy of this log, byte for byte",
    discussion: [
      "For replicas and restores: what log prints goes in as it stands. Grammar, hashes, order and "
        + "batches are checked. Lines that the log has already are compared and passed over, so the same "
        + "import may run again, and may begin at any event that the log has or needs next.",
      "A line that differs from the log's own ends it (65): the two copies have parted, and the error "
        + "names the first such line. Whole batches before a wrong line are kept.",
      "Lines from a pipe are synced and acknowledged as they come, so a copy can be read while it "
        + "follows. Names of people are not in a log: copy its people.jsonl for them.",
    ],
    options: [create],
    sharedOptions: Options.upkeep,
    examples: [
      .init("eventlog-tool log --follow | ssh backup eventlog-tool import - -f copy.jsonl"),
      .init("eventlog-tool import events.jsonl -f restored.jsonl --create"),
    ])

  private static let create = Flag("create", "Make the log where there is none")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: ["FILE"])
    var source = invocation.arguments.positionals.first ?? LogInput.standardInput
    let path = try invocation.fetchedLog(positional: nil)
    if path == LogInput.standardInput {
      throw UsageError("standard input cannot be written to", help: "name the log with -f")
    }
    if source == LogInput.standardInput, isTerminal(0) {
      throw InputIsTerminal("pipe recorded lines in, such as those of log --follow")
    }
    try LogWriting.refuseFolderOfLog(path)
    if HomeAddress.isAddress(source) {
      source = try HomeAccess(invocation).copy(of: try HomeAddress(source), isRead: true)
    }
    let options = Recorder.Options(path, try invocation.lockTimeoutSeconds, invocation.diagnostics)
    let (diagnostics, progress) = (invocation.diagnostics, Progress(on: invocation.diagnostics))
    let copy: LogImport
    do throws(LogError) {
      copy = try LogImport(
        from: source, into: path, creating: invocation[create],
        lockTimeoutSeconds: options.lockTimeoutSeconds)
    } catch {
      throw error.path == source ? error.ofReading : invocation[create] ? error.ofCreating : error
    }
    let caches = CopyCaches(of: path, options, diagnostics)
    copy.onNotice = options.onNotice
    copy.onSourceNotice = { diagnostics.warning("\(source): \($0)") }
    copy.onProgress = { events, bytes, total in
      progress.report(events: events, bytes: Int(bytes), of: total.map(Int.init))
    }
    copy.onPause = { caches.renew(taken: copy.report.taken) }
    defer { progress.finish() }
    do throws(LogError) { try copy.run() } catch {
      progress.finish()
      diagnostics.note("took \(counted(copy.report.taken, "event")) before that")
      throw error
    }
    progress.finish()
    try invocation.writeJSON(copy.report.json())
    try invocation.output.flush()
    // To fold a large load costs more than to take it; the next import or writer does it.
    if copy.report.taken <= largestFolded { caches.renew(taken: copy.report.taken) }
    return .done
  }

  private static let largestFolded = 100_000
}

/// The caches beside a copy that follow from its lines, and the names of people who were erased.
private final class CopyCaches {
  private let path: String
  private let diagnostics: Diagnostics
  private let options: Recorder.Options
  private var recorder: Recorder?
  private var taken = 0

  init(of path: String, _ options: Recorder.Options, _ diagnostics: Diagnostics) {
    (self.path, self.options, self.diagnostics) = (path, options, diagnostics)
  }

  /// A failure costs nothing but time later: the next writer does the same.
  func renew(taken: Int) {
    guard taken > self.taken else { return }
    self.taken = taken
    do throws(LogError) {
      if recorder == nil { recorder = try Recorder(recordingTo: path, options: options) }
      try recorder?.refresh()
      recorder?.leaveSnapshotIfDue()
    } catch { diagnostics.detail("\(path): no snapshot was left: \(error.message)") }
  }
}
