import Projections
@testable import ShiftEvents
import Testing

struct DealsTests {
  private let euro = CurrencyCode("EUR")!
  private let noon: Timestamp = "2026-01-12T12:00:00Z"

  private func deal(
    _ deal: DealID, from: Timestamp = "2026-01-12T10:00:00Z",
    until: Timestamp = "2026-01-12T20:00:00Z", capacity: Int? = nil, company: UserID = "grill",
    category: DealCategory = .food
  ) -> Event {
    .dealPosted(
      DealPosted(
        deal: deal, name: "Soup", companyName: "The Grill", category: category, latitude: 52.5,
        longitude: 5, validUntil: until, validFrom: from, capacity: capacity, priceCents: 450,
        currency: euro, company: company))
  }

  private func reserve(_ reservation: ReservationID, _ deal: DealID) -> Event {
    .dealReserved(DealReserved(reservation: reservation, deal: deal, company: "grill"))
  }

  private func cancel(
    _ reservation: ReservationID, _ deal: DealID, of user: UserID, refundDue: Bool = false
  ) -> Event {
    .reservationCancelled(
      ReservationCancelled(
        reservation: reservation, deal: deal, user: user, company: "grill", refundDue: refundDue))
  }

  private func pay(_ reservation: ReservationID, of user: UserID) -> Event {
    .paymentRecorded(
      PaymentRecorded(
        reservation: reservation, amountCents: 450, currency: euro, reference: "P1", deal: "D",
        user: user))
  }

  @Test func `seats are counted, and free again when given back`() throws {
    var story = Story()
    story.tell(deal("D", capacity: 2), by: "grill")
    story.tell(reserve("V1", "D"), by: "ann")
    story.tell(reserve("V2", "D"), by: "bas")
    let full = try #require(
      (story.folded() as Replay).deals(all: true, at: noon).first)
    #expect(full.status == .soldOut && full.reserved == 2 && full.left == 0)
    story.tell(cancel("V1", "D", of: "ann"), by: "ann")
    story.tell(cancel("V1", "D", of: "ann"), by: "ann")  // told twice, counted once
    let row = try #require((story.folded() as Replay).deals(at: noon).first)
    #expect(row.status == .live && row.reserved == 1 && row.left == 1)
  }

  @Test func `status is the first that holds`() {
    var story = Story()
    story.tell(deal("B"), by: "grill")
    story.tell(deal("A"), by: "grill")
    story.tell(deal("C", until: "2026-01-12T11:00:00Z"), by: "grill")
    story.tell(deal("D", from: "2026-01-12T12:00:00.001Z", until: "2026-01-12T13:00:00Z"))
    story.tell(deal("E", until: "2026-01-12T11:30:00Z", company: "other", category: .party))
    story.tell(.dealRemoved(DealRemoved(deal: "B", company: "grill", cancelled: [])))
    let replay: Replay = story.folded()
    #expect(replay.deals(at: noon).map(\.terms.deal) == ["A"])
    let all = replay.deals(all: true, at: noon)
    #expect(all.map(\.terms.deal) == ["C", "E", "D", "A", "B"])
    #expect(all.map(\.status) == [.expired, .expired, .upcoming, .live, .removed])
    #expect(replay.deals(of: "grill", at: noon).count == 4)
    #expect(replay.deals(category: .party, all: true, at: noon).count == 1)
    #expect(replay.deals(at: "2026-01-12T20:00:00Z").count == 1)
    #expect(replay.deals(at: "2026-01-12T20:00:00.001Z").isEmpty)
  }

  @Test func `an edit changes the members that it names and removes optional ones`() throws {
    var story = Story()
    story.tell(deal("D", capacity: 3), by: "grill")
    story.tell(
      .dealEdited(
        DealEdited(
          deal: "D", name: .set("Stew"), validFrom: .removed, address: .set("Dam 1"),
          capacity: .removed, company: "grill")), by: "grill")
    let row = try #require((story.folded() as Replay).deals(at: noon).first)
    #expect(row.terms.name == "Stew" && row.terms.address == "Dam 1" && row.left == nil)
    #expect(row.terms.companyName == "The Grill")
    #expect(row.terms.validFrom == "2026-01-12T10:00:00Z")
  }

  @Test func `a reservation is refunded, due, cancelled, paid or live, in this order`() {
    var story = Story()
    story.tell(deal("D"), by: "grill")
    for (index, user) in (["ann", "bas", "eva", "tom", "zoe"] as [UserID]).enumerated() {
      story.tell(reserve(ReservationID("V\(index)")!, "D"), by: user)
    }
    story.tell(pay("V1", of: "bas"), by: "grill")
    story.tell(pay("V2", of: "eva"), by: "grill")
    story.tell(pay("V3", of: "tom"), by: "grill")
    story.tell(cancel("V2", "D", of: "eva", refundDue: true), by: "eva")
    story.tell(cancel("V3", "D", of: "tom", refundDue: true), by: "grill")
    story.tell(cancel("V4", "D", of: "zoe"), by: "zoe")
    story.tell(
      .paymentRefunded(
        PaymentRefunded(
          reservation: "V3", reference: "P2", deal: "D", user: "tom", amountCents: 450,
          currency: euro)), by: "grill")
    let replay: Replay = story.folded()
    let statuses: [ReservationStatus] = [.live, .paid, .refundDue, .refunded, .cancelled]
    #expect(replay.reservations().map(\.status) == statuses)
    #expect(replay.reservations(of: "bas").map(\.reservation) == ["V1"])
    #expect(replay.reservations(company: "other").isEmpty)
    let day = LocalDate("2026-01-05")
    #expect(replay.reservations(dates: DateSelection(from: day, to: day)).count == 5)
    let yesterday = DateSelection(to: "2026-01-04")
    #expect(replay.reservations(dates: yesterday).isEmpty)
    // By the clocks of the zone: in Samoa it is still yesterday.
    story.configure(zone: Zone("Pacific/Pago_Pago")!)
    let samoa: Replay = story.folded()
    #expect(samoa.reservations(dates: yesterday).count == 5)
  }

  @Test func `a removed deal cancels its live reservations; paid ones are due`() {
    var story = Story()
    story.tell(deal("D"), by: "grill")
    story.tell(reserve("V1", "D"), by: "ann")
    story.tell(reserve("V2", "D"), by: "bas")
    story.tell(pay("V2", of: "bas"), by: "grill")
    story.tell(.dealRemoved(DealRemoved(deal: "D", company: "grill", cancelled: ["V1", "V2"])))
    let replay: Replay = story.folded()
    #expect(replay.reservations().map(\.status) == [.cancelled, .refundDue])
    #expect(replay.deals(all: true, at: noon).map(\.reserved) == [0])
  }

  @Test(
    arguments: [([5], 5), ([5, 4, 4], 4.33), ([5, 5, 4], 4.67), ([4, 5], 4.5)] as [([Int], Double)])
  func `a company's average has two decimals, half up`(stars: [Int], average: Double) throws {
    var story = Story()
    story.tell(deal("D"), by: "grill")
    for (index, stars) in stars.enumerated() {
      let user = UserID("u\(index)")!
      story.tell(rate(1), by: user)
      story.tell(rate(stars), by: user)  // the latest counts
    }
    let row = try #require((story.folded() as Replay).deals(at: noon).first)
    #expect(row.ratingAverage == average && row.ratingCount == stars.count)
  }

  @Test func `half a hundredth is rounded up`() throws {
    var story = Story()
    story.tell(deal("D"), by: "grill")
    // 601 stars of 200 customers: 3.005.
    for index in 0..<200 { story.tell(rate(index == 0 ? 4 : 3), by: UserID("u\(index)")!) }
    let row = try #require((story.folded() as Replay).deals(at: noon).first)
    #expect(row.ratingAverage == 3.01)
  }

  private func rate(_ stars: Int) -> Event {
    .companyRated(CompanyRated(company: "grill", reservation: "V", stars: stars, deal: "D"))
  }
}

struct NearnessTests {
  private let dam = (latitude: 52.3731, longitude: 4.8926)

  /// Distances by the haversine formula on a sphere of 6,371,008.8 m, computed with 50 digits.
  @Test(arguments: [
    (52.3731, 4.8926, 0.0), (52.0907, 5.1214, 35_054.96), (48.8566, 2.3522, 430_074.74),
    (-52.3731, -175.1074, 20_015_114.44), (52.3731, -175.1074, 8_367_852.33),
  ])
  func `distances run along the great circle`(
    latitude: Double, longitude: Double, metres: Double
  ) {
    let near = Nearness(latitude: dam.latitude, longitude: dam.longitude, metres: 0)
    let distance = near.distanceMetres(latitude: latitude, longitude: longitude)
    #expect(abs(distance - metres) < 0.01, "\(distance)")
  }

  @Test func `the distance includes its border, and 180 degrees are no border`() {
    let near = Nearness(latitude: 0, longitude: 179.999, metres: 222.4)
    #expect(near.contains(latitude: 0, longitude: -179.999))
    #expect(!near.contains(latitude: 0, longitude: -179.9989))
    let here = Nearness(latitude: 52, longitude: 5, metres: 0)
    #expect(here.contains(latitude: 52, longitude: 5))
  }

  @Test func `deals are selected by place`() {
    var story = Story()
    for (deal, latitude) in [("D1", 52.37), ("D2", 52.38)] as [(DealID, Double)] {
      story.tell(
        .dealPosted(
          DealPosted(
            deal: deal, name: "Soup", companyName: "The Grill", category: .food,
            latitude: latitude, longitude: 4.89, validUntil: "2026-01-12T20:00:00Z",
            validFrom: "2026-01-12T10:00:00Z", company: "grill")))
    }
    let near = Nearness(latitude: 52.37, longitude: 4.89, metres: 1_000)
    let replay: Replay = story.folded()
    let rows = replay.deals(near: near, at: "2026-01-12T12:00:00Z")
    #expect(rows.map(\.terms.deal) == ["D1"])
  }
}
