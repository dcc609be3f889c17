/// Options that several commands take, each described once.
enum SharedOptions {
  static let file = OptionSpec.value(
    "file", short: "f", "LOG", help: "The log; else the positional, $EVENTLOG_FILE, events.jsonl")
  static let at = OptionSpec.value(
    "at", "SEQ|TIME", help: "Only what was known up to there: a sequence, a time, a day")
  static let now = OptionSpec.value(
    "now", "TIME", help: "The clock for past, live and lapsed: a time, a day, or now")
  static let recorderNow = OptionSpec.value(
    "now", "TIME", help: "The recorder's clock, for imports and tests")
  static let from = OptionSpec.value(
    "from", "DAY",
    help: "Only from this day on: a date, yesterday, monday, -2w; of last week the first")
  static let to = OptionSpec.value(
    "to", "DAY", help: "Only up to this day; of last week the last")
  static let week = OptionSpec.value(
    "week", "WEEK", help: "Only this week: 2026-W03, this week, next week; of a day, its week")
  static let user = OptionSpec.value(
    "user", "USER", help: "Only what is this user's, by id or name")
  static let all = OptionSpec.flag("all", help: "What is past or closed, too")
  static let format = OptionSpec.value(
    "format", "FORMAT", help: "table, json, ndjson, csv or markdown")
  static let overviewFormat = OptionSpec.value("format", "FORMAT", help: "table or json")
  static let output = OptionSpec.value(
    "output", short: "o", "FILE", help: "Write there, in one step; its ending says the format")
  static let raw = OptionSpec.flag("raw", help: "No ' before CSV cells that look like formulas")
  static let bom = OptionSpec.flag("bom", help: "A byte order mark before CSV, for Excel")
  static let ids = OptionSpec.flag("ids", help: "Ids of people in tables, in place of names")
  static let attributes = OptionSpec.flag(
    "attributes", help: "The extension attributes of each event, such as correlationid")
  static let json = OptionSpec.flag("json", help: "Short for --format json")
  static let lockTimeout = OptionSpec.value(
    "lock-timeout", "SECONDS", help: "How long to wait for other writers (10)")
  static let quiet = OptionSpec.flag("quiet", short: "q", help: "Say less on standard error")
  static let verbose = OptionSpec.flag("verbose", short: "v", help: "Say more on standard error")
  static let noColor = OptionSpec.flag("no-color", help: "No colour")
  static let color = OptionSpec.value("color", "WHEN", help: "auto, always or never")

  /// Options of every command.
  static let anywhere = [quiet, verbose, noColor, color]
  /// Options of commands about a whole log.
  static let reading = [file, at, now, overviewFormat, json, ids] + anywhere
  /// Options of commands that print rows.
  static let rows = [file, at, now, format, json, output, raw, bom, ids] + anywhere
  /// Options of every command that writes a log.
  static let writing = [file, recorderNow, lockTimeout] + anywhere
}
