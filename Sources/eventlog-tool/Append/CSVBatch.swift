// Over 400 lines: what a column of a table may be, and how its cells are read.

import Projections
import ShiftEvents

/// The events of a table: one type, a row each.
struct CSVBatch {
  static let csv = Option.text(
    "csv", "FILE", "The rows of a CSV file (- is standard input) are events of TYPE, one batch")
  static let dates = Option<DateOrder>.choice(
    "dates", "ORDER", "How days in digits are read in the rows of --csv: dmy, mdy or ymd")

  private let type: EventType
  private let table: CSVTable
  private let actor: String?
  private let diagnostics: Diagnostics
  private var columns: [Use] = []
  private var days: [Int: DateColumn] = [:]

  /// The part of an event that a column has.
  private enum Use: Equatable {
    case member(String)
    case subject, actor
    /// The kind of weekly work.
    case kind
    /// A member of the submission that an option gives, too.
    case given(String)
    /// The time at which hours were recorded that a row has.
    case recordedAt
    /// A column without a name, or one that belongs to a projection.
    case none
  }

  /// The events of an input; a fault for each mistake where it is no table of the type.
  ///
  /// - Parameter log: the name of the log that is written.
  static func entries(
    of source: InputSource, _ type: EventType, _ invocation: Invocation, for log: () -> LogName?
  ) throws -> [WordedEntry] {
    let arguments = invocation.arguments
    let isEach = arguments[AppendOptions.each]
    let mostBytes = isEach ? 2 * Recorder.maximumBatchLength : Recorder.maximumBatchLength
    let mostRows = isEach ? Int.max : Recorder.maximumBatchCount
    func tooLarge(at passage: Passage) -> WordedFault {
      isEach
        ? WordedFault(
          .batchTooLarge, "a table has at most \(mostBytes) bytes", help: "use several files",
          at: passage)
        : WordedFault(
          .batchTooLarge, "a batch has at most \(mostRows) rows and \(mostBytes) bytes",
          help: "use --each, or several files", at: passage)
    }
    do {
      let (bytes, tooLong) = try source.bytes(atMost: mostBytes)
      if bytes.count > mostBytes { throw tooLarge(at: .ofTable(line: 1)) }
      if let tooLong { throw CSVTable.rowTooLong(line: tooLong) }
      let table = try CSVTable(bytes, mostRows: mostRows)
      if table.rows.count > mostRows {
        throw tooLarge(at: table.passage(table.rows.last![0], field: nil))
      }
      var batch = CSVBatch(
        type: type, table: table, actor: arguments.text(of: WordedLine.actor),
        diagnostics: invocation.diagnostics)
      if let faults = try batch.readHeader() { return try faults.map(entry) }
      try batch.keepRows(of: log)
      batch.readOrders(try arguments[dates])
      batch.noteForeignTimes()
      return try batch.ownRows.map { row in try batch.entry(row) }
    } catch let fault as WordedFault { return [try entry(fault)] }
  }

  private static func entry(_ fault: WordedFault) throws -> WordedEntry {
    try WordedEntry(fault.passage.line, passage: { _ in fault.passage }) { throw fault }
  }

  private init(type: EventType, table: CSVTable, actor: String?, diagnostics: Diagnostics) {
    (self.type, self.table, self.actor, self.diagnostics) = (type, table, actor, diagnostics)
  }

  /// Takes away the rows of other logs, which may have another shift of the same id. What is new comes from any log.
  private func keepRows(of log: () -> LogName?) throws(WordedFault) {
    guard NewIdentifier.prefix(of: type) == nil,
      let place = table.header.firstIndex(where: { Self.folded($0.text) == "log" }),
      let log = log()?.description
    else { return }
    let all = table.rows
    table.rows = rows(orSay: "of other logs than \(log)") { row in
      place >= row.count || ["", log].contains(row[place].text)
    }
    guard table.rows.isEmpty, let first = all.first else { return }
    throw WordedFault(
      .invalidField, "the rows are of \(quoted(first[place].text)), and this log is \(log)",
      help: "append them to that log, or leave out the column \(quoted(table.header[place].text))",
      at: table.passage(first[place], field: table.header[place].text))
  }

  // MARK: - The header

  /// As many as an object of JSON has members.
  private static let mostColumns = 1_024

  /// Finds what the columns are.
  ///
  /// - Returns: the faults of the header; `nil` where there are none.
  private mutating func readHeader() throws -> [WordedFault]? {
    let names = table.header.map { Self.folded($0.text) }
    if names.allSatisfy(\.isEmpty) {
      return [
        WordedFault(
          .missingField, "the table has no names in its first row",
          help: "name the columns: \(listed(members.map(\.name), "and"))", at: .ofTable(line: 1))
      ]
    }
    if names.count > Self.mostColumns {
      return [
        WordedFault(
          .invalidField, "a table has at most \(Self.mostColumns) columns, this has \(names.count)",
          at: .ofTable(line: 1))
      ]
    }
    var faults: [WordedFault] = []
    var passedOver: [String] = []
    for (place, cell) in table.header.enumerated() {
      let name = names[place]
      func refuse(_ code: InvalidSubmission.Code, _ message: String, _ help: String? = nil) {
        faults.append(
          WordedFault(
            code, message, help: help,
            at: table.passage(cell, field: cell.text, beside: faults.last?.passage)))
      }
      let use = use(of: name, among: names)
      if !name.isEmpty, names[..<place].contains(name) {
        refuse(.invalidField, "the column \(quoted(cell.text)) is there twice")
      } else if use == .subject, columns.contains(.subject) {
        refuse(
          .invalidField, "\(quoted(cell.text)) is the subject, which another column has",
          "leave out one of them")
      } else if let use {
        columns.append(use)
        if use == .none, !name.isEmpty { passedOver.append(cell.text) }
        continue
      } else {
        let known = members.map(\.name) + [type.subjectNoun] + Self.given.keys.sorted()
        let meant = nearest(to: cell.text, among: known).map { "did you mean \($0)?" }
        refuse(
          .unknownField, "\(type.rawValue) has no \(quoted(cell.text))",
          meant ?? "eventlog-tool help \(type.rawValue)")
      }
      columns.append(.none)
    }
    if NewIdentifier.prefix(of: type) == nil {
      passedOver.removeAll { Self.folded($0) == "log" }
    }
    if !passedOver.isEmpty { diagnostics.note("not read: \(listed(passedOver, "and"))") }
    return faults.isEmpty ? nil : faults
  }

  private var members: [MemberSummary] { type.members }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace }
  }

  /// The members of a submission that a column may have, with their options.
  private static let given: [String: any CommandOption] = [
    "id": WordedLine.id, "time": WordedLine.time, "source": WordedLine.source,
    "correlationid": WordedLine.correlation,
  ]

  /// The worked times, as rows of a time sheet name it beside what was planned.
  private static let worked = [
    "workedstart": "start", "workedend": "end", "workedbreak": "breakMinutes",
  ]

  /// The columns of rows, which a table may have beside those of the type; but for those that no document has.
  private static let ofRows: Set<String> = {
    let headings = ProjectionDescriptor.all.flatMap(\.columns).filter { $0.audience != .people }
    return Set(
      (headings.flatMap { [$0.key, $0.nameKey].compactMap(\.self) }
        + ["log", "email", "mayTake", "reason", "total"]).map(folded))
  }()

  /// The use of a column; `nil` of one that nothing has.
  private func use(of name: String, among names: [String]) -> Use? {
    if name.isEmpty { return Use.none }
    let worked = type == .hoursRecorded ? Self.worked : [:]
    if let member = worked[name], members.contains(where: { $0.name == member }) {
      return .member(member)
    }
    let isPlanned = worked.contains { key, member in
      Self.folded(member) == name && names.contains(key)
    }
    if isPlanned { return Use.none }
    // What was counted then is not what another log counts.
    if [.schedulePublished, .periodClosed].contains(type),
      ["shifts", "minutes", "unconfirmed"].contains(name)
    {
      return Use.none
    }
    if let member = members.first(where: { Self.folded($0.name) == name }) {
      return .member(member.name)
    }
    if name == "subject" || name == Self.folded(type.subjectNoun) { return .subject }
    if kind != nil, name == SeriesID.noun { return .subject }
    if kind != nil, name == "kind" { return .kind }
    if [.hoursRecorded, .hoursConfirmed].contains(type), name == "recordedat" {
      return .recordedAt
    }
    if name == "actor" { return .actor }
    if Self.given[name] != nil { return .given(name) }
    return Self.ofRows.contains(name) ? Use.none : nil
  }

  /// The kind of weekly work that the type is about; `nil` of other types.
  private var kind: SeriesKind? {
    [FixedShiftID.noun: .shift, FixedVacancyID.noun: .vacancy][type.subjectNoun]
  }

  /// The rows without those of weekly work of the other kind, and without occurrences, which come with their series.
  private var ownRows: [CSVTable.Row] {
    if let kind, let place = columns.firstIndex(of: .kind) {
      // A word that is no kind is a fault of its row.
      let others = SeriesKind.allCases.filter { $0 != kind }.map(\.rawValue)
      let own = rows(orSay: "of another kind than \(kind)") { row in
        place >= row.count || !others.contains(row[place].text.lowercased())
      }
      guard [.fixedShiftRegistered, .fixedVacancyRegistered].contains(type),
        let place = columns.firstIndex(of: .subject)
      else { return own }
      // Each further row of a series has what holds from a later day on.
      var known: Set<String> = []
      return rows(
        of: own,
        orSay:
          "of later terms, which \(kind == .shift ? "fixedshift" : "fixedvacancy").edited takes,"
      ) { row in
        place >= row.count || ["", "-"].contains(row[place].text)
          || known.insert(row[place].text).inserted
      }
    }
    let series = [EventType.shiftScheduled: "fixedshift", .vacancyPosted: "fixedvacancy"][type]
    guard let place = table.header.firstIndex(where: { Self.folded($0.text) == series }) else {
      return table.rows
    }
    return rows(orSay: "of weekly work, which comes with its series,") { row in
      place >= row.count || ["", "-"].contains(row[place].text)
    }
  }

  private func rows(
    of all: [CSVTable.Row]? = nil, orSay which: String, where isRead: (CSVTable.Row) -> Bool
  ) -> [CSVTable.Row] {
    let all = all ?? table.rows
    let rows = all.filter(isRead)
    let others = all.count - rows.count
    if others > 0 { diagnostics.note("\(counted(others, "row")) \(which) not read") }
    return rows
  }

  // MARK: - Days

  private mutating func readOrders(_ order: DateOrder?) {
    for (place, use) in columns.enumerated() where hasDays(use) {
      let column = DateColumn(
        table.rows.lazy.filter { place < $0.count }.map { $0[place].text }, as: order)
      days[place] = column
      if let note = column.note(table.header[place].text) { diagnostics.note(note) }
    }
  }

  private func hasDays(_ use: Use) -> Bool {
    switch use {
    case .given("time"): true
    case .member(let name):
      switch type.wordedForm(of: name) {
      case .date, .instant: true
      default: false
      }
    case .recordedAt: true
    case .given, .subject, .actor, .kind, .none: false
    }
  }

  // MARK: - Rows

  private func entry(_ row: CSVTable.Row) throws -> WordedEntry {
    let start = table.passage(row[0], field: nil)
    func passage(_ place: Int) -> Passage {
      place < row.count ? table.passage(row[place], field: table.header[place].text) : start
    }
    var members: [(word: MemberWord, place: Int)] = []
    return try WordedEntry(row[0].line) { location in
      let use: Use? =
        switch location {
        case .word(0), .line, .anyWord: nil
        case .word(1): .subject
        case .missing(let name): .member(name)
        case .word(let index): index - 2 < members.count ? columns[members[index - 2].place] : nil
        case .option(WordedLine.actor.spec.name): .actor
        case .option(WordedLine.recordedAt): .recordedAt
        case .option(let name):
          Self.given.first { $0.value.spec.name == name }.map { .given($0.key) }
        }
      return use.flatMap(columns.firstIndex).map(passage) ?? start
    } _: {
      if row.count != table.header.count {
        let extra = row.count > columns.count
        throw WordedFault(
          extra ? .invalidField : .missingField,
          "the row has \(counted(row.count, "cell")), and the header \(columns.count)",
          at: extra ? table.passage(row[columns.count], field: nil) : start)
      }
      var (subject, ownActor, recordedAt) = ("-", nil as String?, nil as String?)
      var given: [(option: any CommandOption, value: String)] = []
      for (place, use) in columns.enumerated() where !row[place].text.isEmpty {
        let text: String
        do throws(UsageError) {
          text = try days[place]?.plain(row[place].text) ?? row[place].text
        } catch {
          throw WordedFault(.invalidField, error.message, help: error.help, at: passage(place))
        }
        switch use {
        case .subject: subject = text
        case .actor: ownActor = text
        case .given(let name): given.append((Self.given[name]!, text))
        case .member(let name): members.append((word(name, text), place))
        case .recordedAt: recordedAt = text
        case .kind:
          if text.lowercased() == kind?.rawValue { continue }
          throw WordedFault(
            .invalidField, "there is no kind \(quoted(text))",
            help: "a row is a \(listed(SeriesKind.allCases.map(\.rawValue), "or"))",
            at: passage(place))
        case .none:
          if !table.header[place].text.isEmpty { continue }
          throw WordedFault(
            .invalidField, "the column of this cell has no name",
            help: "name it in the first row, or leave it empty", at: passage(place))
        }
      }
      if hasForeignTimes(row) {
        members.removeAll { ["start", "end"].contains($0.word.key) }
      } else if let place = placeOfNoBreak(row) {
        members.append((word("breakMinutes", "0"), place))
      }
      guard let actor = ownActor ?? self.actor else {
        throw WordedFault(
          .missingField, "nobody is named as the actor: on whose behalf?",
          help: "add a column \"actor\", or --actor", at: start)
      }
      if subject == "-", NewIdentifier.prefix(of: type) == nil {
        throw WordedFault(
          .missingField, "the row does not say which \(type.subjectNoun) it is about",
          help: "add a column \(quoted(type.subjectNoun))", at: start)
      }
      return WordedLine(
        type, subject, actor: actor, hasOwnActor: ownActor != nil, given: given,
        data: members.map(\.word), shown: recordedAt)
    }
  }

  /// Returns `true` of hours whose times of day would mean another time on the day of the shift: they began on another
  /// day, or lasted one. Their minutes are recorded alone.
  private func hasForeignTimes(_ row: CSVTable.Row) -> Bool {
    guard type == .hoursRecorded, text("minutes", of: row) != nil,
      let begun = text("workedstartat", of: row),
      let start = text("workedstart", of: row), let end = text("workedend", of: row),
      let place = columns.firstIndex(of: .member("date")), let date = text("date", of: row),
      let plain = try? days[place]?.plain(date) ?? date,
      // Days in digits have one order in all columns of a time sheet.
      let own = try? days[place]?.plain(begun) ?? begun, let day = LocalDate(String(own.prefix(10)))
    else { return false }
    if start == end { return true }
    switch try? DayWords.parse(Self.withoutMidnight(plain)) {
    case .date(let planned): return planned != day
    case .calendar(let planned): return planned.date(from: day) != day
    default: return false
    }
  }

  /// The column of the break in hours that a time sheet has with their minutes and without a break, although the shift
  /// has one: somebody worked through it.
  private func placeOfNoBreak(_ row: CSVTable.Row) -> Int? {
    guard type == .hoursRecorded,
      let place = table.header.firstIndex(where: { Self.folded($0.text) == "workedbreak" }),
      text("workedbreak", of: row) == nil
    else { return nil }
    let told = ["breakminutes", "minutes", "workedstart", "workedend"]
    return told.allSatisfy { text($0, of: row) != nil } ? place : nil
  }

  /// The text under a heading; `nil` where there is none.
  private func text(_ heading: String, of row: CSVTable.Row) -> String? {
    let place = table.header.firstIndex { Self.folded($0.text) == heading }
    return place.flatMap { $0 < row.count ? row[$0].text : nil }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func noteForeignTimes() {
    let count = table.rows.count(where: hasForeignTimes)
    if count == 0 { return }
    diagnostics.note(
      "\(counted(count, "row")) of hours that began on another day than the shift, or lasted a day: minutes are "
        + "recorded, and no times")
  }

  private func word(_ name: String, _ text: String) -> MemberWord {
    switch type.wordedForm(of: name) {
    case .list(let form) where text != "null":
      let elements = Self.elements(text).map(form.canonical)
      if !elements.contains(where: { $0.unicodeScalars.contains(",") }) {
        return MemberWord(name, elements.joined(separator: ","))
      }
      return MemberWord(name, listing: elements)
    case .date: return MemberWord(name, Self.withoutMidnight(text))
    case .text where name.lowercased().hasSuffix("minutes"):
      return MemberWord(name, Self.minutes(text).map(String.init) ?? text)
    default: return MemberWord(name, text)
    }
  }

  /// A day without the time that spreadsheets and data frames write behind it.
  private static func withoutMidnight(_ text: String) -> String {
    for place in text.indices where text[place].isWhitespace || text[place] == "T" {
      var time = text[text.index(after: place)...]
      for end in ["Z", ".000"] where time.hasSuffix(end) { time = time.dropLast(end.count) }
      guard time.contains(":"), let clock = try? ClockTime.parse(String(time)),
        clock.time == .midnight, !clock.isEndOfDay
      else { continue }
      return String(text[..<place])
    }
    return text
  }

  /// The texts between `|`; a backslash before it, or before a backslash, keeps it in the text.
  private static func elements(_ text: String) -> [String] {
    var (elements, isEscaped): ([String], Bool) = ([""], false)
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, scalar == "|" {
        elements.append("")
      } else {
        if isEscaped, scalar != "|", scalar != "\\" { elements[elements.count - 1] += "\\" }
        elements[elements.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return isEscaped ? elements.dropLast() + [elements.last! + "\\"] : elements
  }

  /// The minutes of `7:30`, or of `7:30:00`.
  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 && parts[2] == "00",
      parts.allSatisfy(\.isAllDigits), parts[0].count <= 6, parts[1].count == 2,
      let hours = Int(parts[0]), let rest = Int(parts[1]), rest < 60
    else { return nil }
    return hours * 60 + rest
  }
}
