import Projections
import ShiftEvents

/// One projection with the rows that are chosen of it, folded from a log.
struct ShownProjection {
  let name: ProjectionName
  let selection: RowSelection
  private(set) var replay: Replay
  private var inbox: Inbox?

  /// Begins before the first event, or with what has been folded already.
  init(_ name: ProjectionName, _ selection: RowSelection, folded replay: Replay = Replay()) {
    self.name = name
    self.selection = selection
    self.replay = replay
    inbox = name == .inbox ? Inbox(of: selection.user) : nil
  }

  /// Whether a replay has all that the rows need.
  static func isReplayed(_ name: ProjectionName) -> Bool {
    ProjectionName.replayed.contains(name)
  }

  /// Whether its rows have names of people in them.
  static func hasNames(_ name: ProjectionName) -> Bool {
    [.study, .points, .users].contains(name)
  }

  mutating func apply(_ event: RecordedEvent) {
    replay.apply(event)
    inbox?.apply(event)
  }

  func table(at now: Timestamp, names: (UserID) -> String?) -> RowTable {
    table(selection, at: now, names: names)
  }

  /// How many rows there would be with another selection, by another clock.
  func count(_ selection: RowSelection, at now: Timestamp) -> Int {
    table(selection, at: now, names: { _ in nil }).rows.count
  }

  private func table(
    _ selection: RowSelection, at now: Timestamp, names: (UserID) -> String?
  ) -> RowTable {
    replay.table(name, selection, at: now, names: names) ?? RowTable(inbox?.rows ?? [])
  }
}
