import Testing

@testable import eventlog_tool

/// `audit` and `log` tell an edit as what was before and what is after, and attributes if they are asked for.
struct EditStoryTests {
  private static let time = "2026-01-10T12:00:00Z"
  private let folder: LogFolder

  init() {
    folder = LogFolder()
    folder.run("init")
    for (name, roles) in [("mia", "manager"), ("bas", "employee"), ("grill", "company")] {
      submit("user.registered", name, name, #"{"roles":["\#(roles)"]}"#)
    }
    submit("workplace.configured", "shop", "mia", #"{"timeZone":"Europe/Amsterdam"}"#)
    submit(
      "shift.scheduled", "S1", "mia",
      #"{"owner":"bas","date":"2026-02-02","start":"15:00","end":"20:00","labels":["bar"],"place":"till"}"#
    )
    submit(
      "vacancy.posted", "V1", "mia",
      #"{"date":"2026-02-02","start":"15:00","end":"20:00","places":2}"#)
    submit(
      "deal.posted", "D1", "grill",
      #"{"name":"Soup","companyName":"Grill","category":"food","latitude":52.37,"longitude":4.9,"#
        + #""validUntil":"2026-01-10T17:00:00Z","priceCents":500,"currency":"EUR"}"#)
  }

  private func submit(_ type: String, _ subject: String, _ actor: String, _ data: String) {
    let ending = folder.append(
      [
        #"{"type":"\#(type)","subject":"\#(subject)","actor":"\#(actor)","correlationid":"c","#
          + #""colour":7,"data":\#(data)}"#
      ], now: Self.time)
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
  }

  private func edit(_ subject: String, _ data: String) -> OrderedJSON {
    let (type, actor) =
      switch subject {
      case "S1": ("shift.edited", "mia")
      case "V1": ("vacancy.edited", "mia")
      case "D1": ("deal.edited", "grill")
      default: ("workplace.configured", "mia")
      }
    submit(type, subject, actor, data)
    let ending = folder.run("audit", "--subject", subject, "--json")
    return OrderedJSON(ending.output)["rows"]!.elements.last!
  }

  private func expect(
    _ row: OrderedJSON, _ effect: String, _ before: String, _ after: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(row["effect"]?.text == effect, sourceLocation: sourceLocation)
    #expect(row["before"]?.text == OrderedJSON(before).text, sourceLocation: sourceLocation)
    #expect(row["after"]?.text == OrderedJSON(after).text, sourceLocation: sourceLocation)
    #expect(row.keys.suffix(2) == ["before", "after"], sourceLocation: sourceLocation)
    let table = folder.run("log", "--format", "table").lines.last
    #expect(table?.hasSuffix(effect) == true, "\(table ?? "")", sourceLocation: sourceLocation)
    let last = folder.run("log", "--format", "table", "--last", "1").lines.last
    #expect(last?.hasSuffix(effect) == true, "\(last ?? "")", sourceLocation: sourceLocation)
  }

  @Test func `an edit of a shift tells what was and what is, of the changed keys alone`() {
    expect(
      edit("S1", #"{"date":"2026-02-03","labels":["bar","lead"],"start":"15:00"}"#),
      "date 2026-02-02 → 2026-02-03; labels bar → bar, lead",
      #"{"date":"2026-02-02","labels":["bar"]}"#, #"{"date":"2026-02-03","labels":["bar","lead"]}"#)
    expect(
      edit("S1", #"{"place":null,"labels":null}"#), "place till removed; labels bar, lead removed",
      #"{"place":"till","labels":["bar","lead"]}"#, "{}")
    expect(
      edit("S1", #"{"end":"22:00","days":1}"#), "end 20:00 → 22:00; days set to 1; 1 day 7 h now",
      #"{"end":"20:00"}"#, #"{"end":"22:00","days":1}"#)
    expect(
      edit("S1", #"{"start":"16:00"}"#), "start 15:00 → 16:00; 1 day 6 h now",
      #"{"start":"15:00"}"#,
      #"{"start":"16:00"}"#)
    expect(edit("S1", #"{"start":"16:00"}"#), "changed nothing", "{}", "{}")
  }

  @Test func `an edit of a vacancy does`() {
    expect(
      edit("V1", #"{"places":3,"wanted":4,"end":"20:00"}"#), "places 2 → 3; wanted set to 4",
      #"{"places":2}"#, #"{"places":3,"wanted":4}"#)
    expect(
      edit("V1", #"{"wanted":null}"#), "wanted 4 removed", #"{"wanted":4}"#, "{}")
  }

  @Test
  func
    `an edit of an occurrence tells what weekly work had made of it, whose edits are told of it, too`()
  {
    submit(
      "fixedvacancy.registered", "W1", "mia",
      #"{"weekday":"monday","start":"08:00","end":"12:00","places":1,"place":"till"}"#)
    submit(
      "fixedvacancy.edited", "W1", "mia",
      #"{"start":"14:00","end":"18:00","places":3,"place":"bar","needs":["aid"]}"#)
    let (first, second) = ("W1.2026-01-12", "W1.2026-01-19")
    submit("vacancy.edited", first, "mia", #"{"start":"14:00","places":4,"needs":null}"#)
    submit("fixedvacancy.removed", "W1", "mia", "{}")
    submit("vacancy.edited", second, "mia", #"{"places":2}"#)
    let terms = "new terms of W1: 14:00–18:00, 3 places"
    for (vacancy, effects) in [
      (
        first,
        [
          "1 place on 2026-01-12, 08:00–12:00", terms, "places 3 → 4; needs aid removed",
          "closed with W1",
        ]
      ),
      (second, ["1 place on 2026-01-19, 08:00–12:00", terms, "closed with W1", "places 0 → 2"]),
    ] {
      for option in ["--vacancy", "--subject"] {
        let ending = folder.run("audit", option, vacancy, "--json")
        let rows = OrderedJSON(ending.output)["rows"]!.elements
        #expect(
          rows.map { $0["effect"]?.text } == effects, "\(option) \(vacancy): \(ending.output)")
      }
    }
    let table = folder.run("log", "--format", "table").lines
    #expect(table.last?.hasSuffix("places 0 → 2") == true)
    #expect(table.contains { $0.hasSuffix("places 3 → 4; needs aid removed") })
  }

  @Test func `an edit of a deal does`() {
    let row = edit(
      "D1", #"{"name":"Stew","priceCents":650,"description":"Hot\nand thick","latitude":52.37}"#)
    expect(
      row, "name Soup → Stew; description added; price cents 500 → 650",
      #"{"name":"Soup","priceCents":500}"#,
      #"{"name":"Stew","description":"Hot\nand thick","priceCents":650}"#)
    let later = edit("D1", #"{"validUntil":"2026-01-10T18:00:00Z"}"#)
    #expect(
      later["before"]?["validUntil"]?.text == "2026-01-10T17:00:00.000Z"
        && later["after"]?["validUntil"]?.text == "2026-01-10T18:00:00.000Z")
    #expect(
      folder.run("log", "--format", "table").lines.last?
        .hasSuffix("valid until 2026-01-10 18:00 → 2026-01-10 19:00") == true)
  }

  @Test func `settings of the workplace do, from the first on`() {
    expect(
      edit(
        "shop", #"{"timeZone":"Europe/Amsterdam","minRestMinutes":660,"marketApproval":"none"}"#),
      "market approval set to none; min rest minutes set to 660", "{}",
      #"{"marketApproval":"none","minRestMinutes":660}"#)
    expect(
      edit("shop", #"{"minRestMinutes":600,"marketApproval":"none"}"#),
      "min rest minutes 660 → 600", #"{"minRestMinutes":660}"#, #"{"minRestMinutes":600}"#)
  }

  @Test func `CSV has the objects in two cells, and a reply tells the edit alike`() {
    let row = edit("S1", #"{"date":"2026-02-03"}"#)
    expect(
      row, "date 2026-02-02 → 2026-02-03", #"{"date":"2026-02-02"}"#, #"{"date":"2026-02-03"}"#)
    let csv = folder.run("audit", "--shift", "S1", "--format", "csv").lines
    #expect(csv.first?.contains(",status,before,after") == true)
    #expect(csv.last?.contains(#""{""date"":""2026-02-02""}","{""date"":""2026-02-03""}""#) == true)
    let (_, text) = folder.onTerminal(
      columns: 120,
      [
        "append", "shift.edited", "S1", "--actor", "mia", "start=14:00", "--now", Self.time,
        "--no-color",
      ])
    #expect(text.contains("start 15:00 → 14:00"), "\(text)")
  }

  @Test func `attributes stand in rows that are asked for them`() {
    let all = #"{"colour":7,"correlationid":"c"}"#
    let rows = OrderedJSON(folder.run("audit", "--shift", "S1", "--json", "--attributes").output)
    #expect(rows["rows"]?.elements.first?["attributes"]?.text == OrderedJSON(all).text)
    #expect(rows["rows"]?.elements.first?.keys.last == "attributes")
    let without = OrderedJSON(folder.run("audit", "--shift", "S1", "--json").output)
    #expect(without["rows"]?.elements.first?["attributes"] == nil)
    for words in [["audit", "--shift", "S1"], ["log", "--type", "shift."]] {
      let lines = folder.start(words + ["--attributes", "--format", "table"]).wait().lines
      #expect(lines.contains { $0.contains("attributes") })
      #expect(lines.last?.hasSuffix(all) == true, "\(lines)")
    }
    let csv = folder.run("audit", "--shift", "S1", "--format", "csv", "--attributes").lines
    #expect(csv.first?.contains(",attributes") == true)
    #expect(csv.last?.contains(#""{""colour"":7,""correlationid"":""c""}""#) == true)
    let asked = folder.run(
      "append", "--session",
      input: #"{"op":"audit","shift":"S1","attributes":true}"# + "\n")
    #expect(asked.output.contains(#""attributes":\#(all)"#), "\(asked.output)\(asked.errors)")
  }

  @Test(arguments: [["log"], ["log", "--raw"], ["log", "--submissions"], ["log", "--follow"]])
  func `lines as recorded refuse the option`(words: [String]) {
    let ending = folder.start(words + ["--attributes"]).wait()
    #expect(ending.code == 64 && ending.errors.contains("--attributes"))
  }
}
