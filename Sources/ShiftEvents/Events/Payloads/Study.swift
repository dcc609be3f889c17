/// A student began to study in blocks with pauses.
public struct StudyStarted: Hashable, Sendable {
  public var session: SessionID
  public var blockMinutes: Int
  public var pauseMinutes: Int

  public init(session: SessionID, blockMinutes: Int, pauseMinutes: Int) {
    self.session = session
    self.blockMinutes = blockMinutes
    self.pauseMinutes = pauseMinutes
  }
}

/// A student finished a block.
public struct StudyBlockCompleted: Hashable, Sendable {
  public var session: SessionID
  public var block: Int
  public var minutes: Int

  public init(session: SessionID, block: Int, minutes: Int) {
    self.session = session
    self.block = block
    self.minutes = minutes
  }
}

/// A session ended; its earned minutes are final.
public struct StudyStopped: Hashable, Sendable {
  public var session: SessionID
  public var reason: StopReason
  public var minutes: Int

  public init(session: SessionID, reason: StopReason, minutes: Int) {
    self.session = session
    self.reason = reason
    self.minutes = minutes
  }
}
