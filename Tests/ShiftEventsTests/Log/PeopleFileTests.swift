import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ShiftEvents

@Suite("The people file")
struct PeopleFileTests {
  private func person(
    _ user: UserID, _ name: String?, _ email: String? = nil, salt: UInt8 = 0x61
  ) -> Person {
    Person(
      user: user, name: name, email: email,
      salt: String(repeating: Character(Unicode.Scalar(salt)), count: 32))
  }

  private func open(_ space: Workspace) throws -> PeopleFile {
    try PeopleFile(space.paths)
  }

  /// The people that a reader sees of a log which commits to these.
  private func read(_ space: Workspace, _ committed: Person...) throws -> People {
    people(try PeopleFile.lines(space.paths), committed)
  }

  private func people(_ lines: PeopleLines, _ committed: [Person]) -> People {
    var commitments = Commitments()
    for person in committed { commitments.set(person.user, to: person.profile, isErased: false) }
    let known = commitments
    return People(
      lines, readOn: { .init(commitment: { known[$0] }, knows: { known.knows($0) }) })
  }

  @Test func `a name costs as much after many questions as before`() throws {
    let space = Workspace()
    let eva = person("eva", "Eva")
    try open(space).add([eva])
    let people = try read(space, eva)
    func ask(_ questions: Int) { for _ in 0..<questions { _ = people.name(of: "eva") } }
    // The least of some, since other tests run beside it.
    func least() -> Duration { (0..<9).map { _ in ContinuousClock().measure { ask(20) } }.min()! }
    ask(1)
    let first = least()
    ask(20_000)
    #expect(least() < first * 8)
  }

  @Test func `a name of letters with accents folds as any other`() {
    // Latin letters, accents, and Greek letters, some of which become several.
    let scalars = Array(0x80..<0x400) + Array(0x1E00..<0x2000)
    for scalar in scalars.compactMap({ Unicode.Scalar($0) }) {
      let name = "Ü\(scalar)b"
      let plain = name.decomposedStringWithCompatibilityMapping.lowercased().uppercased()
        .lowercased()
      let folded = String(plain.unicodeScalars.filter { !(0x300...0x36F).contains($0.value) })
      #expect(foldedName(name) == folded)
    }
    #expect(Set(["STRAẞE", "straße", "Strasse"].map(foldedName)) == ["strasse"])
  }

  @Test func `a profile is the digest of salt, name and address, a line each`() {
    // printf '%s\nEva\neva@example.org' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | sha256sum
    let eva = person("eva", "Eva", "eva@example.org")
    #expect(eva.profile == SHA256.hash(Array("\(eva.salt)\nEva\neva@example.org".utf8)))
    #expect(person("eva", nil).profile == SHA256.hash(Array("\(eva.salt)\n\n".utf8)))
    var random = SystemRandomNumberGenerator()
    let first = Person(user: "eva", name: "Eva", email: nil, using: &random)
    let second = Person(user: "eva", name: "Eva", email: nil, using: &random)
    #expect(first.salt.utf8.count == 32)
    #expect(first.profile != second.profile)
  }

  /// What another process does with the file all the time: each leaves it with no name or two for a moment.
  enum Change: CaseIterable { case replaced, linked }

  @Test(arguments: Change.allCases)
  func `nobody is refused a file that gets another name just then`(change: Change) throws {
    let space = Workspace()
    try open(space).add([person("eva", "Eva")])
    let (path, other) = (space.paths.people, space.paths.people + ".other")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let isOver = Atomic(false)
    let wrong = Mutex<[String]>([])
    let reads = Rounds.count(40_000, full: 400_000)
    DispatchQueue.concurrentPerform(iterations: 2) { place in
      if place == 0 {
        for _ in 0..<reads {
          let found = Result { try PeopleFile.lines(space.paths).holds("eva") }
          if (try? found.get()) != true { wrong.withLock { $0.append("\(found)") } }
        }
        isOver.store(true, ordering: .relaxed)
      }
      while !isOver.load(ordering: .relaxed) {
        switch change {
        case .replaced:
          try? bytes.write(to: URL(fileURLWithPath: other))
          unsafe rename(other, path)
        case .linked:
          unsafe link(path, other)
          unsafe unlink(other)
          usleep(20)
        }
      }
    }
    let found = wrong.withLock(\.self)
    #expect(found.isEmpty, "\(found.count) of \(reads) reads: \(found.first ?? "")")
  }

  @Test(arguments: ["Eva", "\"\\/\n\t\u{1}\u{7f}", "Zoë 漢字 👩‍👩‍👧", "</script>", "\u{202E}abc"])
  func `reading a written line gives the same person`(name: String) throws {
    let space = Workspace()
    let written = person("eva", name, "é@example.org")
    try open(space).add([written, person("bas", nil)])
    let read = try read(space, written, person("bas", nil))
    #expect(read["eva"] == written)
    #expect(read["bas"] == person("bas", nil))
    #expect(try PosixFileSystem().status(at: space.paths.people).mode.bits == 0o600)
  }

  @Test func `of the lines of a person the one counts that the log commits to`() throws {
    let space = Workspace()
    let (first, second) = (try open(space), try open(space))
    let (old, new) = (
      person("eva", "Eva", "Eva@Example.org"),
      person("eva", "Eva B.", "new@example.org", salt: 0x62)
    )
    try first.add([old])
    try second.add([new])
    try first.refresh()
    #expect(people(first.lines, [new])["eva"] == new)
    #expect(people(first.lines, [old])["eva"] == old)
    #expect(first.lines.users(perhapsAt: "NEW@example.ORG") == ["eva"])
    let other = people(first.lines, [person("eva", "Noa")])
    #expect(other.name(of: "eva") == nil && other.withheld == ["eva"])
    #expect(other.name(of: "bas") == nil && other.withheld == ["eva"])
  }

  @Test func `completing keeps the names that the log commits to`() throws {
    let space = Workspace()
    let old = person("eva", "Eva", salt: 0x61)
    let new = person("eva", "Eva B.", salt: 0x62)
    let erased = person("bas", "Bas", salt: 0x63)
    // Of the third the line was added and the event never written.
    let pending = person("tom", "Tom", salt: 0x64)
    let never = person("tom", "Thomas", salt: 0x65)
    try open(space).add([old, new, erased, pending, never])
    let people = try open(space)
    let profiles: [UserID: Digest] = ["eva": new.profile, "tom": pending.profile]
    let removed = try people.complete { profiles[$0] }
    #expect(removed.lines == 2 && removed.users == ["bas", "tom"] && removed.superseded == 1)
    let kept = self.people(people.lines, [new, pending])
    #expect(kept["eva"] == new && kept["bas"] == nil && kept["tom"] == pending)
    #expect(try people.complete { profiles[$0] }.lines == 0)
    let text = String(decoding: space.bytes(space.paths.people), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 2)
    #expect(!text.contains("Bas"))
    #expect(space.names(in: space.paths.folder) == ["people.jsonl"])
  }

  @Test func `a long file is written anew once as many lines are superseded as count`() throws {
    let space = Workspace()
    let users = (0..<200).map { UserID("u\($0)")! }
    let first = users.map { person($0, "Old \($0)") }
    try open(space).add(first)
    var profiles = Dictionary(uniqueKeysWithValues: first.map { ($0.user, $0.profile) })
    let people = try open(space)
    for (index, user) in users.enumerated() {
      let next = person(user, "New \(user)", salt: 0x62)
      try people.add([next])
      profiles[user] = next.profile
      let isDue = index == users.count - 1
      #expect(people.lines.areManySuperseded == isDue)
      let removed = try people.complete { profiles[$0] }
      #expect(removed.lines == 0 && removed.superseded == (isDue ? 200 : 0))
    }
    #expect(!String(decoding: space.bytes(space.paths.people), as: UTF8.self).contains("Old"))
    // What an erasure leaves goes at once, and what is superseded with it.
    let last = person("u0", "Newest", salt: 0x63)
    try people.add([last])
    (profiles["u0"], profiles["u1"]) = (last.profile, nil)
    let removed = try people.complete { profiles[$0] }
    #expect(removed.lines == 1 && removed.users == ["u1"] && removed.superseded == 1)
    let text = String(decoding: space.bytes(space.paths.people), as: UTF8.self)
    #expect(text.contains("Newest") && !text.contains("New u0\"") && !text.contains("New u1\""))
  }

  @Test func `a change of a name is not a change of the whole file`() throws {
    let space = Workspace()
    try LogFile.create(space.log)
    let writes = Mutex<[String]>([])
    let disk = FaultyFileSystem { call in
      writes.withLock { $0.append("\(call.name) \(call.path)") }
      return nil
    }
    let recorder = try Recorder(recordingTo: space.log, options: .init(), disk)
    let users = (0..<300).map { UserID("u\($0)")! }
    for part in [users.prefix(150), users.suffix(150)] {
      let registrations = try part.map { user in
        try Submission(
          .registerUser(user, roles: [.employee], PersonalData(name: "Old \(user)")), by: user)
      }
      #expect(try recorder.append(batch: registrations).allSatisfy(\.isRecorded))
    }
    func calls(_ submission: Submission) throws -> Int {
      writes.withLock { $0 = [] }
      #expect(try recorder.append(submission).isRecorded)
      return writes.withLock { $0.count }
    }
    let (u1, u2) = (users[1], users[2])
    _ = try calls(Submission(.follow(u2), by: u1))
    let followed = try calls(Submission(.follow(users[3]), by: u1))
    let changed = try calls(Submission(.changeProfile(u1, PersonalData(name: "New")), by: u1))
    #expect(changed <= 2 * followed, "\(changed) calls, and \(followed)")
    #expect(!writes.withLock { $0.contains { $0.hasPrefix("rename") } })
    #expect(try EventLog(opening: space.log).people().name(of: u1) == "New")
    // The next one that is erased takes all old texts along.
    #expect(try recorder.append(Submission(.eraseUser(u2), by: u2)).isRecorded)
    let text = String(decoding: space.bytes(space.paths.people), as: UTF8.self)
    #expect(!text.contains("Old u1\"") && !text.contains("Old u2\"") && text.contains("Old u3\""))
  }

  @Test func `cut at every byte of a line, the lines before it stay and the next one is whole`()
    throws
  {
    let space = Workspace()
    let (eva, bas, tom) = (person("eva", "Eva"), person("bas", "Bas"), person("tom", "Tom"))
    try open(space).add([eva])
    let before = space.bytes(space.paths.people)
    var line: [UInt8] = []
    bas.appendLine(to: &line)
    for length in 0..<line.count {
      space.write(before + line.prefix(length), to: space.paths.people)
      let people = try open(space)
      #expect(people.lines.users == ["eva"])
      try people.add([tom])
      let read = try read(space, eva, bas, tom)
      #expect(read["eva"] == eva && read["tom"] == tom && read["bas"] == nil)
    }
  }

  @Test(arguments: [
    #"{"id":"eva"}"#, #"{"id":"e va","salt":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#,
    #"{"id":"eva","salt":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#, "[1]", "garbage", "",
    #"{"id":"eva","name":1,"salt":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#,
    #"{"id":"eva","x":"y","salt":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#,
  ])
  func `a line that is none of ours is counted and left out`(line: String) throws {
    let space = Workspace()
    try open(space).add([person("bas", "Bas")])
    let bytes = space.bytes(space.paths.people)
    space.write(Array((line + "\n").utf8) + bytes, to: space.paths.people)
    let people = try open(space)
    #expect(people.lines.foreignCount == 1)
    #expect(people.lines.users == ["bas"])
  }

  @Test func `a failure at any call of an addition loses nobody`() throws {
    let counting = FaultyFileSystem { _ in nil }
    let (eva, bas) = (person("eva", "Eva"), person("bas", "Bas"))
    func run(_ space: Workspace, _ fileSystem: any FileSystem) throws {
      let people = try PeopleFile(LogPaths(log: space.log, fileSystem))
      try people.add([bas])
      _ = try people.complete { [eva.user: eva.profile, bas.user: bas.profile][$0] }
    }
    let first = Workspace()
    try open(first).add([eva, person("tom", "Tom")])
    try run(first, counting)
    for failing in 0..<counting.calls.count {
      for forGood in [false, true] {
        let space = Workspace()
        try open(space).add([eva, person("tom", "Tom")])
        let disk = FaultyFileSystem { call in
          let fails = forGood ? call.index >= failing : call.index == failing
          return fails ? .fail(.inputOutput) : nil
        }
        let error = logError { try run(space, disk) }
        try run(space, PosixFileSystem())
        let lines = try PeopleFile.lines(space.paths)
        let read = self.people(lines, [eva, bas])
        #expect(
          read["eva"] == eva && read["bas"] == bas && lines.users.count == 2,
          "\(failing) \(error as Any)")
      }
    }
  }
}
