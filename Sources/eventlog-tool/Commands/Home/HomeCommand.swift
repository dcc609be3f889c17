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
