/// The places, titles, labels and needs of shifts, one record after the other. A shift without any has the
/// number 0 and no record.
///
///     ┌───────┬───────┬───────────────┬──────────┬─────────┐
///     │ place │ title │ labels, needs │ labels … │ needs … │
///     │       │       │ how many      │          │         │
///     └───────┴───────┴───────────────┴──────────┴─────────┘
package struct ShiftKeyTable: Equatable, Sendable {
  /// Numbers of symbols, 0 for no place or title, and how many labels and needs there are, in 16 bits each.
  package private(set) var words = FlatArray<UInt32>()

  package init() {}

  package init(words: FlatArray<UInt32>) { self.words = words }

  /// Adds a record, and returns its number: where it begins, counted from 1.
  package mutating func add(_ keys: ShiftKeys) -> UInt32 {
    var keys = keys
    keys.days = nil
    if keys.isEmpty { return 0 }
    keys = keys.inNFC
    let number = UInt32(words.count + 1)
    let (labels, needs) = (keys.labels.prefix(0xFFFF), keys.needs.prefix(0xFFFF))
    words.append(keys.place?.symbolIndex ?? 0)
    words.append(keys.title?.symbolIndex ?? 0)
    words.append(UInt32(labels.count) << 16 | UInt32(needs.count))
    for name in labels + needs { words.append(name.symbolIndex) }
    return number
  }

  /// Adds a record in the place of another one, unless they are equal.
  package mutating func replace(_ number: UInt32, by keys: ShiftKeys) -> UInt32 {
    var (old, new) = (self[number], keys.inNFC)
    (old.days, new.days) = (nil, nil)
    return old == new ? number : add(keys)
  }

  /// The record of that number; of 0 one without keys.
  package subscript(_ number: UInt32) -> ShiftKeys {
    if number == 0 { return ShiftKeys() }
    let (place, title) = (words[Int(number) - 1], words[Int(number)])
    return ShiftKeys(
      place: place == 0 ? nil : Name(symbolIndex: place), labels: names(number, isNeeds: false),
      needs: names(number, isNeeds: true), title: title == 0 ? nil : Title(symbolIndex: title))
  }

  /// The skills that a record asks for.
  package func needs(_ number: UInt32) -> [Name] { number == 0 ? [] : names(number, isNeeds: true) }

  private func names(_ number: UInt32, isNeeds: Bool) -> [Name] {
    let (first, counts) = (Int(number) + 2, words[Int(number) + 1])
    let (labels, needs) = (Int(counts >> 16), Int(counts & 0xFFFF))
    let range = isNeeds ? first + labels..<first + labels + needs : first..<first + labels
    return range.map { Name(symbolIndex: words[$0]) }
  }

  /// Calls `body` with the place of each word that is a symbol.
  private func forEachSymbol(_ body: (Int) -> Void) {
    var place = 0
    while place < words.count {
      for optional in place..<place + 2 where words[optional] > 0 { body(optional) }
      let counts = words[place + 2]
      let end = place + 3 + Int(counts >> 16) + Int(counts & 0xFFFF)
      for name in place + 3..<end { body(name) }
      place = end
    }
  }

  /// Calls `body` with the number of each symbol.
  package func forEachSymbol(_ body: (UInt32) -> Void) {
    forEachSymbol { (place: Int) in body(words[place]) }
  }

  /// The table with the numbers that `new` gives for its symbols.
  package func renumbered(_ new: (UInt32) -> UInt32) -> ShiftKeyTable {
    var table = self
    forEachSymbol { (place: Int) in table.words[place] = new(words[place]) }
    return table
  }
}
