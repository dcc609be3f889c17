import Testing

/// Filters of rankings, people, deals and reservations, given on the command line.
struct RowOptionsTests {
  /// Ann (29 minutes) follows bob (still at it), cat has 10. The grill has D1 at the Dam and D3, which
  /// begins later; the pub has D2, a kilometre to the north.
  private static func began() -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    let people = [
      ("ann", #"{"roles":["student"],"name":"Ann Öz"}"#), ("bob", #"{"roles":["student"]}"#),
      ("cat", #"{"roles":["student"],"name":"Cat"}"#), ("grill", #"{"roles":["company"]}"#),
      ("pub", #"{"roles":["company"]}"#), ("joe", #"{"roles":["consumer"]}"#),
    ].map { user, data in event("user.registered", user, user, "10:00", data) }
    let study = [
      event("user.followed", "bob", "ann", "10:00"), event("study.started", "T1", "ann", "10:00"),
      event("study.started", "T2", "bob", "10:00"), event("study.started", "T3", "cat", "10:00"),
      event("study.stopped", "T3", "cat", "10:10"), event("study.stopped", "T1", "ann", "10:29"),
    ]
    let deals = [
      deal("D1", "grill", "food", 52.37, until: "20:00"),
      deal("D2", "pub", "party", 52.38, until: "19:00"),
      deal("D3", "grill", "food", 52.37, until: "20:00", #","validFrom":"2026-03-01T18:00:00Z""#),
      event("deal.reserved", "R1", "joe", "10:31", #"{"deal":"D1"}"#),
    ]
    #expect(folder.append(people + study + deals).code == 0)
    return folder
  }

  private static func event(
    _ type: String, _ subject: String, _ actor: String, _ time: String, _ data: String? = nil
  ) -> String {
    Story.event("\(type)/\(subject)", type, subject, actor, "2026-03-01T\(time):00Z", data)
  }

  private static func deal(
    _ deal: String, _ company: String, _ category: String, _ latitude: Double, until: String,
    _ more: String = ""
  ) -> String {
    event(
      "deal.posted", deal, company, "10:30",
      #"{"name":"\#(deal)","companyName":"\#(company)","category":"\#(category)","#
        + #""latitude":\#(latitude),"longitude":4.89,"validUntil":"2026-03-01T\#(until):00Z"\#(more)}"#
    )
  }

  private func rows(_ folder: LogFolder, _ command: String) -> [OrderedJSON] {
    let words = command.split(separator: " ").map(String.init)
    let ending = folder.start(words + ["--json", "--now", LogFolder.clock]).wait()
    #expect(ending.code == 0, "\(command): \(ending.errors)")
    return OrderedJSON(ending.output)["rows"]?.elements ?? []
  }

  @Test func `rows are those that the options choose, in their order`() {
    let folder = Self.began()
    for (command, key, ids) in [
      ("show study", "user", ["ann", "cat", "bob"]),
      ("show study --user ann", "user", ["ann", "bob"]),
      ("show study --user ann --followed-only", "user", ["bob"]),
      ("show users --name nÖ", "user", []), ("show users --user cat", "user", ["cat"]),
      ("show users --name öZ", "user", ["ann"]), ("show users --name a", "user", ["ann", "cat"]),
      ("show deals", "deal", ["D2", "D1"]), ("show deals --all", "deal", ["D2", "D1", "D3"]),
      ("show deals --company grill", "deal", ["D1", "D3"]),
      ("show deals --category party", "deal", ["D2"]),
      ("show deals --near 52.37,4.89 --within 1000", "deal", ["D1"]),
      ("show deals --near 52.37,4.89 --within 1200", "deal", ["D2", "D1"]),
      ("show reservations --user joe", "reservation", ["R1"]),
      ("show reservations --company pub", "reservation", []),
      ("show reservations --week 2026-W09", "reservation", ["R1"]),
      ("show reservations --from 2026-03-02 --all", "reservation", []),
      ("show inbox --user grill", "kind", ["reserved"]),
      ("show inbox --user grill --from 2026-03-01", "kind", ["reserved"]),
      ("show inbox --user grill --to 2026-02-28", "kind", []),
      ("show deals --from 2026-03-01", "deal", ["D2", "D1"]),
      ("show deals --to 2026-02-28", "deal", []),
      ("audit --deal D1", "type", ["deal.posted", "deal.reserved"]),
      ("audit --session T1", "type", ["study.started", "study.stopped"]),
    ] {
      #expect(rows(folder, command).map { $0[key]?.text ?? "" } == ids, "\(command)")
    }
  }

  @Test(arguments: ["csv", "ndjson"])
  func `an export of rows is what show prints, page by page, with addresses`(format: String) {
    let folder = Self.began()
    for words in [
      "users --email", "deals --all --limit 2", "users --limit 1", "inbox --user grill --last 1",
    ] {
      let words = words.split(separator: " ").map(String.init)
      let shown = folder.run(["show"] + words + ["--format", format])
      let exported = folder.run(["export", format] + words)
      #expect(shown.code == 0 && exported.output == shown.output, "\(words): \(exported.errors)")
    }
    #expect(folder.run("export", "ics", "--limit", "2").code == 64)
  }

  @Test(arguments: [
    (
      "deals",
      "deal company companyName name category latitude longitude validFrom validUntil reserved "
        + "status ratingCount"
    ),
    ("reservations", "reservation deal user reservedAt status"),
    ("study", "rank user name minutes active"), ("inbox", "sequence time user kind subject actor"),
  ])
  func `members stand in their order, those that do not apply are left out`(
    name: String, members: String
  ) throws {
    let row = try #require(rows(Self.began(), "show \(name)").first)
    #expect(row.keys.joined(separator: " ") == members)
  }

  @Test func `--user and days select rows that have an owner and a date`() {
    let folder = LogFolder.withStory()
    let shifts = ["F1.2026-01-26", "F1.2026-02-02"]
    for (words, ids) in [
      ("marketplace --user bas", [shifts[0]]), ("marketplace --user eva", []),
      ("marketplace --week 2026-W05", [shifts[0]]), ("marketplace --to 2026-01-25", []),
      ("approvals --user bas", [shifts[1]]), ("approvals --user eva", [shifts[1]]),
      ("approvals --user mia", [shifts[1]]), ("approvals --user tom", []),
      ("approvals --from 2026-02-03", []), ("requests --week 2026-W04", ["R1"]),
      ("requests --week 2026-W05 --all", []), ("points --user eva", ["eva"]),
      ("points --user bas --all", []),
    ] {
      let command = words.split(separator: " ").map(String.init)
      let ending = folder.start(["show"] + command + ["--json", "--now", Story.now]).wait()
      let rows = OrderedJSON(ending.output)["rows"]?.elements ?? []
      let key = ["requests": "request", "points": "user"][command[0]] ?? "shift"
      #expect(ending.code == 0 && rows.map { $0[key]?.text ?? "" } == ids, "\(words)")
    }
  }

  @Test(arguments: [
    (
      "points --week 2026-W03",
      "show points takes no --week; schedule, marketplace, requests, approvals, absences, trades, "
        + "deals, reservations, hours, vacancies, changes, publications, periods, closures, inbox, "
        + "attention, availability, timesheet and checks do",
      "--user and --all"
    ),
    (
      "deals --user ann", nil,
      "--deal, --week, --month, --from, --to, --company, --category, --near, "
        + "--within and --all"
    ),
    ("users --company grill", "show users takes no --company; deals and reservations do", nil),
    ("points --category food", "show points takes no --category; deals does", "--user and --all"),
    ("reservations --near 52,4 --within 1", "show reservations takes no --near; deals does", nil),
    ("schedule --within 1", "show schedule takes no --within; deals does", nil),
    ("users --from 2026-01-01", nil, "--user, --name and --all"),
    ("study --to 2026-01-01", nil, nil),
    ("users --followed-only --user ann", "show users takes no --followed-only; study does", nil),
    ("study --name a", "show study takes no --name; users does", nil),
  ])
  func `an option that does not apply to the rows is refused`(
    command: String, message: String?, takes: String?
  ) {
    let folder = Self.began()
    let ending = folder.start(["show"] + command.split(separator: " ").map(String.init)).wait()
    #expect(ending.code == 64 && ending.output.isEmpty)
    if let message { #expect(ending.errors.hasPrefix("error: \(message)\n"), "\(ending.errors)") }
    if let takes { #expect(ending.errors.hasSuffix(" takes \(takes)\n"), "\(ending.errors)") }
  }

  @Test(arguments: [
    "study --followed-only", "deals --near 52.37,4.89", "deals --within 5",
    "deals --near 91,0 --within 5", "deals --near 52 --within 5", "deals --near 52,4 --within -1",
    "deals --category sports",
  ])
  func `options that say nothing whole are refused`(command: String) {
    let folder = Self.began()
    let ending = folder.start(["show"] + command.split(separator: " ").map(String.init)).wait()
    withExtendedLifetime(folder) {}
    #expect(ending.code == 64 && ending.output.isEmpty, "\(ending.errors)")
  }
}
