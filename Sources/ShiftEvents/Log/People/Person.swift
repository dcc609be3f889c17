/// An entry of the people file: all that the log itself must not hold of a person.
package struct Person: Hashable, Sendable {
  package static let saltLengthBytes = 16

  package let user: UserID
  package var name: String?
  package let email: String?
  /// 32 lower-case hexadecimal digits.
  package let salt: String

  /// The `profile` that the log holds: SHA-256 of salt, LF, name, LF, e-mail.
  package var profile: Digest { SHA256.hash(Array("\(salt)\n\(name ?? "")\n\(email ?? "")".utf8)) }

  /// Returns `true` if all is equal byte for byte: texts of Swift are equal also where their bytes differ.
  func hasBytes(of other: Person) -> Bool {
    func areSame(_ left: String?, _ right: String?) -> Bool {
      left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }
    return user == other.user && salt == other.salt && areSame(name, other.name)
      && areSame(email, other.email)
  }
}

extension Person {
  /// A person with a salt of their own, so that equal names leave no equal commitments.
  package init(
    user: UserID, name: String?, email: String?, using random: inout some RandomNumberGenerator
  ) {
    let digest = Digest(words: (random.next(), random.next(), 0, 0))
    let salt = digest.description.prefix(2 * Person.saltLengthBytes)
    self.init(user: user, name: name, email: email, salt: String(salt))
  }
}

// {"id":"eva","name":"Eva","email":"eva@example.org","salt":"0011…"}
extension Person: JSONWritable {
  func appendJSON(to buffer: inout some ByteSink) {
    MemberWriter.appendObject(to: &buffer) { members in
      members.required("id", user)
      members.optional("name", name)
      members.optional("email", email)
      members.required("salt", salt)
    }
  }

  func appendLine(to bytes: inout [UInt8]) {
    appendJSON(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Reads a line without its LF; nil where it is none of ours.
  package init?(line: ArraySlice<UInt8>) {
    var reader = JSONReader()
    unsafe line.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) != nil else { return nil }
    var id, name, email, salt: String?
    for member in reader.members {
      guard let text = reader.text(of: member).map({ reader.string($0) }) else { return nil }
      switch reader.string(member.name) {
      case "id": id = text
      case "name": name = text
      case "email": email = text
      case "salt": salt = text
      default: return nil
      }
    }
    guard let user = id.flatMap({ UserID($0) }), let salt,
      salt.utf8.count == 2 * Person.saltLengthBytes,
      salt.utf8.allSatisfy({ hexDigitValue($0) != nil && !(0x41...0x46).contains($0) })
    else { return nil }
    // To the commitment, an empty text and none are the same.
    func orNone(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
    self.init(user: user, name: orNone(name), email: orNone(email), salt: salt)
  }
}
