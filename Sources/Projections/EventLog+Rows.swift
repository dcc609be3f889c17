public import ShiftEvents

extension EventLog {
  /// The rows of a projection as of a moment.
  ///
  ///     let news = try log.rows(.inbox, of: "eva", last: 30)
  ///
  /// - Parameters:
  ///   - user: the person whose rows are wanted; `nil` for everybody.
  ///   - last: the number of the newest notices of an inbox that are wanted, newest first.
  /// - Returns: no rows of an audit, which ``Audit/init(of:showsAttributes:)`` folds.
  /// - Complexity: see ``replay()``.
  public func rows(
    _ projection: ProjectionDescriptor, of user: UserID? = nil, last: Int? = nil,
    at now: Timestamp = SystemClock().now()
  ) throws(LogError) -> RowTable {
    let rows = try rows(projection, RowSelection(user: user, last: last), at: now)
    return last == nil || projection != .inbox ? rows : rows.reversed()
  }

  /// The rows that are chosen of a projection as of a moment.
  public func rows(
    _ projection: ProjectionDescriptor, _ selection: RowSelection,
    at now: Timestamp = SystemClock().now()
  ) throws(LogError) -> RowTable {
    var folded = FoldedRows(self, projection)
    return try folded.rows(selection, at: now)
  }

  /// The rows that are chosen of a projection, page by page, as the log has them when each page is asked for.
  ///
  /// Rows that come or go meanwhile are neither doubled nor skipped. Asking for a page reads what is new in the log,
  /// and blocks the calling thread for as long as that takes.
  ///
  /// - Parameter limit: the number of rows of a page, at least 1.
  public func pages(
    _ projection: ProjectionDescriptor, _ selection: RowSelection = RowSelection(), limit: Int,
    at now: Timestamp = SystemClock().now()
  ) -> RowPages {
    precondition(limit > 0, "a page has at least one row")
    return RowPages(log: self, projection: projection, selection: selection, limit: limit, now: now)
  }
}

/// The rows of a projection in pages.
public struct RowPages: AsyncSequence, Sendable {
  fileprivate let log: EventLog
  fileprivate let projection: ProjectionDescriptor
  fileprivate let selection: RowSelection
  fileprivate let limit: Int
  fileprivate let now: Timestamp

  public func makeAsyncIterator() -> Iterator {
    Iterator(pages: self, folded: FoldedRows(log, projection))
  }

  /// Reads what is new in the log, and then the next page.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let pages: RowPages
    fileprivate var folded: FoldedRows
    private var cursor: PageCursor?
    private var isOver = false

    fileprivate init(pages: RowPages, folded: FoldedRows) {
      (self.pages, self.folded) = (pages, folded)
    }

    /// The next page; `nil` behind the last one.
    public mutating func next() async throws(LogError) -> RowTable? {
      if isOver { return nil }
      var selection = pages.selection
      selection.page = PageRequest(limit: pages.limit, after: cursor)
      let rows = try folded.rows(selection, at: pages.now)
      (cursor, isOver) = (rows.next, rows.next == nil)
      return rows
    }
  }
}

/// One projection of a log, folded on for each question.
private struct FoldedRows {
  private let log: EventLog
  private let projection: ProjectionDescriptor
  private var replay: Replay
  private var position = LogPosition.start
  private var hasBegun = false

  init(_ log: EventLog, _ projection: ProjectionDescriptor) {
    (self.log, self.projection) = (log, projection)
    replay = projection == .inbox ? Replay(inboxOf: nil) : Replay()
  }

  mutating func rows(_ selection: RowSelection, at now: Timestamp) throws(LogError) -> RowTable {
    let folded = hasBegun ? nil : SavedFolds(log.path, parts: projection.parts, mapsSnapshot: false)
    hasBegun = true
    if let folded { (replay, position) = (folded.replay, folded.position) }
    let reader = try LogReader(reading: log.path, after: position)
    // What is folded before an error is not folded again.
    defer { position = reader.position }
    while let event = try reader.next() { replay.apply(event) }
    try reader.requireUnchanged()
    let people = try log.people()
    return replay.table(projection, selection, at: now) { people.name(of: $0) }
      ?? RowTable([AuditRow]())
  }
}

extension Replay {
  /// The rows of one projection as of a moment, ready to be written in any format.
  ///
  /// - Parameter names: returns the current name of a person.
  /// - Returns: `nil` for a projection that this replay did not fold: the audit, and the inbox unless
  ///   it was asked for.
  public func table(
    _ projection: ProjectionDescriptor, _ selection: RowSelection = RowSelection(),
    at now: Timestamp, names: (UserID) -> String?
  ) -> RowTable? {
    let (replay, chosen) = asked(projection, selection)
    return projection.table(replay, chosen, now, names)
  }

  /// The number of rows that a question makes of people and periods, with or without anything in the log.
  package func crossing(
    _ projection: ProjectionDescriptor, _ selection: RowSelection, at now: Timestamp
  ) -> Int { projection.crossing(self, selection, now) }

  /// The number of rows of ``table(_:_:at:names:)``; 0 for a projection that this replay did not fold.
  package func count(
    _ projection: ProjectionDescriptor, _ selection: RowSelection = RowSelection(),
    at now: Timestamp
  ) -> Int {
    let (replay, chosen) = asked(projection, selection)
    return projection.count(replay, chosen, now, { _ in nil }) ?? 0
  }

  /// The part of the replay that a question is about: the one thing that it names, of any day and state, or all.
  private func asked(
    _ projection: ProjectionDescriptor, _ selection: RowSelection
  ) -> (Replay, RowSelection) {
    guard let id = selection.id, projection.kinds.contains(where: { $0.noun == id.words.noun }),
      has(projection.parts)
    else { return (self, selection) }
    // Hours may be unlikely because of others.
    let part = projection == .timesheet ? self : only(id, asPublished: selection.asPublished)
    return (part, selection.ofAnyTime)
  }

  /// The document that `replay --json` prints, compact and without a line feed; rows are counted as
  /// each projection shows them at that moment without any selection.
  public func jsonSummary(at now: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      DocumentHeader(asOf: asOf, now: now, timeZone: timeZone).write(schema: "replay", to: &json)
      json.member("events", tally.count)
      json.object("types") { json in
        for type in tally.types { json.member(type.name, type.count) }
      }
      json.member("unknown", tally.notKnown.count)
      json.object("rows") { json in
        for projection in ProjectionDescriptor.replayed {
          json.member(projection.name, count(projection, at: now))
        }
      }
    }
    return json.bytes
  }
}
