/// The findings of a scan of a log behind an end that is known to be good.
package struct TailScan {
  /// The end of the last whole batch that continues the chain.
  package private(set) var complete: LogEnd
  /// The last line that continues the chain, be its batch whole or not.
  package private(set) var last: LogEnd
  /// The fault of the line behind `last`; nil if no whole line is there.
  package private(set) var fault: Finding?
  /// The first bytes at or behind the fault that no torn write leaves: a whole line, or the beginning of
  /// an event where no line begins.
  private(set) var survivor: Survivor?
  /// Bytes of a write that never came to the disk stand between the last sound line and the survivor.
  private var hasHole = false

  struct Survivor: Hashable, Sendable {
    /// The event that the line is; `nil` for JSON that is none, and where no line begins.
    var sequence: UInt64?
    var offset: UInt64
  }

  /// The line behind `last` is an event that continues the chain, and lacks only its line feed.
  private(set) var lacksLineFeed = false

  /// Lines behind this place are not looked at.
  private let limit: UInt64

  /// Reads the lines that `reader` gives, which begins at `start`; helper threads decode a long tail.
  ///
  /// - Parameters:
  ///   - limit: the last place to look at.
  ///   - take: given each event of the whole batches that continue the chain, with the end behind it.
  ///     So a caller need not read them again.
  package static func scan(
    _ reader: LogBlockReader, from start: LogEnd, upTo limit: UInt64 = .max,
    taking take: (RecordedEvent, LogEnd) -> Void = { _, _ in }
  ) throws(LogError) -> TailScan {
    var scan = TailScan(
      complete: start, last: start, limit: limit,
      chain: ChainCheck(behind: Int(start.sequence), hash: start.hash))
    let pipeline = reader.working { ($0, $1, DecodedLines($0, lengthBytes: $1, at: $2, .chain)) }
    while scan.survivor == nil, scan.last.sequence < limit, let (block, lines) = try pipeline.next()
    {
      switch block.content {
      case .end: return scan
      case .half(let line):
        unsafe line.withBytes { unsafe scan.takeHalf($0, at: block.offset) }
        return scan
      case .tooLong(_, let hasHole):
        scan.note(.json, at: block.offset, Finding.tooLong)
        if hasHole { scan.hasHole = true }
      case .lines:
        guard let (bytes, lengthBytes, decoded) = lines else { continue }
        let good = scan.fault == nil ? scan.take(decoded, take) : 0
        bytes.forEachLine(before: lengthBytes, from: good) { line in
          unsafe line.withBytes { bytes in
            unsafe scan.take(bytes, at: block.offset + UInt64(line.range.lowerBound))
          }
        }
      }
    }
    return scan
  }

  /// Knows no time before the first line that is read.
  private var chain: ChainCheck

  /// The events of the batch that is being read, with the end behind each.
  private var held: [(RecordedEvent, LogEnd)] = []

  /// Takes the events of a block as far as they continue the chain.
  ///
  /// - Returns: the place in the block of the line behind the last of them.
  private mutating func take(
    _ decoded: DecodedLines, _ take: (RecordedEvent, LogEnd) -> Void
  ) -> Int {
    var end = 0
    for link in decoded.links where last.sequence < limit {
      guard let event = decoded.events.takeFirst() else { break }
      let faults = chain.takeAnyway(event.plain, link)
      if let fault = faults.first {
        // Other faults are told by the line's bytes, which may be no event of this log at all.
        if faults.allSatisfy({ $0.kind == .time }) {
          note(.time, at: last.lengthBytes, fault.message)
        }
        break
      }
      guard let link else { break }
      let range = event.plain.lineRange
      end = range.upperBound + 1
      last = last.adding(lengthBytes: UInt64(range.count) + 1, hash: link.stated)
      if !event.isLastOfBatch {
        held.append((event, last))
        continue
      }
      complete = last
      for (event, end) in held { take(event, end) }
      held = []
      take(event, last)
    }
    return end
  }

  /// Returns `true` if bytes without a line feed are the event behind a line, continue its chain, and end a batch.
  static func isWhole(
    _ bytes: UnsafeRawBufferPointer, behind sequence: UInt64, _ hash: Digest
  ) -> Bool {
    guard let facts = unsafe LineFacts(bytes), facts.sequence == sequence + 1, !facts.isInsideBatch
    else { return false }
    let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<facts.contentLength])
    return unsafe facts.hash == Digest.chain(content, after: hash)
  }

  /// The damage behind the last whole batch; `nil` where what stands there can be taken off: it is torn, or
  /// nothing of it can have been acknowledged.
  ///
  /// A sync covers all bytes before the line that it is for. So behind a hole, which a sync would have closed,
  /// nothing was acknowledged, and also not where the head is older than the last acknowledgement. A changed
  /// line is no hole: a bad disk or an editor may have changed what was acknowledged behind an old head.
  ///
  /// - Parameters:
  ///   - acknowledged: the end that the head tells; without one no hole is told from damage.
  ///   - hasHead: false where there is no head. Then nobody can tell whether a last event that lacks only its line
  ///     feed was acknowledged: an editor may have taken that away.
  func damage(behind acknowledged: LogEnd?, hasHead: Bool = true) -> Finding? {
    if !hasHead, lacksLineFeed, fault == nil {
      return Finding(
        .json, line: last.sequence + 1, offset: last.lengthBytes, message: Finding.lacksLineFeed)
    }
    guard let survivor, var damage = fault else { return nil }
    if hasHole, let acknowledged, acknowledged.lengthBytes <= complete.lengthBytes { return nil }
    if let sequence = survivor.sequence {
      damage.message +=
        ", and event \(sequence) stands whole "
        + (survivor.offset == damage.offset ? "there" : "behind it")
    } else if survivor.offset == damage.offset {
      damage.message += ": it is whole JSON, and no torn line"
    }
    return damage
  }

  /// Returns `true` if bytes of a line are those of a page that never came to the disk: zeros, or whatever stood
  /// on the disk before. No event holds control characters. A single one may be a flipped bit; two in a row
  /// are none, nor is a zero in place of the first byte of a line or of the line feed before an event.
  static func hasHole(_ line: UnsafeRawBufferPointer) -> Bool {
    guard unsafe line.first != 0 else { return true }
    var before: UInt8 = 0x20
    for index in line.indices {
      let byte = unsafe line[index]
      let isControl = byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
      if isControl {
        if before < 0x20 { return true }
        if byte == 0, unsafe line[(index + 1)...].starts(with: LogSignature.bytes) { return true }
      }
      before = isControl ? byte : 0x20
    }
    return false
  }

  /// The first fault of a log of `lengthBytes` that does not hold what was acknowledged: it may stand before the
  /// acknowledged line.
  ///
  /// - Parameter line: the fault of that line, told where all lines are whole as far as it.
  func damage(lacking acknowledged: LogEnd, _ lengthBytes: UInt64, line: Finding?) -> Finding {
    if let fault { return damage(behind: nil) ?? fault }
    if let line, last.lengthBytes >= acknowledged.lengthBytes { return line }
    if lacksLineFeed, lengthBytes + 1 == acknowledged.lengthBytes {
      return Finding(
        .short, line: last.sequence + 1, offset: last.lengthBytes, message: Finding.lacksLineFeed)
    }
    return .short(at: last, acknowledged: acknowledged, lengthBytes: lengthBytes)
  }

  /// Takes a line that does not continue the chain, or stands behind one; false where there is nothing
  /// more to find out.
  private mutating func take(_ line: UnsafeRawBufferPointer, at offset: UInt64) -> Bool {
    if fault == nil {
      if last.sequence == limit { return false }
      let facts = unsafe LineFacts(line)
      if facts?.sequence == last.sequence + 1 {
        note(.hash, at: offset, "the hash does not continue the chain")
      } else if let facts {
        note(
          .sequence, at: offset,
          "the line should be \(last.sequence + 1) and says it is \(facts.sequence)")
      } else {
        note(
          .json, at: offset,
          unsafe line.last == 0x0D
            ? "the line ends in CR LF, which no log does; tr -d '\\r' takes the CR away"
            : "the line does not read as an event")
      }
    }
    return unsafe seek(line, at: offset)
  }

  /// Looks for a whole later line in bytes that no longer continue the chain.
  private mutating func seek(_ line: UnsafeRawBufferPointer, at offset: UInt64) -> Bool {
    if unsafe Self.hasHole(line) { hasHole = true }
    // A hole of zero bytes may swallow an LF and end where a line begins.
    let start = unsafe (line.lastIndex(of: 0) ?? -1) + 1
    // A copy with CRLF has whole lines, too.
    let end = unsafe line.count - (line.last == 0x0D && start < line.count ? 1 : 0)
    let rest = unsafe UnsafeRawBufferPointer(rebasing: line[start..<end])
    if let facts = unsafe LineFacts(rest) {
      survivor = Survivor(sequence: facts.sequence, offset: offset + UInt64(start))
    } else if unsafe isObject(rest) {
      survivor = Survivor(sequence: nil, offset: offset + UInt64(start))
    } else if let place = unsafe Self.eventInsideLine(in: line) {
      survivor = Survivor(sequence: nil, offset: offset + UInt64(place))
    }
    return survivor == nil
  }

  private mutating func takeHalf(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) {
    lacksLineFeed = unsafe Self.isWhole(bytes, behind: last.sequence, last.hash)
    guard let place = unsafe Self.eventInsideLine(in: bytes) else { return }
    note(.json, at: offset, Finding.eventsInOneLine)
    if unsafe Self.hasHole(bytes) { hasHole = true }
    survivor = Survivor(sequence: nil, offset: offset + UInt64(place))
  }

  /// The place at which an event begins behind other bytes of its line than zeros: another program has
  /// taken the line feeds away.
  static func eventInsideLine(in line: UnsafeRawBufferPointer) -> Int? {
    var start = 1
    while start < line.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: line[start...])
      guard let brace = unsafe rest.firstIndex(of: UInt8(ascii: "{")) else { return nil }
      let place = start + brace
      if unsafe line[place...].starts(with: LogSignature.bytes), unsafe line[place - 1] != 0 {
        return place
      }
      start = place + 1
    }
    return nil
  }

  /// Returns `true` if a line is a JSON object, such as an event of another program.
  private func isObject(_ line: UnsafeRawBufferPointer) -> Bool {
    var reader = JSONReader()
    unsafe reader.begin(copying: line)
    return (try? reader.indexText(orRefuse: "")) != nil
  }

  private mutating func note(_ kind: Finding.Kind, at offset: UInt64, _ message: String) {
    guard fault == nil else { return }
    fault = Finding(kind, line: last.sequence + 1, offset: offset, message: message)
  }
}
