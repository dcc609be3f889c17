/// The bytes of a snapshot do not hold what they should.
package struct SnapshotFault: Error {
  package init() {}
}

/// Reads what `SnapshotWriter` wrote. Nothing that it is given makes it trap.
package struct SnapshotReader {
  private let bytes: [UInt8]
  private var offset: Int
  private var symbols: [Symbol] = [.none]

  package init(_ bytes: [UInt8], from start: Int) throws(SnapshotFault) {
    self.bytes = bytes
    offset = start
    let count: UInt32 = try number()
    let length: UInt32 = try number()
    let end = offset + Int(length)
    guard end <= bytes.count else { throw SnapshotFault() }
    // Each takes two bytes at least.
    let room = Int(min(count, length / 2))
    symbols.reserveCapacity(room + 1)
    SymbolTable.shared.reserve(room)
    while offset < end {
      let textEnd = offset + 1 + Int(bytes[offset])
      guard textEnd <= end else { throw SnapshotFault() }
      let symbol = unsafe bytes[offset + 1..<textEnd].withUnsafeBytes { text in
        unsafe isIdentifier(text, maximumLength: 64) ? SymbolTable.shared.intern(text) : nil
      }
      guard let symbol else { throw SnapshotFault() }
      symbols.append(symbol)
      offset = textEnd
    }
    guard symbols.count == Int(count) + 1 else { throw SnapshotFault() }
  }

  /// Whether every byte has been read.
  package var isAtEnd: Bool { offset == bytes.count }

  package mutating func number<Number: FixedWidthInteger>() throws(SnapshotFault) -> Number {
    let length = MemoryLayout<Number>.size
    guard bytes.count - offset >= length else { throw SnapshotFault() }
    let value = unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
    offset += length
    return Number(littleEndian: value)
  }

  package mutating func flag() throws(SnapshotFault) -> Bool {
    let value: UInt8 = try number()
    guard value < 2 else { throw SnapshotFault() }
    return value == 1
  }

  package mutating func identifier<ID: Identifier>() throws(SnapshotFault) -> ID {
    guard let id: ID = try optionalIdentifier() else { throw SnapshotFault() }
    return id
  }

  package mutating func optionalIdentifier<ID: Identifier>() throws(SnapshotFault) -> ID? {
    let place: UInt32 = try number()
    guard Int(place) < symbols.count else { throw SnapshotFault() }
    return place == 0 ? nil : ID(symbols[Int(place)])
  }

  package mutating func text() throws(SnapshotFault) -> String {
    let count: UInt32 = try number()
    guard bytes.count - offset >= Int(count) else { throw SnapshotFault() }
    defer { offset += Int(count) }
    return String(decoding: bytes[offset..<offset + Int(count)], as: UTF8.self)
  }

  package mutating func list<Element>(
    _ read: (inout SnapshotReader) throws(SnapshotFault) -> Element
  ) throws(SnapshotFault) -> [Element] {
    let count: UInt32 = try number()
    // Each element has a byte at least; a count that cannot be true is not made room for.
    guard bytes.count - offset >= Int(count) else { throw SnapshotFault() }
    var elements: [Element] = []
    elements.reserveCapacity(Int(count))
    while elements.count < Int(count) { elements.append(try read(&self)) }
    return elements
  }

  package mutating func numbers<Number: FixedWidthInteger>() throws(SnapshotFault) -> [Number] {
    let count: UInt32 = try number()
    let length = Int(count) * MemoryLayout<Number>.stride
    guard bytes.count - offset >= length else { throw SnapshotFault() }
    defer { offset += length }
    return unsafe [Number](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
      unsafe bytes.withUnsafeBytes { all in
        let source = unsafe UnsafeRawBufferPointer(rebasing: all[offset..<offset + length])
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: source)
      }
      initialized = Int(count)
    }
  }

  package mutating func digest() throws(SnapshotFault) -> Digest {
    Digest(words: (try number(), try number(), try number(), try number()))
  }

  /// A value of a small enumeration by its raw number.
  package mutating func word<Word: RawRepresentable>(
    _ type: Word.Type
  ) throws(SnapshotFault) -> Word where Word.RawValue: FixedWidthInteger {
    let raw: Word.RawValue = try number()
    guard let word = Word(rawValue: raw) else { throw SnapshotFault() }
    return word
  }

  /// A value of an enumeration by its place among all.
  package mutating func choice<Word: CaseIterable>(
    _ type: Word.Type
  ) throws(SnapshotFault) -> Word where Word.AllCases == [Word] {
    let place: UInt8 = try number()
    guard Int(place) < Word.allCases.count else { throw SnapshotFault() }
    return Word.allCases[Int(place)]
  }
}
