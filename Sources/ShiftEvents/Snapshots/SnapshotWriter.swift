/// Writes folded state as bytes: fixed-width little-endian numbers, identifiers by their place in a
/// table of texts that stands before the state.
package struct SnapshotWriter {
  private var body: [UInt8] = []
  private var texts: [UInt8] = []
  private var places: [UInt32] = []
  private var textCount: UInt32 = 0

  package init() {}

  package mutating func number(_ value: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe body.append(contentsOf: $0) }
  }

  package mutating func flag(_ value: Bool) { number(value ? 1 as UInt8 : 0) }

  package mutating func identifier(_ value: some Identifier) { symbol(value.symbolIndex) }

  package mutating func identifier(_ value: (some Identifier)?) {
    symbol(value?.symbolIndex ?? 0)
  }

  /// The place of the text among those written, from 1; 0 for none.
  private mutating func symbol(_ index: UInt32) {
    guard index > 0 else { return number(0 as UInt32) }
    if Int(index) >= places.count {
      places.append(contentsOf: repeatElement(0, count: Int(index) + 1 - places.count))
    }
    if places[Int(index)] == 0 {
      textCount += 1
      places[Int(index)] = textCount
      let start = texts.count
      texts.append(0)
      SymbolTable.shared.appendText(of: Symbol(index: index), to: &texts)
      texts[start] = UInt8(texts.count - start - 1)
    }
    number(places[Int(index)])
  }

  /// A value of an enumeration by its place among all.
  package mutating func choice<Word: CaseIterable & Equatable>(
    _ value: Word
  ) where Word.AllCases == [Word] {
    number(UInt8(Word.allCases.firstIndex(of: value)!))
  }

  package mutating func text(_ value: String) {
    number(UInt32(value.utf8.count))
    body.append(contentsOf: value.utf8)
  }

  package mutating func list<Element>(
    _ elements: some Collection<Element>, _ write: (inout SnapshotWriter, Element) -> Void
  ) {
    number(UInt32(elements.count))
    for element in elements { write(&self, element) }
  }

  /// Numbers as they lie in memory.
  package mutating func numbers<Number: FixedWidthInteger>(_ values: [Number]) {
    number(UInt32(values.count))
    unsafe values.withUnsafeBytes { unsafe body.append(contentsOf: $0) }
  }

  package mutating func digest(_ value: Digest) {
    for word in [value.words.0, value.words.1, value.words.2, value.words.3] { number(word) }
  }

  /// Everything written: the texts, then the state.
  package consuming func end() -> [UInt8] {
    var header = SnapshotWriter()
    header.number(textCount)
    header.number(UInt32(texts.count))
    return header.body + texts + body
  }
}
