import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Reservations") struct Reservations {
    @Test("a seat is taken at the price of the moment")
    func price() {
      market(offer("D1", priced), edit(["priceCents": 700])).when(reserve()).then(
        event(
          "deal.reserved", "R1",
          ["deal": "D1", "company": "cafe", "priceCents": 700, "currency": "EUR"]))
    }

    @Test("without a price there is none in the event")
    func free() {
      market(offer()).when(reserve())
        .then(event("deal.reserved", "R1", ["deal": "D1", "company": "cafe"]))
    }

    @Test("missingRole: reserving is for consumers")
    func missingRole() {
      market(offer()).when(reserve("R1", "bas")).thenRejected(.missingRole)
    }

    @Test("reservationExists: a used id stays used, also of a cancelled one")
    func reservationExists() {
      market(offer(), reserve(), cancel()).when(reserve("R1", "ida"))
        .thenRejected(.reservationExists)
    }

    @Test("unknownDeal: a seat in no deal")
    func unknownDeal() { market().when(reserve()).thenRejected(.unknownDeal) }

    @Test("ownDeal: a company that is a consumer too does not reserve its own, removed or not")
    func ownDeal() {
      let past = market(offer(), act("mia", "role.granted", "cafe", ["role": "consumer"]))
      past.when(reserve("R1", "cafe")).thenRejected(.ownDeal)
      past.given(removeDeal()).when(reserve("R1", "cafe")).thenRejected(.ownDeal)
    }

    @Test("dealEnded: a removed deal")
    func dealEnded() {
      market(offer(), removeDeal()).when(reserve("R1", at: "2026-01-05 21:00"))
        .thenRejected(.dealEnded)
    }

    @Test("notYetValid: a millisecond before the begin")
    func notYetValid() {
      let past = market(offer("D1", ["validFrom": "2026-01-05T10:00:00Z"]))
      past.when(reserve(at: "2026-01-05T09:59:59.999Z")).thenRejected(.notYetValid)
      past.given(reserve(at: "2026-01-05 10:00"))
    }

    @Test("expired: a millisecond after the end")
    func expired() {
      market(offer()).when(reserve(at: "2026-01-05T20:00:00.001Z")).thenRejected(.expired)
      market(offer()).given(reserve(at: "2026-01-05 20:00"))
    }

    @Test("alreadyReserved: one seat each, also where none is left")
    func alreadyReserved() {
      market(offer("D1", ["capacity": 1]), reserve()).when(reserve("R2"))
        .thenRejected(.alreadyReserved)
    }

    @Test("who cancelled may reserve again, and everybody in another deal")
    func again() {
      market(offer(), reserve(), cancel())
        .given(reserve("R2"), offer("D2"), reserve("R3", in: "D2"))
    }

    @Test("soldOut: no seat is left, until one is given back or added")
    func soldOut() {
      let past = market(offer("D1", ["capacity": 1]), reserve())
      past.when(reserve("R2", "ida")).thenRejected(.soldOut)
      past.given(cancel(), reserve("R2", "ida"))
      past.given(edit(["capacity": 2]), reserve("R2", "ida"))
    }
  }

  @Suite("Reservations, cancelling") struct SeatCancelling {
    @Test("the consumer or the company cancels", arguments: ["joe", "cafe"])
    func unpaid(actor: String) {
      market(offer("D1", priced), reserve()).when(cancel(by: actor)).then(
        event(
          "reservation.cancelled", "R1",
          ["deal": "D1", "user": "joe", "company": "cafe", "refundDue": false]))
    }

    @Test("what was paid is to be paid back", arguments: ["joe", "cafe"])
    func paid(actor: String) {
      market(offer("D1", priced), reserve(), pay()).when(cancel(by: actor)).then(
        event(
          "reservation.cancelled", "R1",
          ["deal": "D1", "user": "joe", "company": "cafe", "refundDue": true]))
    }

    @Test("unknownReservation: none, cancelled already, or gone with its deal")
    func unknownReservation() {
      market().when(cancel()).thenRejected(.unknownReservation)
      market(offer(), reserve(), cancel()).when(cancel(by: "cafe"))
        .thenRejected(.unknownReservation)
      market(offer(), reserve(), removeDeal()).when(cancel()).thenRejected(.unknownReservation)
    }

    @Test("notOwner: nobody else, manager or not; of a cancelled one too")
    func notOwner() {
      for actor in ["ida", "shop", "mia"] {
        market(offer(), reserve()).when(cancel(by: actor)).thenRejected(.notOwner)
      }
      market(offer(), reserve(), cancel()).when(cancel(by: "ida")).thenRejected(.notOwner)
    }

    @Test("expired: a millisecond after the end")
    func expired() {
      market(offer(), reserve()).when(cancel(at: "2026-01-05T20:00:00.001Z"))
        .thenRejected(.expired)
      market(offer(), reserve()).given(cancel(at: "2026-01-05 20:00"))
    }
  }

  @Suite("Payments") struct Payments {
    @Test("the company records the payment, also after the deal")
    func payment() {
      market(offer("D1", priced), reserve()).when(pay(at: "2026-02-01 08:00")).then(
        event(
          "payment.recorded", "R1",
          [
            "amountCents": 500, "currency": "EUR", "reference": "bank 1", "deal": "D1",
            "user": "joe",
          ]))
    }

    @Test("unknownReservation: a payment for none, or for one that is not live")
    func unknownReservation() {
      market().when(pay()).thenRejected(.unknownReservation)
      market(offer("D1", priced), reserve(), cancel()).when(pay())
        .thenRejected(.unknownReservation)
      market(offer("D1", priced), reserve(), removeDeal()).when(pay())
        .thenRejected(.unknownReservation)
      market().when(refund()).thenRejected(.unknownReservation)
    }

    @Test("notOwner: neither the consumer nor another company", arguments: ["joe", "shop", "mia"])
    func notOwner(actor: String) {
      market(offer("D1", priced), reserve()).when(pay(by: actor)).thenRejected(.notOwner)
      market(offer("D1", priced), reserve(), pay(), cancel()).when(refund(by: actor))
        .thenRejected(.notOwner)
    }

    @Test("alreadyPaid: once, whatever the amount")
    func alreadyPaid() {
      market(offer("D1", priced), reserve(), pay()).when(pay("R1", 1)).thenRejected(.alreadyPaid)
    }

    @Test("wrongAmount: not the price when it was reserved")
    func wrongAmount() {
      let past = market(offer("D1", priced), reserve())
      past.when(pay("R1", 499)).thenRejected(.wrongAmount)
      past.when(pay("R1", 500, "USD")).thenRejected(.wrongAmount)
      market(offer(), reserve()).when(pay("R1", 0)).thenRejected(.wrongAmount)
    }

    @Test("what is free with a currency is paid with nothing")
    func nothing() {
      market(offer("D1", ["priceCents": 0, "currency": "EUR"]), reserve()).given(pay("R1", 0))
    }

    @Test(
      "a cancelled payment is paid back, by whomever it was cancelled",
      arguments: [cancel(by: "joe"), cancel(by: "cafe"), removeDeal(), removeDeal(by: "mia")])
    func refunded(cancellation: Step) {
      market(offer("D1", priced), reserve(), pay(), cancellation)
        .when(refund(at: "2026-02-01 08:00")).then(
          event(
            "payment.refunded", "R1",
            [
              "reference": "bank 2", "deal": "D1", "user": "joe", "amountCents": 500,
              "currency": "EUR",
            ]))
    }

    @Test("nothingToRefund: not paid, not cancelled, or paid back already")
    func nothingToRefund() {
      market(offer("D1", priced), reserve(), cancel()).when(refund())
        .thenRejected(.nothingToRefund)
      market(offer("D1", priced), reserve(), pay()).when(refund()).thenRejected(.nothingToRefund)
      market(offer("D1", priced), reserve(), pay(), cancel(), refund()).when(refund())
        .thenRejected(.nothingToRefund)
    }
  }
}
