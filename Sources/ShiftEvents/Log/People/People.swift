internal import Foundation
internal import Synchronization

/// The people of a log whose names and addresses are kept beside it.
///
/// A name or an address is told only where the log commits to it now: where it is the one that the person
/// gave last, unchanged, and the person was not erased. What was asked for and is not told so is `withheld`.
public final class People: Sendable {
  /// The answers of a log about its people.
  package struct Lookup: Sendable {
    /// Returns the commitment to the name and address.
    let commitment: @Sendable (UserID) -> Digest?
    /// Returns `true` if the person ever registered.
    let knows: @Sendable (UserID) -> Bool
  }

  private struct State: Sendable {
    var lines: PeopleLines
    var found: Lookup?
    var withheld: Set<UserID> = []
    var hasLookedTwice = false
  }

  private static let looksAtErased = 10
  private static let pauseSeconds = 0.005

  private let state: Mutex<State>
  private let readOn: @Sendable () -> Lookup
  private let reread: @Sendable (PeopleLines) -> PeopleLines?

  /// The people of lines that a log is read for when the first of them is asked for.
  ///
  /// - Parameters:
  ///   - readOn: reads the log on to its end.
  ///   - reread: reads the lines again, as a writer may have changed them since those that are known.
  package init(
    _ lines: PeopleLines = PeopleLines(),
    readOn: @escaping @Sendable () -> Lookup = {
      Lookup(commitment: { _ in nil }, knows: { _ in false })
    },
    reread: @escaping @Sendable (PeopleLines) -> PeopleLines? = { _ in nil }
  ) {
    state = Mutex(State(lines: lines))
    (self.readOn, self.reread) = (readOn, reread)
  }

  /// The person's name, where one was given and nobody erased it.
  public func name(of user: UserID) -> String? { self[user]?.name }

  /// The person's e-mail address, where one was given and nobody erased it.
  public func email(of user: UserID) -> String? { self[user]?.email }

  /// The people who were asked for and of whom the file tells only what the log does not commit to, by id.
  public var withheld: [UserID] { state.withLock { $0.withheld.sorted() } }

  var lines: PeopleLines { state.withLock { $0.lines } }

  /// The person as others see them: the name in normal form C, however it was given.
  package subscript(user: UserID) -> Person? {
    guard var person = found(user) else { return nil }
    person.name = person.name?.inNFC
    return person
  }

  /// The person as their line has them, to the byte.
  package func recorded(_ user: UserID) -> Person? { found(user) }

  private func found(_ user: UserID) -> Person? {
    state.withLock { state in
      guard state.lines.holds(user) else { return nil }
      let found = state.lines.person(user, committedTo: lookup(&state).commitment(user))
      if found != nil { return found }
      if !state.hasLookedTwice {
        // A writer may have been at work between a look at the log and one at the lines.
        state.hasLookedTwice = true
        state.found = nil
        let known = lookup(&state)
        // The lines of somebody erased go behind the reply to that.
        let isErased = known.commitment(user) == nil && known.knows(user)
        for look in 0..<(isErased ? Self.looksAtErased : 1) {
          if look > 0 { PosixFileSystem().pause(seconds: Self.pauseSeconds) }
          state.lines = reread(state.lines) ?? state.lines
          if !state.lines.holds(user) { return nil }
        }
        if let found = state.lines.person(user, committedTo: known.commitment(user)) {
          return found
        }
      }
      state.withheld.insert(user)
      return nil
    }
  }

  /// The commitment of the log to a person's name and address; `nil` if there are no lines about anybody.
  func commitment(of user: UserID) -> Digest? {
    state.withLock { $0.lines.isEmpty ? nil : lookup(&$0).commitment(user) }
  }

  /// The people of a name, whatever the case and accents, by id.
  package func users(named name: String) -> [UserID] {
    let folded = foldedName(name)
    return Set(lines.users(perhapsLike: folded))
      .filter { self.name(of: $0).map(foldedName) == folded }.sorted()
  }

  /// Returns `true` if another person has the same name, or the name is the id of somebody else, or ends as
  /// labels do that have an id behind a name: `Bas Jansen (u2)`.
  package func hasNamesake(_ user: UserID, named name: String) -> Bool {
    if lines.users(perhapsNamed: name).contains(where: { $0 != user && self.name(of: $0) == name })
    {
      return true
    }
    let behind =
      name.last == ")" ? name.dropLast().split(separator: "(").last.map(String.init) : nil
    guard let id = UserID(known: behind ?? name), id != user else { return false }
    return id == .system || state.withLock { lookup(&$0).knows(id) }
  }

  /// Returns `true` if the file tells of the person what the log commits to.
  package func holds(_ user: UserID) -> Bool { self[user] != nil }

  /// The name of each person who has one, in no order.
  package var names: [String] { lines.users.compactMap { name(of: $0) } }

  private func lookup(_ state: inout State) -> Lookup {
    // Put back, a function is wrapped once more: each question would then cost more than the one before.
    if let known = state.found { return known }
    let read = readOn()
    state.found = read
    return read
  }
}

/// The current commitment to the name and address of each person, folded from events as the rules fold them.
package struct Commitments: Equatable, Sendable {
  private struct Record: Equatable, Sendable {
    var isErased = false
    var commitment: Digest?
  }
  private var records: [UserID: Record] = [:]
  /// False where events are unknown, or members of one that commits to a name: what these commit to is not known either.
  private var knowsAll = true

  package init() {}

  /// The people whose lines stay, whatever they say; `nil` of a log whose events are known.
  ///
  /// - Parameter later: the commitments of a later end of the log, before which more people may be erased.
  package func spared(_ later: Commitments? = nil) -> ((UserID) -> Bool)? {
    if knowsAll { return nil }
    return { !isErased($0) && later?.isErased($0) != true }
  }

  /// The people to whose names the log commits.
  package var users: [UserID] { records.keys.filter { self[$0] != nil } }

  /// The commitment to a person's name and address; `nil` of a person who gave neither, was erased, or
  /// never registered.
  package subscript(user: UserID) -> Digest? {
    records[user].flatMap { $0.isErased ? nil : $0.commitment }
  }

  /// Takes in a person as some state has them.
  package mutating func set(_ user: UserID, to commitment: Digest?, isErased: Bool) {
    records[user] = Record(isErased: isErased, commitment: commitment)
  }

  package mutating func apply(_ event: Event, unknownMembers: Int = 0) {
    if case .userRegistered(let event) = event {
      if unknownMembers > 0 { knowsAll = false }
      if records[event.user] == nil { records[event.user] = Record(commitment: event.profile) }
    } else if case .profileChanged(let event) = event {
      if unknownMembers > 0 { knowsAll = false }
      records[event.user]?.commitment = event.profile
    } else if case .userErased(let event) = event {
      // Also of somebody whom an event that is not known registered.
      records[event.user, default: Record()].isErased = true
    } else if case .unknown(let event) = event, UnknownEvents.mayNamePeople(type: event.type) {
      knowsAll = false
    }
  }

  /// Returns `true` if the person registered and was erased later.
  func isErased(_ user: UserID) -> Bool { records[user]?.isErased == true }

  /// Returns `true` if the person ever registered.
  package func knows(_ user: UserID) -> Bool { records[user] != nil }

  /// The number of people whom the log commits to a name or an address of, and who are wanted.
  func nameCount(where isWanted: (UserID) -> Bool) -> Int {
    records.count { !$0.value.isErased && $0.value.commitment != nil && isWanted($0.key) }
  }
}

extension String {
  /// The same text in small letters for a comparison without case.
  package var inOneCase: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    // `ı` is no small form of `i`.
    return split(separator: "ı", omittingEmptySubsequences: false).map {
      String($0).throughCapitals
    }
    .joined(separator: "ı")
  }

  /// The same in small letters, where `ı` is `I`, `ς` is `Σ` and `ß` is `SS`; the capital of `ß` is none of them.
  fileprivate var throughCapitals: String { lowercased().uppercased().lowercased() }
}

/// Returns a name as it is compared and sorted for people: without accents and case, `İ` and `ı` as `i`.
package func foldedName(_ name: String) -> String {
  if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
  if let plain = foldedLatinName(name) { return plain }
  let parts = name.decomposedStringWithCompatibilityMapping
  return String(parts.throughCapitals.unicodeScalars.filter { !(0x300...0x36F).contains($0.value) })
}

/// The same of a name of Latin letters, a tenth as long as through the tables of Unicode; `nil` of another name.
private func foldedLatinName(_ name: String) -> String? {
  var plain: [UInt8] = []
  plain.reserveCapacity(name.utf8.count)
  var bytes = name.utf8.makeIterator()
  while let byte = bytes.next() {
    if byte < 0x80 {
      plain.append(byte &- 0x41 < 26 ? byte + 32 : byte)
      continue
    }
    // Two bytes have 5 and 6 bits of a letter.
    guard 0xC3...0xC5 ~= byte, let second = bytes.next() else { return nil }
    let letter = foldedLatin[Int(byte & 0x1F) << 6 + Int(second & 0x3F) - 0xC0]
    if letter == "?" { return nil }
    plain.append(contentsOf: UTF8.encode(letter)!)
  }
  return String(decoding: plain, as: UTF8.self)
}

/// The letters from U+00C0 to U+017F without accents and case; `?` for one of which that makes two.
private let foldedLatin = Array(
  ("aaaaaaæceeeeiiiiðnooooo×øuuuuyþ?aaaaaaæceeeeiiiiðnooooo÷øuuuuyþyaaaaaaccccccccddđđeeeeeeeeeegggggggg"
    + "hhħħiiiiiiiiii??jjkkĸllllll??łłnnnnnn?ŋŋooooooœœrrrrrrssssssssttttŧŧuuuuuuuuuuuuwwyyyzzzzzzs")
    .unicodeScalars)

/// An entry of the people file: all that the log itself must not hold of a person.
package struct Person: Hashable, Sendable {
  package static let saltLengthBytes = 16

  package let user: UserID
  package var name: String?
  package let email: String?
  /// 32 lower-case hexadecimal digits.
  package let salt: String

  /// The `profile` that the log holds: SHA-256 of salt, LF, name, LF, e-mail.
  package var profile: Digest {
    var text = Array(salt.utf8)
    for part in [name, email] {
      text.append(UInt8(ascii: "\n"))
      text += Array((part ?? "").utf8)
    }
    return SHA256.hash(text)
  }

  /// Returns `true` if all is equal byte for byte: texts of Swift are equal also where their bytes differ.
  func hasBytes(of other: Person) -> Bool {
    func areSame(_ left: String?, _ right: String?) -> Bool {
      left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }
    return user == other.user && salt == other.salt && areSame(name, other.name)
      && areSame(email, other.email)
  }
}

extension Person {
  /// A person with a salt of their own, so that equal names leave no equal commitments.
  package init(
    user: UserID, name: String?, email: String?, using random: inout some RandomNumberGenerator
  ) {
    let digest = Digest(words: (random.next(), random.next(), 0, 0))
    let salt = digest.description.prefix(2 * Person.saltLengthBytes)
    self.init(user: user, name: name, email: email, salt: String(salt))
  }
}

// {"id":"eva","name":"Eva","email":"eva@example.org","salt":"0011…"}
extension Person: JSONWritable {
  func appendJSON(to buffer: inout some ByteSink) {
    MemberWriter.appendObject(to: &buffer) { members in
      members.required("id", user)
      members.optional("name", name)
      members.optional("email", email)
      members.required("salt", salt)
    }
  }

  func appendLine(to bytes: inout [UInt8]) {
    appendJSON(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Reads a line without its LF; nil where it is none of ours.
  package init?(line: ArraySlice<UInt8>) {
    var reader = JSONReader()
    self.init(line: line, &reader)
  }

  /// The same with a reader that reads many.
  init?(line: ArraySlice<UInt8>, _ reader: inout JSONReader) {
    unsafe line.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) != nil else { return nil }
    var id, name, email, salt: String?
    for member in reader.members {
      guard let text = reader.text(of: member).map({ reader.string($0) }) else { return nil }
      switch reader.string(member.name) {
      case "id": id = text
      case "name": name = text
      case "email": email = text
      case "salt": salt = text
      default: return nil
      }
    }
    guard let user = id.flatMap({ UserID($0) }), let salt,
      salt.utf8.count == 2 * Person.saltLengthBytes,
      salt.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
    else { return nil }
    // To the commitment, an empty text and none are the same.
    func orNone(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
    self.init(user: user, name: orNone(name), email: orNone(email), salt: salt)
  }
}
