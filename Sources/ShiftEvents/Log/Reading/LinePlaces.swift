/// The offsets of every sixteenth line of a log, by which the line of any event is found.
package struct LinePlaces: Equatable, Sendable {
  private static let stride = 16
  /// The offsets of the first line and every sixteenth behind it.
  private(set) var offsets = FlatArray<UInt64>()
  /// The number of lines.
  private var count = 0
  private var lengthBytes: UInt64 = 0

  package init() {}

  /// Those up to an end; `nil` if there are not as many as it has lines.
  init?(_ offsets: FlatArray<UInt64>, upTo end: Frontier) {
    (self.offsets, count, lengthBytes) = (offsets, Int(end.sequence), end.lengthBytes)
    if offsets.count != (count + Self.stride - 1) / Self.stride { return nil }
  }

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

extension LogLines {
  func event(at sequence: SequenceNumber, _ places: LinePlaces) throws(LogError) -> RecordedEvent {
    let (bytes, linesBefore) = places.span(of: sequence)
    let event = try event(in: bytes, linesBefore: linesBefore)
    if event.sequence != sequence { throw unreadable(bytes.lowerBound) }
    return event
  }
}
