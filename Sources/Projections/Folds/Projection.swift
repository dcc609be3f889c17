public import ShiftEvents

/// A read model: a fold over the facts of a log.
///
/// A fold accepts every event. It rejects none, judges none and reads no clock. It ignores an id that
/// no earlier event introduced, as a log written by hand may have.
public protocol Projection: Sendable {
  /// The state before the first event.
  init()
  /// Takes in the next event of the log.
  mutating func apply(_ recorded: RecordedEvent)
}
