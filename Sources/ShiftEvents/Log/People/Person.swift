/// An entry of the people file: all that the log itself must not hold of a person.
package struct Person: Hashable, Sendable {
  package static let saltLengthBytes = 16

  package let user: UserID
  package let name: String?
  package let email: String?
  /// 32 lower-case hexadecimal digits.
  package let salt: String

  /// A person with a salt of their own, so that equal names leave no equal commitments.
  package init(
    user: UserID, name: String?, email: String?, using random: inout some RandomNumberGenerator
  ) {
    var bytes: [UInt8] = []
    for _ in 0..<Person.saltLengthBytes {
      let byte = UInt8.random(in: .min ... .max, using: &random)
      bytes += Person.hexDigits(byte)
    }
    self.init(user: user, name: name, email: email, salt: String(decoding: bytes, as: UTF8.self))
  }

  init(user: UserID, name: String?, email: String?, salt: String) {
    self.user = user
    self.name = name
    self.email = email
    self.salt = salt
  }

  /// The `profile` that the log holds: SHA-256 of salt, LF, name, LF, e-mail.
  package var profile: Digest {
    SHA256.hash(Array("\(salt)\n\(name ?? "")\n\(email ?? "")".utf8))
  }

  private static func hexDigits(_ byte: UInt8) -> [UInt8] {
    let text = String(byte, radix: 16)
    return Array((text.count < 2 ? "0" + text : text).utf8)
  }
}

// {"id":"eva","name":"Eva","email":"eva@example.org","salt":"0011…"}
extension Person {
  /// The person's line, with its LF.
  func appendLine(to bytes: inout [UInt8]) {
    bytes += #"{"id":"#.utf8
    appendJSONString(user.description, to: &bytes)
    if let name {
      bytes += #","name":"#.utf8
      appendJSONString(name, to: &bytes)
    }
    if let email {
      bytes += #","email":"#.utf8
      appendJSONString(email, to: &bytes)
    }
    bytes += #","salt":"#.utf8
    appendJSONString(salt, to: &bytes)
    bytes += "}\n".utf8
  }

  /// Reads a line without its LF; nil where it is none of ours.
  init?(line: ArraySlice<UInt8>) {
    var members: [String: String] = [:]
    let isRead = unsafe line.withUnsafeBytes { unsafe Person.read($0, into: &members) }
    guard isRead, let user = members["id"].flatMap({ UserID($0) }), let salt = members["salt"],
      members.keys.allSatisfy(["id", "name", "email", "salt"].contains),
      salt.utf8.count == 2 * Person.saltLengthBytes,
      salt.utf8.allSatisfy({ hexDigitValue($0) != nil && !(0x41...0x46).contains($0) })
    else { return nil }
    self.init(user: user, name: members["name"], email: members["email"], salt: salt)
  }

  private static func read(
    _ line: UnsafeRawBufferPointer, into members: inout [String: String]
  ) -> Bool {
    var reader = JSONReader()
    unsafe reader.begin(copying: line)
    guard (try? reader.indexText(orRefuse: "")) != nil else { return false }
    for member in reader.members {
      guard let value = reader.text(of: member) else { return false }
      members[reader.string(member.name)] = reader.string(value)
    }
    return true
  }
}
