/// Terms of weekly work: what holds of its occurrences from a day on.
package struct SeriesTerms: Hashable, Sendable {
  package var start: TimeOfDay
  package var end: TimeOfDay
  /// The optional keys of each occurrence.
  package var keys: ShiftDetails
  /// The owner of a fixed shift; `nil` of a fixed vacancy.
  package var owner: UserID?
  /// The places of a fixed vacancy, 0 of a fixed shift.
  package var places = 0
  /// The number of people that a fixed vacancy takes; `nil` where nobody said.
  package var wanted: Int?

  package var times: ShiftTimes { ShiftTimes(start: start, end: end, days: keys.days) }

  /// Returns `true` if an occurrence is the same by both.
  func asksTheSame(as other: Self) -> Bool {
    times.lastAsLong(as: other.times) && keys.withoutDays == other.keys.withoutDays
      && owner == other.owner
      && places == other.places && wanted == other.wanted
  }
}

/// Changes of weekly work that hold from a day on, each member for itself.
struct SeriesChange: Sendable {
  var from: LocalDate
  var edits: SeriesEdits
  var owner: UserID?

  func apply(to terms: inout SeriesTerms) {
    terms.start = edits.start.applied(to: terms.start) ?? terms.start
    terms.end = edits.end.applied(to: terms.end) ?? terms.end
    terms.places = edits.places.applied(to: terms.places) ?? terms.places
    terms.wanted = edits.wanted.applied(to: terms.wanted)
    terms.keys = terms.keys.applying(edits.keys).asInState
    terms.owner = owner ?? terms.owner
  }
}

/// Weekly work: on which dates it has occurrences, and by which terms.
package struct Series: Sendable {
  /// The terms that hold from a day on.
  package struct Term: Sendable {
    package var from: LocalDate
    package var terms: SeriesTerms
  }

  package let weekday: Weekday
  /// The number of weeks from one occurrence to the next.
  package let every: Int
  /// The first day on which an occurrence may be.
  package let from: LocalDate
  /// The last day on which an occurrence may be.
  package private(set) var until: LocalDate?
  package let isRemoved: Bool
  /// Ascending by day; the first holds from the first day on.
  package private(set) var spans: [Term]
  private let base: SeriesTerms
  private var changes: [SeriesChange]

  /// - Parameter changes: in the order in which they were recorded.
  init(
    weekday: Weekday, every: Int, from: LocalDate, until: LocalDate?, isRemoved: Bool = false,
    _ terms: SeriesTerms, changes: [SeriesChange] = []
  ) {
    (self.weekday, self.every, self.from, self.until) = (weekday, max(1, every), from, until)
    (self.isRemoved, base, self.changes) = (isRemoved, terms, changes)
    spans = [Term(from: from, terms: terms)]
    laySpans()
  }

  /// The same with one more change, and another last day.
  func changed(by change: SeriesChange) -> Series {
    var series = self
    series.until = change.edits.until.applied(to: until)
    series.changes.append(change)
    series.laySpans()
    return series
  }

  /// Of each member the latest day that is not after a date holds, and of one day what was recorded last.
  private mutating func laySpans() {
    if changes.isEmpty { return }
    var all = [Term(from: from, terms: base)]
    var terms = base
    let inOrder = changes.enumerated().sorted {
      ($0.element.from, $0.offset) < ($1.element.from, $1.offset)
    }
    for (_, change) in inOrder {
      change.apply(to: &terms)
      if change.from <= all[all.count - 1].from {
        all[all.count - 1].terms = terms
      } else {
        all.append(Term(from: change.from, terms: terms))
      }
    }
    spans = all.indices.filter { $0 == 0 || all[$0].terms != all[$0 - 1].terms }.map { all[$0] }
  }

  /// The terms on a date; before the first day those of the first day.
  package func terms(on date: LocalDate) -> SeriesTerms {
    spans[max(0, spans.firstPlace { $0.from > date } - 1)].terms
  }

  /// The times that hold on a day or later.
  package func times(from day: LocalDate) -> [ShiftTimes] {
    [terms(on: day).times] + spans.filter { $0.from > day }.map(\.terms.times)
  }

  // MARK: - Dates

  /// The first date of its rhythm that is not before a day, whatever the last day is.
  package func date(onOrAfter day: LocalDate) -> LocalDate {
    firstDate(of: weekday, every: every, from: from, onOrAfter: day)
  }

  /// The dates of its rhythm from one day on and before another, whatever the last day is.
  func rhythm(from first: LocalDate, before end: LocalDate) -> [LocalDate] {
    var dates: [LocalDate] = []
    var date = date(onOrAfter: first)
    // A series that was there before the horizon came to the end of the calendar goes on up to it.
    while date < end, date <= .last {
      dates.append(date)
      date = date + 7 * every
    }
    return dates
  }

  /// The dates of its occurrences from one day on and before another.
  package func dates(from first: LocalDate, before end: LocalDate) -> [LocalDate] {
    rhythm(from: first, before: min(end, (until ?? .last) + 1))
  }

  /// Its owners from a day on, each with the first and the last day on which the person is it.
  func owners(from first: LocalDate) -> [(owner: UserID, first: LocalDate, last: LocalDate)] {
    let last = until ?? .last
    var owners: [(owner: UserID, first: LocalDate, last: LocalDate)] = []
    for (place, stretch) in spans.enumerated() {
      guard let owner = stretch.terms.owner else { continue }
      let next = place + 1 < spans.count ? spans[place + 1].from + -1 : last
      let (start, end) = (max(first, stretch.from), min(next, last))
      if start > end { continue }
      if let before = owners.last, before.owner == owner {
        owners[owners.count - 1].last = end
      } else {
        owners.append((owner, start, end))
      }
    }
    return owners
  }

  /// Returns `true` if both may have occurrences on one date, as far as their weekdays and rhythms say.
  func meets(_ other: Series) -> Bool {
    if weekday != other.weekday { return false }
    let weeks = (date(onOrAfter: from) - other.date(onOrAfter: other.from)) / 7
    var (common, rest) = (every, other.every)
    while rest > 0 { (common, rest) = (rest, common % rest) }
    return weeks % common == 0
  }
}

/// The first date of a rhythm that is not before a day.
func firstDate(
  of weekday: Weekday, every: Int, from: LocalDate, onOrAfter day: LocalDate
) -> LocalDate {
  let first = from.next(weekday)
  let (days, step) = (max(0, day - first), 7 * max(1, every))
  return first + (days + step - 1) / step * step
}
