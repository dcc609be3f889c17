import ShiftEvents

/// A log as words are read against it: its days, its people, the ids and names in use.
///
/// It is opened when something is first asked of it: plain words need none of that.
final class WordedLog {
  /// A copied log, which costs more to copy than to ask.
  private final class Copy {
    var log: MemoryLog
    init(_ log: consuming MemoryLog) { self.log = log }
  }

  /// A state that is asked where it lies: each line would copy it.
  private final class Folded {
    let state: DomainState
    init(_ state: DomainState) { self.state = state }
  }

  private let writing: LogWriting
  private var copy: Copy?
  /// Folds the log for the recorder that will judge what is read, so that it is folded once.
  private let folding: () -> DomainState?
  private var folded: Folded?
  private lazy var people = writing.invocation.people(beside: writing.path)
  /// The ids that are spoken for, though the log does not have them yet.
  private var reserved: Set<String>
  /// The ids that were made, by their letters and the source and id of the submission.
  private var made: [[String]: String] = [:]
  private var names: NamesInUse?
  /// The members whose names stand in the log's latest shifts, so that no others need be looked at, each with its key.
  private var usual: [String: String] = [:]
  /// The lines that were read and not taken in yet: few lines are read otherwise because of another.
  private var pending: [Result<Submission, InvalidSubmission>] = []
  private var pendingTypes: Set<EventType> = []
  /// The ids of the people who were looked for by name, and the ids that are somebody's, whoever gets which name.
  private var found: [String: String] = [:]
  private var known: Set<String> = []
  /// The forms of the members of the latest line: many lines in a row have the same members.
  private var latest: (type: EventType, keys: [String], forms: [WordedForm?])?

  init(
    _ writing: LogWriting, foldedBy folding: @escaping () -> DomainState? = { nil },
    reserved: Set<String> = []
  ) { (self.writing, self.folding, self.reserved) = (writing, folding, reserved) }

  private func opened() throws -> Copy {
    if let copy { return copy }
    let isNew = writing.invocation[AppendCommand.create] && !ReportFile(writing.path).exists
    let opened = Copy(try isNew ? MemoryLog(clock: writing.now) : writing.copy())
    copy = opened
    return opened
  }

  /// Takes an event in, so that the next line is read behind it.
  func take(_ line: WordedLine, _ submission: Result<Submission, InvalidSubmission>) {
    pending.append(submission)
    pendingTypes.insert(line.type)
    if line.type.mayNamePeople { found = [:] }
    names?.take(line)
  }

  /// The forms of a line's members.
  func forms(of line: WordedLine) -> [WordedForm?] {
    if let latest, latest.type == line.type,
      latest.keys.elementsEqual(line.data, by: { $0 == $1.key })
    {
      return latest.forms
    }
    let forms = line.data.map { line.type.wordedForm(of: $0.key) }
    latest = (line.type, line.data.map(\.key), forms)
    return forms
  }

  /// The recorder's clock.
  var now: Timestamp { writing.now }

  /// The state behind the lines that were read.
  ///
  /// - Parameter isNeeded: true of a type whose lines what is asked depends on.
  func state(behind isNeeded: (EventType) -> Bool = { _ in true }) throws -> DomainState {
    try fold(behind: isNeeded)
    return folded?.state ?? copy!.log.state
  }

  /// Has the state behind the lines that were read, in `folded` or else in the copy.
  private func fold(behind isNeeded: (EventType) -> Bool) throws {
    let isBehind = pendingTypes.contains(where: isNeeded)
    if copy == nil, !isBehind {
      if folded == nil { folded = folding().map(Folded.init) }
      if folded != nil { return }
    }
    let copy = try opened()
    folded = nil
    if isBehind {
      _ = try copy.log.append(pending)
      (pending, pendingTypes) = ([], [])
    }
  }

  /// Returns `true` of a person whom the state has, which is not copied for that.
  private func hasUser(_ id: UserID) -> Bool {
    (folded?.state.users ?? copy?.log.state.users)?.place(of: id) != nil
  }

  func zone() throws -> Zone { try state { $0 == .workplaceConfigured }.workplace.zone }

  /// The id of the person with this id or name.
  func person(_ text: String) throws -> String {
    if known.contains(text) { return text }
    if let id = found[text] { return id }
    if folded != nil, let id = UserID(text), hasUser(id) { return text }
    if copy == nil, pending.isEmpty, UserID(text) != nil, people.users(named: text).isEmpty {
      return text
    }
    try fold(behind: \.mayNamePeople)
    let people = copy?.log.people ?? people
    let id = try writing.invocation.person(
      named: text, among: people, in: writing.path, isSeen: hasUser)
    if id.description == text, hasUser(id) {
      known.insert(text)
    } else {
      found[text] = id.description
    }
    return id.description
  }

  /// A new id that neither the log nor a line has; that of an earlier line with the same id of a submission.
  func newIdentifier(_ prefix: String, for submission: [String]?) throws -> String {
    if let submission, let id = made[submission] { return id }
    let state = try state { _ in false }
    let id = NewIdentifier.make(prefix) { reserved.contains($0) || state.isUsed($0) }
    reserved.insert(id)
    if let submission { made[submission] = id }
    return id
  }

  /// The remarks on the names of a line's members.
  func remarks(on line: WordedLine) throws -> [NameRemark] {
    let members = line.namedMembers
    if members.isEmpty || line.type == .skillRevoked { return [] }
    if names == nil {
      if members.allSatisfy({ usual[$0.value] == $0.key }) { return [] }
      if NamesInUse.are(members, ofLatest: try state { _ in false }) {
        for member in members { usual[member.value] = member.key }
        return []
      }
    }
    if names == nil { names = try NamesInUse(state()) }
    return members.flatMap { names?.remarks($0) ?? [] }
  }
}
