// The shifts as publications promised them.

extension DomainState {
  /// Keeps the open shifts of some days as they are now, in the place of what was promised for these days before.
  ///
  /// - Complexity: linear in all shifts.
  mutating func promise(from first: LocalDate, to last: LocalDate) {
    var kept = Records<ShiftRecord>()
    for shift in promised.rows where shift.date < first || last < shift.date { kept.add(shift) }
    for shift in shifts.rows where shift.isOpen && first <= shift.date && shift.date <= last {
      kept.add(shift)
      if awaitedChange(of: shift.id) != nil { kept[kept.count - 1].awaitedAnswer = true }
    }
    promised = kept
  }
}
