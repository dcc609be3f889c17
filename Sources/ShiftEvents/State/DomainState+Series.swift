// Weekly work: fixed shifts, whose occurrences are shifts, and fixed vacancies, whose occurrences are vacancies.

/// The record of a series as it was registered, with its last day as it is now.
///
/// The type asks no protocol of its identifiers that exists at run time, as `Records` does not of its records.
struct SeriesRecord<ID: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
  var id: ID
  var weekday: Weekday
  private var weeks: UInt8
  private var hasWanted = false
  var isRemoved = false
  var times: ShiftTimes
  var from: LocalDate
  var until: LocalDate?
  /// The number in the table of keys.
  var keys: UInt32
  private var ownerIndex: UInt32
  private var placeCount: Int16
  private var wantedCount: Int16
  /// The place of its latest change; -1 where there is none.
  var lastChange: Int32 = -1

  init(
    id: ID, _ weekday: Weekday, every: Int?, from: LocalDate, until: LocalDate?,
    _ terms: SeriesTerms, keys: UInt32
  ) {
    (self.id, self.weekday, self.from, self.until) = (id, weekday, from, until)
    (weeks, times, self.keys) = (UInt8(clamping: every ?? 1), terms.times, keys)
    ownerIndex = terms.owner?.symbolIndex ?? 0
    placeCount = Int16(clamping: terms.places)
    (hasWanted, wantedCount) = (terms.wanted != nil, Int16(clamping: terms.wanted ?? 0))
  }

  var every: Int { Int(weeks) }
  /// The owner from the first day on; `nil` of a fixed vacancy.
  var owner: UserID? { ownerIndex == 0 ? nil : UserID(symbolIndex: ownerIndex) }

  /// The first date of its rhythm that is not before a day, whatever the last day is.
  func date(onOrAfter day: LocalDate) -> LocalDate {
    firstDate(of: weekday, every: every, from: from, onOrAfter: day)
  }

  /// The terms from the first day on.
  func terms(_ keys: ShiftDetails) -> SeriesTerms {
    SeriesTerms(
      start: times.start, end: times.end, keys: keys, owner: owner, places: Int(placeCount),
      wanted: hasWanted ? Int(wantedCount) : nil)
  }

}

extension SeriesRecord: Equatable where ID: Equatable {}

extension SeriesRecord: StateRecord where ID: InternedIdentifier {
  mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    ownerIndex = new(ownerIndex)
  }
}

typealias FixedShiftRecord = SeriesRecord<FixedShiftID>
typealias FixedVacancyRecord = SeriesRecord<FixedVacancyID>

/// A change of a series from a day on: the members that it gives.
struct SeriesChangeRecord: StateRecord {
  private struct Members: OptionSet, BitwiseCopyable, Equatable {
    let rawValue: UInt32
    static let start = Members(rawValue: 1)
    static let end = Members(rawValue: 2)
    static let days = Members(rawValue: 4)
    static let place = Members(rawValue: 8)
    static let labels = Members(rawValue: 16)
    static let needs = Members(rawValue: 32)
    static let title = Members(rawValue: 64)
    static let places = Members(rawValue: 128)
    static let wanted = Members(rawValue: 256)
    /// The value is there, and not taken away.
    static let hasWanted = Members(rawValue: 512)
    static let breakMinutes = Members(rawValue: 1024)
  }

  var id: SeriesID
  var from: LocalDate
  private var given: Members = []
  private var times: ShiftTimes
  /// The number of the given keys in the table of keys.
  private(set) var keys: UInt32
  private var ownerIndex: UInt32
  private var placeCount: Int16
  private var wantedCount: Int16
  /// The place of the change of the same series before it; -1 of the first.
  var before: Int32

  init(_ series: SeriesID, _ change: SeriesChange, keys: UInt32, before: Int32) {
    (id, from, self.keys, self.before) = (series, change.from, keys, before)
    let edits = change.edits
    times = ShiftTimes(
      start: edits.start.applied(to: nil) ?? .midnight,
      end: edits.end.applied(to: nil) ?? .midnight, days: edits.keys.days.applied(to: nil))
    ownerIndex = change.owner?.symbolIndex ?? 0
    placeCount = Int16(clamping: edits.places.applied(to: nil) ?? 0)
    wantedCount = Int16(clamping: edits.wanted.applied(to: nil) ?? 0)
    func note(_ member: Members, _ edit: Edit<some Hashable & Sendable>) {
      if edit != .unchanged { given.insert(member) }
    }
    note(.start, edits.start)
    note(.end, edits.end)
    note(.days, edits.keys.days)
    note(.place, edits.keys.place)
    note(.labels, edits.keys.labels)
    note(.needs, edits.keys.needs)
    note(.title, edits.keys.title)
    note(.breakMinutes, edits.keys.breakMinutes)
    note(.places, edits.places)
    note(.wanted, edits.wanted)
    if case .set = edits.wanted { given.insert(.hasWanted) }
  }

  /// - Parameter keys: those of its number in the table of keys.
  func change(_ keys: ShiftDetails) -> SeriesChange {
    func edit<Value>(_ member: Members, _ value: Value?) -> Edit<Value> {
      if !given.contains(member) { return .unchanged }
      return value.map(Edit.set) ?? .removed
    }
    var edits = SeriesEdits()
    (edits.start, edits.end) = (edit(.start, times.start), edit(.end, times.end))
    edits.places = edit(.places, Int(placeCount))
    edits.wanted = edit(.wanted, given.contains(.hasWanted) ? Int(wantedCount) : nil)
    edits.keys = ShiftDetailEdits(
      days: edit(.days, times.days), place: edit(.place, keys.place),
      labels: edit(.labels, keys.labels.nonEmpty), needs: edit(.needs, keys.needs.nonEmpty),
      title: edit(.title, keys.title), breakMinutes: edit(.breakMinutes, keys.breakMinutes))
    return SeriesChange(from: from, edits: edits, owner: owner)
  }

  /// The new owner; `nil` where the owner stays.
  var owner: UserID? { ownerIndex == 0 ? nil : UserID(symbolIndex: ownerIndex) }

  mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    ownerIndex = new(ownerIndex)
  }
}

extension DomainState {
  /// A series with all of its changes.
  ///
  /// - Complexity: O(c log c) in its changes.
  func series(_ record: SeriesRecord<some InternedIdentifier>) -> Series {
    var changes: [SeriesChange] = []
    var place = Int(record.lastChange)
    while place >= 0 {
      changes.append(seriesChanges[place].change(shiftKeys[seriesChanges[place].keys]))
      place = Int(seriesChanges[place].before)
    }
    return Series(
      weekday: record.weekday, every: record.every, from: record.from, until: record.until,
      isRemoved: record.isRemoved, record.terms(keys(record.times, record.keys)),
      changes: changes.reversed())
  }

  /// Everyone who owns a fixed shift at some time.
  func owners(of record: FixedShiftRecord) -> Set<UserID> {
    var owners: Set<UserID> = []
    if let owner = record.owner { owners.insert(owner) }
    var place = Int(record.lastChange)
    while place >= 0 {
      if let owner = seriesChanges[place].owner { owners.insert(owner) }
      place = Int(seriesChanges[place].before)
    }
    return owners
  }

  /// Adds a change, and returns its place.
  private mutating func add(_ change: SeriesChange, to series: SeriesID, before: Int32) -> Int32 {
    let given = ShiftDetails().applying(change.edits.keys)
    return Int32(
      seriesChanges.add(
        SeriesChangeRecord(series, change, keys: shiftKeys.add(given), before: before)))
  }

  // MARK: - Fixed shifts

  mutating func evolve(with event: FixedShiftRegistered) {
    if fixedShifts.place(of: event.fixedShift) != nil { return }
    workplace.isZoneFixed = true
    let terms = SeriesTerms(
      start: event.start, end: event.end, keys: event.keys, owner: event.owner)
    let place = fixedShifts.add(
      FixedShiftRecord(
        id: event.fixedShift, event.weekday, every: event.every, from: event.from,
        until: event.until, terms, keys: shiftKeys.add(event.keys)))
    if indexes.areKept { indexes.weekly.insert(place, event.owner, Int(event.weekday.rawValue)) }
  }

  mutating func evolve(with event: FixedShiftEdited, by actor: UserID, at time: Timestamp) {
    for shift in event.removed { remove(shift, event.note, event.override, by: actor, at: time) }
    if let place = fixedShifts.place(of: event.fixedShift), !fixedShifts[place].isRemoved {
      var record = fixedShifts[place]
      record.lastChange = add(
        event.change, to: SeriesID(record.id.symbol), before: record.lastChange)
      record.until = event.until.applied(to: record.until)
      fixedShifts[place] = record
      indexes.recordedDates.forget(shifts: place)
      if let owner = event.to, indexes.areKept {
        indexes.weekly.insertNew(place, owner, Int(record.weekday.rawValue))
      }
      // Most edits of a long list of them change nothing that is planned.
      let series = event.edited.isEmpty ? nil : series(record)
      for shift in event.edited {
        guard let series, let date = self.shift(shift)?.date else { continue }
        take(series.terms(on: date), shift, event.note, event.override, by: actor, at: time)
      }
    }
    close(nil, releasing: event.released, at: time)
    for request in event.closedRequests { close(request, releasing: [], at: time) }
  }

  mutating func evolve(with event: FixedShiftRemoved, by actor: UserID, at time: Timestamp) {
    for shift in event.removed { remove(shift, event.note, event.override, by: actor, at: time) }
    guard let place = fixedShifts.place(of: event.fixedShift) else { return }
    let record = fixedShifts[place]
    fixedShifts[place].isRemoved = true
    if !indexes.areKept { return }
    for owner in owners(of: record) {
      indexes.weekly.remove(place, owner, Int(record.weekday.rawValue))
    }
  }

  // MARK: - Fixed vacancies

  mutating func evolve(with event: FixedVacancyRegistered) {
    if fixedVacancies.place(of: event.fixedVacancy) != nil { return }
    workplace.isZoneFixed = true
    let terms = SeriesTerms(
      start: event.start, end: event.end, keys: event.keys, places: event.places,
      wanted: event.wanted)
    fixedVacancies.add(
      FixedVacancyRecord(
        id: event.fixedVacancy, event.weekday, every: event.every, from: event.from,
        until: event.until, terms, keys: shiftKeys.add(event.keys)))
  }

  mutating func evolve(with event: FixedVacancyEdited, at time: Timestamp) {
    close(event.closed, at: time)
    guard let place = fixedVacancies.place(of: event.fixedVacancy), !fixedVacancies[place].isRemoved
    else { return }
    var record = fixedVacancies[place]
    record.lastChange = add(event.change, to: SeriesID(record.id.symbol), before: record.lastChange)
    record.until = event.until.applied(to: record.until)
    fixedVacancies[place] = record
    indexes.recordedDates.forget(vacancies: place)
    let series = event.edited.isEmpty ? nil : series(record)
    for id in event.edited {
      guard let series, let place = vacancies.place(of: id) else { continue }
      var vacancy = vacancies[place]
      let terms = series.terms(on: vacancy.date)
      vacancy.times = terms.times
      vacancy.change(at: time) { $0.places = terms.places }
      vacancy.changedAt = time
      vacancy.wanted = terms.wanted
      vacancy.keys = shiftKeys.replace(vacancy.keys, by: terms.keys)
      vacancies[place] = vacancy
    }
  }

  mutating func evolve(with event: FixedVacancyRemoved, at time: Timestamp) {
    close(event.closed, at: time)
    if let place = fixedVacancies.place(of: event.fixedVacancy) {
      fixedVacancies[place].isRemoved = true
    }
  }

  private mutating func close(_ closed: [VacancyID], at time: Timestamp) {
    for place in closed.compactMap(vacancies.place) {
      vacancies[place].change(at: time) { $0.places = 0 }
    }
  }
}

extension FixedShiftEdited {
  /// The changes that hold from its first day on.
  var change: SeriesChange {
    var edits = SeriesEdits()
    (edits.start, edits.end, edits.keys, edits.until) = (start, end, keys, until)
    return SeriesChange(from: from, edits: edits, owner: to)
  }
}

extension FixedVacancyEdited {
  /// The changes that hold from its first day on.
  var change: SeriesChange {
    var edits = SeriesEdits()
    (edits.start, edits.end, edits.keys, edits.until) = (start, end, keys, until)
    (edits.places, edits.wanted) = (places, wanted)
    return SeriesChange(from: from, edits: edits)
  }
}

// MARK: - For readers

/// A series under its id.
package struct NamedSeries: Sendable {
  package let id: SeriesID
  /// True of a fixed vacancy.
  package let isVacancy: Bool
  package let series: Series
}

/// The part of a series that was never changed at which a walk over all looks first.
package struct SeriesSummary: Sendable {
  package let weekday: Weekday
  package let start: TimeOfDay
  package let owner: UserID?
}

extension DomainState {
  /// Every series, or those with an id: fixed shifts, then fixed vacancies, each in the order of registering.
  ///
  /// - Parameter mayBeWanted: refuses some that were never changed.
  package func forEachSeries(
    _ id: SeriesID? = nil, where mayBeWanted: (SeriesSummary) -> Bool = { _ in true },
    _ body: (NamedSeries) -> Void
  ) {
    func look<ID: InternedIdentifier>(_ table: Records<SeriesRecord<ID>>, isVacancy: Bool) {
      let places = id.map { table.place(of: ID(symbolIndex: $0.symbolIndex)).map { [$0] } ?? [] }
      for place in places ?? Array(table.indices) {
        let record = table[place]
        let brief = SeriesSummary(
          weekday: record.weekday, start: record.times.start, owner: record.owner)
        if record.lastChange < 0, !mayBeWanted(brief) { continue }
        body(
          NamedSeries(id: SeriesID(record.id.symbol), isVacancy: isVacancy, series: series(record)))
      }
    }
    look(fixedShifts, isVacancy: false)
    look(fixedVacancies, isVacancy: true)
  }

  /// Returns `true` if there is such a series, or was.
  package func knows(_ series: SeriesID) -> Bool {
    fixedShifts.place(of: FixedShiftID(series.symbol)) != nil
      || fixedVacancies.place(of: FixedVacancyID(series.symbol)) != nil
  }

  /// True if weekly work was ever changed.
  package var hasEditedSeries: Bool {
    [EventType.fixedShiftEdited, .fixedVacancyEdited].contains { tally.known[$0.place] > 0 }
  }

  /// Returns `true` of a series that was changed: what its occurrences are hangs on that.
  package func hasChanged(_ series: SeriesID) -> Bool {
    fixedShifts[FixedShiftID(series.symbol)].map { $0.lastChange >= 0 } ?? false
      || fixedVacancies[FixedVacancyID(series.symbol)].map { $0.lastChange >= 0 } ?? false
  }

  /// The occurrences that could not be scheduled, on the dates of a horizon that their series still has, with the terms
  /// of these dates.
  package func skippedShifts(from first: LocalDate) -> [(shift: ShiftRecord, terms: SeriesTerms)] {
    let end = first + 7 * workplace.horizonWeeks
    var skipped: [(shift: ShiftRecord, terms: SeriesTerms)] = []
    shiftDays.forEachPlace(from: first, to: end + -1, of: shifts.count) { place in
      guard shiftBriefs[place].isSkipped, case let shift = shifts[place],
        first <= shift.date, shift.date < end,
        let record = shift.fixedShift.flatMap({ fixedShifts[$0] }), !record.isRemoved
      else { return }
      let series = series(record)
      if series.dates(from: shift.date, before: shift.date + 1).isEmpty { return }
      skipped.append((shift, series.terms(on: shift.date)))
    }
    return skipped
  }
}
