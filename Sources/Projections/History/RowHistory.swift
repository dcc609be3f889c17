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
/// A row is compared after each event that may change it, see ``RowLinks``. Where it is another at the end,
/// an event was passed over: then all rows are compared after every event.
package struct RowHistory {
  /// A row at the place that the tracing has come to.
  package struct Traced: Sendable {
    /// `nil` while there is no such row.
    package fileprivate(set) var cells: [Cell?]?
    package fileprivate(set) var events: [EventMark] = []
    /// The event that set each cell last.
    package fileprivate(set) var setters: [Int: EventMark] = [:]
  }

  package let projection: ProjectionDescriptor
  package private(set) var rows: [RowKey: Traced] = [:]
  /// The rows as they are at the beginning and at the end.
  private let ends: [RowKey: (before: [Cell?]?, after: [Cell?]?)]
  private var isBroken = true
  /// Follows the rows where any event may change them all.
  private var follower: RowFollower?
  /// The cells of the keys of notices.
  private var noticed: Set<Cell> = []

  /// - Parameter ends: the cells of the rows to trace at the beginning and at the end.
  package init(
    of projection: ProjectionDescriptor, _ ends: [RowKey: (before: [Cell?]?, after: [Cell?]?)]
  ) { (self.projection, self.ends) = (projection, ends) }

  /// Traces rows through the events behind a state.
  ///
  /// - Parameters:
  ///   - events: calls its argument with each of them, in order, as often as it is asked.
  /// - Complexity: the number of events, times the rows that each may change. Rankings are looked at whole,
  ///   and those with approvers where the managers or the policies change.
  package static func trace(
    _ histories: inout [RowHistory], from start: Replay, _ links: RowLinks? = nil,
    at now: Timestamp, events: ((RecordedEvent) -> Void) throws -> Void
  ) throws {
    for isThorough in [false, true] {
      let open = histories.indices.filter { histories[$0].isBroken && !histories[$0].ends.isEmpty }
      try pass(&histories, open, isThorough, from: start, links, at: now, events: events)
    }
  }

  /// Traces rows of one thing through those events alone that touched it, and what it hangs on. Rows that events of
  /// others change, too, are left to `trace`.
  package static func walk(
    _ histories: inout [RowHistory], of symbol: UInt32, _ touched: IndexedEvents, at now: Timestamp
  ) throws {
    let open = histories.indices.filter { histories[$0].projection.hasOwnRows }
    try pass(&histories, open, false, from: Replay(), at: now) { body in
      try touched.forEach(touched.touching(symbol) + touched.ofMany, body)
    }
  }

  private static func pass(
    _ histories: inout [RowHistory], _ open: [Int], _ isThorough: Bool, from start: Replay,
    _ links: RowLinks? = nil, at now: Timestamp, events: ((RecordedEvent) -> Void) throws -> Void
  ) throws {
    if open.isEmpty { return }
    for index in open { histories[index].begin(from: start, at: now) }
    var (replay, links, traced) = (start, links ?? RowLinks(start), histories)
    let hasNotices = open.contains { histories[$0].projection == .inbox }
    try events { event in
      var concerned = ConcernedRows()
      links.note(event, in: replay, &concerned)
      let (managers, zone) = (replay.state.managers, replay.timeZone)
      let points = replay.state.points
      replay.apply(event)
      links.note(event, in: replay, &concerned)
      if isThorough || zone != replay.timeZone {
        for index in open { traced[index].look(after: event, replay, now) }
        return
      }
      // Most events concern none of the rows.
      var made: Replay?
      func part() -> Replay {
        let part =
          made
          ?? links.part(
            of: replay, concerned,
            noticesSince: hasNotices ? SequenceNumber(event.sequence.value - 1) : nil)
        made = part
        return part
      }
      let hasOtherApprovers = event.isAboutPolicies || managers != replay.state.managers
      for index in open {
        if hasOtherApprovers, traced[index].projection.showsApprovers {
          traced[index].look(after: event, replay, now)
        } else if let rows = concerned.rows(of: traced[index].projection) {
          let wanted = rows.map(\.key).filter { traced[index].rows[$0] != nil }
          if !wanted.isEmpty { traced[index].look(after: event, part(), now, at: wanted) }
        } else if traced[index].projection == .inbox {
          if traced[index].hasNotices(of: event.sequence, about: concerned.retold.keys) {
            traced[index].lookForNotices(of: event, part(), now)
          }
        } else if traced[index].projection == .points
          ? points != replay.state.points
          : traced[index].projection == .series
            ? traced[index].mayChangeSeries(event.event)
            : event.event.typeName.hasPrefix("study.")
        {
          traced[index].look(after: event, replay, now)
        }
      }
    }
    for index in open { traced[index].check() }
    histories = traced
  }

  private mutating func begin(from start: Replay, at now: Timestamp) {
    rows = ends.mapValues { Traced(cells: $0.before) }
    isBroken = false
    let isFollowed = projection != .inbox && ConcernedRows().rows(of: projection) == nil
    follower = isFollowed ? projection.follow(start, now) : nil
    if projection == .inbox { noticed = Set(ends.keys.joined().compactMap(\.self)) }
  }

  /// Notes where an event that was passed over changed a row.
  private mutating func check() { isBroken = rows.contains { !areSame(ends[$0]?.after, $1.cells) } }

  /// Returns `true` if an event may change one of these rows of weekly work.
  private func mayChangeSeries(_ event: Event) -> Bool {
    let about = NamedIDs(event)
    if about.shift == nil, about.fixedShift != nil || about.fixedVacancy != nil { return true }
    let types: [EventType?] = [.roleGranted, .roleRevoked, .userErased, .userRegistered]
    if !types.contains(event.type) { return false }
    let cells = rows.flatMap { [$1.cells, ends[$0]?.before, ends[$0]?.after] }
      .flatMap { $0 ?? [] }.compactMap(\.self)
    return about.people.contains { user in cells.contains { $0.names(user) } }
  }

  /// Looks at the rows with some keys, or at all.
  private mutating func look(
    after event: RecordedEvent, _ replay: Replay, _ now: Timestamp, at keys: [RowKey]? = nil
  ) {
    if let follower {
      for (key, cells) in follower.next(replay, projection) { rows[key]?.become(cells, by: event) }
      return
    }
    let wanted = keys ?? Array(rows.keys)
    let present = projection.rowsByKey(replay, at: now)
    for key in wanted { rows[key]?.become(present[key], by: event) }
  }

  /// Returns `true` if there are notices of an event, or about some things.
  private func hasNotices(of event: SequenceNumber, about things: some Sequence<UInt32>) -> Bool {
    noticed.contains(.integer(event.value))
      || things.contains { noticed.contains(.id(ShiftID(symbolIndex: $0))) }
  }

  /// Notices are added, and change with the shift that they are about.
  private mutating func lookForNotices(of event: RecordedEvent, _ replay: Replay, _ now: Timestamp)
  {
    for (key, cells) in projection.keyedRows(replay, at: now) {
      rows[key]?.become(cells, by: event)
    }
  }
}

extension ProjectionDescriptor {
  /// True if a row hangs on what touched its thing, and the settings and publications.
  fileprivate var hasOwnRows: Bool {
    [.schedule, .marketplace, .requests, .vacancies, .absences, .reservations, .changes]
      .contains(self)
  }

  /// True if rows name those who may approve.
  var showsApprovers: Bool { [.approvals, .trades].contains(self) }
}

/// Returns `true` for rows of the same bytes.
func areSame(_ first: [Cell?]?, _ second: [Cell?]?) -> Bool {
  guard let first, let second else { return first == nil && second == nil }
  return first.count == second.count && zip(first, second).allSatisfy { areSame($0, $1) }
}

/// Returns `true` for cells of the same bytes; `==` takes two forms of a text in Unicode for one.
package func areSame(_ first: Cell?, _ second: Cell?) -> Bool {
  switch (first, second) {
  case (.text(let first)?, .text(let second)?): first.utf8.elementsEqual(second.utf8)
  case (.list(let first)?, .list(let second)?):
    first.elementsEqual(second) { $0.utf8.elementsEqual($1.utf8) }
  default: first == second
  }
}

extension RowHistory.Traced {
  fileprivate mutating func become(_ new: [Cell?]?, by event: RecordedEvent) {
    if areSame(new, cells) { return }
    let mark = EventMark(
      sequence: event.sequence, time: event.time, type: event.event.typeName, actor: event.actor)
    events.append(mark)
    for (index, cell) in (new ?? []).enumerated()
    where !(cells.map { areSame(cell, $0[index]) } ?? false) {
      setters[index] = mark
    }
    cells = new
  }
}

extension RecordedEvent {
  var isAboutPolicies: Bool { if case .workplaceConfigured = event { true } else { false } }
}

extension RowHistory {
  package typealias Row = (key: RowKey, traced: Traced)

  /// Begins the history of those rows of a state whose keys are wanted; `nil` if there is none.
  package init?(
    of projection: ProjectionDescriptor, in replay: Replay, at now: Timestamp,
    where isWanted: (RowKey) -> Bool
  ) {
    let rows = projection.rowsByKey(replay, at: now).filter { isWanted($0.key) }
    if rows.isEmpty { return nil }
    self.init(of: projection, rows.mapValues { (before: nil, after: $0) })
  }

  package var orderedRows: [Row] {
    rows.map { (key: $0.key, traced: $0.value) }.sorted { first, second in
      let texts = [first, second].map { $0.key.map { $0?.text ?? "" } }
      return texts[0].lexicographicallyPrecedes(texts[1])
    }
  }

  /// The cells of a row that it has, each with the event that set it.
  package func cells(of row: Row) -> [(Heading, Cell, EventMark?)] {
    zip(projection.columns, row.traced.cells ?? []).enumerated().compactMap { index, pair in
      pair.1.map { (pair.0, $0, row.traced.setters[index]) }
    }
  }

  /// The document that `blame --json` prints.
  package static func json(
    _ histories: [RowHistory], _ header: DocumentHeader, names: (UserID) -> String?
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      header.write(schema: "blame", to: &json)
      json.array("rows") { json in
        for history in histories {
          for row in history.orderedRows { history.write(row, to: &json, header.timeZone, names) }
        }
      }
    }
    return json.bytes
  }

  private func write(
    _ row: Row, to json: inout JSONWriter, _ zone: Zone, _ names: (UserID) -> String?
  ) {
    let rows = [row.traced.cells ?? []]
    let table = RowTable(columns: projection.columns, rows: rows, names: names)
    json.object { json in
      json.member("projection", projection.name)
      json.key("row")
      json.value(json: table.jsonRows(in: zone)[0])
      json.object("cells") { json in
        for (column, _, mark) in cells(of: row) where column.isInDocuments {
          guard let mark else { continue }
          json.object(column.key) { json in
            json.member("sequence", mark.sequence.value)
            json.member("time", mark.time.description)
            json.member("type", mark.type)
            json.member("actor", mark.actor.description)
          }
        }
      }
    }
  }
}
