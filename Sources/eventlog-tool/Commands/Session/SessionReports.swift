import Projections
import ShiftEvents

/// The reports of a session. It keeps what it has folded: a later question costs what is new.
struct SessionReports {
  private let path: String
  private var replay = Replay()
  private var commitments = Commitments()
  private var position = LogPosition.start
  private let shownPeople = ShownPeople()

  init(path: String) { self.path = path }

  /// The document of `show`, or a reply that says why there is none.
  mutating func show(_ projection: String, _ options: [String: String]) -> [UInt8] {
    answering { reports in
      let invocation = try Invocation(
        answering: options, as: ShowCommand.spec, reports.shownPeople)
      defer { invocation.sayWithheldNames() }
      let name = try ShowCommand.projection(named: projection)
      let needsRules = invocation.arguments.value("for") != nil
      if invocation.arguments.value("at") != nil || needsRules
        || !ProjectionDescriptor.replayed.contains(name)
      {
        return try ShowCommand.document(name, invocation, reading: reports.path)
      }
      let people = invocation.telling(try reports.catchUp(), beside: reports.path)
      return try ShowCommand.document(
        name, invocation, folded: reports.replay, names: { people[$0]?.name })
    }
  }

  /// The document of `audit`.
  mutating func audit(_ options: [String: String]) -> [UInt8] {
    answering { reports in
      let invocation = try Invocation(
        answering: options, as: AuditCommand.spec, reports.shownPeople)
      defer { invocation.sayWithheldNames() }
      return try AuditCommand.document(reports.path, invocation)
    }
  }

  /// Folds what was acknowledged since the last time; answers who there is by now.
  private mutating func catchUp() throws(LogError) -> ShiftEvents.People {
    do throws(LogError) {
      let reader = try LogReader(reading: path, after: position)
      while let event = try reader.next() {
        replay.apply(event)
        commitments.apply(event.event)
      }
      position = reader.position
      return try reader.people(commitments)
    } catch {
      // What was folded may be ahead of the position; the next question begins anew.
      (replay, commitments, position) = (Replay(), Commitments(), .start)
      throw error
    }
  }

  private mutating func answering(_ body: (inout SessionReports) throws -> [UInt8]) -> [UInt8] {
    do {
      return try body(&self)
    } catch let error as UsageError {
      return Receipt.invalid(InvalidSubmission(.invalidField, error.messageOfMembers)).json(line: 1)
    } catch let error as LogError {
      return error.json()
    } catch { return LogError(.ioFailed, "\(error)", path: path).json() }
  }
}

extension Invocation {
  /// The members of a request as the options of a command.
  init(
    answering options: [String: String], as spec: CommandSpec, _ shownPeople: ShownPeople
  ) throws(UsageError) {
    var arguments = ParsedArguments(options: spec.allOptions)
    for (member, value) in options {
      let name = member == "followedOnly" ? "followed-only" : member
      guard let option = spec.allOptions.first(where: { $0.name == name }) else {
        throw UsageError("\(spec.name) has no member \(quoted(member))")
      }
      if option.takesValue {
        arguments.give(name, value)
      } else if value == "true" {
        arguments.give(name)
      } else if value != "false" {
        throw UsageError("\(quoted(member)) must be true or false")
      }
    }
    try self.init(arguments, of: spec.name, shownPeople)
  }
}

extension UsageError {
  /// The message with members of a request in place of options: `"week"` for `--week`.
  fileprivate var messageOfMembers: String {
    message.replacing("--followed-only", with: "\"followedOnly\"")
      .replacing(/--([a-z]+)/) { "\"\($0.1)\"" }
  }
}
