public import ShiftEvents

/// A person's swap points and rank.
public struct PointsRow: Hashable, Sendable {
  /// The rank, from 1; equal points share one.
  public var rank: Int
  /// The person the row is about.
  public var user: UserID
  /// The current name; `nil` if there is none, or none any more.
  public var name: String?
  /// The points, at least one.
  public var points: Int
}

extension Replay {
  /// Everyone with at least one point, by rank and user id; or one person, whose rank is theirs among
  /// all.
  public func points(of user: UserID? = nil, names: (UserID) -> String?) -> [PointsRow] {
    points(RowSelection(user: user), names: names)
  }

  fileprivate func points(_ chosen: RowSelection, names: (UserID) -> String?) -> [PointsRow] {
    let ranks = ranked(state.points.rows.elements.map { (user: $0.id, score: $0.points) })
    return ranks.on(chosen.user == nil ? chosen.page : nil).compactMap {
      if let user = chosen.user, $0.user != user { return nil }
      return PointsRow(rank: $0.rank, user: $0.user, name: names($0.user), points: $0.score)
    }
  }
}

extension ProjectionDescriptor {
  /// The ranking by swap points.
  public static let points = ProjectionDescriptor(
    "points", title: "Swap points", from: [.points, .shifts],
    ordered: ["rank", "user"]
  ) { replay, chosen, _, names in replay.points(chosen, names: names) }
}

extension PointsRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("rank", "Rank") { $0.rank },
    .person("user", "User", sortedWithin: ["rank"]) { $0.user },
    .amount("points", "Points", hasBar: true) { $0.points },
  ]
}
