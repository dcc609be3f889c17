import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Deals, posting") struct DealPosting {
    @Test func `a deal begins now by default`() {
      market().when(offer()).then(
        event(
          "deal.posted", "D1",
          [
            "name": "Soup", "companyName": "Café Noir", "category": "food", "latitude": 52.37,
            "longitude": 4.89, "validUntil": "2026-01-05T20:00:00.000Z",
            "validFrom": "2026-01-05T08:00:00.000Z", "company": "cafe",
          ]))
    }

    @Test func `all terms are recorded in documented order, the company last`() {
      let most: JSON = [
        "currency": "EUR", "priceCents": 0, "capacity": 1, "picture": "a.jpg",
        "openingTimes": "9–17\n\tdaily", "description": "hot\nand good", "address": "Dam 1",
        "validFrom": "2026-01-05T11:00:00+01:00", "latitude": -90.0, "longitude": 180.0,
      ]
      market().when(offer("D1", most)).then(
        event(
          "deal.posted", "D1",
          [
            "name": "Soup", "companyName": "Café Noir", "category": "food", "latitude": -90.0,
            "longitude": 180.0, "validUntil": "2026-01-05T20:00:00.000Z",
            "validFrom": "2026-01-05T10:00:00.000Z", "address": "Dam 1",
            "description": "hot\nand good", "openingTimes": "9–17\n\tdaily", "picture": "a.jpg",
            "capacity": 1, "priceCents": 0, "currency": "EUR", "company": "cafe",
          ]))
    }

    @Test func `a repeat that gives the begin that was the default, or leaves it out, is the same`()
    {
      func post(_ changes: JSON, at: String) -> Step {
        act("cafe", "deal.posted", "D1", soup(changes), at: at, id: "d")
      }
      let (none, begin): (JSON, JSON) = ([:], ["validFrom": "2026-01-05T08:00:00Z"])
      for (then, now) in [(none, begin), (begin, none)] {
        market(post(then, at: "2026-01-05 08:00")).when(post(now, at: "2026-01-05 09:00"))
          .thenDuplicate(of: 7)
      }
    }

    @Test func `order: the id, the category, the place, the times, the day, the seats`() {
      market(offer()).when(offer("D1", ["category": "sports"])).thenRejected(.dealExists)
      let faults: [(code: RejectionCode, name: String, value: JSON)] = [
        (.unknownCategory, "category", "sports"), (.locationUnknown, "latitude", nil),
        (.invalidLocation, "longitude", 181),
        (.invalidValidity, "validUntil", "2026-01-05T07:00:00Z"),
        (.notSameDay, "validFrom", "2026-01-04T10:00:00Z"), (.invalidCapacity, "capacity", 0),
      ]
      for (index, fault) in faults.enumerated() {
        let changes = faults[index...].map { (name: $0.name, value: $0.value) }
        market().when(offer("D1", .object(changes))).thenRejected(fault.code)
      }
    }

    @Test func `a deal may have begun before it is posted`() {
      market().given(offer("D1", ["validFrom": "2026-01-05T00:00:00Z"])).given(reserve())
    }

    @Test func `missingRole: posting is for companies, not for managers`() {
      market().when(offer("D1", by: "joe")).thenRejected(.missingRole)
      market().when(offer("D1", by: "mia")).thenRejected(.missingRole)
    }

    @Test func `dealExists: a used id stays used, also of a removed deal`() {
      market(offer(), removeDeal()).when(offer("D1", by: "shop")).thenRejected(.dealExists)
    }

    @Test(arguments: ["Food", "", "sports"])
    func `unknownCategory: one of six`(category: String) {
      market().when(offer("D1", ["category": .text(category)])).thenRejected(.unknownCategory)
    }

    @Test(arguments: ["latitude", "longitude"])
    func `locationUnknown: a coordinate is missing`(coordinate: String) {
      market().when(offer("D1", .object([(coordinate, .null)]))).thenRejected(.locationUnknown)
    }

    @Test(arguments: [(90.001, 0.0), (-91, 0), (0, 180.001), (0, -181), (1e300, 0)])
    func `invalidLocation: beyond 90 or 180 degrees`(latitude: Double, longitude: Double) {
      market().when(
        offer("D1", ["latitude": .decimal(latitude), "longitude": .decimal(longitude)])
      ).thenRejected(.invalidLocation)
    }

    @Test(
      arguments: [
        ["validFrom": "2026-01-05T20:00:00Z"], ["validFrom": "2026-01-06T10:00:00Z"],
        ["validFrom": "2026-01-05T06:00:00Z", "validUntil": "2026-01-05T08:00:00Z"],
      ] as [JSON])
    func `invalidValidity: the end is not after the begin, or not after now`(changes: JSON) {
      market().when(offer("D1", changes)).thenRejected(.invalidValidity)
    }

    @Test(arguments: [0, -1])
    func `invalidCapacity: at least one seat`(capacity: Int) {
      market().when(offer("D1", ["capacity": .integer(capacity)])).thenRejected(.invalidCapacity)
    }

    @Test(arguments: ["priceCents", "currency"])
    func `a price and its currency go together`(member: String) {
      let changes: JSON = member == "currency" ? ["currency": "EUR"] : ["priceCents": 500]
      market().when(offer("D1", changes)).thenInvalid(.missingField)
    }

    @Test(
      arguments: [
        ["name": ""], ["companyName": ""], ["priceCents": -1, "currency": "EUR"],
        ["priceCents": 1, "currency": "eur"], ["latitude": "52"], ["capacity": 1.5],
      ] as [JSON])
    func `values without a code of their own`(changes: JSON) {
      market().when(offer("D1", changes)).thenInvalid(.invalidField)
    }

    @Test func `timeZoneFixed: a deal fixes the time zone, other policies stay free`() {
      let past = market(offer(), removeDeal())
      past.when(configure(["timeZone": "Europe/Amsterdam"])).thenRejected(.timeZoneFixed)
      past.given(configure(["timeZone": "UTC", "horizonWeeks": 2]))
    }
  }

  @Suite("Deals, same day") struct DealDays {
    /// A zone, the first instants of a local day and of the next, and the peculiarity of the day.
    static let days = [
      ("UTC", "2026-01-05T00:00:00.000Z", "2026-01-06T00:00:00.000Z"),
      ("Europe/Amsterdam", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"),
      ("Europe/Amsterdam", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"),
      ("Asia/Kolkata", "2026-01-04T18:30:00.000Z", "2026-01-05T18:30:00.000Z"),
      ("Asia/Kathmandu", "2026-01-04T18:15:00.000Z", "2026-01-05T18:15:00.000Z"),
      ("Australia/Lord_Howe", "2026-04-04T13:00:00.000Z", "2026-04-05T13:30:00.000Z"),
      // Spring skips the midnight, and autumn repeats the hour before it.
      ("America/Santiago", "2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"),
      ("America/Santiago", "2026-04-04T03:00:00.000Z", "2026-04-05T04:00:00.000Z"),
      ("America/St_Johns", "2026-03-08T03:30:00.000Z", "2026-03-09T02:30:00.000Z"),
    ]

    @Test(arguments: days)
    func `a deal lasts a whole local day, of whatever length`(
      zone: String, first: String, next: String
    ) {
      let place = market(zone: zone, clock: "2026-01-01 08:00")
      let whole = offer("D1", ["validFrom": .text(first), "validUntil": .text(next)], at: first)
      place.given(whole).given(edit(["validUntil": .text(before(next))]), reserve())
        .given(edit(["validUntil": .text(next)]))
        .when(edit(["validUntil": .text(before(next, milliseconds: -1))]))
        .thenRejected(.notSameDay)
    }

    @Test(arguments: days)
    func `notSameDay: it ends later than the midnight of its day`(
      zone: String, first: String, next: String
    ) {
      let late = before(next, milliseconds: -1)
      market(zone: zone, clock: "2026-01-01 08:00")
        .when(offer("D1", ["validFrom": .text(first), "validUntil": .text(late)], at: first))
        .thenRejected(.notSameDay)
    }

    private func before(_ time: String, milliseconds: Int64 = 1) -> String {
      "\(Timestamp(time)!.advanced(byMilliseconds: -milliseconds))"
    }

    @Test(arguments: days)
    func `notSameDay: it begins with the last instant of the day before`(
      zone: String, first: String, next: String
    ) {
      let late = before(first, milliseconds: -1)
      market(zone: zone, clock: "2026-01-01 08:00")
        .when(
          offer(
            "D1", ["validFrom": .text(before(first)), "validUntil": .text(late)],
            at: "2026-01-01 08:00")
        )
        .thenRejected(.notSameDay)
    }
  }

  @Suite("Deals, editing") struct DealEditing {
    @Test func `edits are recorded as given, in documented order, with the company`() {
      market(offer("D1", ["address": "Dam 1", "capacity": 3])).when(
        edit([
          "currency": "USD", "priceCents": 5, "capacity": nil, "address": nil,
          "description": "new\nsoup", "validUntil": "2026-01-05T21:00:00Z", "longitude": 5.0,
          "category": "other", "name": "Stew",
        ])
      ).then(
        event(
          "deal.edited", "D1",
          [
            "name": "Stew", "category": "other", "longitude": 5,
            "validUntil": "2026-01-05T21:00:00.000Z", "address": nil,
            "description": "new\nsoup", "capacity": nil, "priceCents": 5, "currency": "USD",
            "company": "cafe",
          ]))
    }

    @Test func `an edit is bound by ownership alone, the role may be gone`() {
      market(offer(), act("mia", "role.revoked", "cafe", ["role": "company"]))
        .given(edit(["name": "Stew"]))
    }

    @Test(arguments: [[:], ["company": "cafe"]] as [JSON])
    func `an edit changes something`(changes: JSON) {
      market(offer()).when(edit(changes)).thenInvalid(.missingField)
    }

    @Test func `unknownDeal: an edit of no deal`() {
      market().when(edit(["name": "Stew"])).thenRejected(.unknownDeal)
    }

    @Test(arguments: ["shop", "mia"])
    func `notOwner: neither another company nor a manager edits`(actor: String) {
      market(offer()).when(edit(["name": "Stew"], by: actor)).thenRejected(.notOwner)
    }

    @Test func `dealEnded: a removed or expired deal is not edited`() {
      market(offer(), removeDeal()).when(edit(["name": "Stew"])).thenRejected(.dealEnded)
      market(offer()).when(
        edit(["validUntil": "2026-01-05T21:00:00Z"], at: "2026-01-05T20:00:00.001Z")
      ).thenRejected(.dealEnded)
    }

    @Test func `in its last instant a deal can be prolonged`() {
      market(offer())
        .given(edit(["validUntil": "2026-01-05T21:00:00Z"], at: "2026-01-05 20:00"))
    }

    @Test(arguments: ["name", "companyName", "category", "validUntil"])
    func `missingField: a required member is removed`(member: String) {
      market(offer()).when(edit(.object([(member, .null)]))).thenRejected(.missingField)
    }

    @Test(
      arguments: [
        ["currency": nil], ["priceCents": nil],
      ] as [JSON])
    func `missingField: a price without currency, a currency without price`(changes: JSON) {
      market(offer("D1", priced)).when(edit(changes)).thenRejected(.missingField)
      market(offer()).when(edit(["priceCents": 5])).thenRejected(.missingField)
    }

    @Test func `price and currency can be taken away together`() {
      market(offer("D1", priced), edit(["priceCents": nil, "currency": nil])).when(reserve())
        .then(event("deal.reserved", "R1", ["deal": "D1", "company": "cafe"]))
    }

    @Test func `the posting rules hold of the result`() {
      let past = market(offer("D1", ["validFrom": "2026-01-05T10:00:00Z"]))
      past.when(edit(["category": "sports"])).thenRejected(.unknownCategory)
      past.when(edit(["latitude": nil])).thenRejected(.locationUnknown)
      past.when(edit(["longitude": 181])).thenRejected(.invalidLocation)
      past.when(edit(["validUntil": "2026-01-05T10:00:00Z"])).thenRejected(.invalidValidity)
      past.when(edit(["validFrom": "2026-01-05T20:00:00Z"])).thenRejected(.invalidValidity)
      past.when(edit(["validUntil": "2026-01-05T11:00:00Z"], at: "2026-01-05 11:00"))
        .thenRejected(.invalidValidity)
      past.when(edit(["validUntil": "2026-01-06T10:00:00Z"])).thenRejected(.notSameDay)
      past.when(edit(["capacity": 0])).thenRejected(.invalidCapacity)
    }

    @Test func `order: ended, missing members, the posting rules, the seats, the terms`() {
      let past = market(offer("D1", priced), reserve("R1", "joe"), reserve("R2", "ida"))
      past.given(removeDeal()).when(edit(["name": nil])).thenRejected(.dealEnded)
      past.when(edit(["name": nil, "capacity": 0])).thenRejected(.missingField)
      past.when(edit(["capacity": 0, "priceCents": 1])).thenRejected(.invalidCapacity)
      past.when(edit(["capacity": 1, "priceCents": 1])).thenRejected(.capacityBelowReserved)
    }

    @Test func `invalidField: the beginning cannot be removed, which is checked last`() {
      market(offer()).when(edit(["validFrom": nil])).thenRejected(.invalidField)
      market(offer()).when(edit(["validFrom": nil, "capacity": 0]))
        .thenRejected(.invalidCapacity)
      market(offer(), reserve()).when(edit(["validFrom": nil, "latitude": 1]))
        .thenRejected(.termsFixed)
    }

    @Test func `capacityBelowReserved: seats that are taken stay`() {
      market(offer(), reserve("R1", "joe"), reserve("R2", "ida")).when(edit(["capacity": 1]))
        .thenRejected(.capacityBelowReserved)
    }

    @Test func `the capacity can be that of the live reservations, or unlimited`() {
      market(offer(), reserve("R1", "joe"), reserve("R2", "ida"), cancel("R2", by: "ida"))
        .given(edit(["capacity": 1]), edit(["capacity": nil]))
    }

    @Test(
      arguments: [
        ["latitude": 52.38], ["longitude": 4.9], ["priceCents": 501], ["currency": "USD"],
        ["priceCents": nil, "currency": nil],
        ["validFrom": "2026-01-06T08:00:00Z", "validUntil": "2026-01-06T20:00:00Z"],
      ] as [JSON])
    func `termsFixed: place, day and price of a reserved deal stay`(changes: JSON) {
      let past = market(offer("D1", priced), reserve())
      past.when(edit(changes)).thenRejected(.termsFixed)
      past.given(cancel(), edit(changes))
    }

    @Test func `of a reserved deal all else can change, the hours of its day too`() {
      market(offer("D1", priced), reserve()).given(
        edit([
          "name": "Stew", "category": "party", "validFrom": "2026-01-05T12:00:00Z",
          "validUntil": "2026-01-05T23:00:00Z", "latitude": 52.37, "currency": "EUR",
        ]))
    }
  }

  @Suite("Deals, removing") struct DealRemoving {
    @Test func `live reservations go with the deal, listed in byte order`() {
      market(
        offer(), reserve("b", "joe"), reserve("a", "ida"), cancel("a", by: "ida"),
        reserve("B", "ida")
      ).when(removeDeal())
        .then(event("deal.removed", "D1", ["company": "cafe", "cancelled": ["B", "b"]]))
    }

    @Test func `a manager removes too; nothing reserved is an empty list`() {
      market(offer()).when(removeDeal(by: "mia"))
        .then(event("deal.removed", "D1", ["company": "cafe", "cancelled": []]))
    }

    @Test func `unknownDeal: a removal of no deal`() {
      market().when(removeDeal()).thenRejected(.unknownDeal)
    }

    @Test(arguments: ["shop", "joe"])
    func `notOwner: another company does not remove`(actor: String) {
      market(offer()).when(removeDeal(by: actor)).thenRejected(.notOwner)
    }

    @Test func `dealEnded: a removed or expired deal is not removed`() {
      market(offer(), removeDeal()).when(removeDeal(by: "mia")).thenRejected(.dealEnded)
      market(offer()).when(removeDeal(at: "2026-01-05T20:00:00.001Z")).thenRejected(.dealEnded)
    }
  }
}
