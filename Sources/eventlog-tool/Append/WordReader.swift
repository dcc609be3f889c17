// Over 400 lines: the reading of one event, with the days that the rules allow.

import Projections
import ShiftEvents

/// An event in words as it was read.
struct WordedEvent {
  let submission: WordedSubmission
  /// The id that a dash stood for.
  let madeID: String?
  /// True if the submission has an id that was given.
  let hasOwnID: Bool
  /// The words that say the same to the letter; `nil` where they are those that were typed.
  let plainWords: () -> String?
  /// The remarks on names that nobody has used yet.
  let remarks: [NameRemark]
}

/// Reads an event in words: people by name, days from today on, times as people say them.
struct WordReader {
  private let log: WordedLog
  private let line: WordedLine
  private let now: Timestamp
  /// The values of the members that are read, in the order of the words; `nil` of one that is not read yet.
  private var values: [String?]
  private let forms: [WordedForm?]
  /// The days of an edit that ends at 24:00 of its last day.
  private var addedDays: String?
  /// The subject that a dash stands for, of an event that is recorded.
  private let recorded: String?

  /// - Parameter recorded: the subject of the event with the submission's id, which a dash then stands for.
  static func read(
    _ line: WordedLine, against log: WordedLog, recorded: String? = nil
  ) throws -> WordedEvent {
    var now = log.now
    var given: [(member: String, value: String)] = []
    for (member, option, text) in line.given {
      let value = try WordError.at(.option(option.name)) {
        try member == "time" ? Self.instant(text, log, now: log.now) : text
      }
      if member == "time", let time = Timestamp(value) { now = time }
      given.append((member, value))
    }
    var reader = WordReader(line, log, now: now, recorded)
    return try reader.read(given)
  }

  private init(_ line: WordedLine, _ log: WordedLog, now: Timestamp, _ recorded: String?) {
    (self.line, self.log, self.now, self.recorded) = (line, log, now, recorded)
    values = line.data.map { _ in nil }
    forms = log.forms(of: line)
  }

  private mutating func read(_ given: [(member: String, value: String)]) throws -> WordedEvent {
    let actor = try WordError.at(.option(WordedLine.actor.spec.name)) {
      try isNew(line.actor) ? line.actor : log.person(line.actor)
    }
    let own = given.filter { ["id", "source"].contains($0.member) }
    let hasOwnID = own.contains { $0.member == "id" }
    let (subject, madeID) = try WordError.at(.word(1)) {
      try self.subject(of: hasOwnID ? own.map(\.value) : nil)
    }
    let orders = line.data.indices.map { order(of: $0) }
    for order in Self.orders {
      for index in orders.indices where orders[index] == order && values[index] == nil {
        values[index] = try WordError.at(WordedLine.place(ofMember: index)) {
          try value(of: line.data[index], forms[index])
        }
      }
    }
    var submission = WordedSubmission(type: line.type.rawValue, subject: subject)
    submission.add("actor", actor)
    for (member, value) in given { submission.add(member, value) }
    for (member, value) in zip(line.data, values) {
      if member.isJSON {
        submission.addData(member.key, json: member.value)
      } else {
        submission.addData(member.key, value ?? member.value)
      }
    }
    if let addedDays { submission.addData("days", addedDays) }
    try refuseEqualTimes(submission)
    let later = try laterHours(subject)
    let reader = self
    return WordedEvent(
      submission: submission, madeID: madeID, hasOwnID: hasOwnID,
      plainWords: { reader.plainWords(subject, actor, given) },
      remarks: try log.remarks(on: line) + later)
  }

  /// Returns `true` for the id that a registration gives.
  private func isNew(_ text: String) -> Bool {
    line.type == .userRegistered && line.subject == text && UserID(text) != nil
  }

  /// - Parameter submission: its own id and source, if it has them.
  private func subject(of submission: [String]?) throws -> (id: String, made: String?) {
    guard line.subject == "-" else {
      let isNamed = line.type.isAboutPerson && !isNew(line.subject)
      return (try isNamed ? log.person(line.subject) : line.subject, nil)
    }
    guard let prefix = NewIdentifier.prefix(of: line.type) else {
      throw UsageError(
        "a dash makes the id of something new, and \(line.type.rawValue) is about something that is there",
        help: "name it by its id")
    }
    if let recorded { return (recorded, nil) }
    let id = try log.newIdentifier(prefix, for: submission.map { [prefix] + $0 })
    return (id, id)
  }

  /// The order in which members are read: which day is meant depends on the times, and on the other end of a range.
  private enum Order { case beginning, other, day, boundDay }
  private static let orders = [Order.beginning, .other, .day, .boundDay]

  private func order(of index: Int) -> Order {
    guard case .date = forms[index] else { return .other }
    switch line.data[index].key {
    case "from": return line.type.hasLastDay && text("to") != nil ? .boundDay : .beginning
    case "until": return .boundDay
    default: return .day
    }
  }

  // MARK: - Values

  private mutating func value(of member: MemberWord, _ form: WordedForm?) throws -> String {
    guard !member.isJSON, let form else { return member.value }
    let (key, text) = (member.key, member.value)
    switch form {
    case .person: return try log.person(text)
    // No member of a person takes null, and somebody may be called so.
    case _ where text == "null": return text
    // A date as the log has it needs no log.
    case .date: return LocalDate(text) != nil ? text : try date(text, key).description
    case .timeOfDay: return try time(text, key).description
    case .instant: return try Self.instant(text, log, now: now, begins: key == "validFrom")
    case .text, .weekday, .zone, .currency, .name, .word, .list: return form.canonical(text)
    }
  }

  private func date(_ text: String, _ key: String) throws -> LocalDate {
    guard let words = try DayWords.parse(text) else {
      throw UsageError("\(quoted(text)) is no day", help: DayWords.oneDayForms)
    }
    guard words.isOneDay else {
      throw UsageError("\(quoted(text)) is several days", help: "name one")
    }
    let today = try log.zone().date(at: now)
    guard case .calendar(let day) = words else { return words.days(from: today).lowerBound }
    // Without times of its own it depends on the workplace alone.
    let state = try log.state { line.type.isEdit || $0 == .workplaceConfigured }
    let rule = try DayRule(line.type, key, self.text, state, subject: line.subject, now: now)
    return try rule.nearest(day)
  }

  /// The value of a member as the log will have it, given or not yet read.
  private func text(_ key: String) -> String? {
    guard let index = line.data.firstIndex(where: { $0.key == key && !$0.isJSON }) else {
      return line.data.first { $0.key == key }?.value.filter { $0 != "\"" }
    }
    return values[index] ?? line.data[index].value
  }

  private mutating func time(_ text: String, _ key: String) throws -> TimeOfDay {
    guard let clock = try ClockTime.parse(text) else {
      throw UsageError("\(quoted(text)) is no time of day", help: "for example \(ClockTime.forms)")
    }
    // The night ends with a day as it does at 00:00.
    guard clock.isEndOfDay, key != "nightEnd" else { return clock.time }
    guard key == "end" else {
      throw UsageError(
        "24:00 is the end of a day", help: "what begins then begins at 00:00 of the next")
    }
    try endOfDay()
    return clock.time
  }

  /// Sees to it that an end at 24:00 is the end of the day that is meant.
  private mutating func endOfDay() throws {
    if let index = line.data.firstIndex(where: { $0.key == "days" }) {
      guard line.data[index].value == "0", !line.data[index].isJSON else {
        throw UsageError(
          "24:00 beside days may be the beginning or the end of that day",
          help: "write end=00:00, which begins it, with the days that are meant")
      }
      values[index] = "1"
      return
    }
    let times = try times()
    let held = times.filter { $0.end == times[0].end }
    guard held.allSatisfy({ $0.days == held[0].days }) else {
      throw UsageError(
        "the work ends on another day later on",
        help: "write end=00:00, which begins a day, with the days that are meant")
    }
    guard let old = held.first, let days = old.days else { return }
    // The usual days are the same times as none.
    if Int(days) == dayOfEnd(old.start, old.end, days: nil) {
      if days == 0 { addedDays = "1" }
      return
    }
    throw UsageError(
      "the work ends \(counted(Int(days), "day")) after its first: 24:00 may be the beginning or the end of that day",
      help: "write end=00:00, which begins a day, with the days that are meant")
  }

  /// The times of what an edit is about, as they are; of weekly work all from the first day of the change on.
  private func times() throws -> [ShiftTimes] {
    if !line.type.isEdit { return [] }
    let state = try log.state()
    let first = text("from").flatMap { LocalDate($0) } ?? state.workplace.zone.date(at: now)
    return state.times(editedBy: line.type, line.subject, from: first)
  }

  /// A time with its offset, or what the clocks of the workplace show.
  private static func instant(
    _ text: String, _ log: WordedLog, now: Timestamp, begins: Bool? = nil
  ) throws -> String {
    if Timestamp(text) != nil { return text }
    guard let moment = try Moment.parse(text, since: .instant(now)) else {
      // The shape of a submission says what it must be.
      return text
    }
    let zone = try log.zone()
    if case .endOf(let words, _) = moment {
      guard words.isOneDay, let begins else {
        throw UsageError(
          "\(quoted(text)) has no time of day", help: "for example \"yesterday 18:02\"")
      }
      if begins {
        let day = words.days(from: zone.date(at: now)).lowerBound
        return zone.instant(day, .midnight).description
      }
    }
    return moment.instant(in: zone).description
  }

  // MARK: - What is told

  /// The remark on hours that were recorded again since somebody looked at those of a table.
  ///
  /// - Throws: where they would be confirmed.
  private func laterHours(_ subject: String) throws -> [NameRemark] {
    guard let shown = line.shown, let shift = ShiftID(known: subject),
      let hours = try log.state().hours[shift]
    else { return [] }
    return try WordError.at(.option(WordedLine.recordedAt)) {
      let zone = try log.zone()
      // Without an offset it is what clocks showed, which may be twice a night.
      let clock = Timestamp(shown) == nil ? zone : .utc
      func shownTime(_ time: Timestamp) -> Int64 {
        time.milliseconds + Int64(clock.offsetSeconds(at: time)) * 1000
      }
      let recorded = shownTime(hours.recordedAt)
      let meant = Timestamp(try Self.instant(shown, log, now: now)).map(shownTime)
      // A workbook has no parts of a second.
      let hasParts = shown.split(separator: ":").last?.contains(".") == true
      if meant == recorded || !hasParts && meant == recorded / 1000 * 1000 { return [] }
      let message =
        "the hours of \(shift) were recorded at \(hours.recordedAt.text(in: zone)), not at \(shown) as the table "
        + "shows them"
      if line.type == .hoursRecorded {
        return [NameRemark(message: message, meant: nil, isOfReplaced: true)]
      }
      throw UsageError(
        message, help: "look at them as they are now: eventlog-tool show timesheet --shift \(shift)"
      )
    }
  }

  /// True where the times stand as JSON, which is meant to the letter.
  private var areTimesJSON: Bool {
    line.data.allSatisfy { $0.isJSON || $0.key != "start" && $0.key != "end" }
  }

  private func refuseEqualTimes(_ submission: WordedSubmission) throws {
    var place: WordedLine.Location {
      let last = line.data.lastIndex { $0.key == "end" || $0.key == "start" }
      return last.map { WordedLine.place(ofMember: $0) } ?? .line
    }
    if let message = submission.equalTimes, !areTimesJSON {
      throw WordError(UsageError(message), place)
    }
    guard line.type.isEdit, text("days") == nil, addedDays == nil else { return }
    let (start, end) = (
      text("start").flatMap { TimeOfDay($0) }, text("end").flatMap { TimeOfDay($0) }
    )
    guard let time = start ?? end, start == nil || end == nil, time != .midnight else { return }
    let times = try times()
    // What a later change gave itself stays as it is.
    let held = times.filter { start == nil ? $0.end == times[0].end : $0.start == times[0].start }
    for old in held
    where [nil, dayOfEnd(old.start, old.end, days: nil)].contains(old.days.map(Int.init))
      && time == (start == nil ? old.start : old.end) && !areTimesJSON
    {
      throw WordError(UsageError("\(time)–\(time) would be 24 hours: \(submission.remedy)"), place)
    }
  }

  /// The words that say the same to the letter; `nil` where they are those that were typed.
  private func plainWords(
    _ subject: String, _ actor: String, _ given: [(member: String, value: String)]
  ) -> String? {
    let isPlain =
      subject == line.subject && actor == line.actor && addedDays == nil
      && given.elementsEqual(line.given) { $0.value == $1.value }
      && zip(line.data, values).allSatisfy { $0.isJSON || $0.value == $1 }
    if isPlain { return nil }
    var words = [line.type.rawValue, subject] + WordedLine.actor.spec.shellWords(actor)
    for (_, option, value) in line.given where option.name != "time" {
      words += option.shellWords(value)
    }
    if let time = given.first(where: { $0.member == "time" }) { words += ["--time", time.value] }
    for (member, value) in zip(line.data, values) {
      words.append("\(member.key)\(member.isJSON ? ":" : "")=\(shellQuoted(value ?? member.value))")
    }
    if let addedDays { words.append("days=\(addedDays)") }
    return words.joined(separator: " ")
  }
}

extension WordedEvent {
  /// The event that has the submission's id, where the submission may differ from it in the subject that was made.
  func repeated(by reply: Reply) -> SequenceNumber? {
    guard madeID != nil, hasOwnID, case .success(.rejected(let rejection)) = reply,
      rejection.code == .idConflict
    else { return nil }
    return rejection[.sequence].flatMap { Int($0) }.map { SequenceNumber($0) }
  }

  /// Tells what the reply does not: names that are new, and to programs how the words were read.
  func tell(_ invocation: Invocation, at place: String? = nil) {
    for remark in remarks { remark.tell(invocation.diagnostics, at: place) }
    // A sentence tells it to people.
    let isSpoken = invocation.output.isTerminal && !invocation[AppendOptions.json]
    if !isSpoken, invocation.diagnostics.verbosity != .quiet, let plainWords = plainWords() {
      invocation.diagnostics.note((place.map { "\($0): " } ?? "") + "read as: \(plainWords)")
    }
  }
}

extension Reply {
  /// Returns `true` if the submission was refused because something has an id that was made for it.
  func hasTaken(_ id: String?) -> Bool {
    guard let id, case .success(.rejected(let rejection)) = self,
      NewIdentifier.letters[rejection.code] != nil
    else { return false }
    return rejection.details.contains { $0.value.texts.contains(id) }
  }
}

/// Makes ids that are short and free, where a dash stands in place of one: `S12`.
enum NewIdentifier {
  /// The letters that new ids begin with, by the code of a refusal because something has the id already.
  static let letters: [RejectionCode: String] = [
    .shiftExists: "S", .fixedShiftExists: "F", .requestExists: "R", .vacancyExists: "V",
    .absenceExists: "A", .tradeExists: "T", .dealExists: "D", .reservationExists: "B",
    .sessionExists: "ST", .userExists: "u", .publicationExists: "P", .periodExists: "C",
    .closureExists: "CL", .fixedVacancyExists: "FV",
  ]

  /// The letters of a type; `nil` where its subject is there before.
  static func prefix(of type: EventType) -> String? {
    type.guide.codes.lazy.compactMap { letters[$0] }.first
  }

  /// Returns an id behind which no other is in use, as far as ids were made here.
  ///
  /// - Complexity: logarithmic in the number of ids with these letters.
  static func make(_ prefix: String, isUsed: (String) -> Bool) -> String {
    var (used, free) = (0, 1)
    while isUsed("\(prefix)\(free)") { (used, free) = (free, 2 * free) }
    return "\(prefix)\((used + 1..<free).firstPlace { !isUsed("\(prefix)\($0)") })"
  }
}

/// The days that the rules allow for a member, of which a day without a year is the nearest to today, or to the other
/// end of its range.
struct DayRule {
  private let today: LocalDate
  private var anchor: LocalDate
  private var isAllowed: (LocalDate) -> Bool

  /// - Parameters:
  ///   - text: returns what stands for another member.
  ///   - now: the time of the event.
  init(
    _ type: EventType, _ key: String, _ text: (String) -> String?, _ state: DomainState,
    subject: String, now: Timestamp
  ) throws {
    let zone = state.workplace.zone
    let today = zone.date(at: now)
    (self.today, anchor, isAllowed) = (today, today, { $0 >= today })
    func begins(at start: TimeOfDay?) -> (LocalDate) -> Bool {
      { zone.instant($0, start ?? .midnight) > now }
    }
    func day(_ key: String) -> LocalDate? { text(key).flatMap { LocalDate($0) } }
    var isFact: Bool { type.members.contains { $0.name == key && $0.presence == .fact } }
    // Longer publications and closures name their years: ends in the wrong order would be such.
    let mostDays = [.schedulePublished, .closureRecorded].contains(type) ? 300 : 100_000
    let start = text("start").flatMap { TimeOfDay($0) }
    let setAside = type == .absenceRecorded ? "dateOutOfRange" : "shiftStarted"
    switch (type, key) {
    case (_, "date") where text("override")?.contains(setAside) == true: isAllowed = { _ in true }
    case (.requestPosted, "date"):
      let days = state.workplace.requestDays
      isAllowed = { $0 >= today && $0 < today + days }
    case (.absenceRecorded, "date"):
      let end = text("end").flatMap { TimeOfDay($0) } ?? .midnight
      let days = text("days").flatMap { Int16($0) }
      let last = dayOfEnd(start ?? .midnight, end, days: days)
      isAllowed = { zone.instant($0 + last, end) > now }
    case (.hoursRecorded, "date"): isAllowed = { $0 <= today }
    // Another fact is what was recorded.
    case _ where isFact: isAllowed = { _ in true }
    case (_, "date"):
      let times = type.isEdit ? state.times(editedBy: type, subject, from: today).first : nil
      isAllowed = begins(at: start ?? times?.start)
    case (_, "from"):
      if type.hasLastDay, let last = day("to") {
        (anchor, isAllowed) = (last, { $0 <= last && last - $0 < mostDays })
      } else {
        let first = max(today, state.series(editedBy: type, subject)?.from ?? today)
        isAllowed = { $0 >= first }
      }
    case (.periodClosed, _): isAllowed = { $0 < today }
    case (_, "until") where type.isEdit:
      // A series may end on the day before its change holds.
      let first = day("from") ?? max(today, state.series(editedBy: type, subject)?.from ?? today)
      isAllowed = { $0 >= first + -1 }
    default:
      let begin = day("from")
      let first = max(today, begin ?? today)
      isAllowed = { $0 >= first && $0 - (begin ?? first) < (begin == nil ? 100_000 : mostDays) }
    }
  }

  /// The nearest day that the rules allow; without one the next, which they will refuse.
  func nearest(_ day: CalendarDay) throws(UsageError) -> LocalDate {
    guard
      let date = day.nearest(to: anchor, where: isAllowed)
        ?? day.nearest(to: today, where: { $0 >= today }) ?? day.nearest(to: today)
    else { throw UsageError("no year near has a day \(quoted(day.text))") }
    if let weekday = day.weekday, date.weekday != weekday {
      throw UsageError(
        "\(date.longText) is a \(date.weekday)", help: "correct the day, or name the year")
    }
    return date
  }
}

extension EventType {
  /// True of one whose `to` is the last of some days.
  fileprivate var hasLastDay: Bool { if case .date = wordedForm(of: "to") { true } else { false } }
}

extension DomainState {
  /// The times, as they are, of the thing that an edit is about; of weekly work all that hold from a day on.
  func times(editedBy type: EventType, _ subject: String, from day: LocalDate) -> [ShiftTimes] {
    switch type.isEdit ? type.subjectNoun : nil {
    case ShiftID.noun: ShiftID(subject).flatMap { shift($0)?.times }.map { [$0] } ?? []
    case VacancyID.noun: VacancyID(subject).flatMap { vacancies[$0]?.times }.map { [$0] } ?? []
    default: series(editedBy: type, subject)?.times(from: day) ?? []
    }
  }

  /// The weekly work that an edit is about; `nil` where it is about another thing, or there is none with that id.
  fileprivate func series(editedBy type: EventType, _ subject: String) -> Series? {
    let isVacancy = type == .fixedVacancyEdited
    guard isVacancy || type == .fixedShiftEdited, let id = SeriesID(subject) else { return nil }
    var found: Series?
    forEachSeries(id) { if $0.isVacancy == isVacancy { found = $0.series } }
    return found
  }
}
