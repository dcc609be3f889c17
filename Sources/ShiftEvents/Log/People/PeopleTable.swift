/// A line of a people file, and its place.
enum PeopleLine {
  struct Location: Hashable, Sendable {
    var number = 0
    var offset = 0
  }

  struct Finding: Hashable, Sendable {
    var place: Location
    var message: String
  }
}

/// The lines of a people file, and the places at which it tells of each person.
struct PeopleTable: Sendable {
  struct Line: Sendable {
    var person: Person
    var place: PeopleLine.Location
    /// The line before it about the same person.
    var before: Int?
  }

  private(set) var lines: [Line] = []
  var persons: [Person] { lines.map(\.person) }
  private(set) var latest: [UserID: Int] = [:]
  /// The commitment that each person was last held against, and the line that has it, if any.
  private(set) var checked: [UserID: (commitment: Digest, place: Int?)] = [:]
  /// Lines that are none of ours.
  private(set) var foreign: [PeopleLine.Finding] = []
  /// The whole ones among them, which a newer version may have written, with the person whom each seems to be about.
  private(set) var strange: [(user: UserID?, bytes: [UInt8])] = []
  private(set) var endsInHalfLine = false
  // Made when first needed.
  private var byName: [String: [UserID]]?
  private var byFoldedName: [String: [UserID]]?
  private var hasLookedForFolded = false
  private var byEmail: [String: [UserID]]?

  init(parsing bytes: [UInt8] = []) {
    var (start, number, reader) = (0, 0, JSONReader())
    while let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      let place = PeopleLine.Location(number: number, offset: start)
      if let person = Person(line: bytes[start..<newline], &reader) {
        add(person, place)
      } else if newline == start || bytes[start..<newline].contains(where: { $0 != 0x20 }) {
        // Blanks stand where a line was overwritten.
        addStrange(Self.user(ofLine: bytes[start..<newline]), Array(bytes[start...newline]), place)
      }
      start = newline + 1
    }
    endsInHalfLine = start < bytes.count
    if endsInHalfLine {
      foreign.append(
        .init(
          place: .init(number: number + 1, offset: start),
          message: "the line lacks its end; the next writer removes it"))
    }
  }

  mutating func addStrange(
    _ user: UserID?, _ bytes: [UInt8], _ place: PeopleLine.Location = .init()
  ) {
    foreign.append(
      .init(place: place, message: "no writer wrote the line; the next one removes it"))
    strange.append((user, bytes))
  }

  /// The person at the beginning of a line, where every version has them.
  private static func user(ofLine line: ArraySlice<UInt8>) -> UserID? {
    let start = Array(#"{"id":""#.utf8)
    guard line.starts(with: start) else { return nil }
    let id = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
    return UserID(String(decoding: id, as: UTF8.self))
  }

  /// - Parameter commitment: that of the log to what the line says, if it is known.
  mutating func add(
    _ person: Person, _ place: PeopleLine.Location = .init(), commitment: Digest? = nil
  ) {
    let before = latest.updateValue(lines.count, forKey: person.user)
    lines.append(Line(person: person, place: place, before: before))
    checked[person.user] = commitment.map { ($0, lines.count - 1) }
    if let name = person.name {
      byName?[name, default: []].append(person.user)
      byFoldedName?[foldedName(name), default: []].append(person.user)
    }
    if let email = person.email { byEmail?[email.inOneCase, default: []].append(person.user) }
  }

  /// The person whose line the log commits to, the latest if there are several.
  mutating func person(_ user: UserID, committedTo commitment: Digest?) -> Person? {
    commitment.flatMap { place(of: user, $0) }.map { lines[$0].person }
  }

  mutating func place(of user: UserID, _ commitment: Digest) -> Int? {
    if let known = checked[user], known.commitment == commitment { return known.place }
    var place = latest[user]
    while let line = place, lines[line].person.profile != commitment { place = lines[line].before }
    checked[user] = (commitment, place)
    return place
  }

  /// The lines that the log commits to, one a person, and of somebody who is spared also those behind it, or all.
  mutating func placesToKeep(
    _ commitment: (UserID) -> Digest?, sparing isSpared: ((UserID) -> Bool)? = nil
  ) -> [Int] {
    var places: [Int] = []
    for (user, last) in latest {
      let fit = commitment(user).flatMap { place(of: user, $0) }
      if let fit { places.append(fit) }
      guard isSpared?(user) == true else { continue }
      var next: Int? = last
      while let place = next, place != fit {
        places.append(place)
        next = lines[place].before
      }
    }
    return places.sorted()
  }

  mutating func users(perhapsNamed name: String) -> [UserID] {
    if byName == nil { byName = index { $0.name } }
    return byName?[name] ?? []
  }

  mutating func users(perhapsLike folded: String) -> [UserID] {
    // A single question costs less than an index.
    if !hasLookedForFolded {
      hasLookedForFolded = true
      return lines.filter { $0.person.name.map(foldedName) == folded }.map(\.person.user)
    }
    if byFoldedName == nil { byFoldedName = index { $0.name.map(foldedName) } }
    return byFoldedName?[folded] ?? []
  }

  mutating func users(perhapsAt email: String) -> [UserID] {
    if byEmail == nil { byEmail = index { $0.email?.inOneCase } }
    return byEmail?[email.inOneCase] ?? []
  }

  private func index(by text: (Person) -> String?) -> [String: [UserID]] {
    var users: [String: [UserID]] = [:]
    for line in lines {
      if let text = text(line.person) { users[text, default: []].append(line.person.user) }
    }
    return users
  }

  /// The people whose lines the log commits to, one line a person.
  mutating func kept(
    _ commitment: (UserID) -> Digest?, sparing isSpared: ((UserID) -> Bool)? = nil
  ) -> [Person] {
    placesToKeep(commitment, sparing: isSpared).map { lines[$0].person }
  }
}
