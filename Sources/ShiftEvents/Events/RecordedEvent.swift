/// An event as its log holds it: what happened, when, by whom, and its place in the chain.
///
/// The fields that folds need are decoded; `id`, `source`, `attributes` and `hash` are read from the
/// line when they are asked for.
public struct RecordedEvent: Sendable {
  /// The place in the log, from 1.
  public let sequence: SequenceNumber
  /// When it was recorded; never before the event before it.
  public let time: Timestamp
  /// On whose behalf it was submitted; `system` for what follows from other events.
  public let actor: UserID
  /// What happened.
  public let event: Event
  /// Whether a batch ends here; an event of its own is a batch of one.
  public let isLastOfBatch: Bool
  /// Whether the line was read in the one form that every writer writes.
  let isCanonical: Bool
  private let unknownMemberCount: UInt16
  let line: RecordedLine

  /// How many members of `data` this version does not know; they stay in the line.
  public var unknownMembers: Int { Int(unknownMemberCount) }

  @inline(__always)
  init(
    sequence: SequenceNumber, time: Timestamp, actor: UserID, event: Event, isLastOfBatch: Bool,
    unknownMembers: Int, line: RecordedLine, isCanonical: Bool = false
  ) {
    self.sequence = sequence
    self.time = time
    self.actor = actor
    self.event = event
    self.isLastOfBatch = isLastOfBatch
    self.isCanonical = isCanonical
    // An object has at most 1,024 members.
    unknownMemberCount = UInt16(unknownMembers)
    self.line = line
  }
}

/// A further attribute of CloudEvents that a submitter gave (`correlationid`, `traceparent` …).
public struct Attribute: Hashable, Sendable {
  /// One to twenty lower-case letters and digits.
  public var name: String
  public var value: AttributeValue

  public init(name: String, value: AttributeValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a further attribute.
public enum AttributeValue: Hashable, Sendable {
  case string(String)
  case boolean(Bool)
  case integer(Int32)
}

/// The bytes of one line, without its line feed, inside a block that others share.
struct RecordedLine: Sendable {
  let block: LineBlock
  /// Where it begins in the block, and how long it is; a block is far from four gigabytes.
  let start: UInt32
  let count: UInt32

  init(block: LineBlock, range: Range<Int>) {
    self.block = block
    start = UInt32(range.lowerBound)
    count = UInt32(range.count)
  }

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(rebasing: block.bytes[range]))
  }
}
