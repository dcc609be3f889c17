import Projections
import ShiftEvents
import ShiftEventsHome

enum HomeCommand: ToolCommand {
  static let spec = CommandSpec(
    "home", group: .hosts, usage: ["schema [--partitions N]", "grant LOG ROLE [--auditor]"],
    abstract: "Print the SQL that lets logs live in a PostgreSQL database",
    overviewText: "Print SQL: the tables of a home, and rights on a log",
    discussion: [
      "schema prints the tables; the administrator of the database runs it once. grant prints the SQL "
        + "that lets a role write the log of that name, also before it exists, and see no other."
    ],
    options: [auditor, partitions],
    sharedOptions: Options.global,
    examples: [
      .init("eventlog-tool home schema | psql roster"),
      .init("eventlog-tool home grant store app | psql roster"),
    ])

  private static let auditor = Flag("auditor", "The role may read the events, and no names")
  private static let partitions = Option.number(
    "partitions", "N", in: 1...1024, "Spread thousands of logs over so many tables")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    let words = arguments.positionals
    switch (words.first, words.count) {
    case ("schema", 1):
      if arguments[auditor] { throw UsageError("--auditor goes with grant") }
      try invocation.output.write(HomeSchema.sql(partitions: try arguments[partitions] ?? 1))
    case _ where arguments.has(partitions): throw UsageError("--partitions goes with schema")
    case ("schema", _): throw UsageError("unexpected argument \(quoted(words[1]))")
    case ("grant", 3) where words[2].isEmpty: throw UsageError("ROLE is empty")
    case ("grant", 3):
      // The same check as that of an address.
      _ = try HomeAddress("postgresql:///?log=\(words[1])")
      try invocation.output.write(
        HomeSchema.grant(log: words[1], to: words[2], isAuditor: arguments[auditor]))
    case ("grant", _):
      throw UsageError("grant takes LOG and ROLE", help: "eventlog-tool home --help")
    default:
      throw UsageError(
        words.first.map { "home has no \(quoted($0))" } ?? "missing schema or grant",
        help: "eventlog-tool home --help")
    }
    return .done
  }
}

enum CloneCommand: ToolCommand {
  static let spec = CommandSpec(
    "clone", group: .hosts, access: .writes, usage: ["ADDRESS [LOG]"],
    abstract: "Make a copy here of a log that lives in PostgreSQL",
    discussion: [
      "ADDRESS is postgresql://HOST/DATABASE?log=NAME. What is appended to the copy goes to its home "
        + "first. A file that is there already is left alone (exit 73). If the home has no event of the log, or "
        + "the role may not see it, nothing is made and the logs that there are are named (exit 66)."
    ],
    sharedOptions: Options.upkeep,
    examples: [
      .init("eventlog-tool clone 'postgresql://db1,db2/roster?log=store' store.jsonl")
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let words = invocation.arguments.positionals
    guard let first = words.first, HomeAddress.isAddress(first) else {
      throw UsageError(
        "missing ADDRESS", help: "eventlog-tool clone 'postgresql://HOST/DATABASE?log=NAME' LOG")
    }
    if words.count > 2 { throw UsageError("unexpected argument \(quoted(words[2]))") }
    let address = try HomeAddress(first)
    let path = try invocation.fetchedLog(positional: words.dropFirst().first)
    try LogWriting.refuseFolderOfLog(path)
    let copy = HomeCopy(path)
    let access = try HomeAccess(invocation)
    if !copy.isThere { try access.home(address).requireEvents() }
    try access.make(copy, of: address)
    do {
      let last = try access.pull(copy)
      invocation.diagnostics.note("created \(path) with \(counted(last.value, "event"))")
    } catch {
      if !copy.remove(timeoutSeconds: access.timeoutSeconds) {
        invocation.diagnostics.note("\(path) stays: another process is at work on it")
      }
      throw error
    }
    return .done
  }
}

enum MoveCommand: ToolCommand {
  static let spec = CommandSpec(
    "move", group: .hosts, access: .writes, usage: ["[LOG] ADDRESS"],
    abstract: "Let a log that lives in its file live in PostgreSQL from now on",
    discussion: [
      "The file stays, as a copy. A move that was interrupted is taken up where it ended. If the home has "
        + "another log of that name, nothing is changed (exit 73)."
    ],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool move store.jsonl 'postgresql://db1,db2/roster?log=store'")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    var words = invocation.arguments.positionals
    guard let last = words.popLast(), HomeAddress.isAddress(last), words.count < 2 else {
      throw UsageError(
        "missing ADDRESS", help: "eventlog-tool move LOG 'postgresql://HOST/DATABASE?log=NAME'")
    }
    let path = try invocation.fetchedLog(positional: words.first)
    if let home = try HomeCopy(path).address() {
      throw CommandError(.cannotCreate, "\(path) lives in \(home.text) already")
    }
    let address = try HomeAddress(last)
    let access = try HomeAccess(invocation)
    let (count, notices) = try access.homeForLong(address).takeOver(
      path, lockTimeoutSeconds: access.timeoutSeconds)
    for notice in notices { invocation.diagnostics.warning(notice, at: path) }
    HomeCopy(path).notePulled()
    invocation.diagnostics.note(
      "\(path) lives in \(address.text) now; \(counted(count, "event")) brought there")
    return .done
  }
}

enum PullCommand: ToolCommand {
  static let spec = CommandSpec(
    "pull", group: .hosts, access: .writes,
    abstract: "Take what is new in the home of a log into the copy here",
    discussion: [
      "A copy that is damaged or gone is fetched again from the home; the damaged file is kept in the "
        + "quarantine. A copy that knows more than the home is never overwritten (exit 65)."
    ],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool pull store.jsonl")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let copy = HomeCopy(try invocation.fetchedLog())
    _ = try copy.requireAddress()
    let last = try HomeAccess(invocation).pullMending(copy)
    invocation.diagnostics.note("\(copy.path): as of event \(last)")
    return .done
  }
}

enum PushCommand: ToolCommand {
  static let spec = CommandSpec(
    "push", group: .hosts, access: .writes, usage: ["--restore [LOG]"],
    abstract: "Give a home that lost events back what the copy here has",
    discussion: [
      "What is appended to a copy goes to its home by itself, so this is for --restore alone. Only the events behind those that the home has are brought, with the names that belong to them; "
        + "erasures among them are repeated. If the home has any other event it is left alone (exit 73)."
    ],
    options: [restore],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool push --restore store.jsonl")])

  static let restore = Flag("restore", "Needed: the home lost events, bring them back")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    guard invocation[restore] else {
      throw UsageError(
        "push needs --restore: what is appended to a copy goes to its home by itself",
        help: "eventlog-tool push --restore LOG brings a home what it lost")
    }
    let path = try invocation.fetchedLog()
    let copy = HomeCopy(path)
    let address = try copy.requireAddress()
    let home = try HomeAccess(invocation).homeForLong(address)
    let count = try home.upload(eventsOf: path)
    let names = try home.upload(namesOf: path)
    copy.notePulled()
    let brought =
      counted(count, "event") + (names.brought == 0 ? "" : " and \(counted(names.brought, "name"))")
    let removed =
      names.removed == 0
      ? "" : ", and took \(counted(names.removed, "name")) away that the log does not commit to"
    invocation.diagnostics.note("brought \(brought) to \(address.text)\(removed)")
    return .done
  }
}
