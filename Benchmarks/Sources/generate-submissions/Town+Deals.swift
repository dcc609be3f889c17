/// Companies' deals of the day: posted, edited, removed.
extension Town {
  struct Deal {
    var id: String
    var company: Int
    var from: Int
    var until: Int
    var seats: Int
    /// In cents; without one it costs nothing.
    var price: Int?
    var guests: Set<Int> = []
    var reservations: [Int] = []
    var isRemoved = false
  }

  mutating func postDeal() {
    let company = random.below(companies)
    let end = (today + 1) * 86_400_000 - 60_000
    guard end - now > 3_600_000 else { return }
    let number = next()
    let category = ["shopping", "food", "hotels", "activities", "party", "other"][random.below(6)]
    let latitude = Double(52_000_000 + random.below(500_000)) / 1_000_000
    let longitude = Double(4_500_000 + random.below(900_000)) / 1_000_000
    var deal = Deal(
      id: "deal-\(number)", company: company, from: now, until: end,
      seats: random.chance(10) ? Int.max : 1 + random.below(30),
      price: random.chance(10) ? nil : (1 + random.below(40)) * 50)
    let style = random.below(20)
    let title =
      switch isPlain ? 2 : style {
      case 0: "Crème brûlée № \(number)"
      case 1: "🍕 & cola / no. \(number)"
      default: "Table for two, no. \(number)"
      }
    var data: Submissions.Members = [
      ("name", quoted(title)), ("companyName", "\"Shop \(company)\""),
      ("category", quoted(category)), ("latitude", "\(latitude)"), ("longitude", "\(longitude)"),
      ("validUntil", quoted(Calendar.time(ofMillisecond: end))),
    ]
    if random.chance(20) {
      deal.from += random.below(3_600_000)
      data.append(("validFrom", quoted(Calendar.time(ofMillisecond: deal.from))))
    }
    if random.chance(20) { data.append(("address", "\"Markt \(number % 90) / 2\"")) }
    if deal.seats < Int.max { data.append(("capacity", String(deal.seats))) }
    if let price = deal.price { data += [("priceCents", "\(price)"), ("currency", "\"EUR\"")] }
    write("deal.posted", deal.id, by: "shop-\(company)", data)
    currentDeals.append(deals.count)
    deals.append(deal)
  }

  /// A deal, drawn at random, that is neither removed nor over.
  mutating func currentDeal() -> Int? {
    while let index = currentDeals.takeAny(&random) {
      guard deals[index].until > now, !deals[index].isRemoved else { continue }
      currentDeals.append(index)
      return index
    }
    return nil
  }

  mutating func changeDeal() {
    guard let index = currentDeal() else { return }
    if random.chance(35) { removeDeal(index) } else { editDeal(index) }
  }

  private mutating func editDeal(_ index: Int) {
    let deal = deals[index]
    var data: Submissions.Members
    switch random.below(4) {
    case 0 where isPlain: data = [("openingTimes", "\"Mo-Fr 9-17\""), ("picture", "null")]
    case 1 where isPlain: data = [("description", "\"Only today\"")]
    case 0: data = [("openingTimes", "\"Mo–Fr 9–17\\nSa\\t10–16\""), ("picture", "null")]
    case 1: data = [("description", "\"Nur heute: \\\"2 für 1\\\"\"")]
    case 2 where deal.guests.isEmpty:
      let price = (1 + random.below(40)) * 50
      deals[index].price = price
      data = [("priceCents", String(price)), ("currency", "\"EUR\"")]
    default:
      deals[index].seats = deal.guests.count + 1 + random.below(20)
      data = [("address", "null"), ("capacity", String(deals[index].seats))]
    }
    write("deal.edited", deal.id, by: "shop-\(deal.company)", data)
  }

  private mutating func removeDeal(_ index: Int) {
    let deal = deals[index]
    write(
      "deal.removed", deal.id, by: random.chance(70) ? "shop-\(deal.company)" : manager())
    deals[index].isRemoved = true
    for reservation in deal.reservations where reservations[reservation].isLive {
      end(reservation: reservation)
    }
  }
}
