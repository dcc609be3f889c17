import ShiftEvents

/// The events that a session tells its client as they are acknowledged.
final class SessionFollowing {
  private let follower: LogFollower
  private let reference: [UInt8]?
  /// Brings what is new in the home of the log, if it has one.
  private let poll: HomePoll?
  private let diagnostics: Diagnostics
  /// True once the log cannot be followed any further.
  private(set) var isOver = false

  /// The most groups of events that are told before the client's own lines are looked at.
  private static let groupLimit = 64

  init(
    _ path: String, after sequence: SequenceNumber, _ reference: [UInt8]?, _ poll: HomePoll?,
    _ diagnostics: Diagnostics
  ) throws(LogError) {
    follower = try LogFollower(following: path, after: sequence)
    (self.reference, self.poll, self.diagnostics) = (reference, poll, diagnostics)
  }

  /// Waits until something may be new, or the client has sent something.
  func wait(orInput input: FileDescriptor) {
    _ = follower.wait(milliseconds: poll?.pauseMilliseconds, orInput: input)
  }

  /// The lines to tell: events, and last the failure that ends the following.
  func news() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    do throws(LogError) {
      for _ in 0..<Self.groupLimit {
        let events = try follower.next()
        if events.isEmpty { break }
        for event in events { lines.append(SessionReply.event(event)) }
      }
      if let news = try poll?.lookIfDue() { diagnostics.warning(news) }
    } catch {
      isOver = true
      lines.append(error.json())
    }
    return lines.map { SessionReply.adding(reference, to: $0) }
  }
}
