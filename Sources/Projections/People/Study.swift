public import ShiftEvents

extension Replay {
  /// The study ranking, by rank and user id: of everyone who ever started a session, or of the people whom `viewer`
  /// follows and themselves.
  ///
  /// - Complexity: O(s + p log p) for s sessions and p people.
  public func ranking(
    of viewer: UserID? = nil, followedOnly: Bool = false, names: (UserID) -> String?
  ) -> [StudyRow] { ranking(RowSelection(user: viewer, followedOnly: followedOnly), names: names) }

  fileprivate func ranking(_ chosen: RowSelection, names: (UserID) -> String?) -> [StudyRow] {
    var circle: Set<UserID>?
    if let viewer = chosen.user {
      circle = Set(following(of: viewer))
      if chosen.followedOnly { circle?.remove(viewer) } else { circle?.insert(viewer) }
    }
    return ranking(among: circle, on: chosen.page, names: names)
  }
}

/// A student's place in the ranking.
public struct StudyRow: Hashable, Sendable {
  /// The rank, from 1; equal minutes share one.
  public var rank: Int
  /// The person the row is about.
  public var user: UserID
  /// The current name; `nil` if there is none, or none any more.
  public var name: String?
  /// The minutes earned by ended sessions and by recorded blocks of a running one.
  public var minutes: Int
  /// True while a session of the person is running.
  public var active: Bool
}

extension Replay {
  private func ranking(
    among circle: Set<UserID>?, on page: PageRequest?, names: (UserID) -> String?
  ) -> [StudyRow] {
    var totals: [UserID: Total] = [:]
    state.sessions.rows.forEachRecord { session in
      guard circle?.contains(session.student) ?? true else { return }
      totals[session.student, default: Total()].add(session)
    }
    return ranked(totals.map { (user: $0, score: $1.minutes) }).on(page).map {
      StudyRow(
        rank: $0.rank, user: $0.user, name: names($0.user), minutes: $0.score,
        active: totals[$0.user]?.active ?? false)
    }
  }

  private struct Total {
    var minutes = 0
    var active = false

    mutating func add(_ session: StudySessionRecord) {
      minutes &+= session.minutes
      active = active || !session.hasEnded
    }
  }
}

extension ProjectionDescriptor {
  /// The ranking of students, or of those whom one of them follows.
  public static let study = ProjectionDescriptor(
    "study", from: [.study, .users], ordered: ["rank", "user"],
    nothing: { _ in "no study sessions in this log yet" }
  ) { replay, chosen, _, names in replay.ranking(chosen, names: names) }
}

extension StudyRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("rank", "Rank") { $0.rank },
    .person("user", "User", sortedWithin: ["rank"]) { $0.user },
    .amount("minutes", "Minutes", hasBar: true) { $0.minutes },
    Column("active", "Active") { $0.active },
  ]
}
