// Narrows a table that is too wide. Before any cell is cut, columns that hold nothing, or matter less
// than others, are dropped; long names alone are cut before that. Of the rest the widest shrink first, and among these the columns that may
// shrink. If nothing else helps, the last columns are dropped.

/// Below this many columns a shrinkable column is hard to read, and the others begin to give way.
let readableColumns = 8

/// The columns that stay, in their order, when others are dropped until no cell needs to be cut.
///
/// - Parameters:
///   - needed: the width that each column would take.
///   - leaving: the columns that may be dropped, in this order; one column always stays.
func kept(_ needed: [Int], leaving: [Int], into width: Int, separator: Int) -> [Int] {
  var kept = Array(needed.indices)
  for column in leaving where kept.count > 1 {
    let total = kept.reduce((kept.count - 1) * separator) { $0 + needed[$1] }
    if total <= width { break }
    kept.removeAll { $0 == column }
  }
  return kept
}

/// The widths that make a table fit `width`; 0 for a column that has no place in it.
///
/// - Parameters:
///   - needed: the width that each column would take.
///   - shrinking: true for each column that may shrink.
///   - separator: the width between two columns.
func fitted(_ needed: [Int], shrinking: [Bool], into width: Int, separator: Int) -> [Int] {
  var count = needed.count
  // Each column that stays takes at least one place.
  while count > 1, count + (count - 1) * separator > width { count -= 1 }
  let dropped = [Int](repeating: 0, count: needed.count - count)
  let kept = Array(needed.prefix(count))
  let room = max(width - max(count - 1, 0) * separator, 0)
  let floors = zip(kept, shrinking).map { $1 ? min($0, readableColumns) : $0 }
  let shrunk = lowered(kept, notBelow: floors, toTotal: room)
  return lowered(shrunk, notBelow: kept.map { min($0, 1) }, toTotal: room) + dropped
}

/// `widths` with the widest lowered, to one common cap, until they add up to `total`, or as near to
/// it as their floors allow.
func lowered(_ widths: [Int], notBelow floors: [Int], toTotal total: Int) -> [Int] {
  func capped(at cap: Int) -> [Int] { zip(widths, floors).map { min($0, max($1, cap)) } }
  var tooNarrow = 0
  var wideEnough = widths.max() ?? 0
  guard widths.reduce(0, +) > total else { return widths }
  // The largest cap that fits stands just below the smallest that does not.
  while tooNarrow + 1 < wideEnough {
    let middle = (tooNarrow + wideEnough) / 2
    if capped(at: middle).reduce(0, +) <= total { tooNarrow = middle } else { wideEnough = middle }
  }
  var result = capped(at: tooNarrow)
  var left = total - result.reduce(0, +)
  for index in result.indices where left > 0 && result[index] < capped(at: wideEnough)[index] {
    result[index] += 1
    left -= 1
  }
  return result
}
