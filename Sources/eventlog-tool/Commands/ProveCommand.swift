import Projections
import ShiftEvents

enum ProveCommand: ToolCommand {
  static let spec = CommandSpec(
    "prove", group: .trust,
    usage: [
      "SEQ [--checkpoint FILE] [--line] [LOG]", "--since OLD [--checkpoint FILE] [LOG]",
      "--check PROOF [--since OLD] [LOG]",
    ], overviewWord: "SEQ",
    abstract:
      "Prove that an event is in a checkpoint, or that the log only grew; check such a proof",
    overviewText: "Prove that an event is in a checkpoint, or that the log only grew",
    discussion: [
      "prove SEQ prints a C2SP tlog-proof: the index (SEQ - 1), the RFC 6962 inclusion proof and the "
        + "checkpoint, which --checkpoint takes from a file with its signatures; otherwise it is that of "
        + "the log as it is now. --line puts the event's line into the proof.",
      "prove --since OLD prints a consistency proof from the checkpoint OLD, in the form in which C2SP "
        + "tlog-witness takes it.",
      "--check needs no log if the proof has the line. Exit 1: it proves nothing, there is no such event, or "
        + "the log does not contain the checkpoint; 65: it is not written as a proof. Signatures are for "
        + "openssl or ssh-keygen to check.",
    ],
    options: [CheckpointCommand.origin, checkpoint, since, line, check],
    sharedOptions: [Options.file] + Options.global,
    examples: [
      .init("eventlog-tool prove 57 --checkpoint signed.checkpoint --line > 57.tlog-proof"),
      .init("eventlog-tool prove --check 57.tlog-proof"),
    ])

  private static let checkpoint = Option.text(
    "checkpoint", "FILE", "Prove in this checkpoint instead of the log's own")
  private static let since = Option.text(
    "since", "OLD", "The earlier checkpoint of a consistency proof")
  private static let line = Flag("line", "Put the event's line into the proof")
  private static let check = Option.text("check", "PROOF", "Check a proof instead of making one")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    if let file = try arguments[check] {
      try arguments.refuse(check, beside: checkpoint, CheckpointCommand.origin, line)
      try arguments.checkPositionals(named: ["LOG"])
      return try check(file, invocation)
    }
    try arguments.refuse(CheckpointCommand.origin, beside: checkpoint)
    if arguments.has(since) {
      try arguments.refuse(since, beside: line)
      try arguments.checkPositionals(named: ["LOG"])
      return try proveConsistency(invocation)
    }
    try arguments.checkPositionals(named: ["SEQ", "LOG"], required: 1)
    let word = arguments.positionals[0]
    guard let sequence = SequenceNumber(digits: word), sequence > .zero else {
      throw UsageError("SEQ must be the sequence of an event, found \(quoted(word))")
    }
    return try proveInclusion(of: sequence, invocation)
  }

  private static func proveInclusion(
    of sequence: SequenceNumber, _ invocation: Invocation
  ) throws -> ExitCode {
    let path = try invocation.fetchedLog(
      positional: invocation.arguments.positionals.dropFirst().first)
    try invocation.requireReadableTwice(path)
    let (checkpoint, note) = try invocation.checkpoint(in: checkpoint) ?? own(path, invocation)
    let bringsLine = invocation[line]
    let proof = try invocation.reading(path) { (log) throws(LogError) in
      try log.inclusionProof(of: sequence, in: checkpoint, note: note, bringingLine: bringsLine)
    }
    guard let proof else {
      let isThere = (1...max(1, checkpoint.size)).contains(sequence.value) && checkpoint.size > 0
      return no(
        isThere
          ? notContained(checkpoint, path)
          : "event \(sequence) is not among the "
            + "\(counted(checkpoint.size, "event")) of the checkpoint", invocation)
    }
    try invocation.output.write(proof.text)
    try reportDoubt(path, invocation)
    return .done
  }

  private static func reportDoubt(_ path: String, _ invocation: Invocation) throws {
    invocation.reportOpenEnd(
      try invocation.reading(path) { (_) throws(LogError) in try LogReader(reading: path).head },
      of: path)
  }

  private static func proveConsistency(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    try invocation.requireReadableTwice(path)
    guard let (old, _) = try invocation.checkpoint(in: since) else { return .negative }
    let (checkpoint, note) =
      try invocation.checkpoint(in: checkpoint) ?? own(path, invocation, else: old.origin)
    if let objection = otherOrigin(old, checkpoint) { return no(objection, invocation) }
    let proof = try invocation.reading(path) { (log) throws(LogError) in
      try log.consistencyProof(from: old, to: checkpoint, note: note)
    }
    guard let proof else {
      if checkpoint.size < old.size, !invocation.arguments.has(Self.checkpoint),
        try invocation.reading(path, { (log) throws(LogError) in try log.contains(old) })
      {
        return no(
          "the acknowledged end of \(path), event \(checkpoint.size), is before the "
            + "\(counted(old.size, "event")) of the checkpoint, which are there: the next writer acknowledges them again",
          invocation)
      }
      return no(notContained(old, path) + ", or not the later one", invocation)
    }
    try invocation.output.write(proof.text)
    try reportDoubt(path, invocation)
    return .done
  }

  /// The checkpoint of the log as it is now, and its text.
  private static func own(
    _ path: String, _ invocation: Invocation, else standard: String? = nil
  ) throws -> (Checkpoint, String) {
    let origin =
      try invocation.chosenOrigin() ?? standard
      ?? invocation.reading(path) { (log) throws(LogError) in try log.name().description }
    let checkpoint = try invocation.reading(path) { (log) throws(LogError) in
      try log.checkpoint(origin: origin)
    }
    return (checkpoint, checkpoint.text)
  }

  /// The reason why one checkpoint is none of the log of another, as far as their names tell.
  private static func otherOrigin(_ old: Checkpoint, _ new: Checkpoint) -> String? {
    if old.origin == new.origin { return nil }
    return
      "the checkpoints name two logs: the earlier one \(old.origin), the later one \(new.origin)"
  }

  private static func notContained(_ checkpoint: Checkpoint, _ path: String) -> String {
    "\(path) does not begin with the \(counted(checkpoint.size, "event")) of the checkpoint"
  }

  private static func no(_ message: String, _ invocation: Invocation) -> ExitCode {
    invocation.diagnostics.error(message)
    return .negative
  }

  // MARK: - Checking

  private static func check(_ file: String, _ invocation: Invocation) throws -> ExitCode {
    let text = try invocation.noteText(of: file)
    if ConsistencyProof.begins(text) { return try checkConsistency(text, file, invocation) }
    if invocation.arguments.has(since) {
      throw UsageError("--since is for a proof of growth; \(quoted(file)) proves one event")
    }
    let proof = try invocation.parsed(file) { () throws(MalformedProof) in
      try InclusionProof(parsing: text)
    }
    let checkpoint = try invocation.parsed(file) { () throws(MalformedProof) in
      try proof.checkpoint()
    }
    if proof.line != nil { try refuseLog(invocation, "the proof brings the event's line") }
    let sequence = SequenceNumber(proof.index + 1)
    guard let line = try proof.line ?? line(of: sequence, invocation) else {
      return no("the log has no event \(sequence)", invocation)
    }
    let holds = try invocation.parsed(file) { () throws(MalformedProof) in
      try proof.holds(for: line)
    }
    let size = counted(checkpoint.size, "event")
    guard holds else {
      return no("\(file) does not prove that event \(sequence) is in its checkpoint", invocation)
    }
    guard InclusionProof.sequence(ofLine: line) == UInt64(sequence.value) else {
      return no(
        "what \(file) proves at place \(sequence) is not event \(sequence) of a log", invocation)
    }
    try invocation.output.statement(
      "event \(sequence) is in the checkpoint of \(size), \(checkpoint.origin)")
    reportUnchecked(proof.note, invocation)
    if proof.line != nil { try invocation.writeJSON(line) }
    return .done
  }

  /// Refuses a log that nothing would be read of.
  private static func refuseLog(_ invocation: Invocation, _ reason: String) throws(UsageError) {
    let arguments = invocation.arguments
    if arguments.positionals.isEmpty, !arguments.has(Options.file) { return }
    throw UsageError("\(reason), so no log is read", help: "leave LOG and --file out")
  }

  /// The line of an event of the log.
  private static func line(
    of sequence: SequenceNumber, _ invocation: Invocation
  ) throws -> [UInt8]? {
    let path = try invocation.fetchedLog()
    return try invocation.reading(path) { (log) throws(LogError) in
      let event = try log.events(after: SequenceNumber(sequence.value - 1), looksBehindHead: true)
        .next()
      return event.map { Array($0.json.utf8) }
    }
  }

  private static func checkConsistency(
    _ text: String, _ file: String, _ invocation: Invocation
  ) throws -> ExitCode {
    guard let (old, _) = try invocation.checkpoint(in: since) else {
      throw UsageError("a consistency proof is checked with --since, the earlier checkpoint")
    }
    try refuseLog(invocation, "a proof of growth is checked with the checkpoint of --since")
    var note = ""
    let (holds, new) = try invocation.parsed(file) {
      () throws(MalformedProof) -> (Bool, Checkpoint) in
      let proof = try ConsistencyProof(parsing: text)
      note = proof.note
      return (try proof.holds(since: old), try proof.checkpoint())
    }
    if let objection = otherOrigin(old, new) { return no(objection, invocation) }
    guard holds else {
      return no(
        "\(file) does not prove that its log begins with that of the checkpoint", invocation)
    }
    try invocation.output.statement(
      "the log of \(counted(new.size, "event")), \(new.origin), begins with the "
        + "\(counted(old.size, "event")) of the checkpoint")
    reportUnchecked(note, invocation)
    return .done
  }

  /// Says that a proof shows nothing about the signatures of its checkpoint.
  private static func reportUnchecked(_ note: String, _ invocation: Invocation) {
    guard (try? SignedNote(note))?.signatures.isEmpty == false else { return }
    invocation.diagnostics.note(
      "no signature was checked; verify --checkpoint FILE --vkey KEY checks those of the checkpoint"
    )
  }
}
