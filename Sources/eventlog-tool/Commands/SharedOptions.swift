import ShiftEvents

/// Options that several commands take, each described once.
enum SharedOptions {
  static let file = Option.text(
    "file", short: "f", "LOG", help: "The log; else the positional, $EVENTLOG_FILE, events.jsonl")
  static let at = Option.limit(
    "at", help: "Only what was known up to there: a sequence, a time, a day")
  static let now = Option.moment(
    "now", help: "The clock for past, live and lapsed: a time, a day, or now")
  static let recorderNow = Option.instant(
    "now", help: "The recorder's clock, for imports and tests")
  static let from = Option.days(
    "from", "DAY",
    help: "Only from this day on: a date, yesterday, monday, -2w; of last week the first")
  static let to = Option.days(
    "to", "DAY", help: "Only up to this day; of last week the last")
  static let week = Option.week(
    "week", "WEEK", help: "Only this week: 2026-W03, this week, next week; of a day, its week")
  static let user = Option.person("user", help: "Only what is this user's, by id or name")
  static let all = Flag("all", help: "What is past or closed, too")
  static let format = Option<AnswerFormat>.choice(
    "format", "FORMAT", help: "table, json, ndjson, csv or markdown")
  static let overviewFormat = Option.choice(
    "format", "FORMAT", among: ["table", "json"], help: "table or json")
  static let output = Option.text(
    "output", short: "o", "FILE", help: "Write there, in one step; its ending says the format")
  /// The same where there is one format.
  static let documentOutput = Option.text(
    "output", short: "o", "FILE", help: "Write there, in one step")
  static let raw = Flag("raw", help: "No ' before CSV cells that look like formulas")
  static let bom = Flag("bom", help: "A byte order mark before CSV, for Excel")
  static let ids = Flag("ids", help: "Ids of people in tables, in place of names")
  static let attributes = Flag(
    "attributes", help: "The extension attributes of each event, such as correlationid")
  static let json = Flag("json", help: "Short for --format json")
  static let reportJSON = Flag("json", help: "The report as JSON")
  static let lockTimeout = Option.number(
    "lock-timeout", "SECONDS", in: 0...86_400, help: "How long to wait for other writers (10)")
  static let quiet = Flag("quiet", short: "q", help: "Say less on standard error")
  static let verbose = Flag("verbose", short: "v", help: "Say more on standard error")
  static let noColor = Flag("no-color", help: "No colour")
  static let color = Option<ColorChoice>.choice("color", "WHEN", help: "auto, always or never")

  /// Options of every command.
  static let global: [any CommandOption] = [quiet, verbose, noColor, color]
  /// Options of commands about a whole log.
  static let reading: [any CommandOption] =
    [file, at, now, overviewFormat, json, ids] + global
  /// Options of commands that print rows.
  static let rows: [any CommandOption] =
    [file, at, now, format, json, output, raw, bom, ids] + global
  /// Options of every command that writes events.
  static let writing: [any CommandOption] = [file, recorderNow, lockTimeout] + global
  /// Options of commands that work on a log or its copy as a whole.
  static let upkeep: [any CommandOption] = [file, lockTimeout] + global
}

extension Invocation {
  /// The time to wait for other writers, in seconds.
  var lockTimeoutSeconds: Double {
    get throws(UsageError) { Double(try self[SharedOptions.lockTimeout] ?? 10) }
  }
}
