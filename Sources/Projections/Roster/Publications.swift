public import ShiftEvents

/// A manager's word that the roster of a range of days holds.
public struct PublicationRow: Hashable, Sendable {
  /// The id, by which ties of time are broken.
  public var publication: PublicationID
  /// The first day.
  public var from: LocalDate
  /// The last day, itself included.
  public var to: LocalDate
  /// The manager who published it.
  public var by: UserID
  /// The time at which it was published.
  public var publishedAt: Timestamp
  /// The number of open shifts that began in it then.
  public var shifts: Int
}

extension Roster {
  /// The publications by time and id: all, or those that have one of some days.
  ///
  /// - Complexity: O(p log p) for p publications.
  public func publications(dates: DateSelection = DateSelection()) -> [PublicationRow] {
    state.publications.rows.ordered(
      by: { Int($0.publishedAt.milliseconds) }, then: \.id.description
    ) { dates.contains(anyFrom: $0.from, to: $0.to) }.map {
      PublicationRow(
        publication: $0.id, from: $0.from, to: $0.to, by: $0.by, publishedAt: $0.publishedAt,
        shifts: $0.shifts)
    }
  }
}

extension ProjectionDescriptor {
  /// The ranges of days that were published.
  public static let publications = ProjectionDescriptor(
    "publications", from: [.promises], of: \.roster,
    ordered: ["publishedAt", "publication"], nothing: { _ in "nothing has been published" }
  ) { roster, chosen, _, _ in
    roster.publications(dates: chosen.dates)
  }
}

extension PublicationRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("publication", "Publication") { $0.publication },
    Column("from", "From") { $0.from },
    Column("to", "To") { $0.to },
    .person("by", "By", turn: 2) { $0.by },
    Column("publishedAt", "Published") { $0.publishedAt },
    .amount("shifts", "Shifts", turn: 1) { $0.shifts },
  ]
}
