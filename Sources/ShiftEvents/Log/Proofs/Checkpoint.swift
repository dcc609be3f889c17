internal import Foundation

/// The size of a log and the Merkle root of its lines, to be signed and kept elsewhere.
///
/// The text is the body of a C2SP tlog-checkpoint. A leaf is a line of the log without its line feed.
public struct Checkpoint: Hashable, Sendable {
  /// The name of the log, chosen by its operator.
  public var origin: String
  /// The number of events.
  public var size: Int
  /// The root of the RFC 6962 Merkle tree.
  public var root: Digest

  /// A checkpoint that somebody states.
  public init(origin: String, size: Int, root: Digest) {
    (self.origin, self.size, self.root) = (origin, size, root)
  }

  package init(of tree: MerkleTree, origin: String) {
    self.init(origin: origin, size: tree.count, root: tree.root)
  }

  /// The name that an operator has not chosen.
  public static let defaultOrigin = "eventlog"

  /// The body: origin, size and root, a line each.
  public var text: String { "\(origin)\n\(size)\n\(encodedBase64(root.bytes))\n" }

  /// Reads a checkpoint: its body alone, or a signed note with its signatures, which are not checked.
  public init(parsing text: String) throws(MalformedProof) {
    guard text.hasSuffix("\n") else { throw MalformedProof("a checkpoint ends in a line feed") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    let body = lines.prefix { !$0.isEmpty }
    guard body.count >= 3 else {
      throw MalformedProof("a checkpoint has an origin, a size and a root, a line each")
    }
    origin = String(body[body.startIndex])
    guard Self.isOrigin(origin) else { throw MalformedProof("the origin has control characters") }
    guard let size = plainNumber(body[body.startIndex + 1]) else {
      throw MalformedProof("the second line of a checkpoint is its size, a number")
    }
    guard let root = digest(ofBase64: body[body.startIndex + 2]) else {
      throw MalformedProof("the third line of a checkpoint is its root, 32 bytes in base64")
    }
    (self.size, self.root) = (size, root)
    lines = lines.dropFirst(body.count)
    guard lines.isEmpty || lines.count > 1,
      lines.dropFirst().allSatisfy({ $0.hasPrefix("\u{2014} ") })
    else { throw MalformedProof("only lines of signatures follow the empty line of a checkpoint") }
  }

  /// Returns true if the text can be an origin: a line that is not empty.
  public static func isOrigin(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}

/// A checkpoint or a proof that is not written as one.
public struct MalformedProof: Error, Hashable, Sendable {
  /// The fault in words.
  public var message: String

  init(_ message: String) { self.message = message }
}

/// Digits without leading zeros.
func plainNumber(_ text: Substring) -> Int? {
  guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), text.utf8.count <= 15, let number = Int(text),
    text == String(number)
  else { return nil }
  return number
}

func encodedBase64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of a base64 text that is written in the one usual way.
func decodedBase64(_ text: Substring) -> [UInt8]? {
  guard let data = Data(base64Encoded: String(text)), data.base64EncodedString() == text else {
    return nil
  }
  return Array(data)
}

func digest(ofBase64 text: Substring) -> Digest? {
  decodedBase64(text).flatMap { Digest(bytes: $0) }
}
