import ShiftEvents

/// A remark on a place, a label or a skill that nobody has used before: a slip makes a new one.
struct NameRemark: Hashable {
  let message: String
  /// The name in use that was probably meant; `nil` where none is near.
  let meant: String?
  /// True of what an event replaces, which is said if it is recorded.
  var isOfReplaced = false

  /// Tells the person who appends: a warning where another name is near.
  func tell(_ diagnostics: Diagnostics, at place: String? = nil) {
    if let meant {
      diagnostics.warning(message, at: place, help: "did you mean \(meant)?")
    } else {
      diagnostics.note((place.map { "\($0): " } ?? "") + message)
    }
  }
}

/// The places, labels and skills in use, looked for once and kept along the lines of a batch.
struct NamesInUse {
  private var names: [String: Set<String>] = [:]
  private var newCount = 0
  /// The number of new names in a batch that are held against all others: behind them new names are no slips.
  private static let comparedCount = 100

  /// The members that name some of them.
  fileprivate static let keys = ["place", "labels", "needs", "skill"]

  init(_ state: DomainState) {
    var (places, labels, needs): (Set<Name>, Set<Name>, Set<Name>) = ([], [], [])
    for shift in state.keysInUse {
      if let place = shift.place { places.insert(place) }
      labels.formUnion(shift.labels)
      needs.formUnion(shift.needs)
    }
    func texts(_ names: Set<Name>) -> Set<String> { Set(names.map(\.description)) }
    names["place"] = texts(places)
    names["labels"] = texts(labels)
    names["needs"] = texts(state.skillsInUse)
    names["skill"] = names["needs"]?.union(texts(needs))
  }

  /// Returns `true` if names stand among those of the shifts that were recorded last, as most do.
  static func are(_ members: [NamedMember], ofLatest state: DomainState) -> Bool {
    let latest = state.keys(ofLatest: 32)
    return members.allSatisfy { member in
      member.names.allSatisfy { name in
        switch member.key {
        case "place": latest.contains { $0.place?.description == name }
        case "labels": latest.contains { $0.labels.contains { $0.description == name } }
        default: false
        }
      }
    }
  }

  /// Takes in the names of a line, so that the next ones are read behind it.
  mutating func take(_ line: WordedLine) {
    for member in line.data where NamesInUse.keys.contains(member.key) {
      let (key, used) = (member.key, member.names)
      names[key]?.formUnion(used)
      // A skill that is asked for is one, and who has one has it.
      if key == "needs" { names["skill"]?.formUnion(used) }
      if key == "skill", line.type != .skillRevoked { names["needs"]?.formUnion(used) }
    }
  }

  /// The remarks on the names of a member.
  ///
  /// - Complexity: O(n log n) in the names in use, for the first names of a batch that nobody has used.
  mutating func remarks(_ member: NamedMember) -> [NameRemark] {
    // The first name of all cannot be a slip of another.
    guard let used = names[member.key], !used.isEmpty else { return [] }
    let nobody =
      switch member.key {
      case "place": "no shift has the place"
      case "labels": "no shift has the label"
      default: "nobody has the skill"
      }
    return member.names.filter { !used.contains($0) }.map { name in
      newCount += 1
      return NameRemark(
        message: "\(nobody) \(quoted(name)) yet",
        meant: newCount > Self.comparedCount ? nil : nearest(to: name, among: used.sorted()))
    }
  }
}

/// A member whose texts are names of places, labels or skills.
struct NamedMember {
  fileprivate let word: MemberWord

  var key: String { word.key }
  /// The names as they were typed.
  var value: String { word.value }
  fileprivate var names: [String] { word.names }
}

extension MemberWord {
  /// The names that it has, in normal form C.
  fileprivate var names: [String] {
    if let texts { return texts.map(\.inNFC) }
    let value = (isJSON ? value.filter { !"[]\"".contains($0) } : value).inNFC
    if !["labels", "needs"].contains(key) { return [value] }
    return value.unicodeScalars.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}

extension WordedLine {
  /// The members whose words are names of places, labels or skills.
  var namedMembers: [NamedMember] {
    data.compactMap {
      (!$0.isJSON || $0.texts != nil) && NamesInUse.keys.contains($0.key) && $0.value != "null"
        ? NamedMember(word: $0) : nil
    }
  }
}
