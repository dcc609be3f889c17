// The text of strings, and the comparison of member names by it.

extension JSONScanner {
  /// Hands over the text of a string token as UTF-8, escapes resolved.
  mutating func withText<Result>(
    of token: JSONToken, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if !token.flags.contains(.escaped) {
      return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[token.range]))
    }
    scratch.removeAll(keepingCapacity: true)
    appendText(of: token, to: &scratch)
    return unsafe scratch.withUnsafeBytes { unsafe body($0) }
  }

  func text(of token: JSONToken) -> String {
    var text: [UInt8] = []
    appendText(of: token, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of a string token, escapes resolved. The scan has checked every escape.
  func appendText(of token: JSONToken, to buffer: inout [UInt8]) {
    guard token.flags.contains(.escaped) else {
      unsafe buffer.append(contentsOf: bytes[token.range])
      return
    }
    var offset = Int(token.start)
    while offset < Int(token.end) {
      let byte = unsafe bytes[offset]
      offset += 1
      guard byte == UInt8(ascii: "\\") else {
        buffer.append(byte)
        continue
      }
      let letter = unsafe bytes[offset]
      offset += 1
      switch letter {
      case UInt8(ascii: "n"): buffer.append(0x0A)
      case UInt8(ascii: "t"): buffer.append(0x09)
      case UInt8(ascii: "r"): buffer.append(0x0D)
      case UInt8(ascii: "b"): buffer.append(0x08)
      case UInt8(ascii: "f"): buffer.append(0x0C)
      case UInt8(ascii: "u"): appendUnicodeEscape(&offset, to: &buffer)
      default: buffer.append(letter)
      }
    }
  }

  private func appendUnicodeEscape(_ offset: inout Int, to buffer: inout [UInt8]) {
    var scalar = fourHexDigits(at: offset)
    offset += 4
    if (0xD800...0xDBFF).contains(scalar) {
      let low = fourHexDigits(at: offset + 2)
      offset += 6
      scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
    }
    if let scalar = Unicode.Scalar(scalar) { buffer.append(contentsOf: UTF8.encode(scalar)!) }
  }

  private func fourHexDigits(at offset: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in offset..<offset + 4 {
      value = unsafe value << 4 | UInt32(hexDigitValue(bytes[index]) ?? 0)
    }
    return value
  }

  /// Whether the text of a string token is `word`.
  func isText(of token: JSONToken, _ word: StaticString) -> Bool {
    if !token.flags.contains(.escaped) {
      guard Int(token.end - token.start) == word.utf8CodeUnitCount else { return false }
      return word.withUTF8Buffer { unsafe $0.elementsEqual(bytes[token.range]) }
    }
    var text: [UInt8] = []
    appendText(of: token, to: &text)
    return word.withUTF8Buffer { unsafe $0.elementsEqual(text) }
  }

  /// The token of a member name that the object has twice, compared as unescaped bytes.
  func duplicateKey(ofObject object: Int) -> Int? {
    let count = Int(tokens[object].count)
    if count < 2 { return nil }
    var keys: [Int] = []
    keys.reserveCapacity(count)
    var token = object + 1
    for _ in 0..<count {
      keys.append(token)
      token = Int(tokens[token + 1].next)
    }
    return count <= 16 ? duplicateAmongFew(keys) : duplicateAmongMany(keys)
  }

  private func duplicateAmongFew(_ keys: [Int]) -> Int? {
    for later in 1..<keys.count {
      for earlier in 0..<later where haveSameText(tokens[keys[earlier]], tokens[keys[later]]) {
        return keys[later]
      }
    }
    return nil
  }

  private func duplicateAmongMany(_ keys: [Int]) -> Int? {
    var seen = Set<[UInt8]>(minimumCapacity: keys.count)
    for key in keys {
      var text: [UInt8] = []
      appendText(of: tokens[key], to: &text)
      if !seen.insert(text).inserted { return key }
    }
    return nil
  }

  private func haveSameText(_ first: JSONToken, _ second: JSONToken) -> Bool {
    if first.flags.contains(.escaped) || second.flags.contains(.escaped) {
      return text(of: first).utf8.elementsEqual(text(of: second).utf8)
    }
    guard first.range.count == second.range.count else { return false }
    return unsafe bytes[first.range].elementsEqual(bytes[second.range])
  }
}
