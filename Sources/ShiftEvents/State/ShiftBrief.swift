/// The owner, the day and the state of a shift in eight bytes, at which a walk over all shifts looks first: a record has
/// seventy-two.
package struct ShiftBrief: Equatable, Sendable, BitwiseCopyable {
  @usableFromInline package var owner: UserID
  /// The day, the state, and two flags.
  @usableFromInline let bits: UInt32

  init(_ shift: ShiftRecord) {
    owner = shift.owner
    bits =
      UInt32(bitPattern: shift.date.daysSinceEpoch) << 6 | UInt32(shift.state.rawValue) << 2
      | (shift.request == nil ? 0 : 2) | (shift.days == nil ? 0 : 1)
  }

  /// Days since 1970-01-01.
  @inlinable package var day: Int { Int(Int32(bitPattern: bits) >> 6) }
  var date: LocalDate { LocalDate(daysSinceEpoch: day) }
  /// True of a shift that may belong to other days than its date.
  @inlinable package var hasDays: Bool { bits & 1 != 0 }
  @inlinable package var hasRequest: Bool { bits & 2 != 0 }

  /// The number of a `ShiftRecord.State`.
  @inlinable package var state: UInt32 { bits >> 2 & 15 }
  @inlinable package var isSupplied: Bool { state == 1 }
  @inlinable package var isAwaiting: Bool { state == 3 || state == 4 }
  @inlinable package var isOpen: Bool { state <= 4 }
  @inlinable package var isSkipped: Bool { state == 8 }
}

extension DomainState {
  package func shift(at place: Int) -> ShiftRecord { shifts[place] }

  /// Puts a shift in a place, or behind all others.
  ///
  /// - Returns: its place.
  @discardableResult
  mutating func put(_ shift: ShiftRecord, at place: Int? = nil) -> Int {
    var shift = shift
    shift.publication = UInt32(publications.count)
    let (all, brief) = (shifts.count, ShiftBrief(shift))
    shiftDays.note(shift.date, to: shift.lastDate, at: place ?? all)
    guard let place else {
      shiftBriefs.append(brief)
      return shifts.add(shift)
    }
    keepPromise(at: place)
    shiftBriefs[place] = brief
    shifts[place] = shift
    return place
  }

  /// Takes these shifts of another state over, and no others.
  package mutating func keepShifts(_ wanted: some Sequence<ShiftID>, of state: DomainState) {
    shifts = state.shifts.only(wanted)
    shiftBriefs = FlatArray(shifts.rows.map(ShiftBrief.init))
    shiftDays = DayRanges()
    for place in shifts.indices {
      shiftDays.note(shifts[place].date, to: shifts[place].lastDate, at: place)
    }
  }
}
