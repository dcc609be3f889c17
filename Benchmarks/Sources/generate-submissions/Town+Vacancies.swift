/// Work that needs people, and what managers change.
extension Town {
  struct Vacancy {
    var serial: Int
    var day: Int
    var start: Int
    var places: Int
    var left: Int
  }

  /// Gives a shift to somebody who is free that day, or says where it is.
  mutating func changeAsManager() {
    guard let index = take(.idle) else { return }
    let (shift, owner) = (shifts[index], employee())
    put(index, .idle)
    guard random.chance(60), owner != shift.owner, !busy[owner].contains(shift.day) else {
      return write(
        "shift.edited", id(ofShift: index), by: manager(),
        [("place", quoted("room-\(random.below(9))")), ("labels", "[\"late\",\"team-a\"]")])
    }
    write("shift.assigned", id(ofShift: index), by: manager(), [("to", quoted(name(owner)))])
    busy[shift.owner].remove(shift.day)
    busy[owner].insert(shift.day)
    shifts[index].owner = owner
    closeRequest(key(owner, shift.day))
  }

  mutating func fillVacancies() {
    let last = vacancies.count - 1
    guard last >= 0, vacancies[last].day > today, random.chance(80) else { return postVacancy() }
    let id = quoted("v-\(vacancies[last].serial)")
    if random.chance(15) {
      vacancies[last].places += 1
      vacancies[last].left += 1
      return write(
        "vacancy.edited", "v-\(vacancies[last].serial)", by: manager(),
        [("places", String(vacancies[last].places))])
    }
    if random.chance(20), let index = shifts.lastIndex(where: { $0.vacancy == last }),
      shifts[index].state == .idle || shifts[index].state == .supplied,
      !gone.contains(shifts[index].owner), !hasStarted(index)
    {
      write("shift.dropped", self.id(ofShift: index), by: name(shifts[index].owner))
      return end(index)
    }
    let owner = employee()
    let vacancy = vacancies[last]
    guard vacancy.left > 0, !busy[owner].contains(vacancy.day) else { return }
    vacancies[last].left -= 1
    add(
      Shift(
        serial: next(), owner: owner, day: vacancy.day, start: vacancy.start, vacancy: last))
    write(
      "shift.claimed", self.id(ofShift: shifts.count - 1), by: name(owner), [("vacancy", id)])
  }

  private mutating func postVacancy() {
    let places = 1 + random.below(4)
    let vacancy = Vacancy(
      serial: next(), day: today + 2 + random.below(20), start: Self.starts[random.below(7)],
      places: places, left: places)
    vacancies.append(vacancy)
    write(
      "vacancy.posted", "v-\(vacancy.serial)", by: manager(),
      [("date", quoted(Calendar.date(ofDay: vacancy.day)))] + times(from: vacancy.start)
        + [("places", String(places)), ("wanted", String(places + 1))])
  }
}
