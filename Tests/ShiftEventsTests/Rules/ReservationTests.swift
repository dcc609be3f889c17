import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Reservations") struct Reservations {
    @Test func `a seat is taken at the price of the moment`() {
      market(offer("D1", priced), edit(["priceCents": 700])).when(reserve()).then(
        event(
          "deal.reserved", "R1",
          ["deal": "D1", "company": "cafe", "priceCents": 700, "currency": "EUR"]))
    }

    @Test func `without a price there is none in the event`() {
      market(offer()).when(reserve())
        .then(event("deal.reserved", "R1", ["deal": "D1", "company": "cafe"]))
    }

    @Test func `missingRole: reserving is for consumers`() {
      market(offer()).when(reserve("R1", "bas")).thenRejected(.missingRole)
    }

    @Test func `reservationExists: a used id stays used, also of a cancelled one`() {
      market(offer(), reserve(), cancel()).when(reserve("R1", "ida"))
        .thenRejected(.reservationExists)
    }

    @Test func `unknownDeal: a seat in no deal`() {
      market().when(reserve()).thenRejected(.unknownDeal)
    }

    @Test
    func `ownDeal: a company that is a consumer too does not reserve its own, removed or not`() {
      let past = market(offer(), act("mia", "role.granted", "cafe", ["role": "consumer"]))
      past.when(reserve("R1", "cafe")).thenRejected(.ownDeal)
      past.given(removeDeal()).when(reserve("R1", "cafe")).thenRejected(.ownDeal)
    }

    @Test func `dealEnded: a removed deal`() {
      market(offer(), removeDeal()).when(reserve("R1", at: "2026-01-05 21:00"))
        .thenRejected(.dealEnded)
    }

    @Test func `notYetValid: a millisecond before the begin`() {
      let past = market(offer("D1", ["validFrom": "2026-01-05T10:00:00Z"]))
      past.when(reserve(at: "2026-01-05T09:59:59.999Z")).thenRejected(.notYetValid)
      past.given(reserve(at: "2026-01-05 10:00"))
    }

    @Test func `expired: a millisecond after the end`() {
      market(offer()).when(reserve(at: "2026-01-05T20:00:00.001Z")).thenRejected(.expired)
      market(offer()).given(reserve(at: "2026-01-05 20:00"))
    }

    @Test func `alreadyReserved: one seat each, also if none is left`() {
      market(offer("D1", ["capacity": 1]), reserve()).when(reserve("R2"))
        .thenRejected(.alreadyReserved)
    }

    @Test func `a consumer who cancelled may reserve again, and everybody in another deal`() {
      market(offer(), reserve(), cancel())
        .given(reserve("R2"), offer("D2"), reserve("R3", in: "D2"))
    }

    @Test func `order: removed, not begun, over, reserved`() {
      market(offer("D1", ["validFrom": "2026-01-05T10:00:00Z"]), removeDeal()).when(reserve())
        .thenRejected(.dealEnded)
      market(offer(), reserve()).when(reserve("R2", at: "2026-01-05T20:00:00.001Z"))
        .thenRejected(.expired)
    }

    @Test func `later events of a seat need ownership alone; the roles may be gone`() {
      let past = market(
        offer("D1", priced), reserve(), act("mia", "role.revoked", "cafe", ["role": "company"]),
        act("mia", "role.revoked", "joe", ["role": "consumer"]))
      past.given(pay(), cancel(), refund())
      past.given(cancel(by: "cafe"))
      past.given(removeDeal())
    }

    @Test func `soldOut: no seat is left, until one is given back or added`() {
      let past = market(offer("D1", ["capacity": 1]), reserve())
      past.when(reserve("R2", "ida")).thenRejected(.soldOut)
      past.given(cancel(), reserve("R2", "ida"))
      past.given(edit(["capacity": 2]), reserve("R2", "ida"))
    }
  }

  @Suite("Reservations, cancelling") struct SeatCancelling {
    @Test(arguments: ["joe", "cafe"])
    func `the consumer or the company cancels`(actor: String) {
      market(offer("D1", priced), reserve()).when(cancel(by: actor)).then(
        event(
          "reservation.cancelled", "R1",
          ["deal": "D1", "user": "joe", "company": "cafe", "refundDue": false]))
    }

    @Test(arguments: ["joe", "cafe"])
    func `a paid seat is to be paid back`(actor: String) {
      market(offer("D1", priced), reserve(), pay()).when(cancel(by: actor)).then(
        event(
          "reservation.cancelled", "R1",
          ["deal": "D1", "user": "joe", "company": "cafe", "refundDue": true]))
    }

    @Test func `unknownReservation: none, cancelled already, or gone with its deal`() {
      market().when(cancel()).thenRejected(.unknownReservation)
      market(offer(), reserve(), cancel()).when(cancel(by: "cafe"))
        .thenRejected(.unknownReservation)
      market(offer(), reserve(), removeDeal()).when(cancel()).thenRejected(.unknownReservation)
      market(offer(), reserve(), cancel()).when(cancel(at: "2026-01-05T20:00:00.001Z"))
        .thenRejected(.unknownReservation)
    }

    @Test func `notOwner: nobody else, manager or not; of a cancelled one too`() {
      for actor in ["ida", "shop", "mia"] {
        market(offer(), reserve()).when(cancel(by: actor)).thenRejected(.notOwner)
      }
      market(offer(), reserve(), cancel()).when(cancel(by: "ida")).thenRejected(.notOwner)
    }

    @Test func `expired: a millisecond after the end`() {
      market(offer(), reserve()).when(cancel(at: "2026-01-05T20:00:00.001Z"))
        .thenRejected(.expired)
      market(offer(), reserve()).given(cancel(at: "2026-01-05 20:00"))
    }
  }

  @Suite("Payments") struct Payments {
    @Test func `the company records the payment, also after the deal`() {
      market(offer("D1", priced), reserve()).when(pay(at: "2026-02-01 08:00")).then(
        event(
          "payment.recorded", "R1",
          [
            "amountCents": 500, "currency": "EUR", "reference": "bank 1", "deal": "D1",
            "user": "joe",
          ]))
    }

    @Test func `unknownReservation: a payment for none, or for one that is not live`() {
      market().when(pay()).thenRejected(.unknownReservation)
      market(offer("D1", priced), reserve(), cancel()).when(pay())
        .thenRejected(.unknownReservation)
      market(offer("D1", priced), reserve(), removeDeal()).when(pay())
        .thenRejected(.unknownReservation)
      market().when(refund()).thenRejected(.unknownReservation)
    }

    @Test(arguments: ["joe", "shop", "mia"])
    func `notOwner: neither the consumer nor another company`(actor: String) {
      market(offer("D1", priced), reserve()).when(pay(by: actor)).thenRejected(.notOwner)
      market(offer("D1", priced), reserve(), pay(), cancel()).when(refund(by: actor))
        .thenRejected(.notOwner)
    }

    @Test func `alreadyPaid: once, whatever the amount`() {
      market(offer("D1", priced), reserve(), pay()).when(pay("R1", 1)).thenRejected(.alreadyPaid)
    }

    @Test func `wrongAmount: not the price when it was reserved`() {
      let past = market(offer("D1", priced), reserve())
      past.when(pay("R1", 499)).thenRejected(.wrongAmount)
      past.when(pay("R1", 500, "USD")).thenRejected(.wrongAmount)
      market(offer(), reserve()).when(pay("R1", 0)).thenRejected(.wrongAmount)
    }

    @Test func `a free deal with a currency is paid with nothing`() {
      market(offer("D1", ["priceCents": 0, "currency": "EUR"]), reserve()).given(pay("R1", 0))
    }

    @Test(arguments: [cancel(by: "joe"), cancel(by: "cafe"), removeDeal(), removeDeal(by: "mia")])
    func `a cancelled payment is paid back, by whomever it was cancelled`(cancellation: Step) {
      market(offer("D1", priced), reserve(), pay(), cancellation)
        .when(refund(at: "2026-02-01 08:00")).then(
          event(
            "payment.refunded", "R1",
            [
              "reference": "bank 2", "deal": "D1", "user": "joe", "amountCents": 500,
              "currency": "EUR",
            ]))
    }

    @Test func `nothingToRefund: not paid, not cancelled, or paid back already`() {
      market(offer("D1", priced), reserve(), cancel()).when(refund())
        .thenRejected(.nothingToRefund)
      market(offer("D1", priced), reserve(), pay()).when(refund()).thenRejected(.nothingToRefund)
      market(offer("D1", priced), reserve(), pay(), cancel(), refund()).when(refund())
        .thenRejected(.nothingToRefund)
    }
  }
}
