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

extension Replay {
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
    "publications", from: [.promises], ordered: ["publishedAt", "publication"],
    nothing: { _ in "nothing has been published" }
  ) { replay, chosen, _, _ in replay.publications(dates: chosen.dates) }
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

/// The state of a period.
public enum PeriodStatus: String, CaseIterable, Sendable {
  /// Its hours are settled.
  case closed
  /// It was opened again.
  case open
}

/// A range of past days whose hours were settled.
public struct PeriodRow: Hashable, Sendable {
  /// The id, by which ties of the first day are broken.
  public var period: PeriodID
  /// The first day.
  public var from: LocalDate
  /// The last day, itself included.
  public var to: LocalDate
  /// The state now.
  public var status: PeriodStatus
  /// The manager who closed it last.
  public var by: UserID
  /// The time at which it was closed last.
  public var closedAt: Timestamp
  /// The number of shifts worked in it, as of then.
  public var shifts: Int
  /// The minutes worked in it, as of then.
  public var minutes: Int
  /// The number of these shifts whose hours nobody had confirmed.
  public var unconfirmed: Int
}

extension Replay {
  /// The periods by first day and id: all, or those that have one of some days.
  ///
  /// - Complexity: O(p log p) for p periods.
  public func periods(dates: DateSelection = DateSelection()) -> [PeriodRow] {
    state.periods.rows.ordered(by: { Int($0.from.daysSinceEpoch) }, then: \.id.description) {
      dates.contains(anyFrom: $0.from, to: $0.to)
    }.map {
      PeriodRow(
        period: $0.id, from: $0.from, to: $0.to, status: $0.isClosed ? .closed : .open, by: $0.by,
        closedAt: $0.closedAt, shifts: $0.shifts, minutes: $0.minutes, unconfirmed: $0.unconfirmed)
    }
  }
}

extension ProjectionDescriptor {
  /// The ranges of days whose hours were settled.
  public static let periods = ProjectionDescriptor(
    "periods", from: [.promises], ordered: ["from", "period"],
    nothing: { _ in "no period has been closed" }
  ) { replay, chosen, _, _ in replay.periods(dates: chosen.dates) }
}

extension PeriodRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("period", "Period") { $0.period },
    Column("from", "From") { $0.from },
    Column("to", "To") { $0.to },
    .status { $0.status },
    .person("by", "By", turn: 2) { $0.by },
    Column("closedAt", "Closed", turn: 1) { $0.closedAt },
    .amount("shifts", "Shifts") { $0.shifts },
    .duration("minutes", "Worked", isSummable: true) { $0.minutes },
    .amount("unconfirmed", "Unconfirmed") { $0.unconfirmed },
  ]
}
