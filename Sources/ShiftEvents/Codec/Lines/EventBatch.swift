/// Decoded events in the order of their lines, each moved out once: none is copied on its way.
///
/// A batch is handed over whole by the thread that fills it; one thread at a time has it.
@safe final class EventBatch {
  private var room: UnsafeMutablePointer<RecordedEvent>
  private var capacity: Int
  /// The places that hold an event.
  private var held = 0..<0

  /// - Parameter capacity: the expected number of events; more make it grow.
  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    unsafe room = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe (room + held.lowerBound).deinitialize(count: held.count)
    unsafe room.deallocate()
  }

  @inline(__always)
  func append(_ event: consuming RecordedEvent) {
    if held.upperBound == capacity { grow() }
    unsafe (room + held.upperBound).initialize(to: event)
    held = held.lowerBound..<held.upperBound + 1
  }

  var count: Int { held.count }

  func withEvent(_ place: Int, _ body: (borrowing RecordedEvent) -> Void) {
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
    return unsafe place.move()
  }

  private func grow() {
    let larger = UnsafeMutablePointer<RecordedEvent>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: room + held.lowerBound, count: held.count)
    unsafe room.deallocate()
    unsafe room = larger
    held = 0..<held.count
    capacity *= 2
  }
}
