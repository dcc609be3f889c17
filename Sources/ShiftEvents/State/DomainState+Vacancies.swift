// Work that needs people.

package struct VacancyRecord: StateRecord {
  package var id: VacancyID
  package var date: LocalDate
  package var times: ShiftTimes
  /// The number in the table of keys.
  package var keys: UInt32
  package var places: Int
  /// The number of people that the work takes; `nil` where it is not told.
  package var wanted: Int?
  /// The open shifts that came from it.
  package var taken = 0

  package var left: Int { max(0, places - taken) }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

extension DomainState {
  mutating func evolve(with event: VacancyPosted) {
    if vacancies.place(of: event.vacancy) != nil { return }
    workplace.isZoneFixed = true
    vacancies.add(
      VacancyRecord(
        id: event.vacancy, date: event.date,
        times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days),
        keys: shiftKeys.add(event.keys), places: event.places, wanted: event.wanted))
  }

  mutating func evolve(with event: VacancyEdited) {
    guard let place = vacancies.place(of: event.vacancy) else { return }
    var vacancy = vacancies[place]
    let keys = keys(vacancy.times, vacancy.keys).applying(event.keys)
    vacancy.date = event.date
    vacancy.times = ShiftTimes(start: event.start, end: event.end, days: keys.days)
    vacancy.places = event.places
    vacancy.wanted = event.wanted.applied(to: vacancy.wanted)
    vacancy.keys = shiftKeys.replace(vacancy.keys, by: keys)
    vacancies[place] = vacancy
  }
}
