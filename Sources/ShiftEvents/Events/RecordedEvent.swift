/// An event as its log holds it: the event, its time and actor, and its place in the chain.
///
/// The fields that folds need are decoded; `id`, `source`, `attributes` and `hash` are read from the
/// line when they are asked for.
public struct RecordedEvent: Sendable {
  /// Everything but the bytes of the line.
  let plain: PlainEvent
  let block: LineBlock

  package init(_ plain: PlainEvent, in block: LineBlock) {
    (self.plain, self.block) = (plain, block)
  }

  init(
    sequence: SequenceNumber, time: Timestamp, actor: UserID, event: Event, isLastOfBatch: Bool,
    unknownMembers: Int, line: RecordedLine
  ) {
    self.init(
      PlainEvent(
        sequence: sequence, time: time, actor: actor, event: event, isLastOfBatch: isLastOfBatch,
        unknownMembers: unknownMembers, lineRange: line.range), in: line.block)
  }

  /// The place in the log, from 1.
  public var sequence: SequenceNumber { plain.sequence }
  /// The time of the event; never before the previous one's.
  public var time: Timestamp { plain.time }
  /// The user on whose behalf it was submitted; `system` for events that follow from others.
  public var actor: UserID { plain.actor }
  /// The type and its payload.
  public var event: Event { plain.event }
  /// True on the last event of a batch; a single event is a batch of one.
  public var isLastOfBatch: Bool { plain.isLastOfBatch }
  /// The number of members of `data` that this version does not know; they stay in the line.
  public var unknownMembers: Int { plain.unknownMembers }
  /// True if the line is written exactly as our writer writes it.
  var isCanonical: Bool { plain.isCanonical }

  package var line: RecordedLine { RecordedLine(block: block, range: plain.lineRange) }

  /// The length of its line, with the line feed.
  package var lineLengthBytes: Int { plain.lineRange.count + 1 }
}

/// A further attribute of CloudEvents that a submitter gave (`correlationid`, `traceparent` …).
public struct Attribute: Hashable, Sendable {
  /// One to twenty lower-case letters and digits.
  public var name: String
  /// The value, in one of three JSON forms.
  public var value: AttributeValue

  /// An attribute of an event's envelope.
  public init(name: String, value: AttributeValue) { (self.name, self.value) = (name, value) }
}

/// The value of a further attribute.
public enum AttributeValue: Hashable, Sendable {
  /// A text.
  case string(String)
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int32)
}

/// The bytes of one line, without its line feed, inside a block that others share.
package struct RecordedLine: Sendable {
  let block: LineBlock
  let range: Range<Int>

  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(rebasing: block.bytes[range]))
  }
}

/// An event as its block of lines holds it: what folds need, in plain values, and the place of its line.
///
/// Folds take it where it lies. `RecordedEvent` is made of it for whoever keeps an event, and keeps the block.
package struct PlainEvent: Sendable {
  package let sequence: SequenceNumber
  package let time: Timestamp
  package let actor: UserID
  package let event: Event
  /// The subject, where it was looked up with others; else none.
  let subject: InternedID
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
    unknownMembers: Int, lineRange: Range<Int>, isCanonical: Bool = false,
    subject: InternedID = .none
  ) {
    (self.sequence, self.time, self.actor, self.event) = (sequence, time, actor, event)
    self.subject = subject
    (self.isLastOfBatch, self.isCanonical) = (isLastOfBatch, isCanonical)
    // An object has at most 1,024 members.
    unknownMemberCount = UInt16(unknownMembers)
    (start, count) = (UInt32(lineRange.lowerBound), UInt32(lineRange.count))
  }
}
