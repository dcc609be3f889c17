import TestSupport
import ShiftEvents
import Testing

@testable import eventlog_tool

struct ArgumentsTests {
  private let file = Option.text("file", short: "f", "LOG", "The log")
  private let at = Option.number(
    "at", "SEQ|TIME", in: 0...100, "Only what was known up to there")
  private let format = Option<ColorChoice>.choice("format", "NAME", "The form of the answer")
  private let user = Option.text("user", "ID", "Of these users", isRepeatable: true)
  private let all = Flag("all", "Everything")
  private let follow = Flag("follow", "Wait for more")
  private let quiet = Flag("quiet", short: "q", "Say less")
  private let verbose = Flag("verbose", short: "v", "Say more")

  private var options: [OptionSpec] {
    let all: [any CommandOption] = [file, at, format, user, all, follow, quiet, verbose]
    return all.map(\.spec)
  }

  private func parse(_ line: String) throws(UsageError) -> ParsedArguments {
    try parseArguments(line.split(separator: " ").map(String.init), options: options)
  }

  private func failure(_ line: String) -> UsageError? {
    do {
      _ = try parse(line)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "--at 57 points events.jsonl --all", "points --all events.jsonl --at=57",
    "--all --at 57 -- points events.jsonl", "points events.jsonl --at 57 --all --all",
  ])
  func `options stand before, between or after positionals`(line: String) throws {
    let parsed = try parse(line)
    #expect(parsed.positionals == ["points", "events.jsonl"])
    #expect(try parsed[at] == 57)
    #expect(parsed[all] && parsed.has(at) && !parsed.has(format))
    #expect(try !parsed[follow] && !parsed.wantsHelp && parsed[file] == nil)
  }

  @Test(arguments: ["-\u{301}", "-\u{301}q", "-q\u{301}", "-\u{FE0F}"])
  func `a mark that combines with a dash is no option`(line: String) {
    #expect(throws: UsageError.self) { try parse("points \(line)") }
  }

  @Test(arguments: ["—at", "–all", "\u{2212}-all", "\u{A0}--at=57", "―-file"])
  func `a word processor's dash or blank before an option is named`(word: String) {
    let told = failure("points \(word) 57")
    #expect(
      told?.message.contains("looks like a hyphen") == true && told?.help?.contains("--") == true)
    #expect(failure("points —other - –") == nil)
  }

  @Test(arguments: ["-f x", "-fx", "-f=x", "--file x", "--file=x", "-qf x", "-qfx", "-vqf=x"])
  func `short options are read as getopt reads them`(line: String) throws {
    let parsed = try parse(line)
    #expect(try parsed[file] == "x")
    #expect(parsed[quiet] == line.contains("q"))
    #expect(parsed[verbose] == line.contains("v"))
  }

  @Test func `a dash alone is a positional, and a value`() throws {
    #expect(try parse("- --all").positionals == ["-"])
    #expect(try parse("-f -")[file] == "-")
    #expect(try parse("-- --all -x --").positionals == ["--all", "-x", "--"])
    #expect(try parse("--").positionals == [])
  }

  @Test func `values are taken as they are`() throws {
    #expect(try parse("--at=").text(of: at) == "")
    #expect(try parse("--at=a=b").text(of: at) == "a=b")
    #expect(try parse("--at=--all").text(of: at) == "--all")
    #expect(try parse("--at -5").text(of: at) == "-5")
    #expect(
      try parse("date=2026-01-16 ids:=[\"a\"]").positionals == ["date=2026-01-16", "ids:=[\"a\"]"])
    #expect(try parse("--user a --user b").texts(of: user) == ["a", "b"])
  }

  @Test(arguments: ["-h", "--help", "--bogus -h", "--at --help", "points -x --help --", "-qh"])
  func `help is found anywhere`(line: String) throws {
    #expect(try parse(line).wantsHelp)
  }

  @Test func `after two dashes help is a word like others`() throws {
    #expect(try parse("-- -h").positionals == ["-h"])
  }

  @Test(arguments: [
    ("--folow", #"unknown option "--folow""#, "did you mean --follow?"),
    ("--folow=3", #"unknown option "--folow""#, "did you mean --follow?"),
    ("-follow", #"unknown option "-follow""#, "did you mean --follow?"),
    ("-x", #"unknown option "-x""#, nil),
    ("-qx", #"unknown option "-x" in "-qx""#, nil),
    ("--zzzzzz", #"unknown option "--zzzzzz""#, nil),
    ("--at", "--at needs a value", nil),
    ("--at -- 5", "--at needs a value", nil),
    ("-f", "-f needs a value", nil),
    (
      "--at --all", #"--at needs a value, found "--all""#,
      "a value that begins with a dash is written --at=--all"
    ),
    (
      "-f -rf", #"-f needs a value, found "-rf""#,
      "a value that begins with a dash is written -f-rf"
    ),
    ("--at 1 --at=1", "--at is given more than once", nil),
    ("--all=yes", "--all takes no value", nil),
    ("--\u{1B}[2J", #"unknown option "--\u{1B}[2J""#, nil),
  ])
  func `mistakes are named, with the way out`(line: String, message: String, help: String?) {
    #expect(failure(line) == UsageError(message, help: help))
    #expect(failure(line)?.exitCode.rawValue == 64)
  }

  @Test(arguments: [("0", 0), ("57", 57), ("007", 7), ("100", 100)])
  func `whole numbers are read`(text: String, number: Int) throws {
    #expect(try parse("--at=\(text)")[at] == number)
  }

  @Test(arguments: [
    "+5", "-1", "101", "", "-", "5x", "0x5", "1e1", "٣", "5.0", "99999999999999999999",
  ])
  func `anything but a whole number in range is refused`(text: String) throws {
    let parsed = try parse("--at=\(text)")
    let error = #expect(throws: UsageError.self) { try parsed[at] }
    #expect(error?.message == "--at must be a whole number from 0 to 100, found \"\(text)\"")
    #expect(try parse("--all")[at] == nil)
  }

  @Test func `a choice is one of its words`() throws {
    #expect(try parse("--format=always")[format] == .always)
    #expect(try parse("")[format] == nil)
    let parsed = try parse("--format jsno")
    let words = Option.choice(
      "format", "NAME", among: ["table", "json", "csv"], "The form of the answer")
    let error = #expect(throws: UsageError.self) { try parsed[words] }
    #expect(error?.message == #"--format must be one of table, json, csv, found "jsno""#)
    #expect(error?.help == "did you mean json?")
  }

  @Test func `a session's member is named as it stands there`() throws {
    var members = ParsedArguments(of: ProvisionalIDs())
    members.give(at.spec, "soon")
    members.give(Flag("dry-run", "Write nothing").spec)
    let error = #expect(throws: UsageError.self) { try members[at] }
    #expect(error?.message == #""at" must be a whole number from 0 to 100, found "soon""#)
    #expect(members.name(of: Flag("dry-run", "Write nothing")) == #""dryRun""#)
  }

  @Test(arguments: [
    ("diff --format", ["table", "json"]), ("log --format", ["table", "ndjson"]),
    ("show hours --by", ["week", "month", "day", "person", "label", "place", "title"]),
    ("verify --at", []),
    ("append --sync", ["always", "batch", "none"]),
  ])
  func `completions offer what an option takes`(line: String, words: [String]) {
    let before = line.split(separator: " ").map(String.init)
    #expect(Completion(before + [""], among: allSpecs).candidates == words)
  }

  @Test func `positionals are counted`() throws {
    let names = ["NAME", "LOG"]
    try parse("points x").checkPositionals(named: names, required: 1)
    #expect(throws: UsageError("missing NAME")) {
      try parse("--all").checkPositionals(named: names, required: 1)
    }
    #expect(throws: UsageError(#"unexpected argument "y""#)) {
      try parse("points x y").checkPositionals(named: names, required: 1)
    }
  }

  @Test func `options that exclude each other are refused together`() throws {
    try parse("--at 5").checkAtMostOne(of: [at, follow])
    #expect(throws: UsageError("--at and --follow exclude each other")) {
      try parse("--follow --at 5").checkAtMostOne(of: [at, follow])
    }
  }

  @Test(arguments: [
    ("show points -q", "show", "points -q"), ("-q show points", "show", "-q points"),
    ("-f x show points", "show", "-f x points"), ("--file=x show", "show", "--file=x"),
    ("--help show", "show", "--help"), ("--help", nil, "--help"), ("--version", nil, "--version"),
    ("", nil, ""), ("-- show", nil, "-- show"),
  ])
  func `the command is the first positional`(line: String, command: String?, rest: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let split = try splitCommand(words, shared: options)
    #expect(split.command == command)
    #expect(split.rest == rest.split(separator: " ").map(String.init))
  }

  @Test func `an unknown word names the nearest, or all`() {
    let projections = ["schedule", "marketplace", "points"]
    #expect(
      UsageError.unknown("projection", "pionts", among: projections)
        == UsageError(#"unknown projection "pionts""#, help: "did you mean points?"))
    #expect(
      UsageError.unknown("projection", "weather", among: projections)
        == UsageError(
          #"unknown projection "weather""#, help: "one of schedule, marketplace or points"))
  }

  @Test func `exit codes are those documented`() {
    #expect(
      ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 64, 65, 66, 69, 70, 73, 74, 75, 77, 130])
  }

  @Test(arguments: 1...500 as ClosedRange<UInt64>)
  func `no argument list crashes, and errors are safe to show`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let words = ["-", "--", "--at", "--at=", "-f", "-q", "--user", "--all", "-5", "=", ""]
    let arguments = (0..<6).map { _ in
      (words.randomElement(using: &generator) ?? "") + generator.hostileText(upTo: 2)
    }
    do {
      _ = try parseArguments(arguments, options: options)
    } catch {
      let shown = error.message + (error.help ?? "")
      #expect(!shown.holdsControl, "seed \(seed)")
    }
  }
}
