import ShiftEvents

/// Notes and the keys that their signatures are checked with.
enum Notes {
  static let vkey = Option.text(
    "vkey", "VKEY", "A key to check signatures with, or a file of such; may be repeated",
    isRepeatable: true)
  /// The most lines of an answer that are looked at.
  static let mostLines = 100

  /// The answer to a line of a signature.
  enum Status: String { case valid, wrong, unchecked }

  /// A signature that was looked at.
  struct Checked {
    let signature: NoteSignature
    let status: Status
    var publicKey: [UInt8]?
    /// The time of a witness.
    var time: Timestamp?
    /// True if that is more than a day ahead of this machine's clock: then it is taken for wrong.
    var isAhead = false
    var isValid: Bool { status == .valid }
  }

  /// The keys that are given, each once.
  static func keys(_ invocation: Invocation) throws -> [VerifierKey] {
    var keys: [VerifierKey] = []
    for text in invocation.arguments.texts(of: vkey) {
      if VerifierKey(text) == nil, text.contains("+"),
        (try? PosixFileSystem().status(at: text)) == nil
      {
        throw CommandError(.invalidData, "\(quoted(text)) is no verifier key: NAME+HASH+BASE64")
      }
      let lines =
        VerifierKey(text) != nil
        ? [text] : try invocation.noteText(of: text).split(separator: "\n").map(String.init)
      for line in lines {
        guard let key = VerifierKey(line) else {
          throw CommandError(.invalidData, "\(quoted(line)) is no verifier key: NAME+HASH+BASE64")
        }
        if !keys.contains(key) { keys.append(key) }
      }
    }
    if keys.isEmpty {
      throw CommandError(.invalidData, "there is no verifier key in what --vkey names")
    }
    return keys
  }

  static func read(_ file: String, _ invocation: Invocation) throws -> SignedNote {
    let text = try invocation.noteText(of: file)
    do throws(SignedNote.Malformed) { return try SignedNote(text) } catch {
      throw CommandError(.invalidData, "\(file) is no signed note: \(error.message)")
    }
  }

  private static let day: Int64 = 24 * 60 * 60 * 1000

  /// Checks a line of a signature by the key of its name and hash, where it is given.
  static func status(
    of signature: NoteSignature, _ body: String, _ keys: [VerifierKey], _ openSSL: OpenSSL
  ) throws -> Checked {
    let key = keys.first { $0.name == signature.name && $0.hash == signature.keyHash }
    guard let key else { return Checked(signature: signature, status: .unchecked) }
    guard let signed = signature.signed(body, by: key),
      signed.seconds.map({ $0 <= Timestamp.range.upperBound.milliseconds / 1000 }) ?? true
    else { return Checked(signature: signature, status: .wrong, publicKey: key.publicKey) }
    let time = signed.seconds.map { Timestamp(milliseconds: Int64($0) * 1000) }
    let isAhead = time.map { $0.milliseconds - SystemClock().now().milliseconds > day } ?? false
    let holds = try !isAhead && openSSL.isSigned(signed.bytes, signed.signature, by: key.publicKey)
    return Checked(
      signature: signature, status: holds ? .valid : .wrong, publicKey: key.publicKey, time: time,
      isAhead: isAhead)
  }
}

/// The judgement on the signatures of a note by the keys that are given.
struct NoteVerdict {
  let signatures: [Notes.Checked]
  /// The number of public keys with a valid signature, and of those that are needed; `nil` without keys.
  private let needed: Int?

  var checked: Int { Set(signatures.filter(\.isValid).compactMap(\.publicKey)).count }

  /// True if no signature of a given key is wrong, and enough are valid.
  var holds: Bool {
    guard let needed else { return true }
    return checked >= needed && !signatures.contains { $0.status == .wrong }
  }

  init(_ note: SignedNote, _ needs: Int?, _ invocation: Invocation) throws {
    guard invocation.arguments.has(Notes.vkey) else {
      if needs != nil { throw UsageError("--need goes with --vkey") }
      signatures = note.signatures.map { Notes.Checked(signature: $0, status: .unchecked) }
      needed = nil
      return
    }
    let keys = try Notes.keys(invocation)
    let count = Set(keys.map(\.publicKey)).count
    if let needs, needs > count {
      throw UsageError("--need \(needs) is more than the \(count) keys that are given")
    }
    let openSSL = try OpenSSL()
    signatures = try note.signatures.map { try Notes.status(of: $0, note.body, keys, openSSL) }
    needed = needs ?? count
  }

  var rows: [CheckedSignature] {
    signatures.map {
      CheckedSignature(
        name: $0.signature.name, key: VerifierKey.digits($0.signature.keyHash),
        status: $0.status.rawValue, time: $0.time)
    }
  }

  var sentences: [String] {
    if needed == nil { return ["no signature was checked"] }
    return signatures.map { checked in
      let time =
        checked.time.map {
          ", of \($0)" + (checked.isAhead ? ", more than a day ahead of this machine's clock" : "")
        } ?? ""
      return "signature of \(checked.signature.name) "
        + "(\(VerifierKey.digits(checked.signature.keyHash))): \(checked.status.rawValue)\(time)"
    } + [
      holds
        ? "signed by \(checked) of the keys that are given"
        : "not signed as is needed: \(checked) valid of \(needed ?? 0)"
    ]
  }
}
