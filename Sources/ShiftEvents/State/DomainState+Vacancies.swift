// Work that needs people.

package struct VacancyRecord: StateRecord {
  package var id: VacancyID
  package var date: LocalDate
  package var times: ShiftTimes
  private var fixedVacancyIndex: UInt32
  /// The number in the table of keys.
  package var keys: UInt32
  package var places: Int
  /// The number of people that the work takes; `nil` where it is not told.
  package var wanted: Int?
  /// The open shifts that came from it.
  package var taken = 0

  /// The time since which a place is left, or since which none is.
  package var leftSince: Timestamp
  /// The time at which it was posted or edited last.
  package var changedAt: Timestamp

  init(_ event: VacancyPosted, keys: UInt32, at time: Timestamp) {
    (id, date, self.keys, leftSince, changedAt) = (event.vacancy, event.date, keys, time, time)
    times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
    (places, wanted) = (event.places, event.wanted)
    fixedVacancyIndex = event.fixedVacancy?.symbolIndex ?? 0
  }

  /// The weekly work that posted it; `nil` for a loose one.
  package var fixedVacancy: FixedVacancyID? {
    fixedVacancyIndex == 0 ? nil : FixedVacancyID(symbolIndex: fixedVacancyIndex)
  }

  package var left: Int { max(0, places - taken) }

  /// Changes the places or those that are taken.
  mutating func change(at time: Timestamp, _ change: (inout VacancyRecord) -> Void) {
    let hadNone = left == 0
    change(&self)
    if (left == 0) != hadNone { leftSince = time }
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    fixedVacancyIndex = new(fixedVacancyIndex)
  }
}

extension DomainState {
  mutating func evolve(with event: VacancyPosted, at time: Timestamp) {
    if vacancies.place(of: event.vacancy) != nil { return }
    workplace.isZoneFixed = true
    vacancies.add(VacancyRecord(event, keys: shiftKeys.add(event.keys), at: time))
    guard indexes.areKept, let place = event.fixedVacancy.flatMap(fixedVacancies.place) else {
      return
    }
    RecordedDates.note(
      event.date, of: fixedVacancies[place], at: place, in: &indexes.recordedDates.vacancies,
      workplace.zone, at: time)
  }

  mutating func evolve(with event: VacancyEdited, at time: Timestamp) {
    guard let place = vacancies.place(of: event.vacancy) else { return }
    var vacancy = vacancies[place]
    let keys = keys(vacancy.times, vacancy.keys).applying(event.keys)
    vacancy.date = event.date
    vacancy.times = ShiftTimes(start: event.start, end: event.end, days: keys.days)
    vacancy.change(at: time) { $0.places = event.places }
    vacancy.changedAt = time
    vacancy.wanted = event.wanted.applied(to: vacancy.wanted)
    vacancy.keys = shiftKeys.replace(vacancy.keys, by: keys)
    vacancies[place] = vacancy
  }
}
