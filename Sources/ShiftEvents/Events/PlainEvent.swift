/// An event as its block of lines holds it: what folds need, in plain values, and the place of its line.
///
/// Folds take it where it lies. `RecordedEvent` is made of it for whoever keeps an event, and keeps the block.
package struct PlainEvent: Sendable {
  package let sequence: SequenceNumber
  package let time: Timestamp
  package let actor: UserID
  package let event: Event
  /// The subject, where it was looked up with others; else none.
  let subject: Symbol
  package let isLastOfBatch: Bool
  /// True if the line is written exactly as our writer writes it.
  let isCanonical: Bool
  private let unknownMemberCount: UInt16
  /// The offset and length of the line in the block, which is far smaller than four gigabytes.
  private let start: UInt32
  private let count: UInt32

  /// The number of members of `data` that this version does not know; they stay in the line.
  var unknownMembers: Int { Int(unknownMemberCount) }

  /// The place of the line in the block, without its line feed.
  var lineRange: Range<Int> { Int(start)..<Int(start) + Int(count) }

  @inline(__always)
  init(
    sequence: SequenceNumber, time: Timestamp, actor: UserID, event: Event, isLastOfBatch: Bool,
    unknownMembers: Int, lineRange: Range<Int>, isCanonical: Bool = false, subject: Symbol = .none
  ) {
    (self.sequence, self.time, self.actor, self.event) = (sequence, time, actor, event)
    self.subject = subject
    (self.isLastOfBatch, self.isCanonical) = (isLastOfBatch, isCanonical)
    // An object has at most 1,024 members.
    unknownMemberCount = UInt16(unknownMembers)
    (start, count) = (UInt32(lineRange.lowerBound), UInt32(lineRange.count))
  }
}
