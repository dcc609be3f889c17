/// A record of the state: plain data that names others by identifier.
package protocol StateRecord: Equatable, Sendable, BitwiseCopyable {
  associatedtype ID: InternedIdentifier
  var id: ID { get }
  /// Gives each of its symbols the number that `new` gives for it, that of its own id first.
  ///
  /// The one list of a record's symbols: a snapshot numbers them by it, and a reader of one translates them.
  mutating func renumber(_ new: (UInt32) -> UInt32)
}

extension InternedIdentifier {
  /// Gives the identifier the number that `new` gives for it.
  mutating func renumber(_ new: (UInt32) -> UInt32) { self = Self(symbolIndex: new(symbolIndex)) }
}

/// Records by identifier, in the order in which they were added. Finding, adding and changing one are O(1).
///
/// The type itself asks no protocol of its records that exists at run time: the runtime would look for
/// conformances whenever a process first copies a table, which costs a hundred thousand instructions a type.
package struct Records<Record: BitwiseCopyable & Sendable>: Sendable {
  package private(set) var rows = FlatArray<Record>()
  private var places = InternedMap()

  package init() {}
}

extension Records where Record: StateRecord {
  package var count: Int { rows.count }
  package var isEmpty: Bool { rows.isEmpty }
  package var indices: Range<Int> { 0..<rows.count }

  /// The place of a record; `nil` if there is none.
  @inline(__always)
  package func place(of id: Record.ID) -> Int? { places[id.symbol] }

  package subscript(place: Int) -> Record {
    @inline(__always) get { rows[place] }
    @inline(__always) set { rows[place] = newValue }
  }

  package subscript(id: Record.ID) -> Record? { place(of: id).map { rows[$0] } }

  /// Adds a record, whose id must have none.
  ///
  /// - Returns: its place.
  @discardableResult
  package mutating func add(_ record: Record) -> Int {
    let place = rows.count
    places.set(record.id.symbol, to: place)
    rows.append(record)
    return place
  }

  package func only(_ ids: some Sequence<Record.ID>) -> Records {
    var part = Records()
    for id in ids where part.place(of: id) == nil {
      if let record = self[id] { part.add(record) }
    }
    return part
  }
}

/// Two tables are equal if they hold equal records that were added in the same order.
extension Records: Equatable where Record: Equatable {
  package static func == (first: Records, second: Records) -> Bool { first.rows == second.rows }
}

// MARK: - In a snapshot

extension Records where Record: StateRecord {
  /// Hands over each symbol of the ids, and then each of the records.
  func forEachSymbol(_ body: (UInt32) -> Void) {
    for record in rows { body(record.id.symbolIndex) }
    for var record in rows {
      record.renumber {
        body($0)
        return $0
      }
    }
  }

  func renumbered(_ new: (UInt32) -> UInt32) -> Records {
    var table = Records()
    for var record in rows {
      record.renumber(new)
      table.add(record)
    }
    return table
  }

  /// The table as it lies in memory: the records, the symbol of the first place, the places by symbol.
  var arrays: (rows: FlatArray<Record>, first: Int, places: FlatArray<Int32>) {
    let (first, indexes) = places.trimmed
    return (rows, first, FlatArray(indexes))
  }

  init(_ rows: FlatArray<Record>, first: Int, places: FlatArray<Int32>) {
    self.rows = rows
    self.places = InternedMap(first: first, indexes: places)
  }
}
