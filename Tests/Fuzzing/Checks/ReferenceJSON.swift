/// A second reader of the grammar that the scanner accepts, written for plainness: over characters
/// instead of bytes, with sets of keys instead of tokens. Tests and fuzzing hold the scanner against it.
package struct ReferenceJSON {
  private struct Refused: Error {}

  private let scalars: [Unicode.Scalar]
  private var place = 0
  /// The most combining marks in a row.
  private let mostMarks: Int

  /// - Parameter mostMarks: the most combining marks in a row; a client's text has a bound.
  package static func accepts(_ bytes: [UInt8], mostMarks: Int = .max) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var reader = ReferenceJSON(scalars: Array(text.unicodeScalars), mostMarks: mostMarks)
    do {
      try reader.space()
      try reader.value(depth: 0)
      try reader.space()
      return reader.place == reader.scalars.count
    } catch { return false }
  }

  private init(scalars: [Unicode.Scalar], mostMarks: Int) {
    (self.scalars, self.mostMarks) = (scalars, mostMarks)
  }

  private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    place += 1
    return true
  }

  private mutating func require(_ scalar: Unicode.Scalar) throws {
    if !take(scalar) { throw Refused() }
  }

  private mutating func space() throws {
    while let scalar = current, [" ", "\t", "\n", "\r"].contains(scalar) { place += 1 }
  }

  private mutating func value(depth: Int) throws {
    guard let first = current else { throw Refused() }
    switch first {
    case "{": try object(depth: depth + 1)
    case "[": try array(depth: depth + 1)
    case "\"": _ = try string()
    case "t": for scalar in "true".unicodeScalars { try require(scalar) }
    case "f": for scalar in "false".unicodeScalars { try require(scalar) }
    case "n": for scalar in "null".unicodeScalars { try require(scalar) }
    default: try number()
    }
  }

  private mutating func object(depth: Int) throws {
    if depth > 64 { throw Refused() }
    try require("{")
    try space()
    if take("}") { return }
    var names: Set<[UInt32]> = []
    repeat {
      try space()
      if !names.insert(try string()).inserted || names.count > 1024 { throw Refused() }
      try space()
      try require(":")
      try space()
      try value(depth: depth)
      try space()
    } while take(",")
    try require("}")
  }

  private mutating func array(depth: Int) throws {
    if depth > 64 { throw Refused() }
    try require("[")
    try space()
    if take("]") { return }
    repeat {
      try space()
      try value(depth: depth)
      try space()
    } while take(",")
    try require("]")
  }

  private mutating func digits() throws {
    let start = place
    while let scalar = current, ("0"..."9").contains(scalar) { place += 1 }
    if place == start { throw Refused() }
  }

  private mutating func number() throws {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
  }

  /// The characters as numbers: comparing them as text would equate what is written differently.
  private mutating func string() throws -> [UInt32] {
    try require("\"")
    var text: [UInt32] = []
    while !take("\"") {
      guard let scalar = current, scalar.value >= 0x20 else { throw Refused() }
      place += 1
      let value = scalar == "\\" ? try escape() : scalar.value
      if value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) { throw Refused() }
      text.append(value)
    }
    let marks = text.split {
      Unicode.Scalar($0)?.properties.canonicalCombiningClass == .notReordered
    }
    if marks.contains(where: { $0.count > mostMarks }) { throw Refused() }
    return text
  }

  private mutating func escape() throws -> UInt32 {
    guard let letter = current else { throw Refused() }
    place += 1
    switch letter {
    case "\"", "\\", "/": return letter.value
    case "b": return 8
    case "f": return 12
    case "n": return 10
    case "r": return 13
    case "t": return 9
    case "u":
      let unit = try codeUnit()
      if (0xDC00...0xDFFF).contains(unit) { throw Refused() }
      guard (0xD800...0xDBFF).contains(unit) else { return unit }
      try require("\\")
      try require("u")
      let low = try codeUnit()
      guard (0xDC00...0xDFFF).contains(low) else { throw Refused() }
      return 0x10000 + (unit - 0xD800) * 0x400 + low - 0xDC00
    default: throw Refused()
    }
  }

  private mutating func codeUnit() throws -> UInt32 {
    guard place + 4 <= scalars.count else { throw Refused() }
    let digits = scalars[place..<place + 4]
    guard digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else { throw Refused() }
    place += 4
    return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)!
  }
}
