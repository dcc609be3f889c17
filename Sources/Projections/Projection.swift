public import ShiftEvents

/// A read model: a fold over the facts of a log.
///
/// A fold takes every event as it stands. It rejects none, judges none and reads no clock; what a
/// log written by hand gets wrong (an id that nothing introduced) is passed over.
public protocol Projection: Sendable {
  /// The state before the first event.
  init()
  /// Takes in the next event of the log.
  mutating func apply(_ recorded: RecordedEvent)
}
