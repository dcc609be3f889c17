import ShiftEvents

/// A remark on a place, a label or a skill that nobody has used before: a slip makes a new one.
struct NameRemark: Hashable {
  let message: String
  /// The name in use that was probably meant; `nil` where none is near.
  let meant: String?

  static let keys = ["place", "labels", "needs", "skill"]

  /// The remarks on the names of a member, with commas between them.
  static func all(_ key: String, _ text: String, _ state: DomainState) -> [NameRemark] {
    guard keys.contains(key) else { return [] }
    let shifts = state.keysInUse
    let skills = state.skillsInUse
    let (used, nobody): (Set<Name>, String) =
      switch key {
      case "place": (Set(shifts.compactMap(\.place)), "no shift has the place")
      case "labels": (Set(shifts.flatMap(\.labels)), "no shift has the label")
      case "needs": (skills, "nobody has the skill")
      default: (skills.union(shifts.flatMap(\.needs)), "nobody has the skill")
      }
    let names = used.map(\.description).sorted()
    // The first name of all cannot be a slip of another.
    if names.isEmpty { return [] }
    return text.split(separator: ",").map { String($0.drop { $0 == " " }) }
      .filter { !names.contains($0) }
      .map {
        NameRemark(message: "\(nobody) \(quoted($0)) yet", meant: nearest(to: $0, among: names))
      }
  }

  /// Tells the person who appends: a warning where another name is near.
  func tell(_ diagnostics: Diagnostics, at place: String? = nil) {
    if let meant {
      diagnostics.warning(message, at: place, help: "did you mean \(meant)?")
    } else {
      diagnostics.note((place.map { "\($0): " } ?? "") + message)
    }
  }
}
