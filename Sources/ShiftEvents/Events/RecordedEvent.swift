/// An event as its log holds it: what happened, when, by whom, and its place in the chain.
///
/// The fields that folds need are decoded; `id`, `source`, `attributes` and `hash` are read from the
/// line when they are asked for.
public struct RecordedEvent: Sendable {
  /// The place in the log, from 1.
  public let sequence: Sequence
  /// When it was recorded; never before the event before it.
  public let time: Timestamp
  /// On whose behalf it was submitted; `system` for what follows from other events.
  public let actor: UserID
  /// What happened.
  public let event: Event
  /// Whether a batch ends here; an event of its own is a batch of one.
  public let isLastOfBatch: Bool
  /// How many members of `data` this version does not know; they stay in the line.
  public let unknownMembers: Int
  let line: RecordedLine
  /// Whether the line was read in the one form that every writer writes.
  var isCanonical = false
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
  let range: Range<Int>

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(rebasing: block.bytes[range]))
  }
}

/// A part of a log in memory, freed with the last event that points into it.
///
/// `@unchecked Sendable`: whoever fills a block holds the only reference to it; once an event points
/// into the block nobody writes to it again (`LogReader` takes a new block then).
@safe final class LineBlock: @unchecked Sendable {
  /// Bytes behind the last one that may be loaded, never used; the first of them ends a line.
  static let padding = 128

  let bytes: UnsafeMutableRawBufferPointer

  init(capacity: Int) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity + Self.padding, alignment: 64)
    unsafe UnsafeMutableRawBufferPointer(rebasing: room[capacity...]).initializeMemory(
      as: UInt8.self, repeating: UInt8(ascii: "\n"))
    unsafe bytes = UnsafeMutableRawBufferPointer(rebasing: room[..<capacity])
  }

  convenience init(copying line: UnsafeRawBufferPointer) {
    self.init(capacity: line.count)
    unsafe bytes.copyMemory(from: line)
  }

  deinit { unsafe bytes.deallocate() }
}
