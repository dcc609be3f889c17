/// The places, titles, labels, needs and breaks of shifts, one record after the other. A shift without any has the
/// number 0 and no record.
///
///     ┌───────┬───────┬───────────────┬──────────┬─────────┬───────────┐
///     │ place │ title │ labels, needs │ labels … │ needs … │ break, if │
///     │       │       │ how many      │          │         │ not 0     │
///     └───────┴───────┴───────────────┴──────────┴─────────┴───────────┘
package struct ShiftDetailTable: Equatable, Sendable {
  /// Numbers of symbols, 0 for no place or title, and how many labels and needs there are: the highest bit is set where
  /// a break follows, 15 bits have the labels and 16 the needs.
  package private(set) var words = FlatArray<UInt32>()

  package init() {}

  package init(words: FlatArray<UInt32>) { self.words = words }

  /// Adds a record, and returns its number: where it begins, counted from 1.
  package mutating func add(_ keys: ShiftDetails) -> UInt32 {
    if keys.isEmpty { return 0 }
    let keys = keys.asInState.withoutDays
    if keys.isEmpty { return 0 }
    let number = UInt32(words.count + 1)
    let (labels, needs) = (keys.labels.prefix(0x7FFF), keys.needs.prefix(0xFFFF))
    words.append(keys.place?.symbolIndex ?? 0)
    words.append(keys.title?.symbolIndex ?? 0)
    words.append(
      (keys.breakMinutes == nil ? 0 : Self.breakFlag) | UInt32(labels.count) << 16
        | UInt32(needs.count))
    for name in labels + needs { words.append(name.symbolIndex) }
    if let minutes = keys.breakMinutes { words.append(UInt32(UInt16(bitPattern: minutes))) }
    return number
  }

  /// Adds a record in the place of another one, unless they are equal.
  package mutating func replace(_ number: UInt32, by keys: ShiftDetails) -> UInt32 {
    self[number] == keys.asInState.withoutDays ? number : add(keys)
  }

  /// The record of that number; of 0 one without keys.
  package subscript(_ number: UInt32) -> ShiftDetails {
    if number == 0 { return ShiftDetails() }
    let (place, title) = (words[Int(number) - 1], words[Int(number)])
    return ShiftDetails(
      place: place == 0 ? nil : Name(symbolIndex: place), labels: names(number, isNeeds: false),
      needs: names(number, isNeeds: true), title: title == 0 ? nil : Title(symbolIndex: title),
      breakMinutes: breakMinutes(number))
  }

  /// The skills that a record asks for.
  package func needs(_ number: UInt32) -> [Name] { number == 0 ? [] : names(number, isNeeds: true) }

  /// The place of a record; `nil` where it has none.
  package func place(_ number: UInt32) -> Name? {
    guard number > 0, case let place = words[Int(number) - 1], place > 0 else { return nil }
    return Name(symbolIndex: place)
  }

  /// The minutes of a shift that are not worked; `nil` where all are.
  package func breakMinutes(_ number: UInt32) -> Int16? {
    if number == 0 { return nil }
    let counts = words[Int(number) + 1]
    return counts & Self.breakFlag == 0
      ? nil : Int16(clamping: words[Self.names(from: number, counts).upperBound])
  }

  private static let breakFlag: UInt32 = 1 << 31

  /// The places of the labels and the needs of a record.
  private static func names(from number: UInt32, _ counts: UInt32) -> Range<Int> {
    let first = Int(number) + 2
    return first..<first + labelCount(counts) + Int(counts & 0xFFFF)
  }

  private static func labelCount(_ counts: UInt32) -> Int { Int(counts >> 16 & 0x7FFF) }

  private func names(_ number: UInt32, isNeeds: Bool) -> [Name] {
    let counts = words[Int(number) + 1]
    let all = Self.names(from: number, counts)
    let middle = all.lowerBound + Self.labelCount(counts)
    let range = isNeeds ? middle..<all.upperBound : all.lowerBound..<middle
    return range.map { Name(symbolIndex: words[$0]) }
  }

  /// Calls `body` with the place of each word that is a symbol.
  private func forEachSymbol(_ body: (Int) -> Void) {
    var place = 0
    while place < words.count {
      for optional in place..<place + 2 where words[optional] > 0 { body(optional) }
      let counts = words[place + 2]
      let names = Self.names(from: UInt32(place + 1), counts)
      for name in names { body(name) }
      place = names.upperBound + (counts & Self.breakFlag == 0 ? 0 : 1)
    }
  }

  /// Calls `body` with the number of each symbol.
  package func forEachSymbol(_ body: (UInt32) -> Void) {
    forEachSymbol { (place: Int) in body(words[place]) }
  }

  /// The table with the numbers that `new` gives for its symbols.
  package func renumbered(_ new: (UInt32) -> UInt32) -> ShiftDetailTable {
    var table = self
    forEachSymbol { (place: Int) in table.words[place] = new(words[place]) }
    return table
  }
}

/// The terms of deals by their places. Those that lie in a snapshot are decoded when they are asked for.
package struct TermsTable: Sendable {
  /// The terms of the deals that were posted since.
  private var posted: [DealPosted] = []
  /// The terms of earlier deals that were edited since.
  private var edited: [Int: DealPosted] = [:]
  private var savedCount = 0
  private var saved: (@Sendable (Int) -> DealPosted)?

  package init() {}

  /// - Parameter saved: returns the terms at a place before `count`.
  init(count: Int, _ saved: @escaping @Sendable (Int) -> DealPosted) {
    (savedCount, self.saved) = (count, saved)
  }

  package var count: Int { savedCount + posted.count }

  /// The terms at a place; those behind the last one are added by setting them.
  package subscript(place: Int) -> DealPosted {
    get {
      if place >= savedCount { return posted[place - savedCount] }
      if let terms = edited[place] { return terms }
      guard let saved else { preconditionFailure("a deal without terms") }
      return saved(place)
    }
    set {
      if place < savedCount {
        edited[place] = newValue
      } else if place == count {
        posted.append(newValue)
      } else {
        posted[place - savedCount] = newValue
      }
    }
  }
}

extension TermsTable: Equatable {
  package static func == (first: Self, second: Self) -> Bool {
    first.count == second.count && (0..<first.count).allSatisfy { first[$0] == second[$0] }
  }
}

/// Texts one behind the other, each behind its length in four bytes. None has the number 0.
package struct TextTable: Equatable, Sendable {
  var bytes = FlatArray<UInt8>()

  package init() {}

  /// Adds a text, and returns its number: where it begins, counted from 1.
  mutating func add(_ text: String?) -> UInt32 {
    guard let text else { return 0 }
    let number = UInt32(bytes.count + 1)
    let length = UInt32(text.utf8.count)
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
    for byte in text.utf8 { bytes.append(byte) }
    return number
  }

  /// The text of a number; `nil` of 0.
  package subscript(number: UInt32) -> String? {
    if number == 0 { return nil }
    let place = Int(number) - 1
    let length = (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    return String(decoding: bytes[place + 4..<place + 4 + length], as: UTF8.self)
  }
}
