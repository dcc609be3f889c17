import ShiftEvents
import Testing

/// A log made by hand, with a sound chain and facts in no sensible order: reports say what `append` judges by.
struct SenselessLogTests {
  private static let now = "2026-01-10T12:00:00Z"

  /// A log of these events, each a minute after the one before it; after six people who register.
  private func log(_ events: (type: String, subject: String, actor: String, data: String)...)
    -> LogFolder
  {
    let people = ["mia", "bas", "eva", "tom", "deli", "zoe"].map { name in
      (
        "user.registered", name, name,
        #"{"roles":["employee","manager","student","consumer","company"]}"#
      )
    }
    let lines = (people + events).enumerated().map { index, event in
      let digits = String(index + 1)
      let sequence = String(repeating: "0", count: 12 - digits.count) + digits
      return #"{"specversion":"1.0","id":"e\#(digits)","source":"/hand","type":"\#(event.0)","#
        + #""subject":"\#(event.1)","time":"2026-01-10T08:\#(index + 10):00.000Z","#
        + #""sequence":"\#(sequence)","actor":"\#(event.2)","data":\#(event.3)"#
    }
    let folder = LogFolder()
    folder.write(LogFolder.chained(lines).utf8, to: "events.jsonl")
    #expect(folder.run("verify").code == 0)
    return folder
  }

  private func rows(_ folder: LogFolder, _ arguments: String...) -> [OrderedJSON] {
    let ending = folder.start(arguments + ["--json"]).wait()
    return OrderedJSON(ending.output)["rows"]?.elements ?? []
  }

  private func show(_ folder: LogFolder, _ name: String) -> [OrderedJSON] {
    rows(folder, "show", name, "--all", "--now", Self.now)
  }

  /// The code that a submission would get; `nil` if it would be recorded.
  private func answer(_ folder: LogFolder, _ words: String...) -> String? {
    let ending = folder.start(["append"] + words + ["--dry-run", "--json", "--now", Self.now])
      .wait()
    return OrderedJSON(ending.output)["error"]?.text
  }

  private let scheduled = #"{"owner":"bas","date":"2026-02-02","start":"15:00","end":"20:00"}"#
  private let supplied = #"{"owner":"bas","date":"2026-02-02","start":"15:00","end":"20:00"}"#

  @Test func `a cancelled shift that is supplied afterwards is not on the marketplace`() {
    let folder = log(
      ("shift.scheduled", "S1", "mia", scheduled),
      ("shift.cancelled", "S1", "mia", #"{"owner":"bas","date":"2026-02-02"}"#),
      ("shift.supplied", "S1", "bas", supplied))
    #expect(show(folder, "marketplace").isEmpty)
    #expect(show(folder, "schedule").isEmpty)
    let last = rows(folder, "audit", "--shift", "S1").last
    #expect(last?["status"]?.text == "cancelled")
    #expect(last?["effect"]?.text == "changed nothing: the shift was cancelled")
    #expect(answer(folder, "shift.accepted", "S1", "--actor", "eva") == "unknownShift")
  }

  @Test func `a shift that is scheduled twice is its first owner's`() {
    let folder = log(
      ("shift.scheduled", "S1", "mia", scheduled),
      ("shift.scheduled", "S1", "mia", scheduled.replacing("bas", with: "eva")))
    #expect(show(folder, "schedule").map { $0["owner"]?.text } == ["bas"])
    let last = rows(folder, "audit", "--shift", "S1").last
    #expect(last?["owner"]?.text == "bas")
    #expect(last?["effect"]?.text == "changed nothing: the shift was with its owner")
    #expect(answer(folder, "shift.supplied", "S1", "--actor", "eva") == "notOwner")
    #expect(answer(folder, "shift.supplied", "S1", "--actor", "bas") == nil)
  }

  @Test
  func `an edit of what was never made tells what it sets, and a shift that never was stays none`()
  {
    let folder = log(
      (
        "vacancy.edited", "V1", "mia",
        #"{"date":"2026-02-02","start":"15:00","end":"20:00","places":2,"place":null,"left":2}"#
      ),
      ("shift.supplied", "S1", "bas", supplied))
    let edited = rows(folder, "audit", "--vacancy", "V1").last
    #expect(
      edited?["effect"]?.text
        == "date set to 2026-02-02; start set to 15:00; end set to 20:00; places set to 2; place removed"
    )
    #expect(edited?["before"] == nil && edited?["after"]?["places"]?.number == 2)
    #expect(
      rows(folder, "audit", "--shift", "S1").last?["effect"]?.text
        == "changed nothing: there was no such shift")
  }

  @Test func `a request that is posted twice is its first requester's`() {
    let folder = log(
      ("request.posted", "R1", "eva", #"{"date":"2026-02-02","requester":"eva"}"#),
      ("request.posted", "R1", "tom", #"{"date":"2026-02-03","requester":"tom"}"#))
    #expect(show(folder, "requests").map { $0["requester"]?.text } == ["eva"])
    #expect(answer(folder, "request.withdrawn", "R1", "--actor", "tom") == "notRequester")
    #expect(answer(folder, "request.withdrawn", "R1", "--actor", "eva") == nil)
  }

  @Test func `a shift that is claimed before its vacancy has no place of it`() {
    let claim =
      #"{"vacancy":"V1","owner":"eva","date":"2026-02-02","start":"09:00","end":"12:00","left":0}"#
    let folder = log(
      ("shift.claimed", "S1", "eva", claim),
      (
        "vacancy.posted", "V1", "mia",
        #"{"date":"2026-02-02","start":"09:00","end":"12:00","places":1}"#
      ),
      (
        "shift.dropped", "S1", "eva",
        #"{"owner":"eva","date":"2026-02-02","vacancy":"V1","left":1}"#
      ))
    #expect(show(folder, "vacancies").map { $0["left"]?.number } == [1])
    #expect(answer(folder, "shift.claimed", "S2", "--actor", "bas", "vacancy=V1") == nil)
    let other = log(
      ("shift.claimed", "S1", "eva", claim),
      (
        "vacancy.posted", "V1", "mia",
        #"{"date":"2026-02-02","start":"09:00","end":"12:00","places":1}"#
      ))
    #expect(answer(other, "shift.dropped", "S1", "--actor", "eva") == "notClaimed")
  }

  @Test func `an accepted suggestion holds the request that it names`() {
    let folder = log(
      ("shift.scheduled", "S1", "mia", scheduled),
      ("request.posted", "R1", "eva", #"{"date":"2026-02-02","requester":"eva"}"#),
      (
        "suggestion.accepted", "S1", "eva",
        #"{"from":"bas","to":"eva","date":"2026-02-02","start":"15:00","end":"20:00","request":"R1"}"#
      ))
    #expect(show(folder, "requests").map { $0["status"]?.text } == ["awaiting"])
    #expect(answer(folder, "request.withdrawn", "R1", "--actor", "eva") == "awaitingApproval")
  }

  @Test func `a student with two sessions, one stopped, is studying`() {
    let started = #"{"blockMinutes":30,"pauseMinutes":5}"#
    let folder = log(
      ("study.started", "A1", "zoe", started), ("study.started", "A2", "zoe", started),
      ("study.stopped", "A2", "zoe", #"{"reason":"stopped","minutes":0}"#))
    #expect(show(folder, "study").map { $0["active"]?.text } == ["true"])
    #expect(answer(folder, "study.started", "A3", "--actor", "zoe") == "sessionActive")
  }

  @Test func `what is paid back before it is paid and cancelled is not paid back`() {
    let deal =
      #"{"name":"Soup","companyName":"Deli","category":"food","latitude":52,"longitude":4,"#
      + #""validUntil":"2026-01-10T20:00:00.000Z","validFrom":"2026-01-10T08:00:00.000Z","company":"deli"}"#
    let folder = log(
      ("deal.posted", "D1", "deli", deal),
      ("deal.reserved", "B1", "zoe", #"{"deal":"D1","company":"deli"}"#),
      (
        "payment.refunded", "B1", "deli",
        #"{"reference":"x","deal":"D1","user":"zoe","amountCents":100,"currency":"EUR"}"#
      ),
      ("deal.reserved", "B2", "tom", #"{"deal":"D9","company":"deli"}"#))
    #expect(show(folder, "reservations").map { $0["status"]?.text } == ["live"])
    #expect(answer(folder, "reservation.cancelled", "B1", "--actor", "zoe") == nil)
    #expect(answer(folder, "reservation.cancelled", "B2", "--actor", "tom") == "unknownReservation")
  }

  @Test func `a trade that has ended is not opened again`() {
    let offer = #"{"give":"S1","take":"S2","from":"bas","to":"eva"}"#
    let folder = log(
      ("trade.offered", "T1", "bas", offer), ("trade.ended", "T1", "bas", offer),
      ("trade.offered", "T1", "bas", offer),
      (
        "trade.accepted", "T1", "eva",
        #"{"give":"S1","take":"S2","from":"bas","to":"eva","final":false}"#
      ))
    #expect(show(folder, "trades").map { $0["status"]?.text } == ["ended"])
    #expect(answer(folder, "trade.ended", "T1", "--actor", "bas") == "tradeClosed")
  }

  @Test func `a dropped shift is held by nobody`() {
    let folder = log(
      (
        "vacancy.posted", "V1", "mia",
        #"{"date":"2026-02-02","start":"09:00","end":"12:00","places":1}"#
      ),
      (
        "shift.claimed", "S1", "eva",
        #"{"vacancy":"V1","owner":"eva","date":"2026-02-02","start":"09:00","end":"12:00","left":0}"#
      ),
      (
        "shift.dropped", "S1", "eva",
        #"{"owner":"eva","date":"2026-02-02","vacancy":"V1","left":1}"#
      ))
    let output = folder.run("audit", "--shift", "S1").output
    #expect(!output.contains("held by") && output.contains("given back to V1, first by eva"))
  }
}
