import ShiftEvents
import ShiftEventsHome

/// The events that a session tells its client as they are acknowledged.
final class SessionFollowing {
  private let follower: LogFollower
  private let filter: EventFilter
  private let reference: [UInt8]?
  /// Brings what is new in the home of the log, if it has one.
  private let poll: HomePoll?
  private let diagnostics: Diagnostics
  /// True once the log cannot be followed any further.
  private(set) var isOver = false

  /// The events that the filter kept back since the client heard of a place.
  private var passedOver = 0
  /// A client hears of its place at least so often, so that it can begin again there.
  private static let longestSilence = 1_000

  /// The most groups of events that are told before the client's own lines are looked at.
  private static let groupLimit = 64

  init(
    _ path: String, after sequence: SequenceNumber, _ filter: EventFilter,
    _ reference: [UInt8]?, _ poll: HomePoll?, _ diagnostics: Diagnostics
  ) throws(LogError) {
    follower = try LogFollower(following: path, after: sequence)
    self.filter = filter
    (self.reference, self.poll, self.diagnostics) = (reference, poll, diagnostics)
  }

  /// Waits until something may be new, or the client has sent something.
  func wait(orInput input: FileDescriptor) {
    _ = follower.wait(milliseconds: poll?.pauseMilliseconds, orInput: input)
  }

  private func tell(_ event: RecordedEvent, _ lines: inout [[UInt8]]) {
    if filter.isEmpty || filter.includes(event) {
      passedOver = 0
      lines.append(SessionReply.event(event))
      return
    }
    passedOver += 1
    if passedOver < Self.longestSilence { return }
    passedOver = 0
    lines.append(SessionReply.position(event.sequence))
  }

  /// The lines to tell: events, and last the failure that ends the following.
  func news() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    do throws(LogError) {
      for _ in 0..<Self.groupLimit {
        let events = try follower.next()
        if events.isEmpty { break }
        for event in events { tell(event, &lines) }
      }
      if let news = try poll?.lookIfDue() { diagnostics.warning(news) }
    } catch {
      isOver = true
      lines.append(error.json())
    }
    return lines.map { SessionReply.adding(reference, to: $0) }
  }
}
