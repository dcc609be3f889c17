/// Work that needs people.
extension DomainState {
  func post(_ event: VacancyPosted, in context: RuleContext) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try vacancies.requireNew(event.vacancy, orThrow: .vacancyExists)
    let times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
    try requireFuture(event.date, times, at: context.time)
    try realInterval(event.date, times)
    return .vacancyPosted(event)
  }

  func edit(
    _ id: VacancyID, _ edits: VacancyEdits, override: [OverridableRule], in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let vacancy = vacancies[try self.vacancy(id)]
    let (date, times) = try edits.shift.result(
      vacancy.date, vacancy.times, keys: keys(vacancy.times, vacancy.keys))
    let places = try edits.places.required("places", vacancy.places)
    try requireFuture(vacancy, at: context.time, unless: override)
    try requireFuture(date, times, at: context.time, unless: override)
    try realInterval(date, times)
    var event = VacancyEdited(
      vacancy: id, date: date, start: times.start, end: times.end, places: places,
      wanted: edits.wanted, keys: edits.shift.keys, override: override,
      left: max(0, places - vacancy.taken))
    event.keys.days = edits.shift.keys.days.recorded(times.days)
    return .vacancyEdited(event)
  }
}
