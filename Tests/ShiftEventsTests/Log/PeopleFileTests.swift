import Foundation
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

  @Test(arguments: ["Eva", "\"\\/\n\t\u{1}\u{7f}", "Zoë 漢字 👩‍👩‍👧", "", "</script>", "\u{202E}abc"])
  func `reading a written line gives the same person`(name: String) throws {
    let space = Workspace()
    let written = person("eva", name, "é@example.org")
    try open(space).add([written, person("bas", nil)])
    let read = try PeopleFile.people(space.paths)
    #expect(read["eva"] == written)
    #expect(read["bas"] == person("bas", nil))
    #expect(try PosixFileSystem().status(at: space.paths.people).mode.bits == 0o600)
  }

  @Test func `the latest line of a person counts`() throws {
    let space = Workspace()
    let (first, second) = (try open(space), try open(space))
    try first.add([person("eva", "Eva", "Eva@Example.org")])
    try second.add([person("eva", "Eva B.", "new@example.org", salt: 0x62)])
    try first.refresh()
    #expect(first.people["eva"]?.name == "Eva B.")
    #expect(first.people.isEmailUsed("NEW@example.ORG"))
    #expect(!first.people.isEmailUsed("eva@example.org"))
    #expect(!first.people.isEmailUsed("new@example.org", exceptBy: "eva"))
    #expect(first.people.isEmailUsed("new@example.org", exceptBy: "bas"))
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
    #expect(try people.complete { profiles[$0] })
    #expect(people.people["eva"] == new)
    #expect(people.people["bas"] == nil)
    #expect(people.people["tom"] == pending)
    #expect(try !people.complete { profiles[$0] })
    let text = String(decoding: space.bytes(space.paths.people), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 2)
    #expect(!text.contains("Bas"))
    #expect(space.names(in: space.paths.folder) == ["people.jsonl"])
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
      #expect(people.people.count == 1)
      try people.add([tom])
      let read = try PeopleFile.people(space.paths)
      #expect(read["eva"] == eva && read["tom"] == tom && read.count == 2)
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
    #expect(people.unreadableLineCount == 1)
    #expect(people.people.count == 1)
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
        let read = try PeopleFile.people(space.paths)
        #expect(
          read["eva"] == eva && read["bas"] == bas && read.count == 2, "\(failing) \(error as Any)")
      }
    }
  }
}
