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
    if serial % 10 < 3, !fixedShifts.isEmpty { removeFixedShift() } else { registerFixedShift() }
  }

  /// The lines of `changeFarWork`.
  static let farChangeCount = 11

  /// The lines of `workByTheClock`.
  static let clockCount = 6

  /// Somebody new works on a shift of their own, with a pause.
  mutating func workByTheClock() {
    let (person, shift) = ("clock\(next())", "C\(next())")
    let minute = now / 60_000 + 1
    let data: Submissions.Members =
      [
        ("owner", quoted(person)),
        ("date", quoted(Calendar.date(ofDay: minute / Calendar.minutesOfDay))),
      ] + times(from: minute % Calendar.minutesOfDay)
    write("user.registered", person, by: name(0), [("roles", "[\"employee\"]")])
    write("shift.scheduled", shift, by: name(0), data)
    for type in ["work.started", "work.paused", "work.resumed", "work.ended"] {
      write(type, shift, by: person)
    }
  }

  /// Changes weekly work, closes days and splits a shift that lie behind every horizon, so that no shift that there is
  /// hangs on it.
  mutating func changeFarWork() {
    let far = today + 400
    let from = ("from", quoted(Calendar.date(ofDay: far)))
    let weekday = [("weekday", quoted(Self.weekdays[0]))] + times(from: Self.starts[0])
    let (series, vacancy, closure) = ("F\(next())", "W\(next())", "C\(next())")
    let lines: [(type: String, subject: String, data: Submissions.Members)] = [
      ("fixedshift.registered", series, weekday + [from]),
      ("fixedshift.edited", series, [("title", quoted("late")), from]),
      ("fixedvacancy.registered", vacancy, weekday + [("places", "2"), from]),
      ("fixedvacancy.edited", vacancy, [("places", "3")]),
      ("closure.recorded", closure, [from, ("to", quoted(Calendar.date(ofDay: far + 1)))]),
      ("closure.ended", closure, []),
      ("fixedvacancy.removed", vacancy, []),
      (
        "shift.scheduled", "\(series)a",
        [("owner", quoted(name(0))), ("date", from.1)] + times(from: Self.starts[0])
      ),
      ("shift.split", "\(series)a", [("at", quoted("10:00")), ("into", quoted("\(series)b"))]),
      ("shift.cancelled", "\(series)a", []), ("shift.cancelled", "\(series)b", []),
    ]
    for line in lines { write(line.type, line.subject, by: name(0), line.data) }
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
