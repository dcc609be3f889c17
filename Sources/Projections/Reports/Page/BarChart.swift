/// Bars of an amount of each row, beside its first words.
struct BarChart {
  private let title: String
  private let bars: [(label: String, value: Int, text: String)]
  /// More do not fit on a page; the table beside has all.
  private static let most = 20

  /// `nil` if no column has bars.
  init?(_ part: ReportPage.Part) {
    let table = part.table
    guard let amount = table.columns.firstIndex(where: \.hasBar) else { return nil }
    let label =
      ["user", "worker"].compactMap { key in
        table.columns.firstIndex { $0.key == key }
      }
    title = "\(part.title): \(table.columns[amount].title.lowercased())"
    bars = table.rows.prefix(Self.most).compactMap { row in
      guard let cell = row[amount], let value = cell.number else { return nil }
      let name = label.compactMap { row[$0]?.text }.first ?? row.first??.text ?? ""
      return (name, value, cell.textForPeople)
    }
    if bars.isEmpty { return nil }
  }

  var svg: String {
    let height = bars.count * 24 + 8
    let largest = max(bars.map(\.value).max() ?? 1, 1)
    var svg = """
      <svg viewBox="0 0 480 \(height)" width="480" height="\(height)" role="img">
      <title>\(html(title))</title>

      """
    for (index, bar) in bars.enumerated() {
      let y = index * 24 + 4
      let width = bar.value * 240 / largest
      let label = bar.label.count > 24 ? bar.label.prefix(23) + "…" : bar.label[...]
      svg += """
        <g><title>\(html("\(bar.label): \(bar.text)"))</title>
        <text x="152" y="\(y + 15)" text-anchor="end">\(html(String(label)))</text>
        <rect class="bar" x="160" y="\(y + 2)" width="\(max(width, 1))" height="16" rx="2"/>
        <text x="\(168 + width)" y="\(y + 15)">\(html(bar.text))</text></g>

        """
    }
    return svg + "</svg>\n"
  }
}
