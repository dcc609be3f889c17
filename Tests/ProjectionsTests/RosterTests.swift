import Projections
@testable import ShiftEvents
import Testing

/// Every arrow of a shift's states.
struct RosterTests {
  /// A shift of bas.
  private func scheduled() -> Story {
    var story = Story()
    story.schedule("S", of: "bas")
    return story
  }

  private func supplied() -> Story {
    var story = scheduled()
    story.supply("S", of: "bas")
    return story
  }

  private func taken() -> Story {
    var story = supplied()
    story.accept("S", from: "bas", to: "eva", final: false)
    return story
  }

  /// S and T offered to tom's request R.
  private func suggested() -> Story {
    var story = scheduled()
    story.schedule("T", of: "ann")
    story.post("R", of: "tom")
    story.suggest("S", of: "bas", to: "tom", for: "R")
    story.suggest("T", of: "ann", to: "tom", for: "R")
    return story
  }

  private func suggestionTaken() -> Story {
    var story = suggested()
    story.acceptSuggestion("S", from: "bas", to: "tom", for: "R")
    return story
  }

  private func shift(_ story: Story, _ shift: ShiftID = "S") throws -> RosterShift {
    let replay: Replay = story.folded()
    return try #require(replay[shift])
  }

  @Test func `a scheduled shift is its owner's and idle`() throws {
    let shift = try shift(scheduled())
    #expect(shift.owner == "bas" && shift.firstOwner == "bas" && shift.state == .idle)
  }

  @Test func `supplied, then revoked, is idle again`() throws {
    var story = supplied()
    #expect(try shift(story).state == .supplied)
    story.tell(.shiftRevoked(ShiftRevoked(shift: "S", owner: "bas", date: "2026-01-12")))
    #expect(try shift(story).state == .idle)
  }

  @Test func `a final acceptance makes the taker the owner`() throws {
    var story = supplied()
    story.accept("S", from: "bas", to: "eva", final: true)
    let shift = try shift(story)
    #expect(shift.owner == "eva" && shift.firstOwner == "bas" && shift.state == .idle)
  }

  @Test func `an acceptance that is not final awaits approval`() throws {
    let shift = try shift(taken())
    #expect(shift.owner == "bas" && shift.state == .awaiting)
    #expect(shift.taker == "eva" && shift.via == .market && shift.request == nil)
  }

  @Test func `approval hands a market shift over`() throws {
    var story = taken()
    story.approve("S", from: "bas", to: "eva", via: .market)
    let shift = try shift(story)
    #expect(shift.owner == "eva" && shift.state == .idle && shift.taker == nil)
  }

  @Test func `disapproval and withdrawal put a market shift back on the marketplace`() throws {
    var refused = taken()
    refused.disapprove("S", of: "bas", to: "eva", via: .market)
    var withdrawn = taken()
    withdrawn.stepBack("eva", from: "S", of: "bas", via: .market)
    for story in [refused, withdrawn] {
      let shift = try shift(story)
      #expect(shift.state == .supplied && shift.owner == "bas" && shift.taker == nil)
      #expect(shift.suppliedAt == "2026-01-05T08:01:00Z")
    }
  }

  @Test func `a suggestion remembers its request until it is withdrawn`() throws {
    var story = suggested()
    #expect(try shift(story).state == .suggested && shift(story).request == "R")
    story.tell(
      .suggestionWithdrawn(
        SuggestionWithdrawn(shift: "S", owner: "bas", request: "R", date: "2026-01-12")))
    #expect(try shift(story).state == .idle && shift(story).request == nil)
  }

  @Test func `an accepted suggestion awaits approval`() throws {
    let shift = try shift(suggestionTaken())
    #expect(shift.state == .awaiting && shift.taker == "tom")
    #expect(shift.via == .suggestion && shift.request == "R")
  }

  @Test func `approval of a suggestion closes the request and releases its other suggestions`()
    throws
  {
    var story = suggestionTaken()
    story.approve("S", from: "bas", to: "tom", via: .suggestion, request: "R", releasing: ["T"])
    let replay: Replay = story.folded()
    #expect(replay["S" as ShiftID]?.owner == "tom" && replay["S" as ShiftID]?.state == .idle)
    #expect(replay["T" as ShiftID]?.owner == "ann" && replay["T" as ShiftID]?.state == .idle)
    #expect(replay["T" as ShiftID]?.request == nil)
    #expect(replay["R" as RequestID]?.isOpen == false)
  }

  @Test func `disapproval of a suggestion frees the shift and keeps the request open`() throws {
    var story = suggestionTaken()
    story.disapprove("S", of: "bas", to: "tom", via: .suggestion, request: "R")
    let replay: Replay = story.folded()
    #expect(replay["S" as ShiftID]?.state == .idle && replay["S" as ShiftID]?.request == nil)
    #expect(replay["R" as RequestID]?.isOpen == true)
  }

  @Test func `a requester who steps back leaves the shift suggested`() throws {
    var story = suggestionTaken()
    story.stepBack("tom", from: "S", of: "bas", via: .suggestion, request: "R")
    let shift = try shift(story)
    #expect(shift.state == .suggested && shift.request == "R" && shift.taker == nil)
  }

  @Test func `a withdrawn request releases its suggestions`() throws {
    var story = suggested()
    story.tell(
      .requestWithdrawn(
        RequestWithdrawn(
          request: "R", requester: "tom", date: "2026-01-12", released: ["S", "T"])))
    let replay: Replay = story.folded()
    #expect(replay["S" as ShiftID]?.state == .idle && replay["T" as ShiftID]?.state == .idle)
    #expect(replay["R" as RequestID]?.isOpen == false)
  }

  @Test func `becoming an owner by schedule or at the marketplace closes one's own request`()
    throws
  {
    var scheduled = suggested()
    scheduled.schedule("U", of: "tom", closing: "R", releasing: ["S", "T"])
    var accepted = suggested()
    accepted.accept("V", from: "eva", to: "tom", final: true, closing: "R", releasing: ["S", "T"])
    for story in [scheduled, accepted] {
      let replay: Replay = story.folded()
      #expect(replay["R" as RequestID]?.isOpen == false)
      #expect(replay["S" as ShiftID]?.state == .idle && replay["T" as ShiftID]?.state == .idle)
    }
  }

  @Test func `a removed fixed shift takes its removed occurrences with it, not the kept ones`()
    throws
  {
    var story = Story()
    story.schedule("F.2026-01-12", of: "bas", fixedShift: "F")
    story.schedule("F.2026-01-19", of: "bas", on: "2026-01-19", fixedShift: "F")
    story.tell(
      .fixedShiftRemoved(
        FixedShiftRemoved(
          fixedShift: "F", owner: "bas", removed: ["F.2026-01-12"], kept: ["F.2026-01-19"])))
    #expect(try shift(story, "F.2026-01-12").state == .removed)
    #expect(try shift(story, "F.2026-01-19").state == .idle)
  }

  @Test func `a cancelled shift is off the schedule`() throws {
    var story = supplied()
    story.tell(.shiftCancelled(ShiftCancelled(shift: "S", owner: "bas", date: "2026-01-12")))
    let replay: Replay = story.folded()
    #expect(replay["S" as ShiftID]?.state == .cancelled)
    #expect(replay.schedule(all: true, at: early).isEmpty)
    #expect(replay.marketplace(at: early).isEmpty)
  }

  @Test func `a shift counts its changes`() throws {
    var story = taken()
    #expect(try shift(story).changes == 2)
    #expect(try shift(story).changedAt == "2026-01-05T08:02:00Z")
    story.record(300, on: "S", of: "bas", first: "bas")
    #expect(try shift(story).changes == 2)
  }

  @Test func `ids that nothing introduced are passed over`() {
    var story = Story()
    story.supply("X", of: "bas")
    story.accept("X", from: "bas", to: "eva", final: true, closing: "Q", releasing: ["Y"])
    story.approve("X", from: "bas", to: "eva", via: .suggestion, request: "Q", releasing: ["Y"])
    story.suggest("X", of: "bas", to: "eva", for: "Q")
    story.stepBack("eva", from: "X", of: "bas", via: .suggestion)
    let replay: Replay = story.folded()
    #expect(replay.shiftIDs.isEmpty && replay["X" as ShiftID] == nil)
    #expect(replay["Q" as RequestID] == nil)
  }
}
