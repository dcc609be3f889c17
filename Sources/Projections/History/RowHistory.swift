package import ShiftEvents

/// An event by its place, as histories tell of it.
package struct EventMark: Hashable, Sendable {
  package var sequence: SequenceNumber
  package var time: Timestamp
  package var type: String
  package var actor: UserID
}

/// The events that changed some rows of one projection, and those that set their cells last.
///
/// A row is compared before and after each event that may concern it. Where it changed in between, an
/// event was passed over: then more events are looked at. See ``trace(_:from:at:events:)``.
package struct RowHistory {
  /// A row at the place that the tracing has come to.
  package struct Traced: Sendable {
    /// `nil` while there is no such row.
    package fileprivate(set) var cells: [Cell?]?
    /// The events that changed it.
    package fileprivate(set) var events: [EventMark] = []
    /// The event that set each cell last.
    package fileprivate(set) var setters: [Int: EventMark] = [:]
  }

  package let projection: ProjectionDescriptor
  package private(set) var rows: [RowKey: Traced]
  private var isBroken = true
  /// The ids whose events are looked at; `nil` for all events.
  private var words: Set<String>?

  /// - Parameter keys: of the rows to trace.
  package init(of projection: ProjectionDescriptor, keys: some Sequence<RowKey>) {
    self.projection = projection
    rows = Dictionary(keys.map { ($0, Traced()) }, uniquingKeysWith: { first, _ in first })
  }

  /// The events that are looked at, ever more where fewer do not explain the rows.
  private enum Breadth: CaseIterable { case key, row, everything }

  /// Traces rows through the events behind a state.
  ///
  /// - Parameters:
  ///   - events: calls its argument with each of them, in order, as often as it is asked.
  /// - Complexity: the number of events that concern the rows, times the rows of the projections.
  package static func trace(
    _ histories: inout [RowHistory], from start: Replay, at now: Timestamp,
    events: ((RecordedEvent) -> Void) throws -> Void
  ) throws {
    for breadth in Breadth.allCases {
      let open = histories.indices.filter { histories[$0].isBroken && !histories[$0].rows.isEmpty }
      if open.isEmpty { return }
      for index in open { histories[index].begin(breadth, at: start, now) }
      var (replay, traced) = (start, histories)
      try events { event in
        let touched = event.touchedIDs
        let concerned = open.filter { traced[$0].isConcerned(by: touched) }
        for index in concerned { traced[index].look(before: replay, now) }
        replay.apply(event)
        for index in concerned { traced[index].look(after: event, replay, now) }
      }
      for index in open { traced[index].look(before: replay, now) }
      histories = traced
    }
  }

  private mutating func begin(_ breadth: Breadth, at start: Replay, _ now: Timestamp) {
    let present = projection.rowsByKey(start, at: now)
    let last = rows
    for key in rows.keys { rows[key] = Traced(cells: present[key]) }
    isBroken = false
    switch breadth {
    case .key where !projection.isRanked:
      words = Set(rows.keys.joined().compactMap { $0 }.flatMap(\.words))
    case .row where !projection.isRanked:
      let cells = (Array(rows.values) + last.values).compactMap(\.cells).joined()
      words = Set((Array(cells) + Array(rows.keys.joined())).compactMap { $0 }.flatMap(\.words))
    default: words = nil
    }
  }

  private func isConcerned(by touched: [String]) -> Bool {
    words.map { words in touched.contains { words.contains($0) } } ?? true
  }

  /// Notes where a row changed by an event that was passed over.
  private mutating func look(before replay: Replay, _ now: Timestamp) {
    let present = projection.rowsByKey(replay, at: now)
    for (key, row) in rows where present[key] != row.cells {
      rows[key]?.cells = present[key]
      isBroken = true
    }
  }

  private mutating func look(after event: RecordedEvent, _ replay: Replay, _ now: Timestamp) {
    let present = projection.rowsByKey(replay, at: now)
    for (key, row) in rows where present[key] != row.cells {
      let mark = EventMark(
        sequence: event.sequence, time: event.time, type: event.event.typeName, actor: event.actor)
      var traced = row
      traced.events.append(mark)
      for (index, cell) in (present[key] ?? []).enumerated() where cell != row.cells?[index] {
        traced.setters[index] = mark
      }
      traced.cells = present[key]
      rows[key] = traced
    }
  }
}
