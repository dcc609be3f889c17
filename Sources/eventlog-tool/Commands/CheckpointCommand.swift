import ShiftEvents

enum CheckpointCommand: ToolCommand {
  static let spec = CommandSpec(
    "checkpoint", group: .trust,
    abstract: "Print size and Merkle root of the log, to be signed and kept elsewhere",
    discussion: [
      "The text is the body of a C2SP tlog-checkpoint: an origin line, the number of events, and the RFC "
        + "6962 Merkle root over the lines without their line feeds, in base64. Sign it with a tool of your "
        + "own; verify --checkpoint holds the log against it later, and prove shows single events in it.",
      "Every line's hash is checked on the way. With --at it is the checkpoint of the log as it was then, the "
        + "same as was printed then: so a moment can be proven of which none was kept.",
    ],
    options: [origin],
    sharedOptions: [Options.file, Options.at] + Options.global,
    examples: [
      .init("eventlog-tool checkpoint --origin store.example/log events.jsonl > today.checkpoint"),
      .init("eventlog-tool checkpoint --at 2026-01-31 events.jsonl"),
      .init("ssh-keygen -Y sign -f key -n eventlog today.checkpoint"),
    ])

  static let origin = Option.text(
    "origin", "TEXT", "The name of the log (\(Checkpoint.defaultOrigin))")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    let origin = try invocation.origin()
    var tree = MerkleTree()
    var options = try invocation.readingOptions
    options.vouches = true
    let reading = try LogReading.read(path, options, for: invocation) { tree.append($0) }
    if let damage = reading.damage { throw damage }
    try invocation.output.write(Checkpoint(of: tree, origin: origin).text)
    return .done
  }
}

extension Invocation {
  /// The name of the log: that of `--origin`.
  func origin(else standard: String = Checkpoint.defaultOrigin) throws(UsageError) -> String {
    let origin = arguments.text(of: CheckpointCommand.origin) ?? standard
    if Checkpoint.isOrigin(origin) { return origin }
    throw UsageError("--origin must be one line of text, found \(quoted(origin))")
  }

  /// The checkpoint in the file that an option names, and its text.
  func checkpoint(in option: Option<String>) throws -> (checkpoint: Checkpoint, note: String)? {
    guard let file = try self[option] else { return nil }
    let note = try text(of: file)
    return (try parsed(file) { () throws(MalformedProof) in try Checkpoint(parsing: note) }, note)
  }

  /// Reads a checkpoint or a proof from the text of a file.
  func parsed<Value>(_ file: String, _ parse: () throws(MalformedProof) -> Value) throws -> Value {
    do throws(MalformedProof) { return try parse() } catch {
      throw CommandError(.invalidData, "\(file): \(error.message)")
    }
  }

  /// Asks a log; what keeps it from being read is told as for any reading.
  func reading<Value>(_ path: String, _ ask: (EventLog) throws(LogError) -> Value) throws -> Value {
    do throws(LogError) { return try ask(try EventLog(opening: path)) } catch {
      throw error.ofReading
    }
  }

  /// The text of a small file, `-` for standard input.
  func text(of file: String) throws -> String {
    let bytes = try bytes(of: file, limitBytes: 16 << 20)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.invalidData, "\(file) is no UTF-8")
    }
    return text
  }

  /// All bytes of a file, `-` for standard input.
  func bytes(of file: String, limitBytes: Int) throws -> [UInt8] {
    guard let descriptor = file == "-" ? 0 : try openForReading(file) else {
      throw CommandError(.cannotRead, "there is no file \(quoted(file))")
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limitBytes {
      let count = try readSome(into: &block, from: descriptor)
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
    throw CommandError(.invalidData, "\(file) has more than \(limitBytes >> 20) MiB")
  }
}
