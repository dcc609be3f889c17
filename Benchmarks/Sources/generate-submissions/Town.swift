/// A town whose people work, study and buy; it keeps just enough state to ask only for what is legal.
///
/// Time passes evenly, over 500 days in a large log; the workplace's zone is UTC, and a person holds
/// one shift a day. What an act does stands with its subject, in `Town+….swift`.
struct Town {
  // 2022-01-08: early enough that nothing is in the future.
  private static let firstDay = 19_000

  var random: SplitMix64
  private(set) var now = firstDay * 86_400_000
  private(set) var serial = 0
  private var submissions: Submissions
  /// Texts have neither letters beyond ASCII nor escapes.
  let isPlain: Bool
  private let step: Int

  // People
  let managers: Int
  let companies: Int
  /// Days on which a person works or, where an approval is awaited, may come to work.
  var busy: [Set<Int>]
  var gone: Set<Int> = []
  var granted: [(person: Int, role: String)] = []
  /// Who follows whom, as `key(follower, followed)`; to look up, and to take one out of.
  var following: Set<Int> = []
  var followed: [Int] = []
  var administered = 0
  var skilled: [(person: Int, skill: String)] = []
  var absences: [(id: String, person: Int, day: Int)] = []
  var arranged = 0
  var settings = Settings()

  // Roster
  var shifts: [Shift] = []
  /// Shifts by state; an entry whose shift is in another state by now is passed over.
  var shiftsIn: [[Int]] = Array(repeating: [], count: ShiftState.allCases.count)
  var lastWorked: Int?
  /// The trade that was just offered.
  var trade: Trade?
  var fixedShifts: [FixedShift] = []
  var fixedDays: Set<Int> = []
  /// Open requests by `key(person, day)`.
  var requests: [Int: Request] = [:]
  var requestsOfDay: [Int: [Int]] = [:]
  var newestRequests: [Int] = []

  var vacancies: [Vacancy] = []

  // Promises
  var promised = 0
  /// What follows the act before.
  var promise: Promise?
  /// The last day of the newest publication.
  var publishedUntil = 0
  /// True if the person who worked last recorded the hours themselves.
  var wasRecordedByWorker = false

  // Study
  var sessions: [Session] = []
  var isStudying: Set<Int> = []

  // Deals
  var deals: [Deal] = []
  var currentDeals: [Int] = []
  var reservations: [Reservation] = []
  var live: [Int] = []
  var refunds: [Int] = []
  var customers: [Int] = []
  /// A reservation just paid for, whose consumer changes their mind.
  var regretted: Int?

  init(seed: UInt64, peopleCount: Int, eventCount: Int, isPlain: Bool) {
    random = SplitMix64(seed: seed)
    self.isPlain = isPlain
    submissions = Submissions(isPlain: isPlain)
    managers = max(1, peopleCount / 100)
    companies = max(2, peopleCount / 50)
    step = min(500, 50 + eventCount / 125) * 86_400_000 / max(eventCount, 1)
    busy = Array(repeating: [], count: peopleCount)
  }

  mutating func generate(_ count: Int) {
    found(count)
    let last = count > 1_000 ? Self.farChangeCount + Self.clockCount : 0
    while submissions.written < count - last {
      let yesterday = today
      now += step
      if today > yesterday { closeRequests(before: today) }
      act()
    }
    if last > 0 {
      changeFarWork()
      workByTheClock()
    }
    submissions.flush()
  }

  /// Shares out of a thousand.
  private mutating func act() {
    if let number = regretted { return regret(number) }
    if let trade { return settle(trade) }
    if let promise { return settle(promise) }
    switch random.below(1000) {
    case 0..<245: schedule()
    case 245..<248: changeAsManager()
    case 248..<255: fillVacancies()
    case 255..<418: supply()
    case 418..<428: revoke()
    case 428..<541: accept()
    case 541..<597: decideOnTaker()
    case 597..<602: withdrawAcceptance()
    case 602..<630: askForWork()
    case 630..<645: suggest()
    case 645..<657: answerSuggestion()
    case 657..<661: cancelShift()
    case 661..<664: changeFixedShifts()
    case 664..<819: recordHours()
    case 819..<855: startStudy()
    case 855..<910: goOnStudying()
    case 910..<929: postDeal()
    case 929..<935: changeDeal()
    case 935..<953: reserve()
    case 953..<969: payOrCancel()
    case 969..<981: refundOrRate()
    case 981..<983: administer()
    case 983..<987: arrangePeople()
    case 987..<989: keepPromises()
    default: follow()
    }
  }

  var today: Int { now / 86_400_000 }

  mutating func next() -> Int {
    serial += 1
    return serial
  }

  mutating func write(
    _ type: String, _ subject: String, by actor: String, _ data: Submissions.Members = []
  ) {
    let time = Calendar.time(ofMillisecond: now)
    submissions.write(type, subject, by: actor, at: time, data, random: &random)
  }

  func key(_ person: Int, _ other: Int) -> Int { person << 20 | other }
}

/// A text as JSON, of what needs no escapes.
func quoted(_ text: String) -> String { "\"\(text)\"" }

extension Array {
  /// Takes one of the last elements out at random; what is last comes into its place.
  mutating func takeAny(ofLast some: Int = .max, _ random: inout SplitMix64) -> Element? {
    guard !isEmpty else { return nil }
    swapAt(count - 1 - random.below(Swift.min(some, count)), count - 1)
    return removeLast()
  }
}
