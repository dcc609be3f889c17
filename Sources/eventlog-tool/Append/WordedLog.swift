import ShiftEvents

/// A log as words are read against it: its days, its people, the ids and names in use.
///
/// It is opened when something is first asked of it: plain words need none of that.
final class WordedLog {
  private let writing: LogWriting
  private var copy: MemoryLog?
  /// The state of the recorder that will judge the one event, where it is open already.
  private let recorded: DomainState?
  /// The ids that are spoken for, though the log does not have them yet.
  private let reserved: Set<String>

  init(_ writing: LogWriting, recorded: DomainState? = nil, reserved: Set<String> = []) {
    (self.writing, self.recorded, self.reserved) = (writing, recorded, reserved)
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
    _ = try log.append([submission])
    copy = log
  }

  /// The recorder's clock.
  var now: Timestamp { writing.now }

  func state() throws -> DomainState { try recorded ?? opened().state }

  func zone() throws -> Zone { try state().workplace.zone }

  /// The id of the person with this id or name.
  func person(_ text: String) throws -> String {
    let (invocation, path) = (writing.invocation, writing.path)
    if let recorded, let id = UserID(text), recorded.users.place(of: id) != nil { return text }
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
