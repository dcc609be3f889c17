/// Work that needs people.
enum VacancyRules {
  static func evolve(_ state: inout DomainState, with event: VacancyPosted) {
    if state.vacancyIndex[event.vacancy.symbol] != nil { return }
    state.workplace.isZoneFixed = true
    state.vacancyIndex.set(event.vacancy.symbol, to: state.vacancies.count)
    state.vacancies.append(
      VacancyRecord(
        id: event.vacancy, date: event.date,
        times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days),
        keys: state.shiftKeys.add(event.keys), places: event.places))
  }

  static func evolve(_ state: inout DomainState, with event: VacancyEdited) {
    guard let index = state.vacancyIndex[event.vacancy.symbol] else { return }
    let vacancy = state.vacancies[index]
    let keys = state.keys(vacancy.times, vacancy.keys).applying(event.keys)
    state.vacancies[index].date = event.date
    state.vacancies[index].times = ShiftTimes(start: event.start, end: event.end, days: keys.days)
    state.vacancies[index].places = event.places
    state.vacancies[index].keys = state.shiftKeys.replace(vacancy.keys, by: keys)
  }

  // MARK: - Judging

  static func post(
    _ event: VacancyPosted, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    if state.vacancyIndex[event.vacancy.symbol] != nil {
      throw Rejection(.vacancyExists, "the id \(event.vacancy) is used already")
    }
    let times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
    _ = try state.futureInterval(event.date, times, at: context.time)
    return .vacancyPosted(event)
  }

  static func edit(
    _ id: VacancyID, _ edits: VacancyEdits, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    let vacancy = state.vacancies[try state.vacancy(id)]
    let (date, times) = try edits.shift.result(
      vacancy.date, vacancy.times, keys: state.keys(vacancy.times, vacancy.keys))
    let places = try edits.places.required("places", vacancy.places)
    try state.requireFuture(vacancy, at: context.time)
    _ = try state.futureInterval(date, times, at: context.time)
    var event = VacancyEdited(
      vacancy: id, date: date, start: times.start, end: times.end, places: places,
      wanted: edits.wanted, keys: edits.shift.keys, left: max(0, places - vacancy.taken))
    event.keys.days = edits.shift.keys.days.recorded(times.days)
    return .vacancyEdited(event)
  }
}
