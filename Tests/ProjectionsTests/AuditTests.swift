import Projections
@testable import ShiftEvents
import Testing

struct AuditTests {
  /// S goes from bas to tom by suggestion; T, offered too, is released.
  private func swap() -> Story {
    var story = Story()
    story.schedule("S", of: "bas", fixedShift: "F1")
    story.schedule("T", of: "ann")
    story.post("R", of: "tom")
    story.suggest("S", of: "bas", to: "tom", for: "R")
    story.suggest("T", of: "ann", to: "tom", for: "R")
    story.acceptSuggestion("S", from: "bas", to: "tom", for: "R")
    story.approve("S", from: "bas", to: "tom", via: .suggestion, request: "R", releasing: ["T"])
    story.record(300, on: "S", of: "tom", first: "bas")
    return story
  }

  private func rows(_ story: Story, _ scope: AuditScope) -> [AuditRow] {
    story.folded(into: Audit(of: scope)).rows
  }

  @Test func `a shift's story from the schedule to its hours`() {
    let rows = rows(swap(), .shift("S"))
    #expect(rows.map(\.sequence.value) == [1, 4, 6, 7, 8])
    #expect(
      rows.map(\.effect) == [
        "bas's, from F1", "offered to tom for R", "awaiting approval, still bas's",
        "bas → tom, R closed", "tom worked 5:00",
      ])
    #expect(rows.map(\.owner) == ["bas", "bas", "bas", "tom", "tom"])
    #expect(rows.map(\.taker) == [nil, nil, "tom", nil, nil])
    #expect(rows.map(\.status) == [.idle, .suggested, .awaiting, .idle, .idle])
  }

  @Test func `a release by another shift's approval is in the story, under that event`() throws {
    let row = try #require(rows(swap(), .shift("T")).last)
    #expect(row.type == "shift.approved" && row.subject == "S" && row.actor == "mia")
    #expect(row.effect == "suggestion released, still ann's")
    #expect(row.owner == "ann" && row.status == .idle)
  }

  @Test func `the samples' words of the marketplace`() {
    var story = Story()
    story.schedule("S", of: "bas", fixedShift: "F1")
    story.supply("S", of: "bas")
    story.accept("S", from: "bas", to: "eva", final: false)
    story.stepBack("eva", from: "S", of: "bas", via: .market)
    story.accept("S", from: "bas", to: "eva", final: false)
    story.disapprove("S", of: "bas", to: "eva", via: .market)
    story.accept("S", from: "bas", to: "eva", final: false)
    story.approve("S", from: "bas", to: "eva", via: .market)
    #expect(
      rows(story, .shift("S")).map(\.effect) == [
        "bas's, from F1", "on the marketplace", "awaiting approval, still bas's",
        "eva stepped back, on the marketplace again", "awaiting approval, still bas's",
        "eva refused, on the marketplace again", "awaiting approval, still bas's", "bas → eva",
      ])
  }

  @Test func `removed, cancelled and skipped shifts`() {
    var story = Story()
    story.schedule("F.2026-01-12", of: "bas", fixedShift: "F")
    story.schedule("C", of: "eva")
    story.tell(
      .fixedShiftRemoved(
        FixedShiftRemoved(fixedShift: "F", owner: "bas", removed: ["F.2026-01-12"], kept: [])),
      by: "bas")
    story.tell(.shiftCancelled(ShiftCancelled(shift: "C", owner: "eva", date: "2026-01-12")))
    story.tell(
      .shiftSkipped(
        ShiftSkipped(
          shift: "F.2026-01-19", owner: "bas", date: "2026-01-19", fixedShift: "F",
          reason: .dayTaken)), by: .system)
    let removed = rows(story, .shift("F.2026-01-12")).last
    #expect(removed?.effect == "removed with F" && removed?.status == .removed)
    #expect(removed?.type == "fixedshift.removed" && removed?.owner == "bas")
    #expect(rows(story, .shift("C")).last?.status == .cancelled)
    let skipped = rows(story, .shift("F.2026-01-19")).last
    #expect(skipped?.effect == "not scheduled: the day is taken")
    #expect(skipped?.owner == "bas" && skipped?.status == nil)
    #expect(rows(story, .series("F")).map(\.sequence.value) == [1, 3, 5])
    #expect(rows(story, .series("F"))[1].owner == nil)
  }

  @Test func `a request's audit has its suggestions and the event that closed it`() {
    #expect(rows(swap(), .request("R")).map(\.sequence.value) == [3, 4, 5, 6, 7])
    #expect(rows(swap(), .request("R")).first?.owner == nil)
    var story = swap()
    story.post("Q", of: "eva")
    story.schedule("U", of: "eva", closing: "Q")
    #expect(rows(story, .request("Q")).map(\.effect).last == "eva's, Q closed")
  }

  @Test func `a person's audit has their acts and the events about them`() {
    #expect(rows(swap(), .user("ann")).map(\.sequence.value) == [2, 5, 7])
    #expect(rows(swap(), .user("tom")).map(\.sequence.value) == [3, 4, 5, 6, 7, 8])
    #expect(rows(swap(), .actor("tom")).map(\.sequence.value) == [3, 6])
    #expect(rows(swap(), .user("nobody")).isEmpty)
  }

  @Test func `any subject by its id, a shift with its side effects`() {
    #expect(rows(swap(), .subject("T")) == rows(swap(), .shift("T")))
    #expect(rows(swap(), .subject("R")).map(\.sequence.value) == [3])
    #expect(rows(swap(), .subject("not an id")).isEmpty)
    #expect(rows(swap(), .everything).count == 8)
  }

  @Test func `sessions and deals`() {
    var story = Story()
    story.offer("D", of: "co")
    story.tell(
      .studyStarted(StudyStarted(session: "A", blockMinutes: 30, pauseMinutes: 5)), by: "eva")
    story.tell(.studyStopped(StudyStopped(session: "A", reason: .left, minutes: 29)), by: "eva")
    story.tell(.dealReserved(DealReserved(reservation: "V", deal: "D", company: "co")), by: "ann")
    story.tell(
      .dealEdited(DealEdited(deal: "D", name: .set("Stew"), capacity: .removed, company: "co")),
      by: "co")
    story.tell(.dealRemoved(DealRemoved(deal: "D", company: "co", cancelled: ["V"])), by: "co")
    #expect(
      rows(story, .session("A")).map(\.effect) == [
        "blocks of 30 min, pauses of 5 min", "left: 29 min earned",
      ])
    #expect(
      rows(story, .deal("D")).dropFirst().map(\.effect) == [
        "a seat in D", "name Soup → Stew", "removed, 1 reservation cancelled",
      ])
    #expect(rows(story, .user("ann")).map(\.sequence.value) == [4, 6])
    #expect(rows(story, .user("co")).map(\.sequence.value) == [1, 4, 5, 6])
  }

  @Test func `a type that this version does not know keeps its name`() {
    var story = Story()
    story.tell(.unknown(UnknownEvent(type: "shift.painted", subject: "S", data: "{}")), by: "eva")
    let row = rows(story, .actor("eva")).first
    #expect(row?.type == "shift.painted" && row?.subject == "S")
  }
}
