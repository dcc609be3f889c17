@testable import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// Rows by their ids, of logs that make no sense, too.
@Suite struct RowIDTests {
  @Test(arguments: 1...UInt64(Rounds.count(3, full: 60)))
  func `each id of each row gives that row alone`(seed: UInt64) throws {
    let events = RandomStory(seed: seed, count: 300).story.events
    var replay = Replay()
    for event in events { replay.apply(event) }
    let now = try #require(events.last).time
    for projection in ProjectionDescriptor.replayed {
      let whole = try #require(table(of: projection, RowSelection(all: true), replay, now))
      for row in whole.rows {
        guard let id = id(of: row[0], in: projection) else { continue }
        let one = table(of: projection, RowSelection(id: id), replay, now)
        let cells = Dictionary(
          uniqueKeysWithValues: zip(whole.columns.map(\.key), row).compactMap { key, cell in
            cell.map { (key, $0) }
          })
        let found = try #require(one)
        // A shift may have been changed more than once.
        let alike = whole.rows.count { $0[0] == row[0] }
        #expect(found.rows.count == alike, "seed \(seed), \(projection.name)")
        #expect(projection == .changes || alike == 1, "seed \(seed), \(projection.name)")
        let own = found.rows.map { row in
          Dictionary(
            uniqueKeysWithValues: zip(found.columns.map(\.key), row).compactMap {
              key, cell in cell.map { (key, $0) }
            })
        }
        #expect(own.contains(cells), "seed \(seed), \(projection.name)")
      }
    }
    #expect(!replay.knows(.shift("nobody.knows")) && !replay.knows(.request("nobody.knows")))
  }

  private func table(
    of projection: ProjectionDescriptor, _ selection: RowSelection, _ replay: Replay,
    _ now: Timestamp
  ) -> RowTable? { replay.table(projection, selection, at: now, names: { _ in nil }) }

  private func id(of cell: Cell?, in projection: ProjectionDescriptor) -> RowID? {
    guard let text = cell?.text else { return nil }
    return projection.kinds.first?.id(text, nil)
  }
}
