import Projections
@testable import ShiftEvents
import TestSupport
import Testing

struct InboxTests {
  /// The last event's notifications: person, kind and subject.
  private func told(_ story: Story) -> [String] {
    let inbox: Inbox = story.folded()
    return inbox.rows.filter { $0.sequence.value == story.events.count }
      .map { "\($0.user) \($0.kind.rawValue) \($0.subject)" }
  }

  private func supplied(_ market: MarketApproval) -> Story {
    var story = Story()
    story.configure(market: market)
    story.register("zoe", [.manager])
    story.register("mia", [.manager])
    story.schedule("S", of: "bas")
    story.supply("S", of: "bas")
    return story
  }

  private func suggested() -> Story {
    var story = supplied(.none)
    story.schedule("T", of: "ann")
    story.post("R", of: "tom")
    story.suggest("T", of: "ann", to: "tom", for: "R")
    return story
  }

  @Test func `any number of latest notices can be asked for, and other rows have no latest`() throws
  {
    let log = try EventLog(opening: Repository.sample)
    for (last, count) in [(-1, 0), (0, 0), (1, 1), (.min, 0)] {
      #expect(try log.rows(.inbox, of: "u1", last: last).rows.count == count)
      let dated = RowSelection(user: "u1", dates: DateSelection(from: "2026-01-01"), last: last)
      #expect(try log.rows(.inbox, dated).rows.count == count)
    }
    #expect(try log.rows(.users, last: 3) == log.rows(.users))
  }

  @Test func `for a final acceptance, only the owner is notified`() {
    var story = supplied(.none)
    story.accept("S", from: "bas", to: "eva", final: true)
    #expect(told(story) == ["bas taken S"])
  }

  @Test func `to be approved, the other approvers are asked`() {
    var story = supplied(.owner)
    story.accept("S", from: "bas", to: "eva", final: false)
    #expect(told(story) == ["bas taken S", "mia awaitingApproval S", "zoe awaitingApproval S"])
  }

  @Test func `nobody is notified of their own acts`() {
    var story = supplied(.manager)
    story.accept("S", from: "bas", to: "mia", final: false)
    #expect(told(story) == ["bas taken S", "zoe awaitingApproval S"])
    story.approve("S", from: "bas", to: "mia", via: .market, by: "zoe")
    #expect(told(story) == ["bas approved S", "mia approved S"])
    story.record(300, on: "S", of: "mia", first: "bas", by: "mia")
    #expect(told(story) == [])
  }

  /// The members that a reader gets beside those of the event, of the last event's notifications.
  private func particulars(_ story: Story) -> [String] {
    var replay = Replay(inboxOf: nil)
    for event in story.events { replay.apply(event) }
    let rows =
      replay.table(.inbox, at: story.events.last!.time, names: { _ in nil })?.jsonRows() ?? []
    return rows.suffix(told(story).count).map { row in
      let text = String(decoding: row, as: UTF8.self)
      let person = text.firstMatch(of: /"user":"([^"]*)"/)?.1 ?? ""
      let rest = text.firstMatch(of: /"actor":"[^"]*",?(.*)}$/)?.1 ?? ""
      return "\(person): \(rest.replacing("\"", with: ""))"
    }
  }

  @Test func `an inbox tells who else is concerned, and the day and times as they are now`() {
    var story = supplied(.manager)
    story.accept("S", from: "bas", to: "eva", final: false)
    let times = "date:2026-01-12,start:15:00,end:20:00"
    #expect(
      particulars(story) == [
        "bas: counterpart:eva,\(times)", "mia: counterpart:eva,\(times)",
        "zoe: counterpart:eva,\(times)",
      ])
    story.approve("S", from: "bas", to: "eva", via: .market, by: "zoe")
    #expect(
      particulars(story) == ["bas: counterpart:eva,\(times)", "eva: counterpart:bas,\(times)"])
    var request = supplied(.none)
    request.schedule("T", of: "ann")
    request.post("R", of: "tom")
    request.suggest("T", of: "ann", to: "tom", for: "R")
    #expect(particulars(request) == ["tom: counterpart:ann,\(times)"])
  }

  @Test func `refused and stepped back`() {
    var refused = supplied(.manager)
    refused.accept("S", from: "bas", to: "eva", final: false)
    refused.disapprove("S", of: "bas", to: "eva", via: .market)
    #expect(told(refused) == ["bas disapproved S", "eva disapproved S"])
    var back = supplied(.manager)
    back.accept("S", from: "bas", to: "eva", final: false)
    back.stepBack("eva", from: "S", of: "bas", via: .market)
    #expect(told(back) == ["bas withdrawn S"])
  }

  @Test func `suggestions reach the requester, their acceptance the owner and the approvers`() {
    var story = suggested()
    #expect(told(story) == ["tom suggestion T"])
    story.tell(
      .suggestionWithdrawn(
        SuggestionWithdrawn(shift: "T", owner: "ann", request: "R", date: "2026-01-12")), by: "ann")
    #expect(told(story) == ["tom suggestionWithdrawn T"])
    story.suggest("T", of: "ann", to: "tom", for: "R")
    story.acceptSuggestion("T", from: "ann", to: "tom", for: "R")
    let answers = [
      "ann suggestionAccepted T", "mia awaitingApproval T", "zoe awaitingApproval T",
    ]
    #expect(told(story) == answers)
  }

  @Test func `owners learn that their offered shifts are released`() {
    var story = suggested()
    story.accept("S", from: "bas", to: "tom", final: true, closing: "R", releasing: ["T"])
    #expect(told(story) == ["ann released T", "bas taken S"])
  }

  @Test func `every release is notified, under the released shift`() {
    var withdrawn = suggested()
    withdrawn.tell(
      .requestWithdrawn(
        RequestWithdrawn(request: "R", requester: "tom", date: "2026-01-12", released: ["T"])),
      by: "tom")
    #expect(told(withdrawn) == ["ann released T"])
    var scheduled = suggested()
    scheduled.schedule("U", of: "tom", closing: "R", releasing: ["T"])
    #expect(told(scheduled) == ["ann released T", "tom scheduled U"])
    var generated = suggested()
    generated.schedule("F.2026-01-12", of: "tom", fixedShift: "F", closing: "R", releasing: ["T"])
    #expect(told(generated) == ["ann released T"])
    var approved = suggested()
    approved.suggest("S", of: "bas", to: "tom", for: "R")
    approved.acceptSuggestion("S", from: "bas", to: "tom", for: "R")
    approved.approve(
      "S", from: "bas", to: "tom", via: .suggestion, request: "R", releasing: ["T"])
    #expect(told(approved) == ["ann released T", "bas approved S", "tom approved S"])
  }

  @Test func `rows of one event are ordered by user, kind and subject`() {
    var story = suggested()
    for shift in ["Z", "A"] as [ShiftID] {
      story.schedule(shift, of: "bas", from: "08:00", to: "09:00")
      story.suggest(shift, of: "bas", to: "tom", for: "R")
    }
    story.accept(
      "S", from: "bas", to: "tom", final: true, closing: "R", releasing: ["Z", "T", "A"])
    #expect(told(story) == ["ann released T", "bas released A", "bas released Z", "bas taken S"])
  }

  @Test func `an owner or manager who acts for themselves is not notified`() {
    var story = supplied(.owner)
    story.accept("S", from: "bas", to: "eva", final: false)
    story.approve("S", from: "bas", to: "eva", via: .market, by: "bas")
    #expect(told(story) == ["eva approved S"])
    story.schedule("L", of: "mia")
    #expect(told(story) == [])
    story.tell(
      .fixedShiftRemoved(FixedShiftRemoved(fixedShift: "F", owner: "bas", removed: [], kept: [])),
      by: "bas")
    #expect(told(story) == [])
  }

  @Test func `a cancelled seat reaches the other side, a removed deal those with live seats`() {
    var story = Story()
    story.offer("D", of: "co")
    for (seat, user) in [("V", "ann"), ("W", "bas")] as [(ReservationID, UserID)] {
      story.tell(.dealReserved(DealReserved(reservation: seat, deal: "D", company: "co")), by: user)
    }
    story.tell(
      .reservationCancelled(
        ReservationCancelled(
          reservation: "V", deal: "D", user: "ann", company: "co", refundDue: false)), by: "ann")
    #expect(told(story) == ["co reservationCancelled V"])
    story.tell(.dealRemoved(DealRemoved(deal: "D", company: "co", cancelled: ["W"])), by: "co")
    #expect(told(story) == ["bas dealRemoved D"])
  }

  @Test func `no event outside the table notifies anybody`() {
    var story = supplied(.none)
    story.post("R", of: "tom")
    story.tell(.shiftRevoked(ShiftRevoked(shift: "S", owner: "bas", date: "2026-01-12")))
    story.tell(.roleGranted(RoleGranted(user: "bas", role: .student)))
    story.tell(.userFollowed(UserFollowed(user: "bas")))
    story.tell(
      .fixedShiftRegistered(
        FixedShiftRegistered(
          fixedShift: "F", weekday: .monday, start: "08:00", end: "09:00", owner: "bas",
          from: "2026-01-12")), by: "bas")
    story.tell(
      .shiftSkipped(
        ShiftSkipped(
          shift: "F.2026-01-12", owner: "bas", date: "2026-01-12", fixedShift: "F",
          reason: .dayTaken)), by: .system)
    story.tell(.dealEdited(DealEdited(deal: "D", name: .set("Stew"), company: "co")))
    let inbox: Inbox = story.folded()
    #expect(inbox.rows.map(\.kind) == [.scheduled])
  }

  @Test func `a manager's acts reach the owner or worker, generated shifts nobody`() {
    var story = Story()
    story.schedule("L", of: "bas")
    #expect(told(story) == ["bas scheduled L"])
    story.schedule("F.2026-01-12", of: "bas", fixedShift: "F")
    #expect(told(story) == [])
    story.record(300, on: "L", of: "bas", first: "bas")
    #expect(told(story) == ["bas hoursRecorded L"])
    story.tell(.shiftCancelled(ShiftCancelled(shift: "L", owner: "bas", date: "2026-01-12")))
    #expect(told(story) == ["bas cancelled L"])
    story.tell(
      .fixedShiftRemoved(FixedShiftRemoved(fixedShift: "F", owner: "bas", removed: [], kept: [])))
    #expect(told(story) == ["bas removed F"])
  }

  @Test func `deals tell the other side`() {
    let euro = CurrencyCode("EUR")!
    var story = Story()
    story.offer("D", of: "co")
    story.tell(.dealReserved(DealReserved(reservation: "V", deal: "D", company: "co")), by: "ann")
    #expect(told(story) == ["co reserved V"])
    story.tell(
      .paymentRecorded(
        PaymentRecorded(
          reservation: "V", amountCents: 450, currency: euro, reference: "P", deal: "D",
          user: "ann")), by: "co")
    #expect(told(story) == ["ann paid V"])
    story.tell(
      .companyRated(CompanyRated(company: "co", reservation: "V", stars: 5, deal: "D")), by: "ann")
    #expect(told(story) == ["co rated co"])
    story.tell(
      .dealRemoved(DealRemoved(deal: "D", company: "co", cancelled: ["V"])), by: "mia")
    #expect(told(story) == ["ann dealRemoved D", "co dealRemoved D"])
    story.tell(
      .paymentRefunded(
        PaymentRefunded(
          reservation: "V", reference: "Q", deal: "D", user: "ann", amountCents: 450,
          currency: euro)), by: "co")
    #expect(told(story) == ["ann refunded V"])
    story.tell(
      .reservationCancelled(
        ReservationCancelled(
          reservation: "V", deal: "D", user: "ann", company: "co", refundDue: false)), by: "co")
    #expect(told(story) == ["ann reservationCancelled V"])
  }

  @Test func `one person's inbox is a part of everybody's`() {
    var story = supplied(.owner)
    story.accept("S", from: "bas", to: "eva", final: false)
    let all: Inbox = story.folded()
    let mias = story.folded(into: Inbox(of: "mia"))
    #expect(
      mias.rows == all.rows.filter { $0.user == "mia" }
        && mias.rows.map(\.kind) == [.awaitingApproval])
  }
}
