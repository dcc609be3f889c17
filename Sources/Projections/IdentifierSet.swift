import ShiftEvents

/// A set of identifiers as bits: those of one kind mostly follow each other closely.
struct IdentifierSet<Key: SymbolIdentifier>: Sendable {
  private var words: [UInt64] = []
  /// The place of the first word among those of all symbols.
  private var first = 0

  init() {}

  /// Returns whether the key was not there before.
  mutating func insert(_ key: Key) -> Bool {
    let place = Int(key.symbolIndex / 64)
    let bit: UInt64 = 1 << UInt64(key.symbolIndex % 64)
    if words.isEmpty { first = place }
    if place < first {
      words.insert(contentsOf: repeatElement(0, count: first - place), at: 0)
      first = place
    }
    if place - first >= words.count {
      words.append(contentsOf: repeatElement(0, count: place - first + 1 - words.count))
    }
    defer { words[place - first] |= bit }
    return words[place - first] & bit == 0
  }

  /// The keys in the order of their symbols.
  var keys: [Key] {
    var keys: [Key] = []
    var place = 0
    while place < words.count {
      var rest = words[place]
      while rest != 0 {
        keys.append(Key(symbolIndex: UInt32((first + place) * 64 + rest.trailingZeroBitCount)))
        rest &= rest - 1
      }
      place += 1
    }
    return keys
  }

  func number(in numbering: inout SymbolNumbering) { for key in keys { numbering.add(key) } }

  /// The set with the numbers that `new` gives for its symbols.
  private func renumbered(_ new: (UInt32) -> UInt32) -> IdentifierSet {
    var set = IdentifierSet()
    for key in keys { _ = set.insert(Key(symbolIndex: new(key.symbolIndex))) }
    return set
  }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    let set = renumbered(numbering.number(of:))
    snapshot.add([UInt64(set.first)])
    snapshot.add(set.words)
  }

  init(from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    first = Int(truncatingIfNeeded: try snapshot.numbers(1)[0])
    words = try snapshot.array(of: UInt64.self).elements
    if !symbols.isAsInSnapshot { self = renumbered(symbols.index(of:)) }
  }
}

extension IdentifierSet: Equatable {
  static func == (first: Self, second: Self) -> Bool { first.keys == second.keys }
}
