/// Shifts from their scheduling to the hours worked.
extension Town {
  enum ShiftState: Int, CaseIterable { case idle, supplied, suggested, awaiting, begun, ended }

  struct Shift {
    var serial: Int
    var owner: Int
    var day: Int
    var start: Int
    /// The fixed shift that it came from.
    var fixed: Int?
    /// The index of the vacancy that it came from.
    var vacancy: Int?
    var state = ShiftState.idle
    var taker = 0
    /// The key of the request for which it is suggested.
    var request: Int?
  }

  static let starts = [360, 420, 540, 720, 900, 1080, 1320]

  func id(ofShift index: Int) -> String {
    let shift = shifts[index]
    if let fixed = shift.fixed { return "F\(fixed).\(Calendar.date(ofDay: shift.day))" }
    let serial = shift.serial
    return switch serial % 5 {
    case 0: String(serial)
    case 1: "s\(serial)"
    case 2: "shift.\(serial).v2"
    case 3: "bc-\(shift.day)-\(serial)"
    default: "0198\(serial)-aaaa-7bbb-8ccc-\(100_000_000 + serial)"
    }
  }

  func times(from start: Int) -> Submissions.Members {
    let end = (start + 480) % Calendar.minutesOfDay
    return [("start", quoted(Calendar.clock(start))), ("end", quoted(Calendar.clock(end)))]
  }

  func hasStarted(_ index: Int) -> Bool {
    (shifts[index].day * Calendar.minutesOfDay + shifts[index].start) * 60_000 <= now
  }

  mutating func put(_ index: Int, _ state: ShiftState) {
    shifts[index].state = state
    shiftsIn[state.rawValue].append(index)
  }

  /// Takes a shift at random out of those in a state; one that has begun goes to those to be paid for.
  mutating func take(_ state: ShiftState) -> Int? {
    for _ in 0..<8 {
      guard let index = shiftsIn[state.rawValue].takeAny(&random) else { return nil }
      guard shifts[index].state == state else { continue }
      if !hasStarted(index) { return index }
      put(index, .begun)
    }
    return nil
  }

  /// A new shift of a person who is free that day; it closes a request of theirs.
  mutating func add(_ shift: Shift) {
    busy[shift.owner].insert(shift.day)
    closeRequest(key(shift.owner, shift.day))
    shifts.append(shift)
    put(shifts.count - 1, .idle)
  }

  mutating func schedule() {
    let owner = employee()
    let day = today + 1 + random.below(28)
    guard !busy[owner].contains(day) else { return }
    let start = Self.starts[random.below(7)]
    add(Shift(serial: next(), owner: owner, day: day, start: start))
    write(
      "shift.scheduled", id(ofShift: shifts.count - 1), by: manager(),
      [("owner", quoted(name(owner))), ("date", quoted(Calendar.date(ofDay: day)))]
        + times(from: start))
  }

  /// Takes a shift out of the roster.
  mutating func end(_ index: Int) {
    if shifts[index].state == .suggested { detach(index) }
    busy[shifts[index].owner].remove(shifts[index].day)
    if let vacancy = shifts[index].vacancy { vacancies[vacancy].left += 1 }
    shifts[index].state = .ended
  }

  mutating func cancelShift() {
    let state: ShiftState = [.idle, .idle, .supplied, .suggested][random.below(4)]
    guard let index = take(state) else { return }
    write("shift.cancelled", id(ofShift: index), by: manager())
    end(index)
  }

  mutating func recordHours() {
    if shiftsIn[ShiftState.begun.rawValue].isEmpty, let index = take(.idle) { put(index, .idle) }
    if random.below(40) == 0, let index = lastWorked {
      // A correction.
      write(
        "hours.recorded", id(ofShift: index), by: manager(),
        [("start", "\"08:00\""), ("end", quoted(Calendar.clock(720 + random.below(400))))])
      lastWorked = nil
      return
    }
    guard let index = shiftsIn[ShiftState.begun.rawValue].popLast() else { return }
    let owner = shifts[index].owner
    wasRecordedByWorker = random.chance(50) && !gone.contains(owner)
    write(
      "hours.recorded", id(ofShift: index), by: wasRecordedByWorker ? name(owner) : manager(),
      [("minutes", String(60 + random.below(480)))])
    lastWorked = index
  }
}
