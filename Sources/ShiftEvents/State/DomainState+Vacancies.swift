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

  /// The time since which a place is left, or since which none is.
  package var leftSince: Timestamp

  package var left: Int { max(0, places - taken) }

  /// Changes the places or those that are taken.
  mutating func change(at time: Timestamp, _ change: (inout VacancyRecord) -> Void) {
    let hadNone = left == 0
    change(&self)
    if (left == 0) != hadNone { leftSince = time }
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

extension DomainState {
  mutating func evolve(with event: VacancyPosted, at time: Timestamp) {
    if vacancies.place(of: event.vacancy) != nil { return }
    workplace.isZoneFixed = true
    vacancies.add(
      VacancyRecord(
        id: event.vacancy, date: event.date,
        times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days),
        keys: shiftKeys.add(event.keys), places: event.places, wanted: event.wanted,
        leftSince: time))
  }

  mutating func evolve(with event: VacancyEdited, at time: Timestamp) {
    guard let place = vacancies.place(of: event.vacancy) else { return }
    var vacancy = vacancies[place]
    let keys = keys(vacancy.times, vacancy.keys).applying(event.keys)
    vacancy.date = event.date
    vacancy.times = ShiftTimes(start: event.start, end: event.end, days: keys.days)
    vacancy.change(at: time) { $0.places = event.places }
    vacancy.wanted = event.wanted.applied(to: vacancy.wanted)
    vacancy.keys = shiftKeys.replace(vacancy.keys, by: keys)
    vacancies[place] = vacancy
  }
}
