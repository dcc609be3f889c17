import ShiftEvents

/// Rows by identifier: a flat array, and a second one that leads from an id's small integer to it.
///
/// Finding, adding and changing a row are O(1) and hash nothing. Four bytes go to every identifier
/// of the process up to the largest one in the map. Two maps are equal when they hold equal rows
/// that were added in the same order.
struct IdentifierMap<Key: Identifier, Row: Hashable & Sendable>: Sendable {
  /// The keys in the order in which they were added.
  private(set) var keys: [Key] = []
  /// The rows, at the places of their keys.
  private(set) var rows: [Row] = []
  /// At each id's integer the place of its row, counted from 1; 0 where it has none.
  private var places: [UInt32] = []

  var count: Int { rows.count }

  /// Where the row of `key` is in `rows`.
  func place(of key: Key) -> Int? {
    let symbol = Int(key.symbolIndex)
    guard symbol < places.count, places[symbol] > 0 else { return nil }
    return Int(places[symbol]) - 1
  }

  subscript(key: Key) -> Row? { place(of: key).map { rows[$0] } }

  /// Adds the row, in place of the one that `key` may have had.
  mutating func set(_ row: Row, for key: Key) {
    if let place = place(of: key) { rows[place] = row } else { add(row, for: key) }
  }

  /// Changes the row of `key`, if it has one.
  mutating func update(_ key: Key, _ change: (inout Row) -> Void) {
    if let place = place(of: key) { change(&rows[place]) }
  }

  /// Changes the row of `key`, which begins as `initial`.
  mutating func update(_ key: Key, from initial: Row, _ change: (inout Row) -> Void) {
    change(&rows[place(of: key) ?? add(initial, for: key)])
  }

  @discardableResult
  private mutating func add(_ row: Row, for key: Key) -> Int {
    let symbol = Int(key.symbolIndex)
    if symbol >= places.count {
      places.append(contentsOf: repeatElement(0, count: symbol + 1 - places.count))
    }
    keys.append(key)
    rows.append(row)
    places[symbol] = UInt32(rows.count)
    return rows.count - 1
  }
}

extension IdentifierMap: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    first.keys == second.keys && first.rows == second.rows
  }
}

/// A set of identifiers, one bit for each identifier of the process up to the largest member.
struct IdentifierSet<Element: Identifier>: Equatable, Sendable {
  private var words: [UInt64] = []

  /// Adds the identifier.
  ///
  /// - Returns: whether it was new.
  mutating func insert(_ element: Element) -> Bool {
    let (word, bit) = (Int(element.symbolIndex / 64), UInt64(1) << UInt64(element.symbolIndex % 64))
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    defer { words[word] |= bit }
    return words[word] & bit == 0
  }
}
