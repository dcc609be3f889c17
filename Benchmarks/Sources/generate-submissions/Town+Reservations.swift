/// Reservations of deals: paid, cancelled, refunded; and what their consumers think of the company.
extension Town {
  struct Reservation {
    var id: String
    var deal: Int
    var user: Int
    var price: Int?
    var isLive = true
    var isPaid = false
    var mayRate = true
  }

  mutating func reserve() {
    guard let index = currentDeal() else { return }
    let user = guest()
    let deal = deals[index]
    guard deal.from <= now, deal.guests.count < deal.seats, !deal.guests.contains(user) else {
      return
    }
    let reservation = Reservation(id: "r.\(next())", deal: index, user: user, price: deal.price)
    write("deal.reserved", reservation.id, by: name(user), [("deal", quoted(deal.id))])
    let number = reservations.count
    reservations.append(reservation)
    deals[index].guests.insert(user)
    deals[index].reservations.append(number)
    live.append(number)
    customers.append(number)
    if customers.count > 1000 { customers.removeFirst(500) }
  }

  /// The end of a live reservation; one that was paid for is owed.
  mutating func end(reservation number: Int) {
    reservations[number].isLive = false
    deals[reservations[number].deal].guests.remove(reservations[number].user)
    if reservations[number].isPaid { refunds.append(number) }
  }

  private func company(of number: Int) -> String {
    "shop-\(deals[reservations[number].deal].company)"
  }

  private mutating func cancel(_ number: Int) {
    let reservation = reservations[number]
    let isBySelf = random.chance(80) && !gone.contains(reservation.user)
    write(
      "reservation.cancelled", reservation.id,
      by: isBySelf ? name(reservation.user) : company(of: number))
    if isBySelf { reservations[number].mayRate = false }
    end(reservation: number)
  }

  mutating func regret(_ number: Int) {
    regretted = nil
    if deals[reservations[number].deal].until > now { cancel(number) }
  }

  mutating func payOrCancel() {
    guard let number = live.takeAny(ofLast: 3, &random), reservations[number].isLive else {
      return
    }
    let reservation = reservations[number]
    if random.chance(60), let price = reservation.price {
      write(
        "payment.recorded", reservation.id, by: company(of: number),
        [
          ("amountCents", String(price)), ("currency", "\"EUR\""),
          ("reference", "\"tr/\(next())\""),
        ])
      reservations[number].isPaid = true
      if random.chance(40) { regretted = number }
    } else if now < deals[reservation.deal].until {
      cancel(number)
    }
  }

  mutating func refundOrRate() {
    if let number = refunds.popLast() {
      write(
        "payment.refunded", reservations[number].id, by: company(of: number),
        [("reference", "\"re_\(reservations[number].id)\"")])
    } else if let number = customers.popLast(), reservations[number].mayRate,
      !gone.contains(reservations[number].user)
    {
      var data: Submissions.Members = [
        ("reservation", quoted(reservations[number].id)), ("stars", String(1 + random.below(5))),
      ]
      switch random.below(20) {
      case 0 where isPlain: data.append(("comment", "\"Very good\""))
      case 0: data.append(("comment", "\"Très bon!\\nÀ bientôt 👍\""))
      case 1..<6: data.append(("comment", "\"Good food / slow service\""))
      default: break
      }
      write("company.rated", company(of: number), by: name(reservations[number].user), data)
    }
  }
}
