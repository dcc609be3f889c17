import Foundation
import Synchronization
import Testing

@testable import ShiftEvents

@Suite("The table of identifiers") struct SymbolTableTests {
  private func with<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBytes { unsafe body($0) }
  }

  @Test func `a text has one symbol and a symbol one text, through all growth`() {
    let table = SymbolTable()
    let texts = (0..<20_000).map { "id-\($0 * 7919)" }
    let symbols = texts.map { text in with(text) { unsafe table.intern($0) } }
    #expect(Set(symbols).count == texts.count && table.count == texts.count)
    for (text, symbol) in zip(texts, symbols) {
      #expect(table.text(of: symbol) == text)
      #expect(with(text) { unsafe table.find($0) } == symbol)
      #expect(with(text) { unsafe table.admit($0) } == symbol)
    }
  }

  @Test func `what is no identifier is not admitted`() {
    let table = SymbolTable()
    for text in ["", "-a", "a b", "é", String(repeating: "a", count: 65)] {
      #expect(with(text) { unsafe table.admit($0) } == nil)
    }
    #expect(table.count == 0)
  }

  @Test func `what was only borrowed leaves the table, in any order and beside what stays`() {
    var random = CodecRandom.printed()
    let table = SymbolTable()
    var kept: [String: Symbol] = [:]
    for round in 0..<2_000 {
      let texts = Set((0..<random.number(1...20)).map { _ in "b\(random.number(0...3_000))" })
      let borrowed = texts.map { text in with(text) { unsafe table.borrow($0) } }
      if round % 5 == 0 {
        table.keep(borrowed)
        for (text, symbol) in zip(texts, borrowed) { kept[text] = symbol }
      }
      table.giveBack(borrowed.reversed())
      if round % 100 == 0 {
        for (text, symbol) in kept {
          #expect(with(text) { unsafe table.find($0) } == symbol, "seed \(random.seed)")
        }
      }
    }
    #expect(table.count == kept.count, "seed \(random.seed)")
  }

  @Test func `threads that read and add at once agree`() {
    let table = SymbolTable()
    let agreed = Mutex<[String: Symbol]>([:])
    let disagreements = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SystemRandomNumberGenerator()
      for _ in 0..<20_000 {
        let text = "t\(Int.random(in: 0..<5_000, using: &random))"
        let symbol = with(text) { bytes in
          if thread == 3 { table.giveBack([unsafe table.borrow(bytes)]) }
          return unsafe table.admit(bytes)!
        }
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
}
