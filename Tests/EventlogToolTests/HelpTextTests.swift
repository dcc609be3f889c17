import Testing

@testable import eventlog_tool

struct HelpTextTests {
  private let show = CommandSpec(
    "show", group: .read, usage: ["NAME [options] [LOG]"], overviewWord: "NAME",
    abstract: "Print one projection: schedule, marketplace, requests, approvals, deals or points",
    discussion: ["Digits alone are a sequence, everything else is a time."],
    options: [
      Option.text("week", "YYYY-Www", "Only that week"),
      Option.text("category", "A-RATHER-LONG-PLACEHOLDER", "Only deals of that category"),
    ],
    sharedOptions: [
      Option.text("file", short: "f", "LOG", "The log"),
      Option.text(
        "at", "SEQ|TIME",
        "Only what was known up to there: a sequence, an RFC 3339 time, now, or a date"),
      Flag("all", "Everything"),
    ],
    examples: [.init("eventlog-tool show points --at 57 events.jsonl", "The points of then")])

  @Test func `a page has its usage, its sentence, its options and its examples`() {
    #expect(
      HelpText.page(for: show).joined(separator: "\n") == """
        usage: eventlog-tool show NAME [options] [LOG]

        Print one projection: schedule, marketplace, requests, approvals, deals or
        points.

        Digits alone are a sequence, everything else is a time.

        Options:
              --week YYYY-Www  Only that week
              --category A-RATHER-LONG-PLACEHOLDER
                               Only deals of that category

        Shared options:
          -f, --file LOG     The log
              --at SEQ|TIME  Only what was known up to there: a sequence, an RFC 3339
                             time, now, or a date
              --all          Everything
          -h, --help         Show this help

        Examples:
          eventlog-tool show points --at 57 events.jsonl
              The points of then
        """)
  }

  @Test func `the overview gathers the commands it is given`() {
    let commands = [
      CommandSpec("append", group: .write, abstract: "Judge and append events"), show,
      CommandSpec("init", group: .write, abstract: "Create a log"),
    ]
    #expect(
      HelpText.overview(of: commands).joined(separator: "\n") == """
        eventlog-tool <command> [options] [LOG]

         write   append     Judge and append events
                 init       Create a log
         read    show NAME  Print one projection: schedule, marketplace, requests,
                            approvals, deals or points

        eventlog-tool help <command> says more.
        """)
  }

  @Test func `colour changes nothing but the looks`() {
    func plain(_ lines: [String]) -> [String] {
      lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    }
    let page = HelpText.page(for: show, usesColor: true)
    #expect(page != plain(page) && plain(page) == HelpText.page(for: show))
    let overview = HelpText.overview(of: [show], usesColor: true)
    #expect(overview != plain(overview) && plain(overview) == HelpText.overview(of: [show]))
  }

  @Test func `no line is wider than eighty columns`() {
    let lines = HelpText.page(for: show) + HelpText.overview(of: [show])
    #expect(lines.allSatisfy { displayWidth($0) <= 80 && !$0.hasSuffix(" ") })
  }
}
