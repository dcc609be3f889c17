// The state as a snapshot holds it: its arrays as they lie in memory. A change of any record is by itself a new
// version of the file.

extension DomainState {
  /// The sections behind those of the symbols and of the writer: the overview, which every reader needs, and the
  /// parts.
  private static let overview = 2

  private static func section(of part: StatePart) -> Int { overview + 1 + part.rawValue }
  /// The sections of the symbols and of what a reader needs of a state with these parts.
  package static func sections(of parts: [StatePart]) -> [Int] {
    [0, overview] + parts.map(section)
  }

  /// The section behind all parts.
  static let sectionCount = overview + 1 + StatePart.allCases.count

  /// Numbers the symbols of all records, in an order in which those of one kind stand together.
  func numbering() -> SymbolNumbering {
    var (state, numberer) = (self, SymbolNumberer())
    for part in StatePart.allCases { state.walk(part, &numberer) }
    return numberer.numbering
  }

  /// Visits a part with a visitor that reads no snapshot, and so meets no faults.
  private mutating func walk(_ part: StatePart, _ visitor: inout some StateVisitor) {
    do throws(SnapshotFault) { try visit(part, &visitor) } catch { preconditionFailure("\(error)") }
  }

  /// Writes the overview and the parts, each as a section, with the numbers that `new` gives for the symbols. There is a
  /// copy of one part at a time.
  func write(
    to snapshot: inout FlatSnapshotWriter, _ new: @escaping @Sendable (UInt32) -> UInt32
  ) {
    tally.write(to: &snapshot)
    workplace.write(to: &snapshot)
    snapshot.endSection()
    var renumbering = Renumbering(new: new)
    for part in StatePart.allCases {
      var state = self
      state.walk(part, &renumbering)
      state.walk(part, &snapshot)
      snapshot.endSection()
    }
  }

  /// The people that a file holds, with the numbers of its symbols.
  static func users(_ file: SnapshotFile) throws(SnapshotFault) -> FlatArray<UserRecord> {
    var section = try file.section(section(of: .users), isKept: false)
    return try section.array()
  }

  /// The parts of the state that a file holds; the others are not looked at.
  package init(
    _ file: SnapshotFile, _ symbols: SnapshotSymbols, _ parts: [StatePart]
  ) throws(SnapshotFault) {
    self.init(judges: false)
    var section = try file.section(Self.overview)
    tally = try EventTally(from: &section)
    workplace = try EffectivePolicies(from: &section)
    let new: @Sendable (UInt32) -> UInt32 = { symbols.index(of: $0) }
    var renumbering = Renumbering(new: new)
    for part in parts {
      section = try file.section(Self.section(of: part))
      try visit(part, &section)
      guard section.isAtEnd else { throw SnapshotFault() }
      if !symbols.isAsInSnapshot { try visit(part, &renumbering) }
    }
    notices.areKept = parts.contains(.notices)
  }
}

// MARK: - The layout of what a snapshot holds

extension DomainState {
  /// Adds the layout of all records, in the order of the walk, and the cases that they hold as numbers.
  static func add(to layout: inout LayoutDigest) {
    var state = DomainState(judges: false)
    for part in StatePart.allCases { state.walk(part, &layout) }
    layout.add(StatePart.self)
    // As the place of a count or of a bit, or in some bits.
    layout.add(EventType.self)
    layout.add(Role.self)
    layout.add(OverridableRule.self)
    layout.add(NoticeRecord.About.self)
    layout.add(NoticeSubject.Spared.self)
  }
}

extension LayoutDigest: StateVisitor {
  mutating func records<Record: StateRecord>(_: inout Records<Record>) { add(Record.self) }
  mutating func users(_: inout [UserID]) { add(1) }
  mutating func lists(_: inout PairIndex) { add(PairIndex.Node.self) }
  mutating func briefs(_: inout FlatArray<ShiftBrief>) { add(ShiftBrief.self) }
  mutating func keys(_: inout ShiftKeyTable) { add(2) }
  mutating func values<Value: BitwiseCopyable & Sendable>(_: inout FlatArray<Value>) {
    add(Value.self)
  }
  mutating func stars(_: inout [Customer: Int]) { add(3) }
  mutating func terms(_: inout TermsTable) { add(4) }
  mutating func touches(_: inout Touches) { add(Touches.Touch.self) }
}

extension FlatSnapshotWriter: StateVisitor {
  mutating func records<Record: StateRecord>(_ table: inout Records<Record>) {
    let (rows, first, places) = table.arrays
    add(rows)
    add([UInt64(first)])
    add(places)
  }

  mutating func users(_ users: inout [UserID]) { add(FlatArray(users.map(\.symbolIndex))) }

  mutating func lists(_ index: inout PairIndex) { index.write(to: &self) }

  mutating func briefs(_ briefs: inout FlatArray<ShiftBrief>) { add(briefs) }

  mutating func keys(_ table: inout ShiftKeyTable) { add(table.words) }

  mutating func values<Value: BitwiseCopyable & Sendable>(_ values: inout FlatArray<Value>) {
    add(values)
  }

  mutating func stars(_ stars: inout [Customer: Int]) {
    let given = stars.sorted { $0.key < $1.key }
    add(FlatArray(given.map(\.key.user.symbolIndex)))
    add(FlatArray(given.map(\.key.company.symbolIndex)))
    add(FlatArray(given.map { Int64($0.value) }))
  }

  mutating func terms(_ terms: inout TermsTable) {
    var body: [UInt8] = []
    var ends: [UInt32] = []
    for place in 0..<terms.count {
      body += terms[place].inSnapshot
      ends.append(UInt32(body.count))
    }
    add(FlatArray(ends))
    add(FlatArray(body))
  }

  mutating func touches(_ touches: inout Touches) {
    let (newest, first, all, sequences) = touches.arrays
    add(newest)
    add([UInt64(first)])
    add(all)
    add(sequences)
  }
}

extension FlatSnapshotReader: StateVisitor {
  mutating func records<Record: StateRecord>(_ table: inout Records<Record>) throws(SnapshotFault) {
    let rows = try array(of: Record.self)
    let first = Int(truncatingIfNeeded: try numbers(1)[0])
    table = Records(rows, first: first, places: try array())
  }

  mutating func users(_ users: inout [UserID]) throws(SnapshotFault) {
    users = try array(of: UInt32.self).map { UserID(symbolIndex: $0) }
  }

  mutating func lists(_ index: inout PairIndex) throws(SnapshotFault) {
    index = try PairIndex(from: &self)
  }

  mutating func briefs(_ briefs: inout FlatArray<ShiftBrief>) throws(SnapshotFault) {
    briefs = try array()
  }

  mutating func keys(_ table: inout ShiftKeyTable) throws(SnapshotFault) {
    table = ShiftKeyTable(words: try array())
  }

  mutating func values<Value: BitwiseCopyable & Sendable>(
    _ values: inout FlatArray<Value>
  ) throws(SnapshotFault) { values = try array() }

  mutating func stars(_ stars: inout [Customer: Int]) throws(SnapshotFault) {
    let users = try array(of: UInt32.self)
    let companies = try array(of: UInt32.self)
    let given = try array(of: Int64.self)
    guard users.count == given.count, companies.count == given.count else { throw SnapshotFault() }
    for place in given.indices {
      let customer = Customer(
        user: UserID(symbolIndex: users[place]), company: UserID(symbolIndex: companies[place]))
      stars[customer] = Int(given[place])
    }
  }

  mutating func terms(_ terms: inout TermsTable) throws(SnapshotFault) {
    let ends = try array(of: UInt32.self)
    // The bytes stay where they are: few terms are ever asked for.
    let body = try array(of: UInt8.self)
    terms = TermsTable(count: ends.count) { place in
      let start = place == 0 ? 0 : Int(ends[place - 1])
      guard let terms = DealPosted(inSnapshot: Array(body[start..<Int(ends[place])])) else {
        preconditionFailure("the terms of a deal do not decode under a true checksum")
      }
      return terms
    }
  }

  mutating func touches(_ touches: inout Touches) throws(SnapshotFault) {
    let newest = try array(of: Int32.self)
    let first = Int(truncatingIfNeeded: try numbers(1)[0])
    let all = try array(of: Touches.Touch.self)
    touches = Touches(newest: newest, first: first, all, sequences: try array())
  }
}

// MARK: - The lists of the rules

extension RuleIndexes {
  /// Writes the lists with the numbers that `new` gives for the symbols of their keys, and with room for so many more,
  /// so that a process that begins from the snapshot need not make it.
  func write(
    to snapshot: inout FlatSnapshotWriter, roomForMore more: Int, _ new: (UInt32) -> UInt32
  ) {
    for list in [
      holdings, longHoldings, weekly, openRequests, suggestions, absences, running, seats,
    ] {
      // A list that few are in stays small.
      var renumbered = list.emptied(roomForMore: more)
      list.forEach { symbol, number, element in
        renumbered.insert(element, UserID(symbolIndex: new(symbol)), Int(number))
      }
      renumbered.write(to: &snapshot)
    }
  }

  init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    self.init(areKept: true)
    holdings = try PairIndex(from: &snapshot)
    longHoldings = try PairIndex(from: &snapshot)
    weekly = try PairIndex(from: &snapshot)
    openRequests = try PairIndex(from: &snapshot)
    suggestions = try PairIndex(from: &snapshot)
    absences = try PairIndex(from: &snapshot)
    running = try PairIndex(from: &snapshot)
    seats = try PairIndex(from: &snapshot)
  }
}

extension PairIndex {
  fileprivate func write(to snapshot: inout FlatSnapshotWriter) {
    snapshot.add([UInt64(UInt32(bitPattern: freeNode)), UInt64(usedSlots)])
    snapshot.add(keys)
    snapshot.add(heads)
    snapshot.add(nodes)
  }

  fileprivate init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    let numbers = try snapshot.numbers(2)
    let keys = try snapshot.array(of: UInt64.self)
    let heads = try snapshot.array(of: Int32.self)
    guard keys.count == heads.count, keys.count.nonzeroBitCount == 1,
      numbers[1] < UInt64(keys.count)
    else { throw SnapshotFault() }
    self.init(
      keys: keys, heads: heads, nodes: try snapshot.array(),
      freeNode: Int32(truncatingIfNeeded: numbers[0]), usedSlots: Int(numbers[1]))
  }
}
