import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ShiftEvents

@Suite("The table of identifiers") struct InternerTests {
  @Test func `a text has one symbol and a symbol one text, through all growth`() {
    let table = Interner()
    let texts = (0..<20_000).map { "id-\($0 * 7919)" }
    let symbols = texts.map { table.intern($0) }
    #expect(Set(symbols).count == texts.count && table.count == texts.count)
    for (text, symbol) in zip(texts, symbols) {
      #expect(table.text(of: symbol) == text)
      #expect(table.find(text) == symbol)
      #expect(table.admit(text) == symbol)
    }
  }

  @Test(arguments: [("e2", "e23"), ("bbbbbbbb", "cbbbbbbbb"), ("a", "aa"), ("abcd", "abcdabcd")])
  func `texts of two lengths have two hashes, whatever the seed`(_ first: String, _ second: String)
  {
    func hash(_ text: String) -> UInt64 {
      unsafe Array(text.utf8).withUnsafeBytes { unsafe seededHash(of: $0, seed: 7) }
    }
    #expect(hash(first) != hash(second))
  }

  @Test func `text that is no identifier is not admitted`() {
    let table = Interner()
    for text in ["", "-a", "a b", "é", String(repeating: "a", count: 65)] {
      #expect(table.admit(text) == nil)
    }
    #expect(table.count == 0)
  }

  @Test func `symbols of submissions leave the table, in any order and beside permanent ones`() {
    var random = CodecRandom.printed()
    let table = Interner()
    var kept: [String: InternedID] = [:]
    for round in 0..<2_000 {
      let texts = Set((0..<random.number(1...20)).map { _ in "b\(random.number(0...3_000))" })
      let own = ProvisionalIDs(in: table)
      let symbols = texts.map { table.intern($0, own) }
      for (text, symbol) in zip(texts, symbols) where random.number(0...9) == 0 {
        // Another submission has some of them, too, and goes first.
        let other = ProvisionalIDs(in: table)
        #expect(table.intern(text, other) == symbol, "seed \(random.seed)")
      }
      if round % 5 == 0 {
        own.keep()
        for (text, symbol) in zip(texts, symbols) { kept[text] = symbol }
      }
      withExtendedLifetime(own) {}
      if round % 100 == 0 {
        for (text, symbol) in kept {
          #expect(table.find(text) == symbol, "seed \(random.seed)")
        }
      }
    }
    #expect(table.count == kept.count, "seed \(random.seed)")
  }

  @Test func `refused symbols leave nothing between kept ones, in number and in room`() {
    let table = Interner()
    let kept = Interner()
    for number in 0..<50_000 {
      // Up to sixty-three bytes, so that each stands in room of its own.
      let refused = (0..<3).map {
        "r\($0)" + String(repeating: "x", count: 46 + number % 11) + "\(number)"
      }
      let own = ProvisionalIDs(in: table)
      for text in refused { table.intern(text, own) }
      let text = "kept-" + String(repeating: "k", count: 40) + "\(number)"
      table.intern(text)
      kept.intern(text)
      withExtendedLifetime(own) {}
    }
    #expect(table.count == kept.count)
    // As many as were there at a time, and of each length as many again.
    #expect(table.highest <= kept.highest + 3)
    #expect(table.texts.lengthBytes - kept.texts.lengthBytes < 3 * 16 * 80)
  }

  @Test func `more identifiers than there is room for stop the process with a message`() async {
    await #expect(processExitsWith: .failure) {
      unsafe InternerTexts().append(
        UnsafeRawBufferPointer(start: nil, count: 0), as: InternedID(index: 1 << 28))
    }
  }

  @Test func `an empty table takes over an image and grows from it`() throws {
    let old = Interner()
    let symbols = (0..<5_000).map { old.intern("id-\($0 * 7919)") }
    let chosen = symbols.enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
    let image = try mapped(InternerImage(chosen, of: old, roomForMore: 100))
    let table = Interner()
    #expect(table.adopt(image) == [] && table.count == chosen.count)
    for (place, symbol) in chosen.enumerated() {
      let text = old.text(of: symbol)
      #expect(table.find(text)?.index == UInt32(place + 1))
      #expect(table.text(of: InternedID(index: UInt32(place + 1))) == text)
    }
    #expect(table.find("id-7919") == nil && table.text(of: .none).isEmpty)
    // Through growth, and back.
    var own: ProvisionalIDs? = ProvisionalIDs(in: table)
    let new = (0..<20_000).map { table.intern("new-\($0)", own) }
    #expect(new.first?.index == UInt32(chosen.count + 1))
    for (number, symbol) in new.enumerated() { #expect(table.text(of: symbol) == "new-\(number)") }
    for symbol in chosen { #expect(table.find(old.text(of: symbol)) != nil) }
    own = nil
    #expect(table.count == chosen.count)
    for number in 0..<20_000 { table.intern("new-\(number)") }
    #expect(table.count == chosen.count + 20_000 && table.highest == table.count)
    for symbol in chosen { #expect(table.find(old.text(of: symbol)) != nil) }
  }

  @Test
  func `a table that has symbols looks those of images up, and a text keeps its first symbol`()
    throws
  {
    let old = Interner()
    let numbers = 0..<4_000
    let all = numbers.map { old.intern("id-\($0 * 7919)") }
    func image(_ chosen: Range<Int>) throws -> InternerImage {
      try mapped(InternerImage(Array(all[chosen]), of: old, roomForMore: 10))
    }
    // A few that were there before, one of them a submission's; then images that overlap.
    let table = Interner()
    var expected: [Int: InternedID] = [:]
    for number in [7, 1_999, 3_999] { expected[number] = table.intern("id-\(number * 7919)") }
    var own: ProvisionalIDs? = ProvisionalIDs(in: table)
    expected[8] = table.intern("id-\(8 * 7919)", own)
    table.intern("gone", own)
    for chosen in [0..<1_000, 900..<2_500, 1_000..<1_010, 0..<4_000] {
      let adopted = try #require(table.adopt(try image(chosen)))
      #expect(adopted.count == chosen.count + 1 && adopted[0] == 0)
      for (place, number) in chosen.enumerated() {
        let symbol = InternedID(index: adopted[place + 1])
        #expect(expected[number] ?? symbol == symbol, "\(number) in \(chosen)")
        expected[number] = symbol
      }
      let new = table.intern("new-\(chosen)")
      #expect(table.text(of: new) == "new-\(chosen)")
    }
    own = nil
    #expect(own == nil && table.find("gone") == nil)
    for number in numbers {
      let text = "id-\(number * 7919)"
      let symbol = try #require(expected[number])
      #expect(table.find(text) == symbol && table.admit(text) == symbol)
      #expect(table.intern(text) == symbol && table.text(of: symbol) == text)
    }
    for number in 0..<20_000 {
      #expect(table.text(of: table.intern("more-\(number)")) == "more-\(number)")
    }
    #expect(table.find("id-1") == nil && table.text(of: .none).isEmpty)
  }

  /// As it lies in a snapshot.
  private func mapped(_ image: InternerImage) throws -> InternerImage {
    var writer = FlatSnapshotWriter()
    writer.add(image.texts)
    writer.add(image.starts)
    writer.add(image.slots)
    var reader = try SnapshotFile(try writer.end(at: .start)).section(0)
    return InternerImage(
      texts: try reader.array(), starts: try reader.array(), slots: try reader.array(),
      seed: image.seed)
  }

  @Test func `threads that read and add at once agree`() {
    let table = Interner()
    let agreed = Mutex<[String: InternedID]>([:])
    let disagreements = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SystemRandomNumberGenerator()
      for _ in 0..<20_000 {
        let text = "t\(Int.random(in: 0..<5_000, using: &random))"
        // Held for a moment, and kept by another thread meanwhile or not.
        if thread == 3 { table.intern(text, ProvisionalIDs(in: table)) }
        let symbol = table.admit(text)!
        let first = agreed.withLock { symbols in
          if symbols[text] == nil { symbols[text] = symbol }
          return symbols[text]
        }
        if first != symbol || table.text(of: symbol) != text { disagreements.withLock { $0 += 1 } }
      }
    }
    #expect(disagreements.withLock { $0 } == 0)
    #expect(table.count == agreed.withLock { $0.count })
  }

  @Test func `a text that is there is found while another thread makes the table grow`() {
    // More than are remembered as found lately.
    let known = (0..<40_000).map { "known-\($0)" }
    let missed = Mutex(0)
    for _ in 0..<Rounds.count(2, full: 6) {
      let table = Interner()
      for text in known { table.intern(text) }
      let hasGrown = Mutex(false)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          for number in 0..<200_000 { table.intern("new-\(number)") }
          hasGrown.withLock { $0 = true }
        }
        while !hasGrown.withLock({ $0 }) {
          for text in known where table.find(text) == nil { missed.withLock { $0 += 1 } }
        }
      }
    }
    #expect(missed.withLock { $0 } == 0)
  }
}

// The same of texts, so that no test handles bytes.
extension Interner {
  @discardableResult
  fileprivate func intern(_ text: String, _ own: ProvisionalIDs? = nil) -> InternedID {
    unsafe Array(text.utf8).withUnsafeBytes { unsafe intern($0, own) }
  }

  fileprivate func admit(_ text: String) -> InternedID? {
    unsafe Array(text.utf8).withUnsafeBytes { unsafe admit($0) }
  }

  fileprivate func find(_ text: String) -> InternedID? {
    unsafe Array(text.utf8).withUnsafeBytes { unsafe find($0) }
  }
}
