import ShiftEvents

/// Rows by identifier, in the order in which they were added, with a table to find them.
///
/// Finding, adding and changing a row are O(1). If a good part of the process's identifiers are in
/// the map, the table is flat: it has a place for each small integer, and neighbours stay neighbours.
/// Otherwise it is hashed, so that a map of few rows is small. Two maps are equal if they hold equal
/// rows that were added in the same order.
///
/// The type itself asks nothing of its parameters: where it does, the runtime looks for conformances
/// whenever a process first copies a map, which costs a hundred thousand instructions a type.
struct IdentifierMap<Key, Row> {
  /// The keys in the order in which they were added.
  private(set) var keys: [Key] = []
  /// The rows, at the places of their keys.
  private(set) var rows = ChunkedArray<Row>()
  /// Places of rows, counted from 1; 0 for none.
  private var table: [UInt32] = []
  /// The bits that a hash loses; 0 for a flat table.
  private var shift: UInt32 = 0
  private var largest: UInt32 = 0

  init() {}
}

extension IdentifierMap: Sendable where Key: Sendable, Row: Sendable {}

extension IdentifierMap where Key: SymbolIdentifier, Row: Hashable & Sendable {

  var count: Int { rows.count }

  /// Finds the row of `key` in `rows`.
  @inline(__always)
  func place(of key: Key) -> Int? {
    var slot = home(of: key)
    while slot < table.count, table[slot] > 0 {
      let place = Int(table[slot]) - 1
      if shift == 0 || keys[place] == key { return place }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  /// Computes the slot at which the search for a key begins (D. Knuth, volume 3, 6.4: linear probing,
  /// Fibonacci hashing).
  @inline(__always)
  private func home(of key: Key) -> Int {
    Int(shift == 0 ? key.symbolIndex : (key.symbolIndex &* 0x9E37_79B9) >> shift)
  }

  subscript(key: Key) -> Row? { place(of: key).map { rows[$0] } }

  /// Adds the row, in place of the one that `key` may have had.
  mutating func set(_ row: Row, for key: Key) {
    if let place = place(of: key) { rows[place] = row } else { add(row, for: key) }
  }

  /// Changes the row of `key`, if it has one.
  @inline(__always)
  mutating func update(_ key: Key, _ change: (inout Row) -> Void) {
    if let place = place(of: key) { rows.update(place, change) }
  }

  /// Changes the row of `key`, which begins as `initial`.
  @inline(__always)
  mutating func update(_ key: Key, from initial: Row, _ change: (inout Row) -> Void) {
    rows.update(place(of: key) ?? add(initial, for: key), change)
  }

  @discardableResult
  private mutating func add(_ row: Row, for key: Key) -> Int {
    keys.append(key)
    rows.append(row)
    largest = max(largest, key.symbolIndex)
    let isFull = shift == 0 ? key.symbolIndex >= table.count : keys.count > table.count / 4 * 3
    if isFull { layOut() } else { enter(keys.count - 1) }
    return keys.count - 1
  }

  /// Makes a larger table, flat if at least a quarter of it is used.
  private mutating func layOut() {
    if largest / 4 < keys.count {
      let count = Int(largest) / 4 * 5 + 16
      if shift == 0 {
        // The entries of a flat table stay where they are.
        table.reserveCapacity(count)
        table.append(contentsOf: repeatElement(0, count: count - table.count))
        return enter(keys.count - 1)
      }
      shift = 0
      table = Array(repeating: 0, count: count)
    } else {
      let bits = UInt32(Int.bitWidth - (2 * keys.count + 14).leadingZeroBitCount)
      shift = 32 - bits
      table = Array(repeating: 0, count: 1 << bits)
    }
    for place in keys.indices { enter(place) }
  }

  private mutating func enter(_ place: Int) {
    var slot = home(of: keys[place])
    while table[slot] > 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = UInt32(place + 1)
  }
}

/// A row that a snapshot holds as it lies in memory, but for the numbers of its symbols. A change of one
/// is a new version of the file.
protocol SnapshotRow: Hashable, Sendable, BitwiseCopyable {
  /// Gives each of its symbols the number that `new` gives for it.
  mutating func renumber(_ new: (UInt32) -> UInt32)
}

extension SymbolIdentifier {
  mutating func renumber(_ new: (UInt32) -> UInt32) { self = Self(symbolIndex: new(symbolIndex)) }
}

extension Int: SnapshotRow {
  mutating func renumber(_ new: (UInt32) -> UInt32) {}
}

extension IdentifierMap where Key: SymbolIdentifier, Row: SnapshotRow {
  func number(in numbering: inout SymbolNumbering) {
    for key in keys { numbering.add(key) }
    for var row in rows {
      row.renumber {
        numbering.add($0)
        return $0
      }
    }
  }

  private func renumbered(_ new: (UInt32) -> UInt32) -> Self {
    var map = Self()
    for var (key, row) in zip(keys, rows) {
      key.renumber(new)
      row.renumber(new)
      map.set(row, for: key)
    }
    return map
  }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    let map = renumbered(numbering.number(of:))
    snapshot.add([UInt64(map.shift), UInt64(map.largest)])
    snapshot.add(FlatArray(map.keys))
    snapshot.add(FlatArray(Array(map.rows)))
    snapshot.add(FlatArray(map.table))
  }

  /// The map that a snapshot holds, its rows where they lie if its symbols have the same numbers here.
  init(from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    let numbers = try snapshot.numbers(2)
    (shift, largest) = (
      UInt32(truncatingIfNeeded: numbers[0]), UInt32(truncatingIfNeeded: numbers[1])
    )
    keys = try snapshot.array(of: Key.self).elements
    rows = ChunkedArray(try snapshot.array(of: Row.self))
    table = try snapshot.array(of: UInt32.self).elements
    if keys.count != rows.count { throw SnapshotFault() }
    if !symbols.isAsInSnapshot { self = renumbered(symbols.index(of:)) }
  }
}

extension IdentifierMap: Equatable where Key: Equatable, Row: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    first.keys == second.keys && first.rows == second.rows
  }
}
