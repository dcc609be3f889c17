/// Shifts on the marketplace: supplied, revoked, taken, and decided on.
extension Town {
  mutating func supply() {
    guard let index = take(.idle) else { return }
    guard !gone.contains(shifts[index].owner) else { return put(index, .idle) }
    write("shift.supplied", id(ofShift: index), by: name(shifts[index].owner))
    put(index, .supplied)
  }

  mutating func revoke() {
    guard let index = take(.supplied) else { return }
    guard !gone.contains(shifts[index].owner) else { return put(index, .supplied) }
    write("shift.revoked", id(ofShift: index), by: name(shifts[index].owner))
    put(index, .idle)
  }

  mutating func accept() {
    guard let index = take(.supplied) else { return }
    let (shift, taker) = (shifts[index], guest())
    guard taker != shift.owner, !busy[taker].contains(shift.day) else {
      return put(index, .supplied)
    }
    write(
      "shift.accepted", id(ofShift: index), by: name(taker), [("from", quoted(name(shift.owner)))])
    busy[taker].insert(shift.day)
    shifts[index].taker = taker
    if settings.marketApproval == "none" { handOver(index) } else { put(index, .awaiting) }
  }

  /// Makes the taker the owner, and closes a request of theirs for that day.
  private mutating func handOver(_ index: Int) {
    let shift = shifts[index]
    busy[shift.owner].remove(shift.day)
    shifts[index].owner = shift.taker
    shifts[index].request = nil
    put(index, .idle)
    closeRequest(key(shift.taker, shift.day))
  }

  mutating func decideOnTaker() {
    guard let index = take(.awaiting) else { return }
    let shift = shifts[index]
    let setting = shift.request == nil ? settings.marketApproval : settings.suggestionApproval
    let mayOwner = setting == "owner" && !gone.contains(shift.owner)
    let approver = mayOwner && random.chance(50) ? name(shift.owner) : manager()
    if random.chance(85), !gone.contains(shift.taker) {
      write("shift.approved", id(ofShift: index), by: approver)
      handOver(index)
    } else {
      write("shift.disapproved", id(ofShift: index), by: approver)
      busy[shift.taker].remove(shift.day)
      put(index, shift.request == nil ? .supplied : .idle)
      detach(index)
    }
  }

  mutating func withdrawAcceptance() {
    guard let index = take(.awaiting) else { return }
    let shift = shifts[index]
    guard !gone.contains(shift.taker) else { return put(index, .awaiting) }
    write("acceptance.withdrawn", id(ofShift: index), by: name(shift.taker))
    busy[shift.taker].remove(shift.day)
    if let request = shift.request { requests[request]?.isAwaiting = false }
    put(index, shift.request == nil ? .supplied : .suggested)
  }
}
