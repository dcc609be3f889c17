import ShiftEvents

/// A key that signatures of notes are checked with: `NAME+HASH+BASE64`.
struct VerifierKey: Hashable {
  enum Algorithm: UInt8 {
    case ed25519 = 1
    /// Signatures of witnesses, with the time at which they saw a checkpoint: `cosignature/v1`.
    case cosignature = 4
  }

  let name: String
  let algorithm: Algorithm
  /// The 32 bytes of the public key.
  let publicKey: [UInt8]

  /// The four bytes by which signature lines name the key.
  var hash: [UInt8] {
    let bytes = Array("\(name)\n".utf8) + [algorithm.rawValue] + publicKey
    return Array(SHA256.hash(bytes).bytes.prefix(4))
  }

  var text: String { "\(name)+\(hexText(hash))+\(base64Text([algorithm.rawValue] + publicKey))" }

  init(name: String, _ algorithm: Algorithm, _ publicKey: [UInt8]) {
    (self.name, self.algorithm, self.publicKey) = (name, algorithm, publicKey)
  }

  /// Reads the text of a key; `nil` where it is none.
  init?(_ text: some StringProtocol) {
    // A key in base64 may have a plus, too.
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isName(String(parts[0])),
      let bytes = decodedBase64Text(String(parts[2])), bytes.count == 33,
      let algorithm = Algorithm(rawValue: bytes[0])
    else { return nil }
    self.init(name: String(parts[0]), algorithm, Array(bytes[1...]))
    if hexText(hash) != String(parts[1]) { return nil }
  }

  /// Returns `true` if a key can have the name: no blank, and no plus.
  static func isName(_ text: String) -> Bool {
    Checkpoint.isOrigin(text) && !text.contains { $0.isWhitespace || $0 == "+" }
  }
}

/// A line of a note that says who signed it.
struct NoteSignature: Hashable {
  let name: String
  /// The four bytes of the key's hash.
  let keyHash: [UInt8]
  let signature: [UInt8]

  private static let dash = "\u{2014} "

  var line: String { "\(Self.dash)\(name) \(base64Text(keyHash + signature))\n" }

  init(by key: VerifierKey, _ signature: [UInt8]) {
    (name, keyHash, self.signature) = (key.name, key.hash, signature)
  }

  init?(line: some StringProtocol) {
    guard line.hasPrefix(Self.dash) else { return nil }
    let words = line.dropFirst(2).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, VerifierKey.isName(String(words[0])),
      let bytes = decodedBase64Text(String(words[1])), bytes.count > 4
    else { return nil }
    (name, keyHash) = (String(words[0]), Array(bytes[..<4]))
    signature = Array(bytes[4...])
  }

  /// The bytes that are signed and the signature of 64 bytes, with the time of a witness; `nil` where it cannot be one of
  /// the key.
  func signed(
    _ body: String, by key: VerifierKey
  ) -> (bytes: [UInt8], signature: [UInt8], seconds: UInt64?)? {
    switch key.algorithm {
    case .ed25519: return signature.count == 64 ? (Array(body.utf8), signature, nil) : nil
    case .cosignature:
      guard signature.count == 72 else { return nil }
      let seconds = signature[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let bytes = Array("cosignature/v1\ntime \(seconds)\n\(body)".utf8)
      return (bytes, Array(signature[8...]), seconds)
    }
  }
}

/// A checkpoint with the lines of those who signed it, as C2SP signed-note has it.
struct SignedNote {
  /// The text that is signed, with its last line feed.
  let body: String
  var signatures: [NoteSignature]

  static let mostBytes = 64 << 10
  private static let mostSignatures = 100

  init(body: String, signatures: [NoteSignature] = []) {
    (self.body, self.signatures) = (body, signatures)
  }

  /// Reads a note, or a body alone; says what is wrong with another text.
  init(_ text: String) throws(Malformed) {
    guard text.utf8.count <= Self.mostBytes else { throw Malformed("it has more than 64 KiB") }
    guard let gap = text.ranges(of: "\n\n").last else {
      if text.contains("\n\u{2014} ") {
        throw Malformed("no empty line stands between its body and its signatures")
      }
      (body, signatures) = (text, [])
      return
    }
    body = String(text[..<gap.lowerBound]) + "\n"
    signatures = []
    guard text.hasSuffix("\n") else { throw Malformed("it ends without a line feed") }
    for line in text[gap.upperBound...].dropLast().split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      guard let signature = NoteSignature(line: line) else {
        throw Malformed("\(quoted(String(line))) is no line of a signature")
      }
      signatures.append(signature)
    }
    if signatures.count > Self.mostSignatures {
      throw Malformed("it has more than \(Self.mostSignatures) signatures")
    }
  }

  var text: String { signatures.isEmpty ? body : body + "\n" + signatures.map(\.line).joined() }

  struct Malformed: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }
}

private func hexText(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension VerifierKey {
  /// The hash as eight hexadecimal digits.
  static func digits(_ hash: [UInt8]) -> String { hexText(hash) }
}
