import Projections
import ShiftEvents

/// Options that several commands take, each described once.
enum Options {
  static let file = Option.text(
    "file", short: "f", "LOG", "The log; else the positional, $EVENTLOG_FILE, events.jsonl")
  static let at = Option.limit(
    "at", "Only what was known at this moment: a sequence, a time, a day")
  static let now = Option.moment(
    "now", "The clock for past, live and lapsed: a time, a day, or now")
  static let recorderNow = Option.instant("now", "The recorder's clock, for imports and tests")
  static let from = Option.days("from", "DAY", RowQuestion.from.help)
  static let to = Option.days("to", "DAY", RowQuestion.to.help)
  static let week = Option.span(.week, RowQuestion.week.help)
  static let month = Option.span(.month, RowQuestion.month.help)
  static let on = Option.day("on", "DAY", RowQuestion.on.help)
  static let user = Option.person(.user)
  static let format = Option<AnswerFormat>.choice(
    "format", "FORMAT", "table, json, ndjson, csv or markdown")
  static let overviewFormat = Option.choice(
    "format", "FORMAT", among: ["table", "json"], "table or json")
  static let output = Option.text(
    "output", short: "o", "FILE",
    "Write there, in one step; the ending of the name chooses the format")
  /// The same where there is one format.
  static let documentOutput = Option.text("output", short: "o", "FILE", "Write there, in one step")
  static let raw = Flag("raw", "No ' before CSV cells that look like formulas")
  static let bom = Flag("bom", "A byte order mark before CSV, for Excel")
  static let ids = Flag("ids", "Ids of people in tables, in place of names")
  static let asPublished = Flag(.asPublished)
  static let attributes = Flag(
    "attributes", "The extension attributes of each event, such as correlationid")
  static let follow = Flag(
    "follow", "Go on with lines as they are acknowledged, until interrupted")
  static let json = Flag("json", "Short for --format json")
  static let reportJSON = Flag("json", "The report as JSON")
  static let lockTimeout = Option.number(
    "lock-timeout", "SECONDS", in: 0...86_400, "How long to wait for other writers (10)")
  static let quiet = Flag("quiet", short: "q", "Say less on standard error")
  static let verbose = Flag("verbose", short: "v", "Say more on standard error")
  static let noColor = Flag("no-color", "No colour")
  static let color = Option<ColorChoice>.choice("color", "WHEN", "auto, always or never")

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
    get throws(UsageError) { Double(try self[Options.lockTimeout] ?? 10) }
  }
}
