/// Decoded events of a block in the order of their lines, each taken once, mostly where it lies.
///
/// A batch is handed over whole by the thread that fills it; one thread at a time has it.
@safe final class EventBatch {
  let block: LineBlock
  private var room: UnsafeMutablePointer<PlainEvent>
  private var capacity: Int
  /// The places that hold an event.
  private var held = 0..<0

  /// - Parameter capacity: the expected number of events; more make it grow.
  init(of block: LineBlock, capacity: Int) {
    self.block = block
    self.capacity = max(capacity, 1)
    unsafe room = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe (room + held.lowerBound).deinitialize(count: held.count)
    unsafe room.deallocate()
  }

  @inline(__always)
  func append(_ event: consuming PlainEvent) {
    if held.upperBound == capacity { grow() }
    unsafe (room + held.upperBound).initialize(to: event)
    held = held.lowerBound..<held.upperBound + 1
  }

  var count: Int { held.count }

  func withEvent(_ place: Int, _ body: (borrowing PlainEvent) -> Void) {
    precondition(place < held.count)
    unsafe body(room[held.lowerBound + place])
  }

  /// True if the next event is a batch of its own, or the last of one.
  @inline(__always)
  var beginsWithWholeBatch: Bool { unsafe !held.isEmpty && room[held.lowerBound].isLastOfBatch }

  /// The next event, `nil` when all were taken.
  @inline(__always)
  func takeFirst() -> RecordedEvent? {
    if held.isEmpty { return nil }
    let place = unsafe room + held.lowerBound
    held = held.lowerBound + 1..<held.upperBound
    return unsafe RecordedEvent(place.move(), in: block)
  }

  /// Takes the next event, of which there is one. It is moved: a copy would count what its payload refers to.
  ///
  /// - Parameter body: takes the event, and, at every sixteenth event, the events that follow it; at the others an empty span.
  @inline(__always)
  func withFirst<Result>(
    _ body: (borrowing PlainEvent, _ ahead: Span<PlainEvent>) throws -> Result
  ) rethrows -> Result {
    precondition(!held.isEmpty)
    let place = unsafe room + held.lowerBound
    let isDue = held.lowerBound % 16 == 0
    held = held.lowerBound + 1..<held.upperBound
    let ahead = unsafe UnsafeBufferPointer(start: place + 1, count: isDue ? min(16, held.count) : 0)
    let event = unsafe place.move()
    return try unsafe body(event, Span(_unsafeElements: ahead))
  }

  private func grow() {
    let larger = UnsafeMutablePointer<PlainEvent>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: room + held.lowerBound, count: held.count)
    unsafe room.deallocate()
    unsafe room = larger
    held = 0..<held.count
    capacity *= 2
  }
}
