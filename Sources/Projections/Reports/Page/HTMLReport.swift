/// A report as one page of HTML: no script, no network, light and dark, for screens, phones and paper.
public struct HTMLReport: Sendable {
  private let report: ReportPage

  /// The page of a report.
  public init(_ report: ReportPage) { self.report = report }

  /// Returns the whole page.
  public func bytes() -> [UInt8] {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(html(report.title))</title>
      <style>
      \(PageStyle.text)</style>
      </head>
      <body\(report.parts.contains { !$0.signers.isEmpty } ? " class=\"sheets\"" : "")>
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
    let map = DealMap(part.table).map { "<figure>\n\($0.svg)</figure>\n" } ?? ""
    let rows = map + table.html
    if !part.signers.isEmpty {
      let lines = part.signers.map { "<p>\(html($0))</p>\n" }.joined()
      return "<h2>\(html(part.title))</h2>\n\(rows)<div class=\"sign\">\n\(lines)</div>\n"
    }
    if !part.isFolded { return "<h2>\(html(part.title))</h2>\n\(rows)" }
    let count = counted(part.table.rows.count, "row")
    return
      "<details><summary><h2>\(html(part.title)) <small>\(count)</small></h2></summary>\n\(rows)</details>\n"
  }
}
