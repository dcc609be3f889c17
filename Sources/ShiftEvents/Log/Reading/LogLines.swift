/// Reads single events of a log again: for repeats and for conflicts.
struct LogLines {
  private let path: String
  /// Where the lines end that may be read.
  private let end: Frontier
  /// Reads from a byte up to another.
  private let blocks: (UInt64, UInt64) -> LogBlockReader

  init(path: String, end: Frontier, blocks: @escaping (UInt64, UInt64) -> LogBlockReader) {
    self.path = path
    self.end = end
    self.blocks = blocks
  }

  /// The event whose line stands behind so many others in these bytes of the log.
  func event(
    in range: Range<UInt64>, linesBefore: Int
  ) throws(LogError) -> RecordedEvent {
    let reader = blocks(range.lowerBound, min(range.upperBound, end.lengthBytes))
    var linesLeft = linesBefore
    var found: RecordedLine?
    while found == nil, case .lines(let block, let lengthBytes) = try reader.next().content {
      block.forEachLine(before: lengthBytes) { line in
        if linesLeft == 0 { found = line }
        linesLeft -= 1
        return found == nil
      }
    }
    var decoder = EventDecoder()
    guard let found, let event = try? decoder.decode(found) else {
      throw unreadable(range.lowerBound)
    }
    return event
  }

  private func unreadable(_ offset: UInt64) -> LogError {
    LogError(
      .replaced,
      "\(path) has no event at byte \(offset), where one was read before; see: "
        + "eventlog-tool verify \(shellWord(path))", path: path)
  }

  /// The first event after `sequence`, up to `head`, that touches one of the identifiers; reading
  /// begins at `start`.
  func firstEvent(
    after sequence: Sequence, upTo head: Sequence, from start: Frontier,
    touching touched: Set<Symbol>
  ) throws(LogError) -> (event: RecordedEvent, id: String)? {
    var cursor = EventCursor(
      blocks(start.lengthBytes, end.lengthBytes), path: path, from: start)
    while let event = try cursor.next() {
      if event.sequence <= sequence { continue }
      if event.sequence > head { return nil }
      if let id = event.touched(among: touched) { return (event, id) }
    }
    return nil
  }
}

extension RecordedEvent {
  /// The first of the identifiers that the event touches: its subject, or any in its data. An actor who
  /// merely acted is not touched.
  func touched(among symbols: Set<Symbol>) -> String? {
    let own = unsafe line.withBytes { bytes -> [Symbol] in
      var scanner = JSONScanner()
      let borrowed = BorrowedSymbols()
      scanner.borrowed = borrowed
      return unsafe scanner.identifiers(bytes, type: event.type)
    }
    return own.first(where: symbols.contains)?.text
  }
}

extension Submission {
  /// The identifiers that the submission touches: its subject and those in its data.
  var touched: Set<Symbol> {
    var touched: Set = [subject]
    var scanner = JSONScanner()
    scanner.borrowed = symbols
    for member in given {
      guard let field = type.fields.first(where: { $0.name.isEqual(to: member.name) }),
        let kind = field.type as? any SymbolList.Type
      else { continue }
      unsafe member.value.withUnsafeBytes { value in
        guard (try? unsafe scanner.scan(value)) != nil else { return }
        touched.formUnion((try? kind.symbols(at: 0, &scanner)) ?? [])
      }
    }
    return touched
  }
}

extension JSONScanner {
  /// The identifiers in a line: its subject and those in its data.
  fileprivate mutating func identifiers(
    _ line: UnsafeRawBufferPointer, type: EventType?
  ) -> [Symbol] {
    guard (try? unsafe scan(line)) != nil else { return [] }
    beginObject(0)
    var found: [Symbol] = []
    guard let type else { return found }
    if let subject = find("subject"), let symbol = try? type.readSubject(subject, &self) {
      found.append(symbol)
    }
    guard let data = find("data") else { return found }
    beginObject(data)
    for field in type.fields {
      guard let kind = field.type as? any SymbolList.Type, let index = find(field.name) else {
        continue
      }
      found += (try? kind.symbols(at: index, &self)) ?? []
    }
    return found
  }
}

/// Values of `data` that are identifiers, one or many.
private protocol SymbolList: PayloadValue { var symbols: [Symbol] { get } }

extension SymbolList {
  fileprivate static func symbols(
    at index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> [Symbol] { try read(index, &scanner).symbols }
}

extension PayloadValue where Self: Identifier { fileprivate var symbols: [Symbol] { [symbol] } }
extension WorkplaceID: SymbolList {}
extension UserID: SymbolList {}
extension FixedShiftID: SymbolList {}
extension ShiftID: SymbolList {}
extension RequestID: SymbolList {}
extension SessionID: SymbolList {}
extension DealID: SymbolList {}
extension ReservationID: SymbolList {}
extension Array: SymbolList where Element: Identifier & PayloadValue {
  fileprivate var symbols: [Symbol] { map(\.symbol) }
}
