import ShiftEvents

/// The record of one vacancy.
struct RosterVacancy: Lasting, Hashable, Sendable, BitwiseCopyable {
  private(set) var date: LocalDate
  private(set) var start: TimeOfDay
  private(set) var end: TimeOfDay
  private var givenDays: Int16
  /// The number of its other keys in the roster's table.
  var keys: UInt32
  private(set) var places: Int32
  /// The number of people that the work takes; less than 0 where it is not told.
  private var wantedOrNone: Int32
  /// The open shifts that came from it.
  var taken: Int32 = 0

  init(_ event: VacancyPosted, keys: UInt32) {
    (date, start, end) = (event.date, event.start, event.end)
    givenDays = event.keys.days ?? -1
    self.keys = keys
    places = Int32(clamping: event.places)
    wantedOrNone = Int32(clamping: event.wanted ?? -1)
  }

  mutating func edit(_ event: VacancyEdited) {
    (date, start, end) = (event.date, event.start, event.end)
    givenDays = event.keys.days.applied(to: days) ?? -1
    places = Int32(clamping: event.places)
    wantedOrNone = Int32(clamping: event.wanted.applied(to: wanted) ?? -1)
  }

  var days: Int16? { givenDays < 0 ? nil : givenDays }
  var wanted: Int? { wantedOrNone < 0 ? nil : Int(wantedOrNone) }
  var left: Int { max(0, Int(places) - Int(taken)) }
}

extension RosterVacancy: SnapshotRow {
  mutating func renumber(_ new: (UInt32) -> UInt32) {}
}
