import ShiftEventsTesting
import Testing

// The beginning of scenarios of deals: cafe and shop are companies, joe and ida consumers, mia is a
// manager. By default they are on Monday 5 January 2026, from eight in UTC on.

@discardableResult func market(
  _ steps: Step..., zone: String? = nil, clock: String = "2026-01-05 08:00",
  location: SourceLocation = #_sourceLocation
) -> Scenario {
  let zone = zone.map { configure(["timeZone": .text($0)]) }
  return given(
    register("mia", "manager"), register("cafe", "company"), register("shop", "company"),
    register("joe", "consumer"), register("ida", "consumer"), register("bas"), clock: clock,
    location: location
  ).given((zone.map { [$0] } ?? []) + steps, location: location)
}

/// Soup at the cafe until eight in the evening, for nothing, with as many seats as there are people.
func offer(
  _ deal: String = "D1", _ changes: JSON = [:], by company: String = "cafe", at: String? = nil
)
  -> Step
{
  act(company, "deal.posted", deal, soup(changes), at: at)
}

/// The terms of the soup, changed; `null` leaves a member out.
func soup(_ changes: JSON = [:]) -> JSON {
  var members: [(name: String, value: JSON)] = [
    ("name", "Soup"), ("companyName", "Café Noir"), ("category", "food"), ("latitude", 52.37),
    ("longitude", 4.89), ("validUntil", "2026-01-05T20:00:00.000Z"),
  ]
  guard case .object(let changes) = changes else { return .object(members) }
  for change in changes {
    if let place = members.firstIndex(where: { $0.name == change.name }) {
      members[place].value = change.value
    } else {
      members.append(change)
    }
  }
  return .object(members.filter { if case .null = $0.value { false } else { true } })
}

let priced: JSON = ["priceCents": 500, "currency": "EUR"]

func edit(_ changes: JSON, _ deal: String = "D1", by company: String = "cafe", at: String? = nil)
  -> Step
{
  act(company, "deal.edited", deal, changes, at: at)
}

func removeDeal(_ deal: String = "D1", by actor: String = "cafe", at: String? = nil) -> Step {
  act(actor, "deal.removed", deal, at: at)
}

func reserve(
  _ reservation: String = "R1", _ consumer: String = "joe", in deal: String = "D1",
  at: String? = nil
) -> Step {
  act(consumer, "deal.reserved", reservation, ["deal": .text(deal)], at: at)
}

func cancel(_ reservation: String = "R1", by actor: String = "joe", at: String? = nil) -> Step {
  act(actor, "reservation.cancelled", reservation, at: at)
}

func pay(
  _ reservation: String = "R1", _ cents: Int = 500, _ currency: String = "EUR",
  by company: String = "cafe", at: String? = nil
) -> Step {
  act(
    company, "payment.recorded", reservation,
    ["amountCents": .integer(cents), "currency": .text(currency), "reference": "bank 1"], at: at)
}

func refund(_ reservation: String = "R1", by company: String = "cafe", at: String? = nil) -> Step {
  act(company, "payment.refunded", reservation, ["reference": "bank 2"], at: at)
}

func rate(
  _ company: String = "cafe", _ stars: Int = 5, for reservation: String = "R1",
  by consumer: String = "joe", at: String? = nil
) -> Step {
  act(
    consumer, "company.rated", company,
    ["reservation": .text(reservation), "stars": .integer(stars)], at: at)
}
