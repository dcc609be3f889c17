/// Weekly shifts. The tool schedules their occurrences within the horizon itself, or skips those on
/// days on which their owner works already; the town foresees which.
extension Town {
  struct FixedShift {
    var number: Int
    var owner: Int
    var weekday: Int
    var occurrences: [Int]
  }

  // 1970-01-01 was a Thursday.
  private static let weekdays = [
    "thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday",
  ]

  mutating func changeFixedShifts() {
    weeklyChanges += 1
    if weeklyChanges % 3 == 0 { return changeBeyondHorizon(weeklyChanges / 3) }
    if serial % 10 < 3, !fixedShifts.isEmpty { removeFixedShift() } else { registerFixedShift() }
  }

  /// Changes what stands behind the horizon, of which no shift that there is depends.
  private mutating func changeBeyondHorizon(_ number: Int) {
    let from = ("from", quoted(Calendar.date(ofDay: today + 4_000)))
    switch number % 4 {
    case 0:
      guard let series = farSeries else {
        farSeries = "F\(next())"
        return write(
          "fixedshift.registered", "F\(serial)", by: name(0),
          [("weekday", quoted(Self.weekdays[0]))] + times(from: Self.starts[0]) + [from])
      }
      write("fixedshift.edited", series, by: name(0), [("title", "\"from then \(number)\""), from])
    case 1:
      if let old = closure {
        closure = nil
        write("closure.ended", old, by: manager())
      } else {
        closure = "C\(next())"
        write(
          "closure.recorded", "C\(serial)", by: manager(),
          [from, ("to", quoted(Calendar.date(ofDay: today + 4_001))), ("place", "\"annex\"")])
      }
    case 2:
      guard let vacancy = fixedVacancy else {
        fixedVacancy = "W\(next())"
        return write(
          "fixedvacancy.registered", "W\(serial)", by: manager(),
          [("weekday", quoted(Self.weekdays[number % 7]))] + times(from: Self.starts[0])
            + [("places", "2"), from])
      }
      write("fixedvacancy.edited", vacancy, by: manager(), [("places", String(3 + number))])
    default:
      guard number % 8 == 7, let vacancy = fixedVacancy else { return }
      fixedVacancy = nil
      write("fixedvacancy.removed", vacancy, by: manager())
    }
  }

  private mutating func registerFixedShift() {
    var owner = employee()
    var weekday = (today + 1 + random.below(6)) % 7
    // Half of them meet a shift that their owner has.
    if random.chance(50), let index = take(.idle) {
      put(index, .idle)
      (owner, weekday) = (shifts[index].owner, shifts[index].day % 7)
    }
    // No occurrence today, of which it would depend on the minute whether it is scheduled.
    guard !gone.contains(owner), weekday != today % 7,
      fixedDays.insert(owner * 7 + weekday).inserted
    else { return }
    let number = next()
    let start = Self.starts[random.below(7)]
    let from = random.chance(30) ? today + random.below(10) : today
    var data: Submissions.Members = [("weekday", quoted(Self.weekdays[weekday]))]
    data += times(from: start)
    let isByOwner = random.chance(30)
    if !isByOwner { data.append(("owner", quoted(name(owner)))) }
    if from > today { data.append(("from", quoted(Calendar.date(ofDay: from)))) }
    write("fixedshift.registered", "F\(number)", by: isByOwner ? name(owner) : manager(), data)
    let first = shifts.count
    for day in from..<max(from, today + 7 * settings.horizonWeeks)
    where day % 7 == weekday && !busy[owner].contains(day) {
      add(Shift(serial: number, owner: owner, day: day, start: start, fixed: number))
    }
    fixedShifts.append(
      FixedShift(
        number: number, owner: owner, weekday: weekday, occurrences: Array(first..<shifts.count)))
  }

  private mutating func removeFixedShift() {
    guard let fixed = fixedShifts.takeAny(&random) else { return }
    fixedDays.remove(fixed.owner * 7 + fixed.weekday)
    let isByOwner = random.chance(50) && !gone.contains(fixed.owner)
    write("fixedshift.removed", "F\(fixed.number)", by: isByOwner ? name(fixed.owner) : manager())
    for index in fixed.occurrences where shifts[index].owner == fixed.owner && !hasStarted(index) {
      switch shifts[index].state {
      case .idle, .supplied, .suggested: end(index)
      case .awaiting, .begun, .ended: break
      }
    }
  }
}
