/// Changes of the optional keys of a shift; an `.unchanged` one keeps its value.
public struct ShiftKeyEdits: Hashable, Sendable {
  private var contents = Contents.none

  private indirect enum Contents: Hashable {
    case none
    case some(Values)
  }

  private struct Values: Hashable {
    var days: Edit<Int16> = .unchanged
    var place: Edit<Name> = .unchanged
    var labels: Edit<[Name]> = .unchanged
    var needs: Edit<[Name]> = .unchanged
    var title: Edit<Title> = .unchanged
  }

  /// The changes that are given.
  public init(
    days: Edit<Int16> = .unchanged, place: Edit<Name> = .unchanged,
    labels: Edit<[Name]> = .unchanged, needs: Edit<[Name]> = .unchanged,
    title: Edit<Title> = .unchanged
  ) {
    values = Values(days: days, place: place, labels: labels, needs: needs, title: title)
  }

  private var values: Values {
    get {
      switch contents {
      case .none: Values()
      case .some(let values): values
      }
    }
    set { contents = newValue == Values() ? .none : .some(newValue) }
  }

  /// The day after its date on which the shift ends.
  public var days: Edit<Int16> {
    get { values.days }
    set { values.days = newValue }
  }

  /// The place of the work.
  public var place: Edit<Name> {
    get { values.place }
    set { values.place = newValue }
  }

  /// Roles, teams, kinds.
  public var labels: Edit<[Name]> {
    get { values.labels }
    set { values.labels = newValue }
  }

  /// The skills that the taker of the shift must have.
  public var needs: Edit<[Name]> {
    get { values.needs }
    set { values.needs = newValue }
  }

  /// The words for the work.
  public var title: Edit<Title> {
    get { values.title }
    set { values.title = newValue }
  }
}

extension ShiftKeyEdits {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of edits: Self?) throws(Visitor.Fault) {
    self.init(
      days: try visit.edit("days", edits?.days.map(Int.init), in: ShiftKeys.daysRange, .kept)
        .map { Int16(clamping: $0) },
      place: try visit.edit("place", edits?.place),
      labels: try visit.edit("labels", edits?.labels, count: ShiftKeys.labelCount),
      needs: try visit.edit("needs", edits?.needs, count: ShiftKeys.needCount),
      title: try visit.edit("title", edits?.title))
  }
}

extension ShiftKeys {
  /// The keys after an edit.
  package func applying(_ edits: ShiftKeyEdits) -> ShiftKeys {
    ShiftKeys(
      days: edits.days.applied(to: days), place: edits.place.applied(to: place),
      labels: edits.labels.applied(to: labels.nonEmpty) ?? [],
      needs: edits.needs.applied(to: needs.nonEmpty) ?? [], title: edits.title.applied(to: title))
  }
}
