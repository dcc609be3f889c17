import ShiftEvents
import Synchronization

/// The events that a command has met and this version does not know, for one line at its end.
final class MetUnknown: Sendable {
  private let events = Mutex(UnknownEvents())

  /// Takes in what a reading met; one that went further counts.
  func note(_ found: UnknownEvents) {
    events.withLock { if found.count > $0.count { $0 = found } }
  }

  fileprivate func take() -> UnknownEvents {
    events.withLock { events in
      defer { events = UnknownEvents() }
      return events
    }
  }
}

extension Invocation {
  /// Reports that the answer lacks what newer versions recorded. Commands that copy, check or mend bytes lack nothing.
  func reportUnknownEvents() {
    guard command.group != .trust, let sentence = metUnknown.take().sentence else { return }
    diagnostics.warning(sentence)
  }
}
