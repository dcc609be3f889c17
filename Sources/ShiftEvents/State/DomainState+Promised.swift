// The shifts as publications promised them: a shift that nobody has changed since is its own promise, and of one that
// was changed the record before is kept.

extension DomainState {
  /// Keeps what was promised of a shift that is about to change, unless it was kept before.
  @inline(__always)
  mutating func keepPromise(at place: Int) {
    if shifts[place].publication < publications.count { keepLastPromise(at: place) }
  }

  @inline(never)
  private mutating func keepLastPromise(at place: Int) {
    guard let promise = promise(at: place) else { return }
    shifts[place].publication = UInt32(publications.count)
    if let kept = promised.place(of: promise.id), !isLast(promised[kept]) {
      promised[kept] = promise
    } else {
      promised.add(promise)
    }
  }

  /// The shift as the last publication of its day promised it, if nobody changed it since. Inlined: a call would copy the
  /// state.
  @inline(__always)
  private func promise(at place: Int) -> ShiftRecord? {
    var shift = shifts[place]
    guard shift.isOpen, case let last = publishedDays.last(of: shift.date), last > shift.publication
    else { return nil }
    shift.publication = last
    shift.awaitedAnswer = awaitedChange(of: shift.id) != nil
    return shift
  }

  /// True of a promise that no later publication has taken the place of.
  @inline(__always)
  private func isLast(_ promise: ShiftRecord) -> Bool {
    publishedDays.last(of: promise.date) == promise.publication
  }

  /// Hands over the shifts of each day as they were when it was published last; one that was moved may stand on several
  /// days.
  ///
  /// - Complexity: O(s log p) in all shifts and publications.
  package func forEachPromise(_ body: (ShiftRecord) -> Void) {
    for promise in promised.rows where isLast(promise) { body(promise) }
    for place in shifts.indices where shiftBriefs[place].isOpen {
      if let promise = promise(at: place) { body(promise) }
    }
  }

  /// The places of the shifts on the schedule that begin on one of some days, ascending.
  func openShifts(from first: LocalDate, to last: LocalDate) -> [Int] {
    var places: [Int] = []
    shiftDays.forEachPlace(from: first, to: last, of: shifts.count) { place in
      let brief = shiftBriefs[place]
      if brief.isOpen, first <= brief.date, brief.date <= last { places.append(place) }
    }
    return places
  }
}
