/// Parts of a report as one page of HTML: no script, no network, light and dark, for screens, phones
/// and paper.
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
      \(Self.style)</style>
      </head>
      <body>
      <header>
      <h1>\(html(report.title))</h1>
      <p>\(html(report.subtitle))</p>
      </header>
      <nav aria-label="Parts"><ul>

      """
    for (index, part) in report.parts.enumerated() {
      page += "<li><a href=\"#part\(index + 1)\">\(html(part.title))</a></li>\n"
    }
    page += "</ul></nav>\n<main>\n"
    for (index, part) in report.parts.enumerated() {
      page += "<section id=\"part\(index + 1)\">\n<h2>\(html(part.title))</h2>\n"
      page += body(of: part)
      page += "</section>\n"
    }
    page += "</main>\n<footer><p>\(html(report.origin))</p></footer>\n</body>\n</html>\n"
    return Array(page.utf8)
  }

  private func body(of part: ReportPage.Part) -> String {
    if part.table.rows.isEmpty { return "<p class=\"none\">\(html(part.nothing))</p>\n" }
    var body = ""
    if let map = DealMap(part.table) { body += "<figure>\n\(map.svg)</figure>\n" }
    if let bars = BarChart(part) { body += "<figure>\n\(bars.svg)</figure>\n" }
    body += table(part)
    if let legend = part.legend { body += "<p class=\"legend\">\(html(legend))</p>\n" }
    return body
  }

  private func table(_ part: ReportPage.Part) -> String {
    let table = part.table
    let shown = table.columns.indices.filter { index in
      table.columns[index].isForPeople
        && (part.isGrid || table.rows.contains { $0[index] != nil })
    }
    var text =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(html(part.title))\">\n"
    text += "<table\(part.isGrid ? " class=\"grid\"" : "")>\n<thead><tr>"
    for index in shown {
      let column = table.columns[index]
      text +=
        "<th scope=\"col\"\(column.isNumeric ? " class=\"number\"" : "")>\(html(column.title))</th>"
    }
    text += "</tr></thead>\n<tbody>\n"
    for row in table.rows {
      text += "<tr>"
      for (place, index) in shown.enumerated() {
        let value = html(row[index].map { report.text(of: $0) } ?? "")
        let column = table.columns[index]
        if place == 0 {
          text += "<th scope=\"row\">\(value)</th>"
        } else {
          let kind = column.isNumeric ? "number" : row[index]?.isShort == true ? "short" : ""
          text += "<td\(kind.isEmpty ? "" : " class=\"\(kind)\"")>\(value)</td>"
        }
      }
      text += "</tr>\n"
    }
    return text + "</tbody>\n</table>\n</div>\n"
  }

  private static let style = """
    :root { --ink: #1c2430; --soft: #566173; --line: #d5dae1; --page: #ffffff; --band: #f3f5f8;
      --mark: #1f5fbf; --c0: #1f5fbf; --c1: #b3541e; --c2: #2e7d32; --c3: #8e24aa; --c4: #c2185b;
      --c5: #5d6b00; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #a3adbb; --line: #3a4350;
      --page: #14181f; --band: #1d232c; --mark: #8ab4f8; --c0: #8ab4f8; --c1: #ffab70; --c2: #7bd88f;
      --c3: #d2a8ff; --c4: #ff9bc2; --c5: #d4d25c; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 72rem; color: var(--ink);
      background: var(--page); font: 1rem/1.45 system-ui, sans-serif; }
    h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; }
    h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; border-bottom: 1px solid var(--line); }
    header p, footer, .none, .legend { color: var(--soft); overflow-wrap: anywhere; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
    a { color: var(--mark); }
    .scroll, figure { overflow-x: auto; }
    table { border-collapse: collapse; width: max-content; font-variant-numeric: tabular-nums; }
    th, td { padding: .3rem .6rem; text-align: left; vertical-align: top;
      border-bottom: 1px solid var(--line); }
    thead th { background: var(--band); }
    tbody th { font-weight: 600; }
    td { max-width: 26rem; overflow-wrap: anywhere; }
    tr > :first-child { position: sticky; left: 0; background: var(--page); }
    thead tr > :first-child { background: var(--band); }
    .number { text-align: right; }
    .grid td, .short, tbody th { white-space: nowrap; }
    figure { margin: .5rem 0; }
    svg { max-width: 100%; height: auto; }
    svg.map { min-width: 30rem; }
    svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
    svg .frame { fill: var(--band); stroke: var(--line); }
    svg .bar { fill: var(--mark); }
    svg .scale { stroke: var(--ink); stroke-width: 2; }
    svg .c0 { fill: var(--c0); } svg .c1 { fill: var(--c1); } svg .c2 { fill: var(--c2); }
    svg .c3 { fill: var(--c3); } svg .c4 { fill: var(--c4); } svg .c5 { fill: var(--c5); }
    @media (max-width: 40rem) { body { padding: .5rem; font-size: .9rem; }
      th, td { padding: .25rem .4rem; } }
    @media print { :root { --ink: #000; --soft: #333; --line: #999; --page: #fff; --band: #eee;
      --mark: #555; } nav { display: none; } section { break-inside: avoid-page; }
      .scroll, figure { overflow: visible; } table { max-width: 100%; }
      th, td { padding: .15rem .35rem; } .short { white-space: normal; } body { max-width: none; font-size: 9pt; } }

    """
}

extension Cell {
  /// True if it stands on one line: a moment or a span of days.
  fileprivate var isShort: Bool {
    switch self {
    case .date, .timeOfDay, .week, .instant: true
    default: false
    }
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
