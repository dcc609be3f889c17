import Projections
@testable import ShiftEvents
import Testing

/// Marketplace, requests and approvals.
struct MarketTests {
  @Test func `the marketplace has supplied shifts that have not begun, soonest first`() {
    var story = Story()
    for (shift, date) in [("B", "2026-01-13"), ("A", "2026-01-13"), ("C", "2026-01-12")]
      as [(ShiftID, LocalDate)]
    {
      story.schedule(shift, of: "bas", on: date)
      story.supply(shift, of: "bas", on: date)
    }
    story.schedule("I", of: "bas", on: "2026-01-14")
    let replay: Replay = story.folded()
    #expect(replay.marketplace(at: early).map(\.shift) == ["C", "A", "B"])
    #expect(replay.marketplace(at: during).map(\.shift) == ["A", "B"])
    #expect(replay.marketplace(at: early).first?.suppliedAt == "2026-01-05T08:05:00Z")
  }

  @Test func `the marketplace has the last time at which a shift was supplied`() {
    var story = Story()
    story.schedule("S", of: "bas")
    story.supply("S", of: "bas")
    story.tell(.shiftRevoked(ShiftRevoked(shift: "S", owner: "bas", date: "2026-01-12")))
    story.supply("S", of: "bas")
    let replay: Replay = story.folded()
    #expect(replay.marketplace(at: early).map(\.suppliedAt) == ["2026-01-05T08:03:00Z"])
  }

  @Test func `a request shows its suggestions by start and id`() throws {
    var story = Story()
    story.post("R", of: "tom")
    for shift in ["B", "A"] as [ShiftID] {
      story.schedule(shift, of: "bas")
      story.suggest(shift, of: "bas", to: "tom", for: "R")
    }
    story.schedule("M", of: "ann", from: "08:00", to: "12:00")
    story.suggest("M", of: "ann", to: "tom", for: "R")
    var replay: Replay = story.folded()
    let row = try #require(replay.requests(at: early).first)
    #expect(row.status == .open && row.suggestions.map(\.shift) == ["M", "A", "B"])

    story.acceptSuggestion("A", from: "bas", to: "tom", for: "R")
    replay = story.folded()
    let awaiting = try #require(replay.requests(at: early).first)
    #expect(awaiting.status == .awaiting)
    #expect(awaiting.suggestions.map(\.isAwaiting) == [false, true, false])

    // At 16:00 all three have begun.
    let lapsed = try #require(replay.requests(at: during).first)
    #expect(lapsed.status == .open && lapsed.suggestions.isEmpty)
  }

  @Test func `open requests of today and later, or all; those of past days are closed`() {
    var story = Story()
    story.post("B", of: "tom", on: "2026-01-12")
    story.post("A", of: "ann", on: "2026-01-12")
    story.post("C", of: "tom", on: "2026-01-10")
    story.post("D", of: "tom", on: "2026-01-14")
    story.tell(
      .requestWithdrawn(
        RequestWithdrawn(request: "D", requester: "tom", date: "2026-01-14", released: [])))
    let replay: Replay = story.folded()
    #expect(replay.requests(at: early).map(\.request) == ["C", "A", "B"])
    #expect(replay.requests(at: during).map(\.request) == ["A", "B"])
    #expect(replay.requests(of: "ann", at: during).map(\.request) == ["A"])
    let all = replay.requests(all: true, at: during)
    #expect(all.map(\.request) == ["C", "A", "B", "D"])
    #expect(all.map(\.status) == [.closed, .open, .open, .closed])
  }

  @Test func `rows are chosen by their people and days`() {
    var story = Story()
    story.register("mia", [.manager])
    story.configure(market: .owner)
    for (shift, date) in [("A", "2026-01-12"), ("B", "2026-01-19")] as [(ShiftID, LocalDate)] {
      story.schedule(shift, of: "bas", on: date)
      story.supply(shift, of: "bas")
    }
    var replay: Replay = story.folded()
    #expect(replay.marketplace(of: "bas", at: early).map(\.shift) == ["A", "B"])
    #expect(replay.marketplace(of: "eva", at: early).isEmpty)
    let third = DateSelection(week: ("2026-01-12" as LocalDate).week)
    #expect(replay.marketplace(dates: third, at: early).map(\.shift) == ["A"])
    for shift in ["A", "B"] as [ShiftID] {
      story.accept(shift, from: "bas", to: "eva", final: false)
    }
    replay = story.folded()
    for user in ["bas", "eva", "mia"] as [UserID] {
      #expect(replay.approvals(of: user, at: early).map(\.shift) == ["A", "B"])
    }
    #expect(replay.approvals(of: "tom", at: early).isEmpty)
    let later = DateSelection(from: "2026-01-13")
    #expect(replay.approvals(of: "eva", dates: later, at: early).map(\.shift) == ["B"])
  }

  @Test func `days narrow open requests, and all of them`() {
    var story = Story()
    for (request, date) in [("A", "2026-01-09"), ("B", "2026-01-12"), ("C", "2026-01-19")]
      as [(RequestID, LocalDate)]
    {
      story.post(request, of: "ann", on: date)
    }
    let replay: Replay = story.folded()
    let until = DateSelection(to: "2026-01-12")
    #expect(replay.requests(dates: until, at: during).map(\.request) == ["B"])
    #expect(replay.requests(dates: until, all: true, at: during).map(\.request) == ["A", "B"])
  }

  @Test func `an approval waits since the acceptance, and lapses with the start`() throws {
    var story = Story()
    story.register("mia", [.manager])
    story.configure(market: .owner)
    story.schedule("S", of: "bas")
    story.supply("S", of: "bas")
    story.accept("S", from: "bas", to: "eva", final: false)
    let replay: Replay = story.folded()
    let row = try #require(replay.approvals(at: early).first)
    #expect(row.since == "2026-01-05T08:04:00Z" && row.taker == "eva" && row.via == .market)
    #expect(row.request == nil && row.approvers == ["bas", "mia"])
    #expect(replay.approvals(at: during).isEmpty)
  }

  @Test(
    arguments: [
      (MarketApproval.owner, ["bas", "mia", "zoe"]), (.manager, ["mia", "zoe"]),
      (.none, ["mia", "zoe"]),
    ] as [(MarketApproval, [UserID])])
  func `approvers follow the setting that holds now`(setting: MarketApproval, approvers: [UserID]) {
    var story = awaiting(managers: ["zoe", "mia"], taker: "eva")
    story.configure(market: setting)
    let replay: Replay = story.folded()
    #expect(replay.approvals(at: early).map(\.approvers) == [approvers])
  }

  @Test func `the taker approves nothing, except as the only manager without the owner's say`() {
    var two = awaiting(managers: ["zoe", "mia"], taker: "mia")
    two.configure(market: .manager)
    #expect((two.folded() as Replay).approvals(at: early).map(\.approvers) == [["zoe"]])
    var one = awaiting(managers: ["mia"], taker: "mia")
    one.configure(market: .manager)
    #expect((one.folded() as Replay).approvals(at: early).map(\.approvers) == [["mia"]])
    one.configure(market: .owner)
    #expect((one.folded() as Replay).approvals(at: early).map(\.approvers) == [["bas"]])
  }

  @Test func `a manager who lost the role, or was erased, approves no longer`() {
    var story = awaiting(managers: ["ann", "mia", "zoe"], taker: "eva")
    story.tell(.roleRevoked(RoleRevoked(user: "zoe", role: .manager)))
    story.tell(.userErased(UserErased(user: "ann")))
    let replay: Replay = story.folded()
    #expect(replay.approvals(at: early).map(\.approvers) == [["mia"]])
  }

  @Test func `a suggestion follows its own setting`() {
    var story = Story()
    story.register("mia", [.manager])
    story.configure(market: .manager, suggestions: .owner)
    story.schedule("S", of: "bas")
    story.post("R", of: "tom")
    story.suggest("S", of: "bas", to: "tom", for: "R")
    story.acceptSuggestion("S", from: "bas", to: "tom", for: "R")
    #expect((story.folded() as Replay).approvals(at: early).map(\.approvers) == [["bas", "mia"]])
    story.configure(suggestions: .manager)
    #expect((story.folded() as Replay).approvals(at: early).map(\.approvers) == [["mia"]])
  }

  /// A shift of bas that the taker waits for.
  private func awaiting(managers: [UserID], taker: UserID) -> Story {
    var story = Story()
    for manager in managers { story.register(manager, [.manager, .employee]) }
    story.schedule("S", of: "bas")
    story.supply("S", of: "bas")
    story.accept("S", from: "bas", to: taker, final: false)
    return story
  }
}
