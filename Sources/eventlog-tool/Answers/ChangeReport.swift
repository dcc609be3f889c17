import Projections
import ShiftEvents

/// Rows that differ between two states, as lines for people: `+` was added, `-` removed, `~` changed.
struct ChangeReport {
  let labels: PersonLabels
  let zone: Zone
  /// False if there are events that this version does not know.
  var knowsAll = true

  func lines(of all: [ProjectionChanges], _ output: Output) -> [String] {
    if all.isEmpty {
      return [knowsAll ? "nothing differs" : "nothing that this version knows differs"]
    }
    return all.flatMap { changes in
      var table = Table(
        [.init("", .leading), .init(""), .init("", mayShrink: true), .init("")], indent: 2,
        showsTitles: false)
      for change in changes.changes {
        table.add([
          .init(sign(of: change)),
          .init(changes.shown(change.key).map(text).joined(separator: " ")),
          .init(what(change, changes)),
          .init(change.events.map { "\($0.sequence)" }.joined(separator: " "), .dim),
        ])
      }
      return ["", changes.projection.title]
        + table.lines(width: output.columns, usesColor: output.usesColor)
    }
  }

  private func sign(of change: ProjectionChanges.Change) -> String {
    change.before == nil ? "+" : change.after == nil ? "-" : "~"
  }

  private func text(_ cell: Cell) -> String {
    if case .instant(let time) = cell { return minuteText(time, in: zone) }
    return cell.labelled(by: labels.label).textForPeople
  }

  private func what(_ change: ProjectionChanges.Change, _ changes: ProjectionChanges)
    -> String
  {
    let (columns, key) = (changes.projection.columns, changes.keyColumns)
    let told = columns.indices.filter { columns[$0].isForPeople }
    guard let before = change.before, let after = change.after else {
      let cells = change.after ?? change.before ?? []
      return told.filter { !key.contains($0) }.compactMap { index in
        cells[index].map { "\(columns[index].key) \(text($0))" }
      }.joined(separator: ", ")
    }
    let differing = columns.indices.filter { before[$0] != after[$0] }
    let toldOfThem = differing.filter(told.contains)
    return (toldOfThem.isEmpty ? differing : toldOfThem).map { index in
      let (old, new) = (before[index].map(text) ?? "none", after[index].map(text) ?? "none")
      return "\(columns[index].key): \(old) → \(new)"
    }.joined(separator: ", ")
  }
}
