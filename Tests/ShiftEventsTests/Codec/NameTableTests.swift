import Testing

@testable import ShiftEvents

@Suite("Names are found") struct NameTableTests {
  private func index(of name: String, in table: NameTable) -> Int? {
    unsafe Array(name.utf8).withUnsafeBytes { unsafe table.index(of: $0) }
  }

  @Test func `every known type by its name, and nothing else`() {
    for type in EventType.allCases {
      let name = Array(type.rawValue.utf8)
      #expect(unsafe name.withUnsafeBytes { unsafe EventType(name: $0) } == type)
      let others = [Array(name.dropLast()), Array(name.dropFirst()), name + [0x64], [0x61] + name]
      for other in others {
        #expect(unsafe other.withUnsafeBytes { unsafe EventType(name: $0) } == nil)
      }
    }
    #expect(unsafe [UInt8]().withUnsafeBytes { unsafe EventType(name: $0) } == nil)
  }

  @Test func `new types fit in whatever they are called, with one to 64 letters`() {
    let subjects = ["shift", "user", "hours", "deal", "request", "study", "v", "place.of.work"]
    let verbs = [
      "swapped", "renamed", "started", "disputed", "merged", "split", "paused", "resumed", "a",
      "archived", "restored", "locked", "unlocked", "confirmed", "declined", "reopened",
    ]
    var names = EventType.allCases.map(\.rawValue)
    for subject in subjects { for verb in verbs { names.append("\(subject).\(verb)") } }
    let letters = "abcdefghijklmnopqrstuvwxyz.".map(String.init)
    for length in 1...64 {
      names.append((0..<length).map { letters[($0 * 7 + length) % 27] }.joined())
      names.append(String(repeating: "z", count: length))
    }
    names = Set(names).sorted()
    let table = NameTable(names)
    for (place, name) in names.enumerated() { #expect(index(of: name, in: table) == place) }
    #expect(index(of: "shift.swapper", in: table) == nil)
    for name in names where !EventType.allCases.map(\.rawValue).contains(name) {
      #expect(index(of: name, in: NameTable(EventType.allCases.map(\.rawValue))) == nil)
      let grown = NameTable(EventType.allCases.map(\.rawValue) + [name])
      #expect(index(of: name, in: grown) == EventType.allCases.count)
    }
  }
}
