internal import Synchronization

extension EventLog {
  /// Returns the events behind one as they are acknowledged, without an end.
  ///
  ///     for try await event in log.follow(after: SequenceNumber(57)) { print(event.json) }
  ///
  /// The loop ends when its task is cancelled. It throws when the log was replaced, shortened or damaged.
  public func follow(after sequence: SequenceNumber = .zero) -> FollowedEvents {
    FollowedEvents(path: path, sequence: sequence)
  }
}

/// The events of a log as they are acknowledged: waiting for the next one blocks no thread of Swift's pool.
public struct FollowedEvents: AsyncSequence, Sendable {
  private let path: String
  private let sequence: SequenceNumber
  private let pull: Pull?

  /// Takes what is new elsewhere into the log.
  package typealias Pull = @Sendable () throws(LogError) -> Void

  package init(path: String, sequence: SequenceNumber, pull: Pull? = nil) {
    (self.path, self.sequence, self.pull) = (path, sequence, pull)
  }

  /// Begins to follow when the first event is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(Source(path, after: sequence, pull)) }

  /// Gives one event after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: Source
    private var ready: ArraySlice<RecordedEvent> = []

    fileprivate init(_ source: Source) { self.source = source }

    /// Waits for the next event; `nil` once the task is cancelled.
    ///
    /// - Throws: `LogError` with the code `replaced` or `damaged`.
    public mutating func next() async throws(LogError) -> RecordedEvent? {
      while ready.isEmpty {
        if Task.isCancelled { return nil }
        ready = try await source.next()[...]
      }
      return ready.removeFirst()
    }
  }

  /// Waits on a thread of its own.
  fileprivate final class Source: Sendable {
    private let path: String
    private let start: SequenceNumber
    private let pull: Pull?
    private let follower = Mutex<LogFollower?>(nil)
    private let thread = WorkThread()

    /// The longest time until a cancelled task is seen.
    private static let waitMilliseconds: Int32 = 100

    init(_ path: String, after sequence: SequenceNumber, _ pull: Pull?) {
      (self.path, start, self.pull) = (path, sequence, pull)
    }

    /// Returns what is new, perhaps nothing after a while.
    func next() async throws(LogError) -> [RecordedEvent] { try await thread.run(waitForNext) }

    private func waitForNext() throws(LogError) -> [RecordedEvent] {
      try follower.withLock { (follower) throws(LogError) in
        if follower == nil { follower = try LogFollower(following: path, after: start) }
        guard let following = follower else { return [] }
        try pull?()
        let events = try following.next()
        if !events.isEmpty { return events }
        _ = following.wait(milliseconds: Self.waitMilliseconds)
        return try following.next()
      }
    }
  }
}
