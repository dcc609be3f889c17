/// Rosters that are published, changed after that, answered, settled and opened again.
extension Town {
  /// A promise that was just touched, and the act that follows at once.
  enum Promise {
    case answer(shift: Int)
    case restore(shift: Int)
    case reopen(period: String)
  }

  /// In turn, so that a short log has each of them.
  mutating func keepPromises() {
    promised += 1
    switch promised % 7 {
    case 1: publish()
    case 2: changePublished()
    case 3: confirmHours()
    case 4: closePeriod()
    case 5: setContract()
    case 6: cancelToRestore()
    default: recordTrade()
    }
  }

  /// Does what follows the act before.
  mutating func settle(_ promise: Promise) {
    self.promise = nil
    switch promise {
    case .answer(let shift):
      write(
        "change.answered", id(ofShift: shift), by: name(shifts[shift].owner),
        [("agreed", random.chance(70) ? "true" : "false")])
    case .restore(let shift): write("shift.restored", id(ofShift: shift), by: manager())
    case .reopen(let period):
      write("period.reopened", period, by: manager(), [("reason", "\"hours came late\"")])
    }
  }

  private func days(_ first: Int, _ last: Int) -> Submissions.Members {
    [
      ("from", quoted(Calendar.date(ofDay: first))), ("to", quoted(Calendar.date(ofDay: last))),
    ]
  }

  private mutating func publish() {
    publishedUntil = today + 13
    write("schedule.published", "U\(next())", by: manager(), days(today, publishedUntil))
  }

  /// A shift at random that has not begun, of somebody who is no manager.
  private mutating func anyIdle() -> Int? {
    guard let index = take(.idle) else { return nil }
    put(index, .idle)
    let owner = shifts[index].owner
    return owner >= managers && !gone.contains(owner) ? index : nil
  }

  private mutating func changePublished() {
    guard publishedUntil > today + 1 else { return publish() }
    guard let index = anyIdle(), (today...publishedUntil).contains(shifts[index].day) else {
      promised -= 1
      return
    }
    write(
      "shift.edited", id(ofShift: index), by: manager(),
      [("place", "\"room \(random.below(9))\""), ("reason", "\"the other room is painted\"")])
    promise = .answer(shift: index)
  }

  /// Whoever did not record the hours confirms them.
  private mutating func confirmHours() {
    guard let index = lastWorked, shifts[index].owner >= managers,
      !gone.contains(shifts[index].owner)
    else {
      promised -= 1
      return
    }
    lastWorked = nil
    write(
      "hours.confirmed", id(ofShift: index),
      by: wasRecordedByWorker ? manager() : name(shifts[index].owner))
  }

  private mutating func closePeriod() {
    write("period.closed", "M\(next())", by: manager(), days(today - 40, today - 34))
    promise = .reopen(period: "M\(serial)")
  }

  private mutating func setContract() {
    write(
      "contract.set", name(employee()), by: manager(),
      [("minRestMinutes", "0"), ("maxShiftMinutes", String(600 + 60 * random.below(9)))])
  }

  private mutating func cancelToRestore() {
    guard let index = anyIdle() else { return }
    write("shift.cancelled", id(ofShift: index), by: manager())
    promise = .restore(shift: index)
  }

  private mutating func recordTrade() {
    guard let (give, take) = exchangeable() else {
      promised -= 1
      return
    }
    write(
      "trade.recorded", "T\(next())", by: manager(),
      [("give", quoted(id(ofShift: give))), ("take", quoted(id(ofShift: take)))])
    exchange(Trade(id: "T\(serial)", give: give, take: take))
  }
}
