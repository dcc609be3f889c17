public import ShiftEvents

/// Rows as a table of GitHub-flavoured Markdown; columns that apply to no row are left out,
/// as are those that only programs read.
public struct MarkdownReport: Sendable {
  private let zone: Zone

  /// A report whose instants carry the offset of `zone`.
  public init(zone: Zone = .utc) { self.zone = zone }

  /// The table, each line with its line feed.
  public func bytes(_ table: RowTable) -> [UInt8] {
    let shown = table.columns.indices.filter { index in
      table.columns[index].isForPeople
        && (table.rows.isEmpty && !table.columns[index].isRare
          || table.rows.contains { $0[index] != nil })
    }
    var lines = [
      line(shown.map { table.columns[$0].title }),
      line(shown.map { table.columns[$0].isNumeric ? "---:" : "---" }),
    ]
    for (place, row) in table.rows.enumerated() {
      let zone = table.zone(ofRow: place, else: zone)
      lines.append(line(shown.map { markdown(row[$0].map { text(of: $0, in: zone) } ?? "") }))
    }
    return Array(lines.joined().utf8)
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

  private func text(of cell: Cell, in zone: Zone) -> String {
    if case .instant(let time) = cell { time.text(in: zone) } else { cell.textForPeople }
  }
}

/// Text as Markdown shows it within a line: it starts no cell, markup, tag or link to a site.
func markdown(_ text: String) -> String {
  // By scalars: a mark that nobody sees may stand behind each.
  var last: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) = (" ", " ", " ")
  return text.escaped { scalar in
    defer { last = (last.1, last.2, scalar) }
    return switch scalar {
    case "/": (last.1, last.2) == (":", "/") ? "&#47;" : nil
    case ".": [last.0, last.1, last.2].allSatisfy { $0 == "w" || $0 == "W" } ? "\\." : nil
    case "|", "\\", "`", "*", "_", "[", "]", "#", "~": "\\\(scalar)"
    case "<": "&lt;"
    case "&": "&amp;"
    case "\n", "\t": " "
    case Isolates.begin, Isolates.end: ""
    default: nil
    }
  }
}
