import ShiftEvents

enum CheckpointCommand: ToolCommand {
  static let spec = CommandSpec(
    "checkpoint", group: .trust,
    abstract: "Print size and Merkle root of the log, to be signed and kept elsewhere",
    discussion: [
      "The text is the body of a C2SP tlog-checkpoint: an origin line, the number of events, and the RFC "
        + "6962 Merkle root over the lines without their line feeds, in base64. verify --checkpoint holds the log "
        + "against it later, and prove shows single events in it.",
      "--key signs it with openssl, by a private key of Ed25519: what is printed is a C2SP signed note, whose "
        + "signature was checked. --show-vkey prints the key that others check it with (verify --vkey). Without "
        + "--origin, origin and name of the key are the name of the log.",
      "--note NOTE --cosigned ANSWER prints a note with those lines of a witness's answer that hold by a --vkey.",
      "Every line's hash is checked on the way. With --at it is the checkpoint of the log as it was then, the "
        + "same as was printed then: so a moment can be proven of which none was kept.",
    ],
    options: [origin, key, showVkey, note, cosigned, Notes.vkey],
    sharedOptions: [Options.file, Options.at, Options.documentOutput] + Options.global,
    examples: [
      .init("eventlog-tool checkpoint --origin store.example/log events.jsonl > today.checkpoint"),
      .init("eventlog-tool checkpoint --at 2026-01-31 events.jsonl"),
      .init("eventlog-tool checkpoint --key auditor.pem events.jsonl > today.checkpoint"),
    ])

  static let origin = Option.text("origin", "TEXT", "The name of the log (as it names itself)")
  static let key = Option.text(
    "key", "FILE", "Sign the checkpoint, by a private key of Ed25519 in PEM")
  private static let showVkey = Flag("show-vkey", "Print the key that checks what --key signs")
  private static let note = Option.text("note", "NOTE", "The signed note to add signatures to")
  private static let cosigned = Option.text(
    "cosigned", "ANSWER", "The answer of a witness, with its signatures")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    if arguments.has(note) || arguments.has(cosigned) { return try addCosignatures(invocation) }
    if arguments.has(Notes.vkey) { throw UsageError("--vkey goes with --note and --cosigned here") }
    if arguments[showVkey], !arguments.has(key) { throw UsageError("--show-vkey goes with --key") }
    let path = try invocation.fetchedLog()
    let chosen = try invocation.chosenOrigin()
    let signer = try arguments[key].map { try NoteSigner(keyIn: $0, invocation) }
    if let chosen, signer != nil, !VerifierKey.isName(chosen) {
      throw UsageError("--origin names the key, too, and has no blanks and no plus then")
    }
    var tree = MerkleTree()
    var options = try invocation.readingOptions
    options.vouches = true
    let reading = try LogReading.read(path, options, for: invocation) { tree.append($0) }
    if let damage = reading.damage { throw damage }
    let origin = try chosen ?? reading.logName.description
    let checkpoint = Checkpoint(of: tree, origin: origin)
    let signed = try signer.map { signer in
      arguments[showVkey]
        ? try signer.key(of: checkpoint).text + "\n" : try signer.note(checkpoint).text
    }
    try invocation.write(Array((signed ?? checkpoint.text).utf8))
    return .done
  }

  /// Prints a note with those lines of a witness's answer that hold.
  private static func addCosignatures(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.refuse(key, beside: note, cosigned)
    for other in [origin, showVkey, Options.at, Options.file] as [any CommandOption] {
      try arguments.refuse(other, beside: note, cosigned)
    }
    try arguments.checkPositionals(named: [])
    guard let file = try arguments[note], let answer = try arguments[cosigned],
      arguments.has(Notes.vkey)
    else { throw UsageError("--note, --cosigned and --vkey go together") }
    let keys = try Notes.keys(invocation)
    var note = try Notes.read(file, invocation)
    let openSSL = try OpenSSL()
    var (holds, isAhead) = (false, false)
    for line in try invocation.noteText(of: answer).split(separator: "\n").prefix(Notes.mostLines) {
      guard let signature = NoteSignature(line: line) else { continue }
      let checked = try Notes.status(of: signature, note.body, keys, openSSL)
      isAhead = isAhead || checked.isAhead
      guard checked.isValid else { continue }
      holds = true
      if !note.signatures.contains(signature) { note.signatures.append(signature) }
    }
    if !holds {
      throw CommandError(
        .negative,
        "no line of \(answer) is a signature of \(file) by a --vkey"
          + (isAhead ? "; the time of one is more than a day ahead of this machine's clock" : ""))
    }
    do throws(SignedNote.Malformed) { _ = try SignedNote(note.text) } catch {
      throw CommandError(
        .invalidData,
        "with the lines of \(answer), \(file) would be no signed note: \(error.message)")
    }
    try invocation.write(Array(note.text.utf8))
    return .done
  }
}

/// A private key that signs notes.
struct NoteSigner {
  private let openSSL: OpenSSL
  private let publicKey: [UInt8]

  init(keyIn file: String, _ invocation: Invocation) throws {
    let status = try? PosixFileSystem().status(at: file)
    if let status, status.kind == .regular, status.mode.bits & 0o077 != 0 {
      throw CommandError(
        .notPermitted, "others may read the private key \(file)",
        help: "chmod 600 \(shellWord(file))")
    }
    if let output = invocation.outputFile, let status,
      (try? PosixFileSystem().status(at: output))?.isSameFile(as: status) == true
    {
      throw UsageError("-o does not write over the private key", help: "name another file")
    }
    openSSL = try OpenSSL()
    guard
      let key = try openSSL.publicKey(ofPrivate: invocation.bytes(of: file, limitBytes: 1 << 16))
    else {
      throw CommandError(
        .invalidData, "\(file) is no private key of Ed25519 in PEM, or has a passphrase",
        help:
          "this decrypts one: openssl pkey -in \(shellWord(file)) -out key-without-passphrase.pem")
    }
    publicKey = key
  }

  /// The key that checks the notes of a log.
  func key(of checkpoint: Checkpoint) throws -> VerifierKey {
    if checkpoint.size == 0 { throw CommandError(.negative, "the log has no event to sign") }
    return VerifierKey(name: checkpoint.origin, .ed25519, publicKey)
  }

  /// The signed note; its signature was checked.
  func note(_ checkpoint: Checkpoint) throws -> SignedNote {
    let (key, bytes) = (try key(of: checkpoint), Array(checkpoint.text.utf8))
    guard let signature = try openSSL.sign(bytes),
      try openSSL.isSigned(bytes, signature, by: publicKey)
    else { throw CommandError(.ioFailed, "openssl made no signature that holds") }
    return SignedNote(body: checkpoint.text, signatures: [NoteSignature(by: key, signature)])
  }
}

extension Invocation {
  /// The name of the log that `--origin` chooses.
  func chosenOrigin() throws(UsageError) -> String? {
    guard let origin = arguments.text(of: CheckpointCommand.origin) else { return nil }
    if Checkpoint.isOrigin(origin) { return origin }
    throw UsageError("--origin must be one line of text, found \(quoted(origin))")
  }

  /// The checkpoint in the file that an option names, and its text.
  func checkpoint(in option: Option<String>) throws -> (checkpoint: Checkpoint, note: String)? {
    guard let file = try self[option] else { return nil }
    let note = try noteText(of: file)
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

  /// The text of a checkpoint, a proof, a key or a signature, whose lines end in LF alone.
  func noteText(of file: String) throws -> String {
    let text = try text(of: file)
    guard text.utf8.contains(0x0D) else { return text }
    throw CommandError(
      .invalidData, "\(file) has lines that end in CR LF",
      help: "tr -d '\\r'\(file == "-" ? "" : " <" + shellWord(file)) takes the CR away")
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
    if file == "-", isTerminal(0) { throw InputIsTerminal("name a file, or pipe it in") }
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
    throw CommandError(.invalidData, "\(file) has more than \(limitBytes) bytes")
  }
}
