import Projections
@testable import ShiftEvents
import TestSupport

/// A random roster of a few weeks around a change of the clocks, as events and as plain lists.
struct NaiveStaff {
  struct Shift {
    var stretch: NaiveTimeSpan
    var owner: String
    var heldSince: Timestamp
    var isOpen = true
    var taker: String?
    var takenAt: Timestamp?
    var request: String?
    var place: String?
    var labels: [String] = []
    /// The minutes of the latest record.
    var hours: Int?
    /// The person who recorded them, and when.
    var recorded: (by: String, at: Timestamp)?
    var isTraded = false
    var title: String?
    /// The person who has not agreed with a late change, and since when they are asked or do not.
    var unsettled: (owner: String, since: Timestamp)?
  }

  struct Absence {
    var stretch: NaiveTimeSpan
    var recordedAt: Timestamp
    var isEnded = false
  }

  struct Vacancy {
    var stretch: NaiveTimeSpan
    var places: Int
    var taken = 0
    var leftSince: Timestamp
    var left: Int { max(0, places - taken) }
  }

  struct Request {
    var id: String
    var user: String
    var day: Int
    var isOpen = true
    var postedAt: Timestamp
  }

  struct Trade {
    var id: String
    var give: Int
    var take: Int
    var acceptedAt: Timestamp?
  }

  let zone: NaiveZone
  private(set) var story = Story(from: "2026-03-01T00:00:00Z")
  private(set) var shifts: [Shift] = []
  private(set) var absences: [Absence] = []
  private(set) var vacancies: [Vacancy] = []
  private(set) var requests: [Request] = []
  private(set) var trades: [Trade] = []
  /// The times at which hours were recorded.
  private(set) var recordings: [Timestamp] = []
  /// The people who are employees now, and when the others ceased to be.
  private(set) var employees: Set<String> = []
  private(set) var leftAt: [String: Timestamp] = [:]
  /// The days from which all others are chosen.
  let days = 20_530..<20_570

  init(seed: UInt64, _ zone: NaiveZone) {
    self.zone = zone
    var random = SplitMix64(seed: seed)
    story.configure(zone: Zone(zone.description))
    story.register("mia", [.manager])
    for number in 0..<7 {
      employees.insert("u\(number)")
      story.register(UserID("u\(number)")!, [.employee])
    }
    for number in 1...30 { schedule("S\(number)", &random) }
    for number in 1...20 { recordAbsence("A\(number)", &random) }
    for number in 1...8 { post("V\(number)", &random) }
    for number in 1...10 { ask("R\(number)", &random) }
    for place in shifts.indices { change(place, &random) }
    for number in 1...8 { trade("T\(number)", &random) }
    for place in absences.indices where random.isOne(in: 5) {
      absences[place].isEnded = true
      let stretch = absences[place].stretch
      story.tell(
        .absenceEnded(
          AbsenceEnded(absence: AbsenceID(stretch.id)!, user: UserID(stretch.user)!)))
    }
    leave()
  }

  /// One person is erased, one loses the role, and one loses it and has it again.
  private mutating func leave() {
    leftAt["u4"] = story.time
    story.tell(.userErased(UserErased(user: "u4")))
    leftAt["u5"] = story.time
    story.tell(.roleRevoked(RoleRevoked(user: "u5", role: .employee)))
    story.tell(.roleRevoked(RoleRevoked(user: "u6", role: .employee)))
    story.tell(.roleGranted(RoleGranted(user: "u6", role: .employee)))
    employees.subtract(["u4", "u5"])
  }

  private func stretch(_ id: String, _ user: String, _ random: inout SplitMix64) -> NaiveTimeSpan {
    func time(_ random: inout SplitMix64) -> Int {
      random.isOne(in: 4)
        ? Int.random(in: 0..<1440, using: &random)
        : [0, 105, 120, 150, 600, 1320, 1439].randomElement(using: &random)!
    }
    let (day, start, end) = (
      Int.random(in: days, using: &random), time(&random), time(&random)
    )
    let days: Int? =
      switch Int.random(in: 0...7, using: &random) {
      case 0...4: nil
      case 5: end > start ? 0 : 1
      default: Int.random(in: 1...5, using: &random)
      }
    return NaiveTimeSpan(id, user, day: day, start: start, end: end, givenDays: days, in: zone)
  }

  private func someone(_ random: inout SplitMix64) -> String {
    "u\(Int.random(in: 0..<7, using: &random))"
  }

  private mutating func schedule(_ id: String, _ random: inout SplitMix64) {
    let user = someone(&random)
    var shift = Shift(stretch: stretch(id, user, &random), owner: user, heldSince: story.time)
    if Bool.random(using: &random) {
      shift.place = ["bar", "kitchen"].randomElement(using: &random)
    }
    if Bool.random(using: &random) {
      shift.title = ["Music: Lighting Operator", "Bar 2", "Bar"].randomElement(using: &random)
    }
    shift.labels = ["early", "late", "x"].filter { _ in random.isOne(in: 3) }
    shifts.append(shift)
    story.tell(
      .shiftScheduled(
        ShiftScheduled(
          shift: ShiftID(id)!, owner: UserID(user)!, date: shift.stretch.date,
          start: shift.stretch.startTime, end: shift.stretch.endTime,
          keys: ShiftDetails(
            days: shift.stretch.givenDays.map { Int16($0) }, place: shift.place.map { Name($0)! },
            labels: shift.labels.map { Name($0)! }, title: shift.title.map { Title($0)! }))))
  }

  private mutating func recordAbsence(_ id: String, _ random: inout SplitMix64) {
    let user = someone(&random)
    var stretch = stretch(id, user, &random)
    if random.isOne(in: 3) {
      stretch = NaiveTimeSpan(
        id, user, day: stretch.day, start: 0, end: 0,
        givenDays: Bool.random(using: &random) ? nil : Int.random(in: 1...4, using: &random),
        in: zone)
    }
    absences.append(Absence(stretch: stretch, recordedAt: story.time))
    story.tell(
      .absenceRecorded(
        AbsenceRecorded(
          absence: AbsenceID(id)!, date: stretch.date, user: UserID(user)!,
          start: stretch.startTime, end: stretch.endTime,
          days: stretch.givenDays.map { Int16($0) }, shifts: [])))
  }

  private mutating func post(_ id: String, _ random: inout SplitMix64) {
    var vacancy = Vacancy(
      stretch: stretch(id, "", &random), places: Int.random(in: 0...3, using: &random),
      leftSince: story.time)
    story.tell(
      .vacancyPosted(
        VacancyPosted(
          vacancy: VacancyID(id)!, date: vacancy.stretch.date, start: vacancy.stretch.startTime,
          end: vacancy.stretch.endTime, places: vacancy.places,
          keys: ShiftDetails(days: vacancy.stretch.givenDays.map { Int16($0) }))))
    for number in 0..<Int.random(in: 0...2, using: &random) where vacancy.left > 0 {
      let user = someone(&random)
      let old = vacancy.stretch
      let stretch = NaiveTimeSpan(
        "\(id)c\(number)", user, day: old.day, start: old.start, end: old.end,
        givenDays: old.givenDays, in: zone)
      shifts.append(Shift(stretch: stretch, owner: user, heldSince: story.time))
      vacancy.taken += 1
      if vacancy.left == 0 { vacancy.leftSince = story.time }
      story.tell(
        .shiftClaimed(
          ShiftClaimed(
            shift: ShiftID(stretch.id)!, vacancy: VacancyID(id)!, owner: UserID(user)!,
            date: stretch.date, start: stretch.startTime, end: stretch.endTime,
            keys: ShiftDetails(days: stretch.givenDays.map { Int16($0) }), left: vacancy.left)))
      if random.isOne(in: 3) {
        if vacancy.left == 0 { vacancy.leftSince = story.time }
        vacancy.taken -= 1
        shifts[shifts.count - 1].isOpen = false
        story.tell(
          .shiftDropped(
            ShiftDropped(
              shift: ShiftID(stretch.id)!, owner: UserID(user)!, date: stretch.date,
              vacancy: VacancyID(id)!, left: vacancy.left)))
      }
    }
    vacancies.append(vacancy)
  }

  private mutating func ask(_ id: String, _ random: inout SplitMix64) {
    let request = Request(
      id: id, user: someone(&random), day: Int.random(in: days, using: &random),
      postedAt: story.time)
    requests.append(request)
    story.post(
      RequestID(id)!, of: UserID(request.user)!, on: LocalDate(daysSinceEpoch: request.day))
    if random.isOne(in: 4) {
      requests[requests.count - 1].isOpen = false
      story.tell(
        .requestWithdrawn(
          RequestWithdrawn(
            request: RequestID(id)!, requester: UserID(request.user)!,
            date: LocalDate(daysSinceEpoch: request.day), released: [])))
    }
  }

  /// Something happens to a shift: it is taken, suggested, assigned, moved, cancelled, supplied or worked.
  private mutating func change(_ place: Int, _ random: inout SplitMix64) {
    guard shifts[place].isOpen else { return }
    let stretch = shifts[place].stretch
    let (id, other) = (ShiftID(stretch.id)!, someone(&random))
    let owner = UserID(shifts[place].owner)!
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      story.supply(id, of: owner)
      let isFinal = random.isOne(in: 2)
      if isFinal {
        (shifts[place].owner, shifts[place].heldSince) = (other, story.time)
      } else {
        (shifts[place].taker, shifts[place].takenAt) = (other, story.time)
      }
      story.accept(id, from: owner, to: UserID(other)!, final: isFinal)
    case 2:
      guard let request = requests.filter(\.isOpen).randomElement(using: &random) else { return }
      let (name, requester) = (RequestID(request.id)!, UserID(request.user)!)
      story.suggest(id, of: owner, to: requester, for: name)
      shifts[place].request = request.id
      if Bool.random(using: &random) {
        (shifts[place].taker, shifts[place].takenAt) = (request.user, story.time)
        story.acceptSuggestion(id, from: owner, to: requester, for: name)
      }
    case 3:
      (shifts[place].owner, shifts[place].heldSince) = (other, story.time)
      let note = lateChange(of: place, &random)
      story.tell(
        .shiftAssigned(
          ShiftAssigned(
            shift: id, to: UserID(other)!, note: note, from: owner, date: stretch.date,
            start: stretch.startTime, end: stretch.endTime)))
      answer(place, &random)
    case 4:
      let new = self.stretch(stretch.id, stretch.user, &random)
      (shifts[place].stretch, shifts[place].heldSince) = (new, story.time)
      story.tell(
        .shiftEdited(
          ShiftEdited(
            shift: id, date: new.date, start: new.startTime, end: new.endTime,
            keys: ShiftDetailEdits(days: new.givenDays.map { .set(Int16($0)) } ?? .removed),
            owner: owner)))
    // A place of a vacancy that comes free again has been told of.
    case 5 where stretch.id.hasPrefix("S"):
      shifts[place].isOpen = false
      let note = lateChange(of: place, &random)
      story.tell(
        .shiftCancelled(ShiftCancelled(shift: id, note: note, owner: owner, date: stretch.date)))
      answer(place, &random)
    case 5, 6: story.supply(id, of: owner)
    default:
      let minutes = random.isOne(in: 4) ? 0 : Int.random(in: 1...900, using: &random)
      shifts[place].hours = minutes
      recordings.append(story.time)
      let recorder = random.isOne(in: 2) ? owner : "mia"
      shifts[place].recorded = ("\(recorder)", story.time)
      story.record(
        minutes, on: id, of: owner, first: owner, date: stretch.date, by: recorder)
    }
  }

  /// Half of the changes come after a publication.
  private mutating func lateChange(of place: Int, _ random: inout SplitMix64) -> ChangeContext {
    if Bool.random(using: &random) { return ChangeContext() }
    shifts[place].unsettled = (shifts[place].owner, story.time)
    return ChangeContext(notice: 60)
  }

  /// The owner agrees, declines or does not say anything.
  private mutating func answer(_ place: Int, _ random: inout SplitMix64) {
    let shift = shifts[place]
    guard let owner = shift.unsettled?.owner, !random.isOne(in: 3) else { return }
    let agreed = Bool.random(using: &random)
    shifts[place].unsettled = agreed ? nil : (owner, story.time)
    story.tell(
      .changeAnswered(
        ChangeAnswered(
          shift: ShiftID(shift.stretch.id)!, agreed: agreed, owner: UserID(owner)!,
          date: shift.stretch.date, changedAt: story.time)), by: UserID(owner)!)
  }

  private mutating func trade(_ id: String, _ random: inout SplitMix64) {
    let (give, take) = (
      Int.random(in: shifts.indices, using: &random), Int.random(in: shifts.indices, using: &random)
    )
    let (from, to) = (UserID(shifts[give].owner)!, UserID(shifts[take].owner)!)
    let (gives, takes) = (ShiftID(shifts[give].stretch.id)!, ShiftID(shifts[take].stretch.id)!)
    story.tell(
      .tradeOffered(TradeOffered(trade: TradeID(id)!, give: gives, take: takes, from: from, to: to))
    )
    var trade = Trade(id: id, give: give, take: take)
    let step = Int.random(in: 0...3, using: &random)
    if step > 0 {
      trade.acceptedAt = story.time
      story.tell(
        .tradeAccepted(
          TradeAccepted(
            trade: TradeID(id)!, give: gives, take: takes, from: from, to: to, final: false,
            closedRequests: [], released: [])))
    }
    if step == 3 {
      trade.acceptedAt = nil
      story.tell(
        .tradeEnded(TradeEnded(trade: TradeID(id)!, give: gives, take: takes, from: from, to: to)))
    }
    trades.append(trade)
  }
}

extension SplitMix64 {
  mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

extension NaiveTimeSpan {
  var date: LocalDate { LocalDate(daysSinceEpoch: day) }
  var startTime: TimeOfDay { TimeOfDay(hour: start / 60, minute: start % 60)! }
  var endTime: TimeOfDay { TimeOfDay(hour: end / 60, minute: end % 60)! }
  /// The real minutes.
  var minutes: Int { instants.count / 60_000 }
}
