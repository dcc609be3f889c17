import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Ratings") struct Ratings {
    @Test func `a customer rates the company, also after the deal and again`() {
      market(offer(), reserve(), rate()).when(
        act(
          "joe", "company.rated", "cafe",
          ["comment": "cold\nsoup", "stars": 1, "reservation": "R1"], at: "2026-02-01 08:00")
      ).then(
        event(
          "company.rated", "cafe",
          ["reservation": "R1", "stars": 1, "comment": "cold\nsoup", "deal": "D1"]))
    }

    @Test(arguments: [cancel(by: "cafe"), removeDeal()])
    func `a customer whom the company let down rates, too`(cancellation: Step) {
      market(offer(), reserve(), cancellation).when(rate("cafe", 1))
        .then(event("company.rated", "cafe", ["reservation": "R1", "stars": 1, "deal": "D1"]))
    }

    @Test func `missingRole: rating is for consumers`() {
      market(offer(), reserve()).when(rate(by: "bas")).thenRejected(.missingRole)
    }

    @Test func `unknownUser: a company that is not registered`() {
      market(offer(), reserve()).when(rate("nobody")).thenRejected(.unknownUser)
    }

    @Test func `unknownReservation: a rating for none`() {
      market(offer()).when(rate()).thenRejected(.unknownReservation)
    }

    @Test func `notACustomer: not theirs, of another company, cancelled by themselves, not begun`()
    {
      market(offer(), reserve()).when(rate(by: "ida")).thenRejected(.notACustomer)
      market(offer(), reserve()).when(rate("shop")).thenRejected(.notACustomer)
      market(offer(), reserve(), cancel()).when(rate("cafe", 9)).thenRejected(.notACustomer)
      market(offer(), reserve(), edit(["validFrom": "2026-01-05T10:00:00Z"]))
        .when(rate(at: "2026-01-05T09:59:59.999Z")).thenRejected(.notACustomer)
        .given(rate(at: "2026-01-05 10:00"))
    }

    @Test(arguments: [0, 6, -1])
    func `invalidStars: one to five`(stars: Int) {
      market(offer(), reserve()).when(rate("cafe", stars)).thenRejected(.invalidStars)
    }

    @Test(arguments: [1, 5])
    func `one and five stars`(stars: Int) { market(offer(), reserve()).given(rate("cafe", stars)) }
  }
}
