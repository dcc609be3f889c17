public import Projections
import ShiftEvents
public import Testing

extension Scenario {
  /// The projection has these rows and no others, in this order, with exactly these members.
  ///
  ///     given(…).then(.points, ["rank": 1, "user": "eva", "points": 2])
  ///
  /// - Parameters:
  ///   - rows: as `show NAME --format json` prints them.
  ///   - selection: the filters; `user` alone for an inbox.
  ///   - now: the clock for past, live or lapsed rows, in UTC; by default the recorder's.
  @discardableResult public func then(
    _ projection: ProjectionDescriptor, _ rows: JSON..., selection: RowSelection = RowSelection(),
    at now: String? = nil, location: SourceLocation = #_sourceLocation
  ) -> Scenario {
    let found = table(projection, selection, at: now.map(timestamp) ?? log.clock).jsonRows()
      .map { String(decoding: $0, as: UTF8.self) }
    let expected = rows.map(\.description)
    if found != expected {
      Issue.record(
        Comment(
          rawValue: "expected in \(projection):\n\(list(expected))\n  there is:\n\(list(found))"),
        sourceLocation: location)
    }
    return self
  }

  /// All that happened, folded into a projection of any kind.
  public func folded<Model: Projection>(into model: Model = Model()) -> Model {
    log.events(after: .zero).reduce(into: model) { $0.apply($1) }
  }

  private func table(
    _ projection: ProjectionDescriptor, _ selection: RowSelection, at now: Timestamp
  ) -> RowTable {
    let replay = folded(into: Replay(inboxOf: selection.user))
    let people = log.people
    guard let table = replay.table(projection, selection, at: now, names: people.name)
    else { preconditionFailure("an audit is of something: fold Audit(of:)") }
    return table
  }

  private func list(_ rows: [String]) -> String { rows.map { "    \($0)" }.joined(separator: "\n") }
}
