internal import Synchronization

extension EventLog {
  /// Returns the events behind one as they are acknowledged, without an end.
  ///
  ///     for try await event in log.follow(after: SequenceNumber(57)) { print(event.json) }
  ///
  /// The loop ends when its task is cancelled. It throws when the log was replaced, shortened or damaged.
  public func follow(after sequence: SequenceNumber = .zero) -> TailedEvents {
    TailedEvents(path: path, sequence: sequence)
  }
}

/// The events of a log as they are acknowledged: waiting for the next one blocks no thread of Swift's pool.
public struct TailedEvents: AsyncSequence, Sendable {
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
    /// - Throws: `LogError`: `replaced` or `damaged`; `notFound` where there is no log, and `notPermitted` where one
    ///   without a home is to be pulled.
    public mutating func next() async throws(LogError) -> RecordedEvent? {
      while !Task.isCancelled {
        if let event = ready.popFirst() { return event }
        ready = try await source.next()[...]
      }
      return nil
    }
  }

  /// Waits on a thread of its own.
  fileprivate final class Source: Sendable {
    private let path: String
    private let start: SequenceNumber
    private let pull: Pull?
    private let follower = Mutex<LogTail?>(nil)
    private let thread = SerialThread()

    /// The longest time until a cancelled task is seen.
    private static let waitMilliseconds: Int32 = 100

    init(_ path: String, after sequence: SequenceNumber, _ pull: Pull?) {
      (self.path, start, self.pull) = (path, sequence, pull)
    }

    /// Returns what is new, perhaps nothing after a while.
    func next() async throws(LogError) -> [RecordedEvent] { try await thread.run(waitForNext) }

    private func waitForNext() throws(LogError) -> [RecordedEvent] {
      try follower.withLock { (follower) throws(LogError) in
        if follower == nil { follower = try LogTail(following: path, after: start) }
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

/// The events that a follower or a reader of the log asks for, by type and by person.
package struct EventFilter: Sendable {
  /// Types, and beginnings of types that end in a full stop; all types if there is none.
  private let types: Set<String>
  /// The person whom events touch, or on whose behalf they happened.
  private let user: UserID?
  /// Keeps that person's id where no log names it yet.
  private let question = ProvisionalIDs()

  /// A word that is no type, and all that are one.
  package struct UnknownType: Error {
    package let word: String
    package let known: [String]
  }

  /// The types that this version knows, and their beginnings.
  package static var words: [String] {
    let prefixes = Set(EventType.allCases.map { "\($0.rawValue.prefix { $0 != "." })." }).sorted()
    return EventType.allCases.map(\.rawValue) + prefixes
  }

  /// - Parameter isRecorded: whether the log has events of such a type, which this version need not know.
  /// - Throws: `UnknownType` for a word that is near a type and none. A type of a newer version may be in the
  ///   log, so any other word is taken.
  package init(
    types: [String] = [], user: String? = nil, isRecorded: (String) -> Bool = { _ in false }
  ) throws(UnknownType) {
    let known = Self.words
    self.types = Set(types)
    for word in types where !known.contains(word) {
      let near = nearest(to: word, among: known)
      guard near != nil || !word.contains("."), !isRecorded(word) else { continue }
      throw UnknownType(word: word, known: known)
    }
    self.user = user.flatMap { [question] in UserID($0, askedIn: question) }
  }

  /// True if every event is asked for.
  package var isEmpty: Bool { types.isEmpty && user == nil }

  package func includes(_ event: RecordedEvent) -> Bool {
    let name = event.event.typeName
    return isAsked(name) && (user.map { event.touchedSymbols.contains($0.symbolIndex) } ?? true)
  }

  private func isAsked(_ name: String) -> Bool {
    if types.isEmpty || types.contains(name) { return true }
    return name.indices.contains { name[$0] == "." && types.contains(String(name[...$0])) }
  }
}
