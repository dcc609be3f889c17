import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Deals, posting") struct DealPosting {
    @Test("a deal begins now, unless it says otherwise")
    func least() {
      market().when(offer()).then(
        event(
          "deal.posted", "D1",
          [
            "name": "Soup", "companyName": "Café Noir", "category": "food", "latitude": 52.37,
            "longitude": 4.89, "validUntil": "2026-01-05T20:00:00.000Z",
            "validFrom": "2026-01-05T08:00:00.000Z", "company": "cafe",
          ]))
    }

    @Test("all terms are recorded in documented order, the company last")
    func most() {
      let most: JSON = [
        "currency": "EUR", "priceCents": 0, "capacity": 1, "picture": "a.jpg",
        "openingTimes": "9–17\n\tdaily", "description": "hot\nand good", "address": "Dam 1",
        "validFrom": "2026-01-05T11:00:00+01:00", "latitude": -90.0, "longitude": 180.0,
      ]
      market().when(offer("D1", most)).then(
        event(
          "deal.posted", "D1",
          [
            "name": "Soup", "companyName": "Café Noir", "category": "food", "latitude": -90,
            "longitude": 180, "validUntil": "2026-01-05T20:00:00.000Z",
            "validFrom": "2026-01-05T10:00:00.000Z", "address": "Dam 1",
            "description": "hot\nand good", "openingTimes": "9–17\n\tdaily", "picture": "a.jpg",
            "capacity": 1, "priceCents": 0, "currency": "EUR", "company": "cafe",
          ]))
    }

    @Test("a deal may have begun before it is posted")
    func begun() {
      market().given(offer("D1", ["validFrom": "2026-01-05T00:00:00Z"])).given(reserve())
    }

    @Test("missingRole: posting is for companies, not for managers")
    func missingRole() {
      market().when(offer("D1", by: "joe")).thenRejected(.missingRole)
      market().when(offer("D1", by: "mia")).thenRejected(.missingRole)
    }

    @Test("dealExists: a used id stays used, also of a removed deal")
    func dealExists() {
      market(offer(), removeDeal()).when(offer("D1", by: "shop")).thenRejected(.dealExists)
    }

    @Test("unknownCategory: one of six", arguments: ["Food", "", "sports"])
    func unknownCategory(category: String) {
      market().when(offer("D1", ["category": .text(category)])).thenRejected(.unknownCategory)
    }

    @Test("locationUnknown: a coordinate is missing", arguments: ["latitude", "longitude"])
    func locationUnknown(coordinate: String) {
      market().when(offer("D1", .object([(coordinate, .null)]))).thenRejected(.locationUnknown)
    }

    @Test(
      "invalidLocation: beyond 90 or 180 degrees",
      arguments: [(90.001, 0.0), (-91, 0), (0, 180.001), (0, -181), (1e300, 0)])
    func invalidLocation(latitude: Double, longitude: Double) {
      market().when(
        offer("D1", ["latitude": .decimal(latitude), "longitude": .decimal(longitude)])
      ).thenRejected(.invalidLocation)
    }

    @Test(
      "invalidValidity: the end is not after the begin, or not after now",
      arguments: [
        ["validFrom": "2026-01-05T20:00:00Z"], ["validFrom": "2026-01-06T10:00:00Z"],
        ["validFrom": "2026-01-05T06:00:00Z", "validUntil": "2026-01-05T08:00:00Z"],
      ] as [JSON])
    func invalidValidity(changes: JSON) {
      market().when(offer("D1", changes)).thenRejected(.invalidValidity)
    }

    @Test("invalidCapacity: at least one seat", arguments: [0, -1])
    func invalidCapacity(capacity: Int) {
      market().when(offer("D1", ["capacity": .integer(capacity)])).thenRejected(.invalidCapacity)
    }

    @Test("a price and its currency go together", arguments: ["priceCents", "currency"])
    func half(member: String) {
      let changes: JSON = member == "currency" ? ["currency": "EUR"] : ["priceCents": 500]
      market().when(offer("D1", changes)).thenInvalid(.missingField)
    }

    @Test(
      "values without a code of their own",
      arguments: [
        ["name": ""], ["companyName": ""], ["priceCents": -1, "currency": "EUR"],
        ["priceCents": 1, "currency": "eur"], ["latitude": "52"], ["capacity": 1.5],
      ] as [JSON])
    func invalid(changes: JSON) {
      market().when(offer("D1", changes)).thenInvalid(.invalidField)
    }

    @Test("timeZoneFixed: a deal fixes the time zone, other policies stay free")
    func timeZoneFixed() {
      let past = market(offer(), removeDeal())
      past.when(configure(["timeZone": "Europe/Amsterdam"])).thenRejected(.timeZoneFixed)
      past.given(configure(["timeZone": "UTC", "horizonWeeks": 2]))
    }
  }

  @Suite("Deals, same day") struct DealDays {
    /// A zone, the first instant of a local day, the first of the next, and what is special.
    static let days = [
      ("UTC", "2026-01-05T00:00:00.000Z", "2026-01-06T00:00:00.000Z"),
      ("Europe/Amsterdam", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"),
      ("Europe/Amsterdam", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"),
      ("Asia/Kolkata", "2026-01-04T18:30:00.000Z", "2026-01-05T18:30:00.000Z"),
      ("Asia/Kathmandu", "2026-01-04T18:15:00.000Z", "2026-01-05T18:15:00.000Z"),
      ("Australia/Lord_Howe", "2026-04-04T13:00:00.000Z", "2026-04-05T13:30:00.000Z"),
      ("America/St_Johns", "2026-03-08T03:30:00.000Z", "2026-03-09T02:30:00.000Z"),
    ]

    @Test("a deal lasts a whole local day, of whatever length", arguments: days)
    func whole(zone: String, first: String, next: String) {
      let last = "\(Timestamp(next)!.advanced(byMilliseconds: -1))"
      market(zone: zone, clock: "2026-01-01 08:00")
        .given(offer("D1", ["validFrom": .text(first), "validUntil": .text(last)], at: first))
    }

    @Test("notSameDay: it ends with the first instant of the next day", arguments: days)
    func notSameDay(zone: String, first: String, next: String) {
      market(zone: zone, clock: "2026-01-01 08:00")
        .when(offer("D1", ["validFrom": .text(first), "validUntil": .text(next)], at: first))
        .thenRejected(.notSameDay)
    }

    @Test("notSameDay: it begins with the last instant of the day before", arguments: days)
    func begunTheDayBefore(zone: String, first: String, next: String) {
      let eve = "\(Timestamp(first)!.advanced(byMilliseconds: -1))"
      market(zone: zone, clock: "2026-01-01 08:00")
        .when(
          offer(
            "D1", ["validFrom": .text(eve), "validUntil": .text(first)], at: "2026-01-01 08:00")
        )
        .thenRejected(.notSameDay)
    }
  }

  @Suite("Deals, editing") struct DealEditing {
    @Test("edits are recorded as given, in documented order, with the company")
    func order() {
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

    @Test("an edit is bound by ownership alone, the role may be gone")
    func ownership() {
      market(offer(), act("mia", "role.revoked", "cafe", ["role": "company"]))
        .given(edit(["name": "Stew"]))
    }

    @Test("an edit changes something", arguments: [[:], ["company": "cafe"]] as [JSON])
    func empty(changes: JSON) {
      market(offer()).when(edit(changes)).thenInvalid(.missingField)
    }

    @Test("unknownDeal: an edit of no deal")
    func unknownDeal() { market().when(edit(["name": "Stew"])).thenRejected(.unknownDeal) }

    @Test("notOwner: neither another company nor a manager edits", arguments: ["shop", "mia"])
    func notOwner(actor: String) {
      market(offer()).when(edit(["name": "Stew"], by: actor)).thenRejected(.notOwner)
    }

    @Test("dealEnded: a removed or expired deal is not edited")
    func dealEnded() {
      market(offer(), removeDeal()).when(edit(["name": "Stew"])).thenRejected(.dealEnded)
      market(offer()).when(
        edit(["validUntil": "2026-01-05T21:00:00Z"], at: "2026-01-05T20:00:00.001Z")
      ).thenRejected(.dealEnded)
    }

    @Test("in its last instant a deal can be prolonged")
    func lastInstant() {
      market(offer())
        .given(edit(["validUntil": "2026-01-05T21:00:00Z"], at: "2026-01-05 20:00"))
    }

    @Test(
      "missingField: what every deal needs is taken away",
      arguments: ["name", "companyName", "category", "validUntil"])
    func missingField(member: String) {
      market(offer()).when(edit(.object([(member, .null)]))).thenRejected(.missingField)
    }

    @Test(
      "missingField: a price without currency, a currency without price",
      arguments: [
        ["currency": nil], ["priceCents": nil],
      ] as [JSON])
    func halfPrice(changes: JSON) {
      market(offer("D1", priced)).when(edit(changes)).thenRejected(.missingField)
      market(offer()).when(edit(["priceCents": 5])).thenRejected(.missingField)
    }

    @Test("price and currency can be taken away together")
    func noPrice() {
      market(offer("D1", priced), edit(["priceCents": nil, "currency": nil])).when(reserve())
        .then(event("deal.reserved", "R1", ["deal": "D1", "company": "cafe"]))
    }

    @Test("the posting rules hold of the result")
    func postingRules() {
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

    @Test("invalidField: the begin cannot be taken away, which is said after all else")
    func invalidField() {
      market(offer()).when(edit(["validFrom": nil])).thenRejected(.invalidField)
      market(offer()).when(edit(["validFrom": nil, "capacity": 0]))
        .thenRejected(.invalidCapacity)
      market(offer(), reserve()).when(edit(["validFrom": nil, "latitude": 1]))
        .thenRejected(.termsFixed)
    }

    @Test("capacityBelowReserved: seats that are taken stay")
    func capacityBelowReserved() {
      market(offer(), reserve("R1", "joe"), reserve("R2", "ida")).when(edit(["capacity": 1]))
        .thenRejected(.capacityBelowReserved)
    }

    @Test("the capacity can be that of the live reservations, or unlimited")
    func capacity() {
      market(offer(), reserve("R1", "joe"), reserve("R2", "ida"), cancel("R2", by: "ida"))
        .given(edit(["capacity": 1]), edit(["capacity": nil]))
    }

    @Test(
      "termsFixed: what was reserved stays where and what it is",
      arguments: [
        ["latitude": 52.38], ["longitude": 4.9], ["priceCents": 501], ["currency": "USD"],
        ["priceCents": nil, "currency": nil],
        ["validFrom": "2026-01-06T08:00:00Z", "validUntil": "2026-01-06T20:00:00Z"],
      ] as [JSON])
    func termsFixed(changes: JSON) {
      let past = market(offer("D1", priced), reserve())
      past.when(edit(changes)).thenRejected(.termsFixed)
      past.given(cancel(), edit(changes))
    }

    @Test("of a reserved deal all else can change, the hours of its day too")
    func otherTerms() {
      market(offer("D1", priced), reserve()).given(
        edit([
          "name": "Stew", "category": "party", "validFrom": "2026-01-05T12:00:00Z",
          "validUntil": "2026-01-05T23:00:00Z", "latitude": 52.37, "currency": "EUR",
        ]))
    }
  }

  @Suite("Deals, removing") struct DealRemoving {
    @Test("live reservations go with the deal, listed in byte order")
    func cancelled() {
      market(
        offer(), reserve("b", "joe"), reserve("a", "ida"), cancel("a", by: "ida"),
        reserve("B", "ida")
      ).when(removeDeal())
        .then(event("deal.removed", "D1", ["company": "cafe", "cancelled": ["B", "b"]]))
    }

    @Test("a manager removes too; nothing reserved is an empty list")
    func manager() {
      market(offer()).when(removeDeal(by: "mia"))
        .then(event("deal.removed", "D1", ["company": "cafe", "cancelled": []]))
    }

    @Test("unknownDeal: a removal of no deal")
    func unknownDeal() { market().when(removeDeal()).thenRejected(.unknownDeal) }

    @Test("notOwner: another company does not remove", arguments: ["shop", "joe"])
    func notOwner(actor: String) {
      market(offer()).when(removeDeal(by: actor)).thenRejected(.notOwner)
    }

    @Test("dealEnded: a removed or expired deal is not removed")
    func dealEnded() {
      market(offer(), removeDeal()).when(removeDeal(by: "mia")).thenRejected(.dealEnded)
      market(offer()).when(removeDeal(at: "2026-01-05T20:00:00.001Z")).thenRejected(.dealEnded)
    }
  }
}
