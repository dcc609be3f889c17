public import ShiftEvents

/// One projection as its readers know it: its name, its rows, and the words that tables and sentences have for them.
///
/// A projection is one constant, beside its rows, and one entry of ``replayed`` or ``all``.
public struct ProjectionDescriptor: Sendable {
  /// The name in commands and documents. Never rename.
  public let name: String
  /// The title of a table.
  public let title: String
  /// The keys of the columns that order the rows; no two rows have the same in all of them.
  let order: [String]
  /// The effect of the clock on rows.
  public let passing: Passing
  /// The parts of a replay that rows are made of; none of one that is folded by itself.
  package let parts: [StatePart]
  private let headings: @Sendable () -> [Heading]
  private let nothing: (@Sendable (UserID?) -> String)?
  let table: Question<RowTable?>
  let count: Question<Int?>
  /// Begins to follow all rows from a replay on.
  let follow: @Sendable (Replay, Timestamp) -> RowFollower
  /// The number of rows of people and periods that a question makes, also where the log has nothing about them.
  let crossing: @Sendable (Replay, RowSelection, Timestamp) -> Int

  /// Asks a replay for rows as of a moment.
  typealias Question<Answer> = @Sendable (Replay, RowSelection, Timestamp, Names) -> Answer
  /// Finds the name of a person as it is known now.
  typealias Names = (UserID) -> String?

  /// - Parameters:
  ///   - parts: the parts of a replay that are asked.
  ///   - order: the keys of the columns that order the rows.
  ///   - nothing: see ``nothing(of:)``.
  ///   - cheapCount: returns the number of rows without making them, where it can.
  ///   - crossing: returns the number of people times the number of periods, where a question makes a row of each.
  ///   - rows: returns `nil` if the replay did not fold the parts.
  init<Row: ProjectionRow>(
    _ name: String, title: String? = nil, from parts: [StatePart],
    ordered order: [String] = [], passing: Passing = .never,
    nothing: (@Sendable (UserID?) -> String)? = nil,
    count cheapCount: (@Sendable (Replay, RowSelection, Timestamp) -> Int?)? = nil,
    crossing: @escaping @Sendable (Replay, RowSelection, Timestamp) -> Int = { _, _, _ in 0 },
    rows: @escaping @Sendable (Replay, RowSelection, Timestamp, Names) -> [Row]?
  ) {
    self.name = name
    self.title = title ?? name.prefix(1).uppercased() + String(name.dropFirst())
    (self.order, self.passing, self.parts) = (order, passing, parts)
    headings = { Row.columns.map(\.heading) }
    (self.nothing, self.crossing) = (nothing, crossing)
    @Sendable func asked(
      _ replay: Replay, _ selection: RowSelection, _ now: Timestamp, _ names: Names
    ) -> [Row]? {
      guard replay.has(parts) else { return nil }
      if selection.cells.isEmpty { return rows(replay, selection, now, names) }
      // A row without these cells leaves its place on a page to another.
      var wider = selection
      wider.page = nil
      return rows(replay, wider, now, names)?.filter(selection.includes)
    }
    table = { replay, chosen, now, names in
      guard let rows = asked(replay, chosen, now, names) else { return nil }
      guard let page = chosen.page else { return RowTable(rows, names: names) }
      return RowTable(rows, page: page, orderedBy: order, names: names)
    }
    let all = Self.whole(passing)
    follow = { replay, now in
      RowFollower(from: replay) { asked($0, all, now) { _ in nil } ?? [] }
    }
    count = { replay, chosen, now, names in
      guard replay.has(parts) else { return nil }
      var chosen = chosen
      chosen.page = nil
      let isCheap = chosen.id == nil && chosen.cells.isEmpty
      if isCheap, let count = cheapCount?(replay, chosen, now) { return count }
      chosen.page = PageRequest(limit: nil, after: nil, isOrdered: false)
      return asked(replay, chosen, now, names)?.count
    }
  }

  /// The columns in documented order.
  public var columns: [Heading] { headings() }

  /// The sentence for a log without any row, or without any of one person.
  public func nothing(of user: UserID?) -> String { nothing?(user) ?? "no \(name) in this log yet" }

  /// The choice of all rows, past and closed ones too, but none that has lapsed.
  package var whole: RowSelection { Self.whole(passing) }

  private static func whole(_ passing: Passing) -> RowSelection {
    if case .lapsing = passing { return RowSelection() }
    return RowSelection(all: true)
  }
}

extension ProjectionDescriptor: Hashable, CustomStringConvertible {
  public static func == (first: Self, second: Self) -> Bool { first.name == second.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }
}

/// The effect of the clock on the rows of a projection.
public enum Passing: Sendable {
  /// Rows stay.
  case never
  /// Rows lapse, and only an earlier clock or `all` shows them.
  case lapsing
  /// Rows are hidden unless `all` is chosen: "no `what` from today on; 3 `others`".
  ///
  /// - Parameters:
  ///   - what: a noun and its verb; `nil` for "nothing".
  ///   - isByDay: true if days hide rows; otherwise the time of day counts too.
  case hiding(_ what: String?, others: String, isByDay: Bool)
}

/// Rows that are followed from event to event: those alone that became others are made into cells.
struct RowFollower {
  /// The rows that were before the event and have not stayed, and those that came, in a stretch of all.
  let step: (Replay) -> (gone: RowTable, come: RowTable)

  init<Row: ProjectionRow>(from start: Replay, _ rows: @escaping (Replay) -> [Row]) {
    var before = rows(start)
    func table(_ rows: ArraySlice<Row>) -> RowTable {
      RowTable(Array(rows), page: PageRequest(limit: nil, after: nil), orderedBy: []) { _ in nil }
    }
    step = { replay in
      let after = rows(replay)
      let count = min(before.count, after.count)
      let first = (0..<count).prefix { before[$0] == after[$0] }.count
      let last = (0..<count - first).prefix {
        before[before.count - 1 - $0] == after[after.count - 1 - $0]
      }.count
      defer { before = after }
      return (table(before.dropLast(last)[first...]), table(after.dropLast(last)[first...]))
    }
  }
}
