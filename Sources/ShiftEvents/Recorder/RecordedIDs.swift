/// Finds events by two hashes of source and id. Their seeds are random, so nobody can prepare ids that
/// collide in both.
struct RecordedIDs: Sendable {
  private var sequences: [SIMD2<UInt64>: UInt32] = [:]
  private let seeds = SIMD2<UInt64>(.random(in: .min ... .max), .random(in: .min ... .max))

  /// Remembers an event's source and id; answers the event that had them before.
  mutating func insert(_ event: RecordedEvent) -> SequenceNumber? {
    let seeds = seeds
    let key = unsafe event.withSourceAndID { source, id -> SIMD2<UInt64> in
      unsafe SIMD2(
        seededHash(of: id, seed: seededHash(of: source, seed: seeds.x)),
        seededHash(of: id, seed: seededHash(of: source, seed: seeds.y)))
    }
    if let earlier = sequences[key] { return SequenceNumber(Int(earlier)) }
    sequences[key] = UInt32(clamping: event.sequence.value)
    return nil
  }
}
