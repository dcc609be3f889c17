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
    /// The people who sign the part, each of which has a line; a part with some is a sheet of paper of its own.
    public var signers: [String] = []
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

extension ReportPage {
  /// Returns the report as Markdown, for pasting.
  public func markdown() -> [UInt8] {
    var text = "# \(Projections.markdown(title))\n\n\(Projections.markdown(subtitle))\n"
    if !facts.isEmpty {
      text += "\n" + facts.map { "**\($0.amount)** \($0.noun)" }.joined(separator: " · ") + "\n"
    }
    for week in weeks {
      text += "\n## Schedule \(week.grid.week)\n\n"
      text += week.isEmpty ? "\(week.nothing)\n" : Self.markdown(week.table)
      if !week.legend.isEmpty { text += "\n\(week.legend)\n" }
    }
    for part in parts {
      let title = Projections.markdown(part.title)
      text += "\n## \(title)\n\n\(Self.markdown(PageTable(part, on: self).rowTable))"
      for signer in part.signers {
        text += "\n\(Projections.markdown(signer)): ______________________\n"
      }
    }
    return Array((text + "\n\(Projections.markdown(origin))\n").utf8)
  }

  private static func markdown(_ table: RowTable) -> String {
    String(decoding: MarkdownReport().bytes(table), as: UTF8.self)
  }
}

extension PageTable {
  /// The same as rows of texts.
  fileprivate var rowTable: RowTable {
    RowTable(
      columns: columns.map {
        Heading(key: $0.title, title: $0.title, kind: $0.isNumeric ? .integer : .text)
      },
      rows: rows.map { $0.cells.map { .text($0) } })
  }
}

/// Text as HTML shows it: nothing in it is markup, and nothing turns the direction of writing.
func html(_ text: String) -> String {
  text.escaped { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\n": " "
    case _ where scalar.misleadsReaders: scalar.spelledOut
    default: nil
    }
  }
}

/// Text of at most so many characters: a longer one ends with an ellipsis.
func shortened(_ text: String, to most: Int = 24) -> String {
  text.count > most ? text.prefix(most - 1) + "…" : text
}

/// The colour and the pattern of each label: the same in every week, as long as no label is new.
struct LabelStyles {
  private let ranks: [Name: Int]

  private static let colors = 8

  /// - Parameter labels: all that the log has, in byte order.
  init(_ labels: [Name]) {
    ranks = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
  }

  /// The classes of a shift by its first label; none without labels.
  func classes(of label: Name?) -> String {
    guard let label, let rank = ranks[label] else { return "" }
    // Labels that share a colour differ in their pattern.
    let color = rank % Self.colors
    let pattern = (rank + rank / Self.colors) % Self.colors
    return " c\(color) p\(pattern)"
  }
}
