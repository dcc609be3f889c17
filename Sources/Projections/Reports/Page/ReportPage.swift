public import ShiftEvents

/// A report of several parts, ready to be written as HTML or Markdown.
public struct ReportPage: Sendable {
  /// One part: a table, which a page may draw as well.
  public struct Part: Sendable {
    /// The heading.
    public var title: String
    /// The rows.
    public var table: RowTable
    /// The sentence for a part without rows.
    public var nothing: String
    /// True if empty cells are shown, as in a week.
    public var isGrid: Bool
    /// The meaning of marks in the table.
    public var legend: String?

    /// A part with a heading and rows.
    public init(
      _ title: String, _ table: RowTable, nothing: String, isGrid: Bool = false,
      legend: String? = nil
    ) {
      self.title = title
      self.table = table
      self.nothing = nothing
      self.isGrid = isGrid
      self.legend = legend
    }
  }

  /// The heading of the page.
  public var title: String
  /// A sentence below it, with the moment of the report.
  public var subtitle: String
  /// A sentence on where the report comes from.
  public var origin: String
  /// The parts in the order of the page.
  public var parts: [Part]
  /// The zone in which instants are told.
  public var zone: Zone

  /// A report that consists of parts.
  public init(title: String, subtitle: String, origin: String, parts: [Part], zone: Zone) {
    self.title = title
    self.subtitle = subtitle
    self.origin = origin
    self.parts = parts
    self.zone = zone
  }

  /// The text of a cell for people: instants by the clocks of the zone, to the minute.
  func text(of cell: Cell) -> String {
    guard case .instant(let time) = cell else { return cell.textForPeople }
    let local = time.text(in: zone)
    return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
  }

  /// Returns the report as Markdown, for pasting.
  public func markdown() -> [UInt8] {
    var text = "# \(title)\n\n\(subtitle)\n"
    for part in parts {
      text += "\n## \(part.title)\n\n"
      if part.table.rows.isEmpty {
        text += part.nothing + "\n"
      } else {
        let told = RowTable(
          columns: part.table.columns,
          rows: part.table.rows.map { $0.map { cell in cell.map { .text(self.text(of: $0)) } } })
        text += String(decoding: MarkdownReport().bytes(told), as: UTF8.self)
      }
      if let legend = part.legend { text += "\n\(legend)\n" }
    }
    return Array((text + "\n\(origin)\n").utf8)
  }
}
