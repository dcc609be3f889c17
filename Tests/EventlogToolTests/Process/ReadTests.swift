// One story, and all that reads of it print: the file is long because its rows are.
import Foundation
import Testing

/// Reading from outside: replay, show, audit, log and verify.
struct ReadTests {
  // MARK: - Documents

  /// The members of each projection's rows, in the order that clients were promised.
  private static let members: [(name: String, members: [String])] = [
    (
      "schedule",
      [
        "shift", "owner", "date", "start", "end", "week", "status", "taker", "via", "request",
        "fixedShift", "firstOwner", "minutes", "published",
      ]
    ),
    ("marketplace", ["shift", "owner", "date", "start", "end", "week", "suppliedAt"]),
    ("requests", ["request", "requester", "date", "week", "status", "suggestions"]),
    (
      "approvals",
      ["shift", "owner", "taker", "date", "start", "end", "via", "request", "since", "approvers"]
    ),
    ("points", ["rank", "user", "name", "points"]),
    (
      "hours",
      [
        "worker", "week", "period", "shifts", "minutes", "scheduledMinutes", "missing", "confirmed",
      ]
    ),
    ("users", ["user", "name", "roles", "following", "followers", "skills"]),
  ]

  @Test(arguments: members)
  func `each projection prints its members in their order`(name: String, members: [String]) {
    let folder = LogFolder.withStory()
    let ending = folder.run("show", name, "--json", "--all", "--now", Story.now)
    #expect(ending.code == 0 && ending.errors.isEmpty)
    #expect(ending.lines.count == 1)
    let document = OrderedJSON(ending.output)
    #expect(document.keys == ["schema", "asOf", "now", "timeZone", "rows"])
    #expect(document["schema"]?.text == "shift-events/\(name)/1")
    #expect(document["asOf"]?.keys == ["sequence", "time"])
    #expect(document["now"]?.text == "2026-01-14T12:00:00.000Z")
    #expect(document["timeZone"]?.text == "Europe/Amsterdam")
    let rows = document["rows"]?.elements ?? []
    #expect(!rows.isEmpty)
    // A row with a day and times ends with their instants.
    let hasTimes = Set(["date", "start", "end"]).isSubset(of: members)
    let all = members + (hasTimes ? ["startAt", "endAt"] : [])
    for row in rows {
      #expect(row.keys == all.filter { row.keys.contains($0) })
      #expect(row.keys.contains("endAt") == hasTimes)
    }
  }

  @Test func `a grid chooses by person, place and label, and all shows what has lapsed`() {
    let folder = LogFolder.withStory()
    folder.append(
      [
        Story.event(
          "g", "shift.scheduled", "L1", "mia", nil,
          #"{"owner":"eva","date":"2026-02-03","start":"08:00","end":"10:00","place":"till","labels":["early"]}"#
        )
      ], now: Story.now)
    func grid(_ more: String...) -> [String] {
      let words = ["show", "schedule", "--grid", "--week", "2026-W06", "--format", "csv"]
      return folder.start(words + more).wait().output.split(whereSeparator: \.isNewline)
        .dropFirst().map { String($0.prefix { $0 != "," }) }
    }
    let sums = ["Heads", "Hours"]
    #expect(grid() == ["bas", "eva", "tom"] + sums)
    for more in [["--place", "till"], ["--label", "early"]] {
      #expect(grid(more[0], more[1]) == ["eva"] + sums, "\(more)")
    }
    #expect(grid("--place", "nowhere") == [] && grid("--user", "tom") == ["tom"] + sums)
    #expect(grid("--user", "tom", "--place", "till") == [])
    #expect(grid("--user", "bas") == ["bas"] + sums)
    let none = folder.run("show", "schedule", "--grid", "--week", "2026-W06", "--place", "nowhere")
    #expect(none.code == 0 && none.output == "Schedule 2026-W06   no shifts\n")
    #expect(none.errors.hasPrefix("nothing matches; "), "\(none.errors)")
    for (projection, shift) in [("marketplace", "F1.2026-01-26"), ("approvals", "F1.2026-02-02")] {
      let words = ["show", projection, "--now", "2026-05-01", "--json"]
      #expect(!folder.start(words).wait().output.contains(shift))
      #expect(folder.start(words + ["--all"]).wait().output.contains(shift), "\(projection)")
    }
  }

  @Test func `rows tell the story`() {
    let folder = LogFolder.withStory()
    func rows(_ arguments: String...) -> [String] {
      let ending = folder.start(["show"] + arguments + ["--json", "--now", Story.now]).wait()
      guard let open = ending.output.firstRange(of: #""rows":["#) else { return [] }
      let text = ending.output[open.upperBound...].dropLast("]}\n".count)
      return text.replacing("},{", with: "}\n{").split(separator: "\n").map(String.init)
    }
    #expect(rows("points") == [#"{"rank":1,"user":"eva","points":1}"#])
    #expect(
      rows("hours") == [
        #"{"worker":"eva","week":"2026-W03","period":"2026-W03","shifts":1,"minutes":300,"scheduledMinutes":300,"missing":0,"confirmed":0}"#
      ])
    #expect(
      rows("marketplace") == [
        #"{"shift":"F1.2026-01-26","owner":"bas","date":"2026-01-26","start":"15:00","end":"20:00","#
          + #""week":"2026-W05","suppliedAt":"2026-01-13T12:00:00.000Z","#
          + #""startAt":"2026-01-26T14:00:00.000Z","endAt":"2026-01-26T19:00:00.000Z"}"#
      ])
    #expect(
      rows("requests") == [
        #"{"request":"R1","requester":"tom","date":"2026-01-19","week":"2026-W04","status":"open","#
          + #""suggestions":[{"shift":"F1.2026-01-19","owner":"bas","start":"15:00","end":"20:00","#
          + #""status":"suggested"}]}"#
      ])
    #expect(
      rows("approvals") == [
        #"{"shift":"F1.2026-02-02","owner":"bas","taker":"eva","date":"2026-02-02","start":"15:00","#
          + #""end":"20:00","via":"market","since":"2026-01-13T13:00:00.000Z","approvers":["bas","mia"],"#
          + #""startAt":"2026-02-02T14:00:00.000Z","endAt":"2026-02-02T19:00:00.000Z"}"#
      ])
    #expect(rows("schedule", "--user", "eva").count == 1)
    #expect(rows("schedule", "--week", "2026-W05").count == 1)
    #expect(rows("schedule", "--from", "2026-01-19", "--to", "2026-01-26").count == 2)
    #expect(rows("schedule").count == 6 && rows("schedule", "--all").count == 8)
    #expect(
      rows("users").first
        == #"{"user":"bas","roles":["employee"],"following":[],"followers":[],"skills":[]}"#)
  }

  @Test func `names come from beside the log`() {
    let folder = LogFolder.withStory()
    folder.run(
      "append", "profile.changed", "eva", "--actor", "eva", "name=Eva van Dam", "--now",
      LogFolder.clock)
    #expect(
      folder.run("show", "users", "--json").output.contains(
        #""user":"eva","name":"Eva van Dam","roles""#))
    #expect(!String(decoding: folder.logBytes, as: UTF8.self).contains("van Dam"))
    folder.run("append", "user.erased", "eva", "--actor", "eva", "--now", LogFolder.clock)
    #expect(!folder.run("show", "users").output.contains("van Dam"))
    let people = String(decoding: folder.bytes("events.jsonl.d/people.jsonl"), as: UTF8.self)
    #expect(!people.contains("van Dam"))
    folder.expectVerified()
    folder.expectWholeChain()
  }

  @Test func `the audit of a shift names those who held, offered, took and approved it`() {
    let folder = LogFolder.withStory()
    let ending = folder.run("audit", "--shift", "F1.2026-01-12", "--json")
    let document = OrderedJSON(ending.output)
    #expect(document["schema"]?.text == "shift-events/audit/1")
    let rows = document["rows"]?.elements ?? []
    let members = [
      "sequence", "time", "type", "subject", "actor", "effect", "owner", "taker", "status",
    ]
    // A row with a day and times ends with their instants.
    let hasTimes = Set(["date", "start", "end"]).isSubset(of: members)
    let all = members + (hasTimes ? ["startAt", "endAt"] : [])
    for row in rows {
      #expect(row.keys == all.filter { row.keys.contains($0) })
      #expect(row.keys.contains("endAt") == hasTimes)
    }
    #expect(
      rows.map {
        "\($0["type"]!.text) \($0["actor"]!.text) \($0["owner"]!.text) \($0["status"]!.text)"
      }
        == [
          "shift.scheduled system bas idle", "shift.supplied bas bas supplied",
          "shift.accepted eva bas awaiting", "shift.approved mia eva idle",
          "hours.recorded eva eva idle",
        ])
    #expect(folder.run("audit", "--request", "R1").code == 0)
    #expect(folder.run("audit", "--user", "eva").code == 0)
    #expect(folder.run("audit", "--actor", "mia").code == 0)
    #expect(folder.run("audit", "--subject", "shop").code == 0)
  }

  @Test func `an audit of an unknown id is a negative answer`() {
    let folder = LogFolder.withStory()
    let ending = folder.run("audit", "--shift", "F9")
    #expect(ending.code == 1 && ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("error: events.jsonl has never seen the shift \"F9\"\n"))
    let cancelled = folder.run("audit", "--shift", "F1.2026-01-26", "--at", "5")
    #expect(cancelled.code == 1)
    #expect(
      cancelled.errors
        == "there is nothing about shift F1.2026-01-26 in events.jsonl up to event 5\n")
    let json = folder.run("audit", "--shift", "F9", "--json")
    #expect(json.code == 1 && json.output.hasSuffix(#""rows":[]}"# + "\n"))
    #expect(folder.run("audit").code == 64)
    #expect(folder.run("audit", "--shift", "S", "--user", "u").code == 64)
    #expect(folder.run("audit", "--shift", "../x").code == 64)
  }

  @Test func `replay counts the rows that show would print`() {
    let folder = LogFolder.withStory()
    let ending = folder.run("replay", "--json", "--now", Story.now)
    let summary = OrderedJSON(ending.output)
    #expect(
      summary.keys == ["schema", "asOf", "now", "timeZone", "events", "types", "unknown", "rows"])
    #expect(summary["schema"]?.text == "shift-events/replay/1")
    #expect(summary["events"]?.number == Story.events && summary["unknown"]?.number == 0)
    let types = summary["types"]?.keys ?? []
    #expect(types == types.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(summary["types"]?["shift.scheduled"]?.number == 8)
    for name in Self.members.map(\.name) {
      let shown = OrderedJSON(folder.run("show", name, "--json", "--now", Story.now).output)
      #expect(summary["rows"]?[name]?.number == shown["rows"]?.elements.count, "\(name)")
    }
  }

  @Test func `log prints the recorded bytes, and reads a pipe`() {
    let folder = LogFolder.withStory()
    let ending = folder.run("log")
    #expect(Array(ending.output.utf8) == folder.logBytes && ending.code == 0)
    let piped = folder.shell(#"cat events.jsonl | "$TOOL" log - | cmp - events.jsonl"#)
    #expect(piped.code == 0)
    let shown = folder.shell(#""$TOOL" show points --json - < events.jsonl"#)
    #expect(shown.output.contains(#""user":"eva""#))
  }

  @Test func `verify prints the number of events and the last hash`() {
    let folder = LogFolder.withStory()
    let hash = OrderedJSON(folder.logLines.last!)["hash"]!.text
    let ending = folder.run("verify", "--json")
    #expect(
      ending.output == #"{"schema":"shift-events/verify/1","events":23,"sequence":23,"hash":""#
        + #"\#(hash)","findings":[]}"# + "\n")
    folder.expectWholeChain()
  }

  @Test func `a line in another form is a negative answer, not damage`() throws {
    let folder = LogFolder.withStory()
    let content = folder.logLines[0].split(separator: #","hash":""#)[0]
    // The same line spaced otherwise, with the chain made anew by the auditor's own rule.
    let spaced = content.replacing(#""actor":"#, with: #""actor": "#)
    folder.write("\(spaced)".utf8, to: "content")
    let digest = folder.shell(
      #"c=$(sha256sum < content); printf '0%.0s' {1..64} > t; printf %s "${c%% *}" >> t; sha256sum < t"#
    ).output.prefix(64)
    folder.write("\(spaced),\"hash\":\"\(digest)\"}\n".utf8, to: "other.jsonl")
    let ending = folder.run("verify", "--json", "other.jsonl")
    #expect(ending.code == 1)
    #expect(ending.output.contains(#""findings":[{"line":1,"offset":0,"kind":"form","message":""#))
    #expect(folder.run("show", "users", "other.jsonl").code == 0)
  }

  @Test func `an unknown type and key are kept, counted and no fault`() {
    let folder = LogFolder.withStory()
    let content = folder.logLines[0].components(separatedBy: #","hash":""#)[0]
      .replacing("workplace.configured", with: "workplace.painted")
    folder.write(content.utf8, to: "content")
    let digest = folder.shell(
      #"c=$(sha256sum < content); printf '0%.0s' {1..64} > t; printf %s "${c%% *}" >> t; sha256sum < t"#
    ).output.prefix(64)
    folder.write("\(content),\"hash\":\"\(digest)\"}\n".utf8, to: "other.jsonl")
    let verified = folder.run("verify", "other.jsonl")
    #expect(
      verified.code == 0 && verified.output.contains("1 event that this version does not know"))
    #expect(folder.run("replay", "--json", "other.jsonl").output.contains(#""unknown":1"#))
  }

  // MARK: - Moments

  @Test func `as of a sequence, a time, a date`() {
    let folder = LogFolder.withStory()
    func asOf(_ arguments: String...) -> Int? {
      OrderedJSON(folder.start(["replay", "--json"] + arguments).wait().output)["asOf"]?[
        "sequence"]?
        .number
    }
    #expect(asOf() == 23)
    #expect(asOf("--at", "15") == 15)
    #expect(asOf("--at", "000015") == 15)
    #expect(asOf("--at", "0") == 0)
    #expect(asOf("--at", "2026-01-05T18:02:11.041Z") == 15)
    #expect(asOf("--at", "2026-01-05T19:02:11.042+01:00") == 16)
    // The date's end in Amsterdam is 23:00 UTC.
    #expect(asOf("--at", "2026-01-05") == 16)
    #expect(asOf("--at=2026-01-04") == 15)
    #expect(asOf("--at", "now") == 23)
  }

  @Test func `inside a batch means before it, beyond the end is a usage error`() {
    let folder = LogFolder.withStory()
    // Events 6 to 14 are the fixed shift and what it scheduled.
    for sequence in [6, 9, 13] {
      let ending = folder.run("replay", "--json", "--at", "\(sequence)")
      #expect(OrderedJSON(ending.output)["asOf"]?["sequence"]?.number == 5)
      #expect(folder.run("log", "--at", "\(sequence)").lines.count == 5)
    }
    #expect(folder.run("log", "--at", "14").lines.count == 14)
    for command in [["replay"], ["show", "points"], ["audit", "--user", "eva"], ["log"]] {
      let ending = folder.start(command + ["--at", "24"]).wait()
      #expect(ending.code == 64, "\(command)")
      #expect(ending.errors == "error: event 24 is beyond the log's end, event 23\n")
    }
    #expect(folder.run("replay", "--at", "1234567890123").code == 64)
    #expect(folder.run("replay", "--at", "soon").code == 64)
  }

  @Test func `--now decides which rows are past or lapsed`() {
    let folder = LogFolder.withStory()
    let lapsed = folder.run("show", "marketplace", "--now", "2026-01-26T14:00:00Z")
    #expect(!lapsed.output.contains("F1.2026-01-26"))
    let live = folder.run("show", "marketplace", "--now", "2026-01-26T13:59:59.999Z")
    #expect(live.output.contains("F1.2026-01-26"))
    let later = folder.run("show", "schedule", "--json", "--all", "--now", "2026-02-03")
    #expect(later.output.contains(#""status":"lapsed""#))
    let at = folder.run("show", "marketplace", "--at", "22")
    #expect(at.output.contains("F1.2026-02-02"))
  }

  // MARK: - Empty answers

  @Test func `an empty log gives an answer that says that it is empty`() {
    let folder = LogFolder()
    folder.run("init")
    for command in [["replay"], ["log"], ["show", "schedule"], ["show", "points", "--json"]] {
      let ending = folder.start(command).wait()
      #expect(ending.code == 0, "\(command)")
      #expect(ending.errors == "the log is empty\n", "\(command)")
    }
    let document = OrderedJSON(folder.run("show", "users", "--json", "--now", Story.now).output)
    #expect(document["asOf"]?.keys == ["sequence"] && document["asOf"]?["sequence"]?.number == 0)
    #expect(document["timeZone"]?.text == "UTC" && document["rows"]?.elements.isEmpty == true)
    #expect(folder.run("verify").code == 0)
  }

  @Test func `an empty answer gives its reason on standard error`() {
    let folder = LogFolder.withStory()
    let past = folder.run("show", "schedule", "--now", "2026-05-01T12:00:00Z")
    #expect(past.code == 0)
    #expect(
      past.errors
        == "nothing from 2026-05-01 on; 8 earlier: --all or --now 2026-01-13\n")
    let other = folder.run("show", "schedule", "--user", "tom", "--now", Story.now)
    #expect(other.errors == "nothing matches; 8 without these options (with --all)\n")
    let early = folder.run("show", "points", "--at", "5")
    #expect(early.errors == "no points in this log yet\n")
    #expect(folder.run("show", "points", "--at", "5", "-q").errors.isEmpty)
  }

  @Test(arguments: [
    (
      "marketplace",
      "nothing is on the marketplace at 2026-05-01 14:00 Europe/Amsterdam; 1 has lapsed by then: --all or --now 2026-01-13"
    ),
    (
      "approvals",
      "nothing awaits approval at 2026-05-01 14:00 Europe/Amsterdam; 1 has lapsed by then: --all or --now 2026-01-13"
    ),
    ("marketplace --at 14", "nothing is on the marketplace"),
    ("approvals --at 14", "nothing awaits approval"),
    ("schedule --at 5 --all", "nothing is on the schedule"),
    (
      "requests",
      "no request is open from 2026-05-01 on; 1 past or closed: --all or --now 2026-01-13"
    ),
    (
      "requests --user tom",
      "no such request is open from 2026-05-01 on; 1 past or closed: --all or --now 2026-01-13"
    ),
    ("requests --user eva", "nothing matches; 1 without these options (with --all)"),
    ("requests --at 5", "no requests in this log yet"),
    ("inbox --at 5", "nobody would be told of anything in this log yet"),
  ])
  func `an empty answer distinguishes hidden rows from none at all`(words: String, reason: String) {
    let folder = LogFolder.withStory()
    let ending = folder.start(
      ["show"] + words.split(separator: " ").map(String.init) + ["--now", "2026-05-01T12:00:00Z"]
    ).wait()
    #expect(ending.code == 0)
    #expect(ending.errors == reason + "\n")
  }

  @Test func `the options that an empty answer names do show more`() {
    let folder = LogFolder.withStory()
    // The end of the last event's day comes after the shift has begun: then its time is named.
    folder.append(
      [Story.event("z", "shift.supplied", "F1.2026-02-09", "bas", "2026-02-09T09:00:00Z")])
    let shown = folder.run("show", "marketplace", "--now", "2026-05-01")
    #expect(
      shown.errors.hasSuffix("1 has lapsed by then: --all or --now 2026-02-09T09:00:00.000Z\n"))
    let then = folder.run("show", "marketplace", "--now", "2026-02-09T09:00:00.000Z")
    #expect(then.output.contains("F1.2026-02-09") && then.errors.isEmpty)
  }

  @Test func `before the first event nothing was known, which is not an empty log`() {
    let folder = LogFolder.withStory()
    for command in [["replay"], ["log"], ["show", "schedule"], ["snapshot"]] {
      for at in ["2020-01-01", "0"] {
        let ending = folder.start(command + ["--at", at]).wait()
        #expect(ending.code == 0 && !ending.output.contains("empty"), "\(command)")
        #expect(
          ending.errors
            == "nothing was known yet; the first event is of 2026-01-02T08:00:00.000Z\n",
          "\(command)")
      }
    }
    let batch = LogFolder()
    batch.run("init")
    batch.append(Array(Story.lines.prefix(3)))
    #expect(
      batch.run("replay", "--at", "1").errors.hasPrefix(
        "nothing was known yet; the first events, which were recorded together, are of "))
  }

  @Test func `the event that sets the zone is judged by the clocks that it sets, first or later`() {
    // Westwards its evening is still that day, eastwards its morning is the next one; alone or with others in a batch.
    for (zone, begin, zones, count, more) in [
      ("America/New_York", "2026-03-20T02:00:00Z", ["UTC", "America/New_York"], 1, 0),
      ("Pacific/Auckland", "2026-03-19T13:00:00Z", ["UTC", "Pacific/Auckland"], 0, 0),
      ("America/New_York", "2026-03-20T02:00:00Z", ["UTC", "America/New_York"], 3, 2),
      ("Pacific/Auckland", "2026-03-19T13:00:00Z", ["UTC", "Pacific/Auckland"], 0, 2),
    ] {
      let folder = LogFolder()
      folder.run("init")
      let line =
        #"{"type":"workplace.configured","actor":"mia","subject":"W","data":{"timeZone":"\#(zone)"}}"#
      let register =
        #"{"type":"user.registered","actor":"mia","subject":"mia","data":{"roles":["manager"]}}"#
      #expect(folder.append([register], now: "2026-03-18T12:00:00Z").code == 0)
      let others = (0..<more).map {
        #"{"type":"user.registered","actor":"n\#($0)","subject":"n\#($0)","data":{"roles":["student"]}}"#
      }
      #expect(folder.append([line] + others, now: begin).code == 0)
      for command in [
        ["log"], ["log", "--format", "table"], ["snapshot"], ["show", "users", "--json"],
      ] {
        let ending = folder.run(command + ["--at", "2026-03-19"])
        let asOf = folder.run(["show", "users", "--json", "--at", "2026-03-19"]).output
        #expect(ending.code == 0 && asOf.contains("\"sequence\":\(1 + count)"), "\(zone): \(asOf)")
        #expect(asOf.contains("\"timeZone\":\"\(zones[min(count, 1)])\""), "\(asOf)")
        if command == ["log"] { #expect(ending.lines.count == 1 + count) }
      }
    }
  }

  // MARK: - Unreadable logs

  @Test func `a log that is not there, a folder, a damaged one`() {
    let folder = LogFolder.withStory()
    for command in [
      ["replay"], ["show", "users"], ["log"], ["verify"], ["audit", "--user", "eva"],
    ] {
      let missing = folder.start(command + ["none.jsonl"]).wait()
      #expect(missing.code == 66 && missing.errors.contains("none.jsonl"), "\(command)")
    }
    var bytes = folder.logBytes
    bytes[bytes.firstIndex(of: 10)! + 30] = 0xff
    folder.write(bytes, to: "events.jsonl")
    let damaged = folder.run("replay")
    #expect(damaged.code == 65 && damaged.output.isEmpty)
    #expect(damaged.errors.hasPrefix("events.jsonl:2:30: error: "))
    #expect(damaged.errors.contains("  2 | ") && damaged.errors.contains("^"))
  }
}
