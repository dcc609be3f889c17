/// The events that were taken in, as values until their lines are written.
struct AcceptedEvents {
  /// An event that is to be recorded, with what surrounds it.
  typealias Member = (envelope: Envelope, event: Event)

  /// The last event before them.
  private let base: SequenceNumber
  private var members: [Member] = []
  /// Bytes that the lines do not exceed together that are still to be written.
  private var lengthBound = 0
  /// Those of the lines that are written.
  private var hashes: [Digest] = []

  init(after base: SequenceNumber) { self.base = base }

  var count: Int { members.count }

  /// The users whose earlier names are outdated by them.
  var outdatedUsers: [UserID] { members.compactMap(\.event.outdatedUser) }

  var last: SequenceNumber { SequenceNumber(base.value + members.count) }

  subscript(_ sequence: SequenceNumber) -> Member? {
    sequence > base ? members[sequence.value - base.value - 1] : nil
  }

  /// - Parameter lengthBound: bytes that the line does not exceed.
  mutating func append(_ event: Event, _ envelope: Envelope, lengthBound: Int) {
    self.lengthBound += lengthBound
    members.append((envelope, event))
  }

  mutating func endBatch() {
    if !members.isEmpty { members[members.count - 1].envelope.more = false }
  }

  /// The first after `sequence`, up to `head`, that touches one of the identifiers.
  func first(
    after sequence: SequenceNumber, upTo head: SequenceNumber, touching touched: Set<Symbol>
  ) -> (sequence: SequenceNumber, type: String, id: String)? {
    let first = max(sequence.value - base.value, 0)
    for member in members[min(first, members.count)...] where member.envelope.sequence <= head {
      if let id = member.event.touched(among: touched) {
        return (member.envelope.sequence, member.event.typeName, id)
      }
    }
    return nil
  }

  /// Writes the lines that are not written yet.
  ///
  /// - Returns: their lengths in bytes, line feed counted, and their hashes.
  mutating func encode(into encoder: inout EventEncoder) -> [(lengthBytes: Int, hash: Digest)] {
    encoder.appendOpen(members[hashes.count...], lengthBound: lengthBound)
    lengthBound = 0
    let lines = encoder.seal()
    hashes += lines.map(\.hash)
    return lines
  }

  func hash(of sequence: SequenceNumber) -> Digest { hashes[sequence.value - base.value - 1] }
}
