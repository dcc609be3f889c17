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
  func numbering() -> IDNumbering {
    var (state, numberer) = (self, IDNumberer())
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
    _ file: SnapshotFile, _ symbols: SnapshotIDs, _ parts: [StatePart]
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
    layout.add(AcceptanceRoute.self)
    layout.add(SkipReason.self)
    layout.add(StopReason.self)
    layout.add(DealCategory.self)
    layout.add(NotificationRecord.About.self)
    layout.add(NotificationSubject.Spared.self)
    layout.add(LocalDate.self)
  }
}

extension LayoutDigest: StateVisitor {
  mutating func records<Record: StateRecord>(_: inout Records<Record>) { add(Record.self) }
  mutating func users(_: inout [UserID]) { add(1) }
  mutating func lists(_: inout MultiMap) { add(MultiMap.Node.self) }
  mutating func briefs(_: inout FlatArray<ShiftSummary>) { add(ShiftSummary.self) }
  mutating func keys(_: inout ShiftDetailTable) { add(5) }
  mutating func values<Value: BitwiseCopyable & Sendable>(_: inout FlatArray<Value>) {
    add(Value.self)
  }
  mutating func stars(_: inout [Customer: Int]) { add(3) }
  mutating func terms(_: inout TermsTable) { add(4) }
  mutating func touches(_: inout EventIndex) { add(EventIndex.Entry.self) }
}

extension FlatSnapshotWriter: StateVisitor {
  mutating func records<Record: StateRecord>(_ table: inout Records<Record>) {
    let (rows, first, places) = table.arrays
    add(rows)
    add([UInt64(first)])
    add(places)
  }

  mutating func users(_ users: inout [UserID]) { add(FlatArray(users.map(\.symbolIndex))) }

  mutating func lists(_ index: inout MultiMap) { index.write(to: &self) }

  mutating func briefs(_ briefs: inout FlatArray<ShiftSummary>) { add(briefs) }

  mutating func keys(_ table: inout ShiftDetailTable) { add(table.words) }

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

  mutating func touches(_ touches: inout EventIndex) {
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

  mutating func lists(_ index: inout MultiMap) throws(SnapshotFault) {
    index = try MultiMap(from: &self)
  }

  mutating func briefs(_ briefs: inout FlatArray<ShiftSummary>) throws(SnapshotFault) {
    briefs = try array()
  }

  mutating func keys(_ table: inout ShiftDetailTable) throws(SnapshotFault) {
    table = ShiftDetailTable(words: try array())
  }

  mutating func values<Value: BitwiseCopyable & Sendable>(
    _ values: inout FlatArray<Value>
  ) throws(SnapshotFault) { values = try array() }

  mutating func stars(_ stars: inout [Customer: Int]) throws(SnapshotFault) {
    let users = try array(of: UInt32.self).elements
    let companies = try array(of: UInt32.self).elements
    let given = try array(of: Int64.self).elements
    guard users.count == given.count, companies.count == given.count else { throw SnapshotFault() }
    stars.reserveCapacity(given.count)
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

  mutating func touches(_ touches: inout EventIndex) throws(SnapshotFault) {
    let newest = try array(of: Int32.self)
    let first = Int(truncatingIfNeeded: try numbers(1)[0])
    let all = try array(of: EventIndex.Entry.self)
    touches = EventIndex(newest: newest, first: first, all, sequences: try array())
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
    holdings = try MultiMap(from: &snapshot)
    longHoldings = try MultiMap(from: &snapshot)
    weekly = try MultiMap(from: &snapshot)
    openRequests = try MultiMap(from: &snapshot)
    suggestions = try MultiMap(from: &snapshot)
    absences = try MultiMap(from: &snapshot)
    running = try MultiMap(from: &snapshot)
    seats = try MultiMap(from: &snapshot)
  }
}

extension RecordedDates {
  func write(to snapshot: inout FlatSnapshotWriter) {
    snapshot.add(FlatArray(shifts))
    snapshot.add(FlatArray(vacancies))
  }

  init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    shifts = try snapshot.array(of: LocalDate.self).elements
    vacancies = try snapshot.array(of: LocalDate.self).elements
  }
}

extension MultiMap {
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

// What every reader needs of a snapshot: how many events there were, and the policies of the workplace.
extension EventTally {
  func write(to snapshot: inout FlatSnapshotWriter) {
    let unknown = unknown.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let times = [firstTime, lastTime].map { Int($0?.milliseconds ?? 0) }
    let numbers = [count] + times + [lastSequence.value, unknownEvents, unknownMembers]
    snapshot.add(FlatArray((numbers + known + unknown.map(\.value)).map { Int64($0) }))
    snapshot.add(FlatArray(unknown.flatMap { $0.key.utf8 + [0] }))
  }

  init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    let numbers = try snapshot.array(of: Int64.self).elements.map { Int($0) }
    let types = try snapshot.array(of: UInt8.self).elements
      .split(separator: 0, omittingEmptySubsequences: false).dropLast()
    guard numbers.count == 6 + known.count + types.count else { throw SnapshotFault() }
    // What a version did not know, another may: all is folded anew.
    guard numbers[4] == 0, numbers[5] == 0 else { throw SnapshotFault() }
    count = numbers[0]
    if count > 0 {
      firstTime = Timestamp(milliseconds: Int64(numbers[1]))
      lastTime = Timestamp(milliseconds: Int64(numbers[2]))
    }
    lastSequence = SequenceNumber(numbers[3])
    (unknownEvents, unknownMembers) = (numbers[4], numbers[5])
    known = Array(numbers[6..<6 + known.count])
    for (type, count) in zip(types, numbers[(6 + known.count)...]) {
      unknown[String(decoding: type, as: UTF8.self)] = count
    }
  }
}

extension EffectivePolicies {
  func write(to snapshot: inout FlatSnapshotWriter) {
    let event = id.map { WorkplaceConfigured(workplace: $0, policies: all) }
    snapshot.add([isZoneFixed ? 1 : 0])
    snapshot.add(FlatArray(event?.inSnapshot ?? []))
  }

  init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    isZoneFixed = try snapshot.numbers(1) == [1]
    let event = try snapshot.array(of: UInt8.self).elements
    if event.isEmpty { return }
    guard let event = WorkplaceConfigured(inSnapshot: event) else { throw SnapshotFault() }
    take(event)
  }
}

extension LineOffsets {
  func write(to snapshot: inout FlatSnapshotWriter) {
    snapshot.add(offsets)
    snapshot.endSection()
  }

  /// The places of the lines up to the position of a snapshot.
  package init(_ file: SnapshotFile) throws(SnapshotFault) {
    var section = try file.section(DomainState.sectionCount)
    guard let places = LineOffsets(try section.array(), upTo: file.position.end), section.isAtEnd
    else { throw SnapshotFault() }
    self = places
  }
}

/// The payload of an event as a snapshot holds it: the object that a log has, with the subject before its members.
extension Payload {
  var inSnapshot: [UInt8] {
    var bytes: [UInt8] = []
    MemberWriter.appendObject(to: &bytes) { members in
      var subject = SubjectVisitor()
      accept(&subject)
      members.required("subject", subject.symbol.text)
      accept(&members)
    }
    return bytes
  }

  init?(inSnapshot bytes: [UInt8]) {
    var reader = JSONReader()
    unsafe bytes.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) != nil, let subject = reader.find("subject"),
      case let place = JSONText(offset: subject.range.lowerBound, count: 0)
    else { return nil }
    reader.subject = (place, .none)
    guard let payload = try? Self(&reader, of: nil) else { return nil }
    self = payload
  }
}
