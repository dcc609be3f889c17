import ShiftEvents

/// A log as words are read against it: its days, its people, the ids and names in use.
///
/// It is opened when something is first asked of it: plain words need none of that.
final class WordedLog {
  private let writing: LogWriting
  private var copy: MemoryLog?
  /// Folds the log for the recorder that will judge the one event, so that it is folded once; `nil` of a batch.
  private let folding: () -> DomainState?
  private var folded: DomainState?
  /// The ids that are spoken for, though the log does not have them yet.
  private let reserved: Set<String>
  private var names: NamesInUse?

  init(
    _ writing: LogWriting, foldedBy folding: @escaping () -> DomainState? = { nil },
    reserved: Set<String> = []
  ) {
    (self.writing, self.folding, self.reserved) = (writing, folding, reserved)
  }

  private func opened() throws -> MemoryLog {
    if let copy { return copy }
    let isNew = writing.invocation[AppendCommand.create] && !ReportFile(writing.path).exists
    let opened = try isNew ? MemoryLog(clock: writing.now) : writing.copy()
    copy = opened
    return opened
  }

  /// Takes an event in, so that the next line is read behind it.
  func take(_ line: WordedLine, _ submission: Result<Submission, InvalidSubmission>) throws {
    var log = try opened()
    copy = nil
    _ = try log.append([submission])
    copy = log
    names?.take(line)
  }

  /// The recorder's clock.
  var now: Timestamp { writing.now }

  func state() throws -> DomainState {
    if copy == nil, folded == nil { folded = folding() }
    return try folded ?? opened().state
  }

  func zone() throws -> Zone { try state().workplace.zone }

  /// The id of the person with this id or name.
  func person(_ text: String) throws -> String {
    let (invocation, path) = (writing.invocation, writing.path)
    if let folded, let id = UserID(text), folded.users.place(of: id) != nil { return text }
    if copy == nil, UserID(text) != nil,
      invocation.people(beside: path).users(named: text).isEmpty
    {
      return text
    }
    let state = try state()
    let people = copy?.people ?? invocation.people(beside: path)
    return try invocation.person(named: text, among: people, in: path) {
      state.users.place(of: $0) != nil
    }.description
  }

  func newIdentifier(_ prefix: String) throws -> String {
    let state = try state()
    return NewIdentifier.make(prefix) { reserved.contains($0) || state.isUsed($0) }
  }

  /// The remarks on the names of a line's members.
  func remarks(on line: WordedLine) throws -> [NameRemark] {
    let members = line.namedMembers
    if members.isEmpty || line.type == .skillRevoked { return [] }
    let known = try names ?? NamesInUse(state())
    names = known
    return members.flatMap { known.remarks($0.key, $0.value) }
  }
}
