import ShiftEvents

/// A log as words are read against it: its days, its people, the ids and names in use.
///
/// It is opened when something is first asked of it: plain words need none of that.
final class WordedLog {
  private let writing: LogWriting
  private var copy: MemoryLog?
  /// The ids that are spoken for, though the log does not have them yet.
  private let reserved: Set<String>

  init(_ writing: LogWriting, reserved: Set<String> = []) {
    (self.writing, self.reserved) = (writing, reserved)
  }

  private func opened() throws -> MemoryLog {
    if let copy { return copy }
    let isNew = writing.invocation[AppendCommand.create] && !ReportFile(writing.path).exists
    let opened = try isNew ? MemoryLog(clock: writing.now) : writing.copy()
    copy = opened
    return opened
  }

  /// Takes an event in, so that the next line is read behind it.
  func take(_ submission: Result<Submission, InvalidSubmission>) throws {
    var log = try opened()
    copy = nil
    _ = try log.append(each: [submission])
    copy = log
  }

  /// The recorder's clock.
  var now: Timestamp { writing.now }

  func state() throws -> DomainState { try opened().state }

  func zone() throws -> Zone { try state().workplace.zone }

  /// The id of the person with this id or name.
  func person(_ text: String) throws -> String {
    let (invocation, path) = (writing.invocation, writing.path)
    if copy == nil, UserID(text) != nil,
      invocation.people(beside: path).users(named: text).isEmpty
    {
      return text
    }
    let log = try opened()
    let state = log.state
    return try invocation.person(named: text, among: log.people, in: path) {
      state.users.place(of: $0) != nil
    }.description
  }

  func newIdentifier(_ prefix: String) throws -> String {
    let state = try state()
    return NewIdentifier.make(prefix) { reserved.contains($0) || state.isUsed($0) }
  }
}
