/// The offsets of every sixteenth line of a log, by which the line of any event is found.
package struct LinePlaces: Equatable, Sendable {
  private static let stride = 16
  private var offsets = FlatArray<UInt64>()
  /// The number of lines.
  private(set) var count = 0
  private var lengthBytes: UInt64 = 0

  package init() {}

  /// Adds the next line, of so many bytes with its line feed.
  package mutating func add(lengthBytes added: Int) {
    if count % Self.stride == 0 { offsets.append(lengthBytes) }
    count += 1
    lengthBytes += UInt64(added)
  }

  /// Bytes that hold the line of an event, and how many lines begin in them before it.
  func span(of sequence: SequenceNumber) -> (bytes: Range<UInt64>, linesBefore: Int) {
    let (number, linesBefore) = (sequence.value - 1).quotientAndRemainder(dividingBy: Self.stride)
    let end = number + 1 < offsets.count ? offsets[number + 1] : lengthBytes
    return (offsets[number]..<end, linesBefore)
  }
}

// MARK: - In a snapshot

extension LinePlaces {
  func write(to snapshot: inout FlatSnapshotWriter) {
    snapshot.add(offsets)
    snapshot.endSection()
  }

  /// The places of the lines up to the position of a snapshot.
  package init(_ file: SnapshotFile) throws(SnapshotFault) {
    var section = try file.section(DomainState.sectionCount)
    offsets = try section.array(of: UInt64.self)
    (count, lengthBytes) = (Int(file.position.end.sequence), file.position.end.lengthBytes)
    guard section.isAtEnd, offsets.count == (count + Self.stride - 1) / Self.stride else {
      throw SnapshotFault()
    }
  }
}

extension LogLines {
  func event(at sequence: SequenceNumber, _ places: LinePlaces) throws(LogError) -> RecordedEvent {
    let (bytes, linesBefore) = places.span(of: sequence)
    let event = try event(in: bytes, linesBefore: linesBefore)
    if event.sequence != sequence { throw unreadable(bytes.lowerBound) }
    return event
  }
}
