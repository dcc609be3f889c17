// Days on which no weekly work comes about.

/// Closed days: of every place, or of one.
package struct ClosureRecord: StateRecord {
  package var id: ClosureID
  package var from: LocalDate
  package var to: LocalDate
  private var placeIndex: UInt32
  private var titleIndex: UInt32
  package var by: UserID
  package var hasEnded = false

  init(_ event: ClosureRecorded, by actor: UserID) {
    (id, from, to, by) = (event.closure, event.from, event.to, actor)
    placeIndex = event.place?.inNFC.symbolIndex ?? 0
    titleIndex = event.title?.inNFC.symbolIndex ?? 0
  }

  /// The place that it closes; `nil` for every place.
  package var place: Name? { placeIndex == 0 ? nil : Name(symbolIndex: placeIndex) }
  /// The words for it.
  package var title: Title? { titleIndex == 0 ? nil : Title(symbolIndex: titleIndex) }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    by.renumber(new)
    (placeIndex, titleIndex) = (new(placeIndex), new(titleIndex))
  }

  /// Returns `true` if it closes a day of a place.
  package func closes(_ date: LocalDate, at place: Name?) -> Bool {
    !hasEnded && from <= date && date <= to && (self.place == nil || self.place == place)
  }
}

/// The days that closures close, of some that were asked for.
package struct ClosureDays: Sendable {
  private var everywhere: Set<LocalDate> = []
  private var places: [Name: Set<LocalDate>] = [:]

  fileprivate init(
    _ closures: some Sequence<ClosureRecord>, from first: LocalDate, to last: LocalDate
  ) {
    for closure in closures where !closure.hasEnded {
      var date = max(first, closure.from)
      let end = min(last, closure.to)
      while date <= end {
        if let place = closure.place {
          places[place, default: []].insert(date)
        } else {
          everywhere.insert(date)
        }
        date = date + 1
      }
    }
  }

  /// Returns `true` if a day of a place is closed.
  package func contains(_ date: LocalDate, at place: Name?) -> Bool {
    everywhere.contains(date) || place.flatMap { places[$0] }?.contains(date) ?? false
  }

  /// Returns `true` if a date of a series is closed, where it is then.
  func contains(_ date: LocalDate, of series: () -> Series) -> Bool {
    if places.isEmpty { return everywhere.contains(date) }
    return contains(date, at: series().terms(on: date).keys.place)
  }
}

extension DomainState {
  mutating func evolve(with event: ClosureRecorded, by actor: UserID) {
    if closures.place(of: event.closure) != nil { return }
    closures.add(ClosureRecord(event, by: actor))
  }

  mutating func evolve(with event: ClosureEnded) {
    if let place = closures.place(of: event.closure) { closures[place].hasEnded = true }
  }

  /// The closed days from one to another, both counted.
  ///
  /// - Complexity: O(c · d) for c closures of at most d of these days.
  package func closureDays(from first: LocalDate, to last: LocalDate) -> ClosureDays {
    ClosureDays(closures.rows.elements, from: first, to: last)
  }
}
