/// New numbers for the symbols of a state, from 1 in the order in which they are added.
package struct SymbolNumbering: Sendable {
  fileprivate var symbols: [Symbol] = []
  private var numbers: [UInt32] = []

  package init() {}

  package mutating func add(_ id: (some SymbolIdentifier)?) { add(id?.symbolIndex ?? 0) }

  package mutating func add(_ symbolIndex: UInt32) {
    let index = Int(symbolIndex)
    guard index > 0 else { return }
    if index >= numbers.count {
      numbers.append(contentsOf: repeatElement(0, count: index + 1 - numbers.count))
    }
    if numbers[index] > 0 { return }
    symbols.append(Symbol(index: UInt32(index)))
    numbers[index] = UInt32(symbols.count)
  }

  /// The new number of a symbol that was added, 0 of none.
  package func number(of index: UInt32) -> UInt32 { index == 0 ? 0 : numbers[Int(index)] }
}

/// The symbols of a snapshot in this process.
package struct SnapshotSymbols: Sendable {
  /// The symbols by number; empty if the numbers are the symbols.
  private let translations: [UInt32]

  /// True if the state can be used as it lies in the snapshot, because there were no symbols before.
  package var isAsInSnapshot: Bool { translations.isEmpty }

  /// The symbol of a number; 0 stands for none.
  package func index(of number: UInt32) -> UInt32 {
    isAsInSnapshot ? number : translations[Int(number)]
  }

  fileprivate init(_ image: SymbolImage) throws(SnapshotFault) {
    guard let translations = SymbolTable.shared.adopt(image) else { throw SnapshotFault() }
    self.translations = translations
  }
}

extension FlatSnapshotWriter {
  /// Adds the symbols that were numbered as the first section, with room for so many more.
  package mutating func add(_ numbering: SymbolNumbering, roomForMore more: Int) {
    let image = SymbolImage(numbering.symbols, roomForMore: more)
    add([image.seed])
    add(image.texts)
    add(image.starts)
    add(image.slots)
    endSection()
  }
}

extension SnapshotFile {
  /// Makes the symbols of the snapshot known to the process.
  package func symbols() throws(SnapshotFault) -> SnapshotSymbols {
    var section = try section(0)
    let seed = try section.numbers(1)[0]
    return try SnapshotSymbols(
      SymbolImage(
        texts: try section.array(), starts: try section.array(), slots: try section.array(),
        seed: seed))
  }
}
