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
    /// The sentence below the rows.
    public var note: String?
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
    case .instant(let time): time.words(in: zone, year: today.components.year)
    default: cell.textForPeople
    }
  }

  /// A day in words, with its year only where that is another than this one.
  func text(of day: LocalDate) -> String { day.text(in: today.components.year) }

  /// Returns the report as Markdown, for pasting.
  public func markdown() -> [UInt8] {
    var text = "# \(Projections.markdown(title))\n\n\(Projections.markdown(subtitle))\n"
    if !facts.isEmpty {
      text += "\n" + facts.map { "**\($0.amount)** \($0.noun)" }.joined(separator: " · ") + "\n"
    }
    for week in weeks {
      text += "\n## Schedule \(week.grid.week)\n\n"
      text += week.isEmpty ? "\(week.nothing)\n" : Self.markdown(week.table)
      let legend = week.meanings.map { "\($0.word)\($0.word == "–" ? "" : ":") \($0.meaning)" }
      if !legend.isEmpty { text += "\n\(legend.joined(separator: " · "))\n" }
    }
    for part in parts {
      let title = Projections.markdown(part.title)
      text += "\n## \(title)\n\n\(Self.markdown(PageTable(part, on: self).rowTable))"
      if let note = part.note { text += "\n\(note)\n" }
      for signer in part.signers {
        // A name at the beginning of a line could begin a list.
        text += "\n**\(Projections.markdown(signer))**: ______________________\n"
      }
    }
    return Array((text + "\n\(Projections.markdown(origin))\n").utf8)
  }

  private static func markdown(_ table: RowTable) -> String {
    String(decoding: MarkdownReport().bytes(table), as: UTF8.self)
  }
}

extension Timestamp {
  /// `Tue 6 Jan 14:04`, by the clocks of the zone; with its year where that is another one.
  func words(in zone: Zone, year: Int) -> String {
    "\(zone.date(at: self).text(in: year)) \(text(in: zone).dropFirst(11).prefix(5))"
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
    case Isolates.begin: "\u{2068}"
    case Isolates.end: "\u{2069}"
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
  init(_ labels: [Name]) { ranks = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices)) }

  /// The classes of a shift by its first label; none without labels.
  func classes(of label: Name?) -> String {
    guard let label, let rank = ranks[label] else { return "" }
    // Labels that share a colour differ in their pattern.
    let color = rank % Self.colors
    let pattern = (rank + rank / Self.colors) % Self.colors
    return " c\(color) p\(pattern)"
  }
}

/// A report as one page of HTML: no script, no network, light and dark, for screens, phones and paper.
public struct HTMLReport: Sendable {
  private let report: ReportPage

  /// The page of a report.
  public init(_ report: ReportPage) { self.report = report }

  /// Returns the whole page.
  public func bytes() -> [UInt8] {
    let hasSheets = report.parts.contains { !$0.signers.isEmpty }
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(html(report.title))</title>
      <style>
      \(PageStyle.text)\(hasSheets ? PageStyle.paperOfSheets : "")</style>
      </head>
      <body\(hasSheets ? " class=\"sheets\"" : "")>
      <header>
      <h1>\(html(report.heading))</h1>
      \(facts)</header>
      \(links)<main>

      """
    for (index, week) in report.weeks.enumerated() {
      page += WeekSection(week, number: index + 1).html
    }
    for (index, part) in report.parts.enumerated() {
      let table = PartTable(part, on: report)
      let classes = part.signers.isEmpty ? "" : " signed"
      page += "<section id=\"part\(index + 1)\""
      page += " class=\"\(table.isWide ? "wide" : "")\(classes)\">\n"
      page += body(of: part, table) + "</section>\n"
    }
    page += """
      </main>
      <footer>
      <p>\(html(report.subtitle))</p>
      <p>\(html(report.origin))</p>
      </footer>
      </body>
      </html>

      """
    return Array(page.utf8)
  }

  private var facts: String {
    if report.facts.isEmpty { return "" }
    let items = report.facts.map { fact in
      "<li\(fact.isUrgent ? " class=\"urgent\"" : "")><b>\(html(fact.amount))</b> \(html(fact.noun))</li>\n"
    }
    return "<ul class=\"facts\">\n\(items.joined())</ul>\n"
  }

  private var links: String {
    if report.parts.count < 2 { return "" }
    let items = report.parts.enumerated().map { index, part in
      "<li><a href=\"#part\(index + 1)\">\(html(part.title))</a></li>\n"
    }
    return "<nav aria-label=\"Parts\"><ul>\n\(items.joined())</ul></nav>\n"
  }

  private func body(of part: ReportPage.Part, _ table: PartTable) -> String {
    let map = DealMap(part.table).map { "<figure>\n\($0.html)</figure>\n" } ?? ""
    let rows = map + table.html
    if !part.signers.isEmpty {
      let lines = part.signers.map { "<p>\(html($0))</p>\n" }.joined()
      let note = part.note.map { "<p class=\"soft\">\(html($0))</p>\n" } ?? ""
      return "<h2>\(html(part.title))</h2>\n\(rows)\(note)<div class=\"sign\">\n\(lines)</div>\n"
    }
    if !part.isFolded { return "<h2>\(html(part.title))</h2>\n\(rows)" }
    let count = counted(part.table.rows.count, "row")
    return
      "<details><summary><h2>\(html(part.title)) <small>\(count)</small></h2></summary>\n\(rows)</details>\n"
  }
}
