public import ShiftEvents

/// An employee who could get a shift or a place of a vacancy.
public struct CandidateRow: Hashable, Sendable {
  /// The employee.
  public var user: UserID
  /// The reason why they may not take it; `nil` if they may.
  public var refusal: Rejection?
  /// The scheduled minutes of the shifts that they own and that begin on its day, without itself.
  public var dayMinutes: Int
  /// The same of those that begin in its ISO week.
  public var weekMinutes: Int
  /// Their swap points.
  public var points: Int
  /// The name that orders rows that are alike otherwise.
  let orderName: String

  /// True if the rules let them take it.
  public var mayTake: Bool { refusal == nil }
}

extension Replay {
  /// Every employee but the owner, judged by the rules as of a moment: those who may take the shift, or a place of the
  /// vacancy, come first, then those with the fewest minutes in its week, the most points, and by name.
  ///
  /// A vacancy is judged by each one's own claim, a shift on the marketplace by their own acceptance, and any other by
  /// a manager who assigns it.
  ///
  /// - Parameters:
  ///   - id: a shift or a vacancy.
  ///   - names: the name of a person as it is known now.
  /// - Returns: no rows of anything else, and of a shift that is off the schedule.
  /// - Complexity: O(p log p) for p employees, where the replay has what the rules ask for; else also O(s) for s recorded
  ///   shifts.
  public func candidates(
    for id: RowID, of user: UserID? = nil, at now: Timestamp,
    names: (UserID) -> String? = { _ in nil }
  ) -> [CandidateRow] {
    let state = state.judging
    let asked = user.map { [$0].filter(state.isEmployee) } ?? state.employees
    let employees = Employees(asked, names: names).inOrder
    let users = employees.map(\.user)
    let judged: [Candidate] =
      switch id {
      case .shift(let id): state.candidates(for: id, among: users, at: now)
      case .vacancy(let id): state.candidates(for: id, among: users, at: now)
      case .request, .absence, .trade, .deal, .reservation, .publication, .period, .series,
        .closure:
        []
      }
    // The owner of the shift has no row.
    var places: [UserID: Int] = [:]
    for (place, user) in users.enumerated() { places[user] = place }
    let rows = judged.map { candidate in
      let place = places[candidate.user] ?? 0
      return (
        place: place,
        row: CandidateRow(
          user: candidate.user, refusal: candidate.refusal, dayMinutes: candidate.dayMinutes,
          weekMinutes: candidate.weekMinutes, points: state.points[candidate.user]?.points ?? 0,
          orderName: employees[place].name)
      )
    }
    return rows.sorted { first, second in
      (first.row.mayTake ? 0 : 1, first.row.weekMinutes, -first.row.points, first.place)
        < (second.row.mayTake ? 0 : 1, second.row.weekMinutes, -second.row.points, second.place)
    }.map(\.row)
  }
}

extension ProjectionDescriptor {
  /// The employees who may take a shift, and why the others may not.
  public static let candidates = ProjectionDescriptor(
    "candidates", from: StatePart.folded,
    ordered: ["rank", "weekMinutes", "pointsRank", "orderName", "user"],
    nothing: { _ in "there are no candidates: it is off the schedule, or nobody else is an employee"
    }
  ) { replay, chosen, now, names in
    chosen.id.map { replay.candidates(for: $0, of: chosen.user, at: now, names: names) } ?? []
  }
}

extension CandidateRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .person("user", "User") { $0.user },
    Column("mayTake", "May take") { $0.mayTake },
    Column("reason", "Reason", audience: .programs) { $0.refusal?.code.rawValue },
    Column("conflicts", "Conflicts", audience: .programs) { $0.refusal?.conflicts ?? [] },
    .duration("dayMinutes", "Day", turn: 2) { $0.dayMinutes },
    .duration("weekMinutes", "Week") { $0.weekMinutes },
    Column("points", "Points", turn: 1) { $0.points },
    Column("obstacle", "Reason", audience: .people) { $0.refusal.map { Phrase($0) } },
    Column("rank", "", audience: .exports) { $0.mayTake ? 0 : 1 },
    Column("pointsRank", "", audience: .exports) { -$0.points },
    Column("orderName", "", audience: .exports) { $0.orderName },
  ]
}

extension Phrase {
  /// A refusal in words, in which people stand by id.
  fileprivate init(_ refusal: Rejection) {
    // No text of a log has this character.
    let mark: Character = "\u{1F}"
    self = ""
    let pieces = refusal.message(naming: { "\(mark)\($0)\(mark)" }, at: { "\(mark)\($0)\(mark)" })
      .split(separator: mark, omittingEmptySubsequences: false)
    for (place, piece) in pieces.enumerated() {
      if place % 2 == 1, let time = Timestamp(String(piece)) {
        self = "\(self)\(time)"
      } else if place % 2 == 1, let user = UserID(known: String(piece)) {
        self = "\(self)\(user)"
      } else {
        self = "\(self)\(String(piece))"
      }
    }
  }
}

/// The people whom a question is about, in the order of their names: without accents and case, ties by id.
struct Employees {
  /// A person with the name that they are looked for by; without a name it is the id.
  typealias Named = (user: UserID, name: String)

  let inOrder: [Named]

  init(_ employees: [UserID], names: (UserID) -> String?) {
    inOrder = employees.map { ($0, foldedName(names($0) ?? $0.description)) }
      .sorted { first, second in
        if first.name != second.name {
          return first.name.utf8.lexicographicallyPrecedes(second.name.utf8)
        }
        return first.user < second.user
      }
  }
}

extension Replay {
  /// Everyone who is an employee, or was one on a day of some that are all past; with a user that one alone.
  func employees(
    on days: ClosedRange<LocalDate>, only user: UserID? = nil, at moment: LocalMoment
  ) -> [UserID] {
    let zone = moment.zone
    let found =
      days.upperBound < moment.today
      ? state.employees(
        in: zone.instant(days.lowerBound, .midnight)..<zone.instant(days.upperBound + 1, .midnight))
      : state.employees
    return user.map { user in found.filter { $0 == user } } ?? found
  }

  /// Returns `true` if a person ceased to be an employee before the end of a stretch that is over, or of another before now.
  func hasLeft(_ user: UserID, before time: Range<Timestamp>, at now: Timestamp) -> Bool {
    time.upperBound <= now ? state.hadLeft(user, at: time.upperBound) : !state.isEmployee(user)
  }
}
