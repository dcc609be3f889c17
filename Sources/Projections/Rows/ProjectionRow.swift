public import ShiftEvents

/// One row of a projection, with the columns by which any writer lays it out.
public protocol ProjectionRow: Hashable, Sendable {
  /// The columns in documented order.
  static var columns: [Column<Self>] { get }
}

extension ProjectionRow {
  /// The cell in the column with this key; `nil` where there is none.
  subscript(key: String) -> Cell? { Self.columns.first { $0.heading.key == key }?.cell(self) }
}

/// A column of a projection, with the cell that it has of each row.
public struct Column<Row>: Sendable {
  /// The names and the place of the column.
  public internal(set) var heading: Heading
  /// Makes the cell; `nil` if the column does not apply to the row.
  let cell: @Sendable (Row) -> Cell?

  /// Makes a column of values of one type, which says what schemas have.
  init<Value: ColumnValue>(
    _ key: String, _ title: String, turn: Int? = nil, audience: Heading.Audience = .everybody,
    value: @escaping @Sendable (Row) -> Value
  ) {
    self.init(
      key, title, Value.kind, isOptional: Value.isOptional, turn: turn, audience: audience
    ) { value($0).cell }
  }

  /// Makes a column of cells that no type of their own tells.
  init(
    _ key: String, _ title: String, _ kind: Heading.Kind, isOptional: Bool = false,
    turn: Int? = nil, audience: Heading.Audience = .everybody,
    cell: @escaping @Sendable (Row) -> Cell?
  ) {
    heading = Heading(
      key: key, title: title, kind: kind, isOptional: isOptional, turn: turn, audience: audience)
    self.cell = cell
  }
}

extension Column {
  /// The same column for rows of an option alone.
  var ofOption: Column { with { $0.isOfOption = true } }

  /// The same column in few rows.
  var rare: Column { with { $0.isRare = true } }

  private func with(_ change: (inout Heading) -> Void) -> Column {
    var column = self
    change(&column.heading)
    return column
  }

  /// Makes a column of people, each with the name behind the id.
  ///
  /// - Parameters:
  ///   - isOptional: true where a row without a person, such as a sum, stands behind the others.
  ///   - within: the columns within whose equal cells tables for people sort the rows by these names.
  static func person<Person: ColumnValue>(
    _ key: String, _ title: String, isOptional: Bool = false, turn: Int? = nil,
    sortedWithin within: [String]? = nil, _ user: @escaping @Sendable (Row) -> Person
  ) -> Column {
    Column(key, title, turn: turn, value: user).with {
      $0.nameKey = key == "user" ? "name" : key + "Name"
      $0.isOptional = $0.isOptional || isOptional
      $0.sortsByNameWithin = within
    }
  }

  /// Makes the column of the state of each row.
  static func status<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ status: @escaping @Sendable (Row) -> Word
  ) -> Column { word("status", "Status") { status($0) } }

  /// Makes a column of one of some words.
  static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ title: String, turn: Int? = nil, _ word: @escaping @Sendable (Row) -> Word?
  ) -> Column {
    Column(key, title, .words(Word.allCases.map(\.rawValue)), turn: turn) { row in
      word(row).map { .text($0.rawValue) }
    }
  }

  /// Makes a column of rows within the row, for programs.
  ///
  /// - Parameter title: the name of their schema.
  static func rows<Inner: ProjectionRow>(
    _ key: String, _ title: String, of schema: String,
    audience: Heading.Audience = .everybody, _ rows: @escaping @Sendable (Row) -> [Inner]
  ) -> Column {
    Column(
      key, title, .rows(schema, Inner.columns.map(\.heading)), audience: audience
    ) { .table(RowTable(rows($0))) }
  }

  /// Makes a column of minutes, which people read as hours and minutes.
  static func duration(
    _ key: String, _ title: String, isSummable: Bool = false, hasBar: Bool = false,
    turn: Int? = nil, _ minutes: @escaping @Sendable (Row) -> Int
  ) -> Column {
    Column(key, title, .integer, turn: turn) { .duration(minutes($0)) }.with {
      ($0.isSummable, $0.hasBar) = (isSummable, hasBar)
    }
  }

  /// The same that few rows have.
  static func rareDuration(
    _ key: String, _ title: String, isSummable: Bool = false, turn: Int? = nil,
    _ minutes: @escaping @Sendable (Row) -> Int?
  ) -> Column {
    Column(key, title, .integer, turn: turn) { minutes($0).map(Cell.duration) }.with {
      $0.isSummable = isSummable
    }.rare
  }

  /// Makes a column of whole numbers whose sum means something.
  static func amount<Value: ColumnValue>(
    _ key: String, _ title: String, hasBar: Bool = false, turn: Int? = nil,
    audience: Heading.Audience = .everybody, _ number: @escaping @Sendable (Row) -> Value
  ) -> Column {
    Column(key, title, turn: turn, audience: audience, value: number).with {
      ($0.isSummable, $0.hasBar) = (true, hasBar)
    }
  }
}

/// The names of a column and its place in tables.
public struct Heading: Hashable, Sendable {
  /// The name in JSON and CSV. Never rename; add a new column.
  public internal(set) var key: String
  /// The title in tables.
  public let title: String
  /// The type of the cells, for schemas.
  var kind = Kind.text
  /// True if some rows do not have the column.
  var isOptional = false
  /// True if the cells are numbers, which tables align right.
  public var isNumeric: Bool { kind == .integer || kind == .number }
  /// True if the cells are amounts, whose sum means something.
  public internal(set) var isSummable = false
  /// True if tables and pages draw a bar beside each amount.
  public internal(set) var hasBar = false
  /// The turn at which a narrow terminal drops the column, lowest first, before it cuts any cell;
  /// `nil` for a column that stays. Columns that repeat others go first, then those that matter least
  /// to a person who wants to know when to work.
  public internal(set) var turn: Int?
  /// The key under which JSON and CSV have the names of a column of people; `nil` of other columns.
  public internal(set) var nameKey: String?
  /// True if few rows have the column.
  public internal(set) var isRare = false
  /// True if rows have the column only where an option asks for it.
  public internal(set) var isOfOption = false
  /// All the words that a column of states may have; empty of other columns.
  public var words: [String] { if case .words(let words) = kind { words } else { [] } }
  /// The readers who have the column.
  public internal(set) var audience = Audience.everybody
  /// True if tables for people have the column.
  package var isForPeople: Bool { audience == .everybody || audience == .people }
  /// True if JSON and CSV have the column.
  var isInDocuments: Bool { audience == .everybody || audience == .programs }
  /// The keys of the columns within whose equal cells tables for people sort the rows by the names in this column;
  /// `nil` of a column that orders nothing.
  var sortsByNameWithin: [String]?
  /// True of the column that tells the state of its row.
  package var isStatus: Bool { key == "status" }

  /// The type of the cells of a column.
  indirect enum Kind: Hashable, Sendable {
    case text, integer, number, boolean, date, timeOfDay, week, instant, id, name, object
    /// A person's own limits, and those from a day on.
    case contract, datedContract
    case words([String])
    case list(of: Kind)
    /// An object with values of one kind, whose keys are names.
    case map(to: Kind)
    /// Rows with these columns, and the name of their schema.
    case rows(String, [Heading])
  }

  /// The readers of a column.
  public enum Audience: Sendable {
    /// People and programs.
    case everybody
    /// Left out of tables for people; JSON and CSV have it.
    case programs
    /// Left out of JSON and CSV: it tells in one cell what those have in several.
    case people
    /// Left out of documents, too: only a format with a place for it, such as a calendar, has it.
    case exports
  }
}

/// The columns that an option adds to the rows of a projection. Never rename.
extension Heading {
  static let mayTake = Heading(key: "mayTake", title: "May take", kind: .boolean, isOptional: true)
  static let reason = Heading(key: "reason", title: "Reason", isOptional: true)
  static let conflicts = Heading(
    key: "conflicts", title: "Conflicts", kind: .list(of: .text), isOptional: true,
    audience: .programs)
  static let email = Heading(key: "email", title: "E-mail", isOptional: true)
  /// The name of the row's log among several.
  static let log = Heading(key: "log", title: "Log", isOptional: true)
  /// True in a sum, where it is wanted.
  static let total = Heading(
    key: "total", title: "Total", kind: .boolean, isOptional: true, audience: .programs)
}

/// A value in a row, still typed, so that each format writes it in its own manner.
public enum Cell: Hashable, Sendable {
  /// A text, an id or a word.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A number with decimals.
  case decimal(Double)
  /// A number of minutes, which people read as hours and minutes.
  case duration(Int)
  /// `true` or `false`.
  case boolean(Bool)
  /// A day.
  case date(LocalDate)
  /// A time on the clock.
  case timeOfDay(TimeOfDay)
  /// An ISO week.
  case week(WeekOfYear)
  /// An instant in UTC.
  case instant(Timestamp)
  /// Several texts.
  case list([String])
  /// A person, whose name stands beside the id where it is known.
  case person(UserID)
  /// Several people.
  case people([UserID])
  /// A few words that may name people.
  case phrase(Phrase)
  /// Rows within a row.
  case table(RowTable)
  /// An object.
  case members([DataMember])
  /// Several objects.
  case objects([[DataMember]])
}

extension Cell {
  static func id(_ id: some Identifier) -> Cell { .text(id.description) }
  static func word(_ word: some RawRepresentable<String>) -> Cell { .text(word.rawValue) }

  /// The plain text, unescaped; spaces separate lists, semicolons inner rows.
  public var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number), .duration(let number): String(number)
    case .decimal(let number): plainNumber(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.description
    case .timeOfDay(let time): time.description
    case .week(let week): week.description
    case .instant(let time): time.description
    case .list(let items): items.joined(separator: " ")
    case .person(let user): user.description
    case .people(let users): users.map(\.description).joined(separator: " ")
    case .phrase(let phrase): phrase.description
    case .table(let table): table.text(of: \.isInDocuments) { $0.text }
    case .members(let members): members.json
    case .objects(let objects): "[\(objects.map(\.json).joined(separator: ","))]"
    }
  }

  /// The plain text for people: `5:00` for 300 minutes, `yes` and `no`, lists with commas.
  public var textForPeople: String {
    switch self {
    case .duration(let minutes): durationText(minutes: minutes)
    case .boolean(let flag): flag ? "yes" : "no"
    case .list(let items): items.joined(separator: ", ")
    case .people(let users): users.map(\.description).joined(separator: ", ")
    case .table(let table): table.text(of: \.isForPeople) { $0.textForPeople }
    default: text
    }
  }

  /// The number of a count or an amount.
  package var number: Int? {
    switch self {
    case .integer(let number), .duration(let number): number
    default: nil
    }
  }
}

/// Rows of any projection, with the type forgotten: the input of tables, CSV and JSON.
public struct RowTable: Hashable, Sendable {
  /// The columns in documented order.
  public let columns: [Heading]
  /// The cells of each row, in the order of the columns.
  public let rows: [[Cell?]]
  /// The place of the last row of a page that others follow.
  package internal(set) var next: PageCursor?
  /// The names of the people in the rows, as far as they are known.
  let names: [UserID: String]
  /// The zone of each row that has one of its own, since it is of another log; empty where all have the document's.
  let zones: [Zone]

  /// Rows whose columns are known only by now.
  init(
    columns: [Heading], rows: [[Cell?]], zones: [Zone] = [],
    names: (UserID) -> String? = { _ in nil }
  ) {
    (self.columns, self.rows, self.zones) = (columns, rows, zones)
    var known: [UserID: String] = [:]
    var asked: Set<UserID> = []
    Self.forEachUser(in: rows) { user in
      if asked.insert(user).inserted { known[user] = names(user) }
    }
    self.names = known
  }

  /// Calls `body` with the people of the rows, those of inner rows included.
  private static func forEachUser(in rows: [[Cell?]], _ body: (UserID) -> Void) {
    for row in rows {
      for cell in row {
        switch cell {
        case .person(let user): body(user)
        case .people(let users): users.forEach(body)
        case .table(let table): forEachUser(in: table.rows, body)
        default: continue
        }
      }
    }
  }

  /// The same rows with further cells behind those of each.
  func adding(_ headings: [Heading], _ cells: ([Cell?]) -> [Cell?]) -> RowTable {
    RowTable(
      columns: columns + headings, rows: rows.map { $0 + cells($0) }, zones: zones,
      names: { names[$0] })
  }

  /// The zone of a row's instants.
  ///
  /// - Parameter zone: that of rows without one of their own.
  func zone(ofRow place: Int, else zone: Zone) -> Zone { place < zones.count ? zones[place] : zone }

  /// The same rows with the label of each person in place of the id, and instants within words as a clock tells them.
  ///
  /// - Parameter zone: that of rows without one of their own.
  public func labelled(
    by label: (UserID) -> String, in zone: Zone = .utc,
    at clock: (Timestamp, Zone) -> String = { time, _ in time.description }
  ) -> RowTable {
    RowTable(
      columns: columns,
      rows: namingTotal().rows.enumerated().map { place, row in
        let zone = self.zone(ofRow: place, else: zone)
        return row.map { $0?.labelled(by: label) { clock($0, zone) } }
      }, zones: zones)
  }

  /// The rows as one text: semicolons between them, spaces between those of their cells that a reader has.
  fileprivate func text(of reader: (Heading) -> Bool, _ text: (Cell) -> String) -> String {
    let shown = columns.indices.filter { reader(columns[$0]) }
    return rows.map { row in shown.compactMap { row[$0].map(text) }.joined(separator: " ") }
      .joined(separator: "; ")
  }

  /// The same rows with another cell in the place of each.
  package func mapping(_ change: (Cell) -> Cell) -> RowTable {
    RowTable(
      columns: columns, rows: rows.map { $0.map { $0.map(change) } }, zones: zones,
      names: { names[$0] })
  }

  /// The rows in the order in which they are given.
  ///
  /// - Parameter names: the name of a person as it is known now.
  public init<Row: ProjectionRow>(_ rows: [Row], names: (UserID) -> String? = { _ in nil }) {
    let columns = Row.columns
    self.init(
      columns: columns.map(\.heading), rows: rows.map { row in columns.map { $0.cell(row) } },
      names: names)
  }
}

extension Cell {
  /// The same with the label of each person in place of the id, and instants within words as a clock tells them.
  package func labelled(
    by label: (UserID) -> String, at clock: (Timestamp) -> String = \.description
  ) -> Cell {
    switch self {
    case .person(let user): .text(label(user))
    case .people(let users):
      .text(NameOrder.sorted(users, by: label) { $0 }.map(label).joined(separator: ", "))
    case .phrase(let phrase): .text(phrase.text(by: label, at: clock))
    case .table(let table): .table(table.labelled(by: label) { time, _ in clock(time) })
    default: self
    }
  }
}
