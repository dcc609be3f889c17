public import ShiftEvents

/// A report of weeks and parts, ready to be written as HTML or Markdown.
public struct ReportPage: Sendable {
  /// One part: a table, which a page may draw as well.
  public struct Part: Sendable {
    /// The heading.
    public var title: String
    /// The rows.
    public var table: RowTable
    /// True if a page folds the part.
    public var isFolded = false
    /// The keys of columns that the heading tells of all rows.
    public var toldByTitle: [String] = []
  }

  /// A number that tells how things stand.
  public struct Fact: Sendable {
    /// The number.
    public var amount: String
    /// The words behind the number.
    public var noun: String
    /// True if somebody must act.
    public var isUrgent = false
  }

  /// The title of the window.
  public var title: String
  /// The heading of the page.
  public var heading: String
  /// A sentence with the moment of the report.
  public var subtitle: String
  /// A sentence on where the report comes from.
  public var origin: String
  /// The numbers at the top.
  public var facts: [Fact]
  /// The weeks in their order.
  public var weeks: [ReportWeek]
  /// The parts in the order of the page.
  public var parts: [Part]
  /// The day of the report; dates of other years are told with their year.
  public var today: LocalDate
  /// The zone in which instants are told.
  public var zone: Zone
}

extension ReportPage {
  /// The text of a cell for people: days in words, instants by the clocks of the zone, to the minute.
  func text(of cell: Cell) -> String {
    switch cell {
    case .date(let day): text(of: day)
    case .instant(let time):
      "\(text(of: zone.date(at: time))) \(time.text(in: zone).dropFirst(11).prefix(5))"
    default: cell.textForPeople
    }
  }

  /// A day in words, with its year only where that is another than this one.
  func text(of day: LocalDate) -> String { day.text(in: today.components.year) }
}
