public import ShiftEvents

/// The state of a closure.
public enum ClosureStatus: String, CaseIterable, Sendable {
  /// Its days are to come.
  case ahead
  /// Today is one of its days.
  case now
  /// Its days are past.
  case over
  /// It was ended before that.
  case ended
}

/// Days on which no weekly work comes about.
public struct ClosureRow: Hashable, Sendable {
  /// The id, by which ties of the first day are broken.
  public var closure: ClosureID
  /// The first day.
  public var from: LocalDate
  /// The last day, itself included.
  public var to: LocalDate
  /// The place that is closed; `nil` for every place.
  public var place: Name?
  /// The words for it.
  public var title: String?
  /// The manager who recorded it.
  public var by: UserID
  /// The state now.
  public var status: ClosureStatus
}

extension Replay {
  /// The closures as of a moment by first day and id: those that are not over, or that have one of some days.
  ///
  /// - Parameters:
  ///   - place: the place of those that are wanted; `nil` for all.
  ///   - all: true for those that are over or were ended, too.
  /// - Complexity: O(c log c) for c closures.
  public func closures(
    dates: DateSelection = DateSelection(), at place: Name? = nil, all: Bool = false, now: Timestamp
  ) -> [ClosureRow] {
    let today = LocalMoment(now, in: workplace.timeZone).today
    return state.closures.rows.ordered(
      by: { Int($0.from.daysSinceEpoch) }, then: \.id.description
    ) {
      dates.contains(anyFrom: $0.from, to: $0.to) && (place == nil || $0.place == place)
        && (all || !$0.hasEnded && (!dates.isEmpty || $0.to >= today))
    }.map {
      ClosureRow(
        closure: $0.id, from: $0.from, to: $0.to, place: $0.place, title: $0.title?.description,
        by: $0.by,
        status: $0.hasEnded ? .ended : $0.to < today ? .over : $0.from <= today ? .now : .ahead)
    }
  }

  /// The words for the closures of a day, or those alone that close a place then: `Christmas`, `Repairs (bar)`.
  func closings(on day: LocalDate, at place: Name? = nil) -> [String] {
    state.closures.rows.elements.filter {
      !$0.hasEnded && $0.from <= day && day <= $0.to
        && (place == nil || $0.place == nil || $0.place == place)
    }
    .map { closure in
      let word = closure.title?.description ?? closure.id.description
      return closure.place.map { "\(word) (\($0))" } ?? word
    }.sorted()
  }
}

extension ProjectionDescriptor {
  /// The days on which no weekly work comes about.
  public static let closures = ProjectionDescriptor(
    "closures", from: [.closures], ordered: ["from", "closure"],
    passing: .hiding("day is closed", others: "over or ended", isByDay: true),
    nothing: { _ in "no day has been closed" }
  ) { replay, chosen, now, _ in
    replay.closures(dates: chosen.dates, at: chosen.names.place, all: chosen.all, now: now)
  }
}

extension ClosureRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("closure", "Closure") { $0.closure },
    Column("from", "From") { $0.from },
    Column("to", "To") { $0.to },
    Column("place", "Place", turn: 2) { $0.place },
    Column("title", "Title") { $0.title },
    .person("by", "By", turn: 1) { $0.by },
    .status { $0.status },
  ]
}
