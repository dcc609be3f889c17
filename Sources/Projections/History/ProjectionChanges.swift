package import ShiftEvents

/// The rows of one projection that differ between two states.
package struct ProjectionChanges {
  /// A row that differs; one side lacks it if it was added or removed.
  package struct Change {
    package var key: RowKey
    package var before: [Cell?]?
    package var after: [Cell?]?
    /// The events that did it, where they were looked for.
    package var events: [SequenceNumber] = []
  }

  package let projection: ProjectionDescriptor
  /// The columns by which rows are the same.
  package let keyColumns: [Int]
  package var changes: [Change]

  /// Compares all rows of all projections that both states have, as of one moment.
  ///
  /// - Parameter areOfOneHistory: false where events of one state have other sequences in the other: then rows are the
  ///   same that are about the same.
  /// - Returns: only projections that differ.
  package static func between(
    _ before: Replay, _ after: Replay, at now: Timestamp, areOfOneHistory: Bool = true
  ) -> [ProjectionChanges] {
    ProjectionDescriptor.recorded.compactMap {
      ProjectionChanges(of: $0, before, after, at: now, areOfOneHistory: areOfOneHistory)
    }
  }

  /// Compares the rows of one projection, or those with some keys alone; `nil` if none differs.
  init?(
    of projection: ProjectionDescriptor, _ before: Replay, _ after: Replay, at now: Timestamp,
    areOfOneHistory: Bool = true, where isWanted: (RowKey) -> Bool = { _ in true }
  ) {
    keyColumns = areOfOneHistory ? projection.keyColumns : projection.subjectColumns
    let columns = keyColumns
    var (old, new) = (
      projection.keyedRows(before, at: now, by: columns),
      projection.keyedRows(after, at: now, by: columns)
    )
    if !areOfOneHistory {
      (old, new) = Rows.different(old, new, projection.columns.place(of: "sequence"))
    }
    let (oldRows, newRows) = (Dictionary(rows: old), Dictionary(rows: new))
    var changes: [Change] = []
    // In the order of the later rows; what is gone comes last, in the order that it had.
    for (key, row) in new where !areSame(row, oldRows[key]) && isWanted(key) {
      changes.append(Change(key: key, before: oldRows[key], after: row))
    }
    for (key, row) in old where newRows[key] == nil && isWanted(key) {
      changes.append(Change(key: key, before: row, after: nil))
    }
    if changes.isEmpty { return nil }
    (self.projection, self.changes) = (projection, changes)
  }

  /// Sets the event of each row that one alone may have changed; `.zero` stands for several.
  fileprivate mutating func setEvents(_ event: (RowKey) -> SequenceNumber?) {
    for place in changes.indices {
      guard let only = event(changes[place].key), only != .zero else { continue }
      changes[place].events = [only]
    }
  }

  /// The cells of a key that readers of rows see.
  package func shown(_ key: RowKey) -> [Cell] { projection.shown(key, of: keyColumns) }

  /// Finds the events that did it, among those behind the earlier state, for the rows that do not have them.
  package static func explain(
    _ all: inout [ProjectionChanges], from start: Replay, _ links: RowLinks? = nil,
    at now: Timestamp, events: ((RecordedEvent) -> Void) throws -> Void
  ) throws {
    var histories = all.map { projection in
      let ends = projection.changes.filter(\.events.isEmpty).map {
        ($0.key, (before: $0.before, after: $0.after))
      }
      return RowHistory(of: projection.projection, Dictionary(ends) { first, _ in first })
    }
    try RowHistory.trace(&histories, from: start, links, at: now, events: events)
    for (index, history) in histories.enumerated() {
      for place in all[index].changes.indices {
        guard let row = history.rows[all[index].changes[place].key] else { continue }
        all[index].changes[place].events = row.events.map(\.sequence)
      }
    }
  }
}

private typealias Rows = [(key: RowKey, cells: [Cell?])]

extension Rows {
  /// The rows of two sides that differ in more than the cell at a place, with keys that no two of a side share.
  static func different(_ old: Self, _ new: Self, _ place: Int?) -> (Self, Self) {
    (old.without(new, but: place).numbered, new.without(old, but: place).numbered)
  }

  /// The rows without those that another side has, too, one for one, whatever cell is at a place.
  private func without(_ others: Self, but place: Int?) -> Self {
    func compared(_ row: Element) -> RowKey {
      var cells = row.cells
      if let place { cells[place] = nil }
      return cells
    }
    var counts = Dictionary(others.map { (compared($0), 1) }, uniquingKeysWith: +)
    return filter { row in
      guard let count = counts[compared(row)], count > 0 else { return true }
      counts[compared(row)] = count - 1
      return false
    }
  }

  /// The rows with keys that no two share: a number is added to that of a later one.
  private var numbered: Self {
    var counts: [RowKey: Int] = [:]
    return map { row in
      let count = counts[row.key, default: 0]
      counts[row.key] = count + 1
      return (row.key + (count == 0 ? [] : [.integer(count)]), row.cells)
    }
  }
}

extension Dictionary<RowKey, [Cell?]> {
  fileprivate init(rows: [(key: RowKey, cells: [Cell?])]) {
    self.init(rows.map { ($0.key, $0.cells) }, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - JSON

extension ProjectionChanges {
  /// Writes the projections, each with its rows that were added, removed and changed.
  package static func write(
    _ all: [ProjectionChanges], to json: inout JSONWriter, in zone: Zone, names: (UserID) -> String?
  ) {
    json.object { json in
      for changes in all {
        json.key(changes.projection.name)
        changes.write(to: &json, zone, names)
      }
    }
  }

  private func write(to json: inout JSONWriter, _ zone: Zone, _ names: (UserID) -> String?) {
    let columns = projection.columns
    func row(_ cells: [Cell?]?, _ key: String, _ json: inout JSONWriter, of columns: [Heading]) {
      guard let cells else { return }
      json.key(key)
      let table = RowTable(columns: columns, rows: [cells], names: names)
      json.value(json: table.jsonRows(in: zone)[0])
    }
    json.object { json in
      for (kind, members) in [
        ("added", changes.filter { $0.before == nil }),
        ("removed", changes.filter { $0.after == nil }),
        ("changed", changes.filter { $0.before != nil && $0.after != nil }),
      ] {
        json.array(kind) { json in
          for change in members {
            json.object { json in
              row(change.key, "key", &json, of: keyColumns.map { columns[$0] })
              row(change.before, "before", &json, of: columns)
              row(change.after, "after", &json, of: columns)
              json.array("events") { json in
                for event in change.events { json.value(event.value) }
              }
            }
          }
        }
      }
    }
  }
}

/// The cells by which a row is the same row at another moment.
package typealias RowKey = [Cell?]

extension ProjectionDescriptor {
  /// The columns whose cells are the key of a row.
  package var keyColumns: [Int] {
    switch self {
    case .inbox: columns(["sequence", "user", "kind", "subject"])
    case .hours: columns(["worker", "week"])
    case .series: columns(["series", "kind", "from"])
    // A shift may be changed several times, at one time too.
    case .changes: columns(["shift", "changedAt", "change"])
    // The place of a ranked row is a cell of it, and others' events change it.
    default: [columns.first?.key == "rank" ? 1 : 0]
    }
  }

  /// The columns whose cells tell what a row is about, in a history whose events have other sequences. Rows that have
  /// all of them alike are told apart by their order.
  package var subjectColumns: [Int] {
    switch self {
    case .inbox: columns(["time", "user", "kind", "subject"])
    case .changes: columns(["shift", "changedAt"])
    default: keyColumns
    }
  }

  /// The cells of a key, but for one that no reader of rows sees.
  package func shown(_ key: RowKey, of columns: [Int]? = nil) -> [Cell] {
    zip(columns ?? keyColumns, key).compactMap { self.columns[$0].audience == .exports ? nil : $1 }
  }

  private func columns(_ keys: [String]) -> [Int] { keys.compactMap(columns.place) }

  /// The rows of a replay, past and closed ones too, each with its key and a cell for every column.
  ///
  /// - Parameter key: the columns of the key, ``keyColumns`` unless others are given.
  func keyedRows(
    _ replay: Replay, at now: Timestamp, by key: [Int]? = nil
  ) -> [(key: RowKey, cells: [Cell?])] {
    var selection = whole
    // A page has all columns, also those that none of its rows has.
    selection.page = PageRequest(limit: nil, after: nil)
    guard let table = replay.table(self, selection, at: now, names: { _ in nil }),
      !table.rows.isEmpty
    else { return [] }
    return keyed(table, by: key)
  }

  /// The rows of a table that has all columns, each with its key.
  fileprivate func keyed(
    _ table: RowTable, by key: [Int]? = nil
  ) -> [(key: RowKey, cells: [Cell?])] {
    let key = key ?? keyColumns
    // What only exports have, no reader of rows sees.
    let hidden = table.columns.indices.filter { table.columns[$0].audience == .exports }
    return table.rows.map { row in
      var cells = row
      for index in hidden { cells[index] = nil }
      return (key.map { row[$0] }, cells)
    }
  }

  /// The same by their keys.
  func rowsByKey(_ replay: Replay, at now: Timestamp) -> [RowKey: [Cell?]] {
    Dictionary(
      keyedRows(replay, at: now).map { ($0.key, $0.cells) }, uniquingKeysWith: { first, _ in first }
    )
  }
}

extension RowFollower {
  /// The rows that an event may have changed, as they are behind it.
  func next(
    _ replay: Replay, _ projection: ProjectionDescriptor
  ) -> [RowKey: [Cell?]?] {
    let (gone, come) = step(replay)
    var rows: [RowKey: [Cell?]?] = [:]
    for (key, _) in projection.keyed(gone) { rows[key] = .some(nil) }
    for (key, cells) in projection.keyed(come) { rows[key] = .some(cells) }
    return rows
  }
}

/// Finds the rows that differ between two moments by the events between them: only rows that these may have changed
/// are compared.
package struct ChangeSearch {
  private let before: Replay
  package private(set) var after: Replay
  /// The links of the rows that may differ, from the earlier moment on.
  package private(set) var links: RowLinks
  private var concerned = ConcernedRows()
  /// True where the managers or the policies changed.
  private var hasOtherApprovers = false

  package init(from before: Replay) {
    (self.before, after) = (before, before)
    links = RowLinks(before, hasShifts: false)
  }

  /// Takes the next event behind the earlier moment.
  package mutating func take(_ event: RecordedEvent) {
    links.note(event, in: after, &concerned)
    after.apply(event)
    links.note(event, in: after, &concerned)
    hasOtherApprovers =
      hasOtherApprovers || event.isAboutPolicies || before.state.managers != after.state.managers
  }

  /// The projections that differ, as of one moment.
  ///
  /// - Complexity: the rows that the events may have changed; rankings are compared whole, and so are rows with approvers
  ///   where these may be others, and all rows where the zone is another.
  package mutating func changes(at now: Timestamp) -> [ProjectionChanges] {
    if before.timeZone != after.timeZone {
      return ProjectionChanges.between(before, after, at: now)
    }
    let sequence = before.asOf.sequence
    links.linkShifts(of: concerned, in: before)
    let parts = [before, after].map { links.part(of: $0, concerned, noticesSince: sequence) }
    return ProjectionDescriptor.recorded.compactMap { projection in
      if projection == .inbox {
        var changes = ProjectionChanges(of: projection, parts[0], parts[1], at: now)
        // Notices are added, and change where what they are about gets other times later.
        let retold = Dictionary(
          concerned.retold.map { (Cell.id(ShiftID(symbolIndex: $0)), $1) }
        ) { first, _ in first }
        changes?.setEvents { key in
          guard let number = key.lazy.compactMap({ $0?.number }).first else { return nil }
          let notice = SequenceNumber(number)
          return key.contains { $0.flatMap { retold[$0] } ?? .zero > notice } ? nil : notice
        }
        return changes
      }
      guard let rows = concerned.rows(of: projection),
        !(hasOtherApprovers && projection.showsApprovers)
      else { return ProjectionChanges(of: projection, before, after, at: now) }
      let events = Dictionary(rows.map { ($0.key, $0.event) }) { first, _ in first }
      var changes = ProjectionChanges(of: projection, parts[0], parts[1], at: now) {
        events[$0] != nil
      }
      changes?.setEvents { events[$0] }
      return changes
    }
  }
}
