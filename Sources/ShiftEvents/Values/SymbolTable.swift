internal import Synchronization

/// The text of an identifier, kept once for the whole process and named by four bytes.
///
/// Compilers call this a symbol. Comparing and hashing cost what an integer costs; the text comes
/// back only where something is printed.
struct Symbol: Hashable, Sendable {
  /// The place in the table; 0 stands for "no identifier".
  let index: UInt32

  static let none = Symbol(index: 0)

  var text: String { SymbolTable.shared.text(of: self) }
}

/// The append-only table behind every identifier.
///
/// Text that came from a log stays for the life of the process. Text that came with a submission is
/// *borrowed*: when the submission is gone and nothing recorded it, its place is given back, so that
/// refused input leaves nothing behind. Places are taken and given back at the end of the table.
final class SymbolTable: Sendable {
  static let shared = SymbolTable()

  private let storage = Mutex(Storage())

  func intern(_ bytes: UnsafeRawBufferPointer) -> Symbol {
    storage.withLock { unsafe $0.intern(bytes, borrowing: false) }
  }

  func borrow(_ bytes: UnsafeRawBufferPointer) -> Symbol {
    storage.withLock { unsafe $0.intern(bytes, borrowing: true) }
  }

  func find(_ bytes: UnsafeRawBufferPointer) -> Symbol? {
    storage.withLock { unsafe $0.find(bytes) }
  }

  /// Makes borrowed symbols permanent: a log names them now.
  func keep(_ symbols: [Symbol]) {
    storage.withLock { table in for symbol in symbols { table.keep(symbol) } }
  }

  func giveBack(_ symbols: [Symbol]) {
    storage.withLock { table in for symbol in symbols { table.giveBack(symbol) } }
  }

  func text(of symbol: Symbol) -> String {
    storage.withLock { $0.text(of: symbol) }
  }

  func appendText(of symbol: Symbol, to buffer: inout [UInt8]) {
    storage.withLock { buffer.append(contentsOf: $0.bytes(of: symbol)) }
  }

  /// How many identifiers the table holds, for tests of what is left behind.
  var count: Int { storage.withLock { $0.count } }
}

extension SymbolTable {
  private struct Storage: Sendable {
    /// All texts, one after the other; `ends[i]` is where the text of symbol `i` ends.
    private var text: [UInt8] = []
    private var ends: [Int] = [0]
    /// How many submissions borrow the symbol; -1 once it is permanent.
    private var borrowers: [Int32] = [-1]
    /// Open addressing with linear probing over symbol indexes; 0 is a free slot.
    private var slots = [UInt32](repeating: 0, count: 1024)
    private let seed = UInt64.random(in: .min ... .max)

    var count: Int { ends.count - 1 }

    func bytes(of symbol: Symbol) -> ArraySlice<UInt8> {
      let index = Int(symbol.index)
      return index == 0 ? [] : text[ends[index - 1]..<ends[index]]
    }

    func text(of symbol: Symbol) -> String {
      String(decoding: bytes(of: symbol), as: UTF8.self)
    }

    mutating func intern(_ bytes: UnsafeRawBufferPointer, borrowing: Bool) -> Symbol {
      let slot = unsafe slot(for: bytes)
      let found = Int(slots[slot])
      if found != 0 {
        if borrowers[found] >= 0 { borrowers[found] = borrowing ? borrowers[found] + 1 : -1 }
        return Symbol(index: UInt32(found))
      }
      unsafe text.append(contentsOf: bytes)
      ends.append(text.count)
      borrowers.append(borrowing ? 1 : -1)
      let symbol = Symbol(index: UInt32(ends.count - 1))
      slots[slot] = symbol.index
      if ends.count * 2 > slots.count { rehash(slotCount: slots.count * 2) }
      return symbol
    }

    func find(_ bytes: UnsafeRawBufferPointer) -> Symbol? {
      let found = unsafe slots[slot(for: bytes)]
      return found == 0 ? nil : Symbol(index: found)
    }

    mutating func keep(_ symbol: Symbol) { borrowers[Int(symbol.index)] = -1 }

    mutating func giveBack(_ symbol: Symbol) {
      let index = Int(symbol.index)
      guard borrowers[index] > 0 else { return }
      borrowers[index] -= 1
      while let last = borrowers.last, last == 0 { removeLast() }
    }

    /// Takes the newest symbol away. Being the newest, it ends every probe run that it stands in,
    /// except where a rehash reordered them; then the runs are laid anew.
    private mutating func removeLast() {
      let index = ends.count - 1
      let bytes = Array(bytes(of: Symbol(index: UInt32(index))))
      let slot = unsafe bytes.withUnsafeBytes { unsafe self.slot(for: $0) }
      slots[slot] = 0
      ends.removeLast()
      borrowers.removeLast()
      text.removeLast(text.count - ends[ends.count - 1])
      if slots[(slot + 1) & (slots.count - 1)] != 0 { rehash(slotCount: slots.count) }
    }

    private mutating func rehash(slotCount: Int) {
      slots = [UInt32](repeating: 0, count: slotCount)
      for index in 1..<ends.count {
        let slot = unsafe text.withUnsafeBytes { all in
          unsafe self.slot(
            for: UnsafeRawBufferPointer(rebasing: all[ends[index - 1]..<ends[index]]))
        }
        slots[slot] = UInt32(index)
      }
    }

    /// The slot that holds `bytes`, or the free one where they belong.
    private func slot(for bytes: UnsafeRawBufferPointer) -> Int {
      let mask = slots.count - 1
      var slot = unsafe Int(truncatingIfNeeded: hash(of: bytes)) & mask
      while slots[slot] != 0 {
        if unsafe holds(bytes, at: Int(slots[slot])) { return slot }
        slot = (slot + 1) & mask
      }
      return slot
    }

    private func holds(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
      let start = ends[index - 1]
      guard ends[index] - start == bytes.count else { return false }
      return unsafe text.withUnsafeBytes { all in
        unsafe bytes.elementsEqual(UnsafeRawBufferPointer(rebasing: all[start..<ends[index]]))
      }
    }

    private func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
      unsafe seededHash(of: bytes, seed: seed)
    }
  }
}

/// A quick hash of short byte strings, mixed eight bytes at a time (multiply and fold, as in wyhash).
/// Seeded for each process, so that nobody can prepare input that collides.
func seededHash(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
  var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
  var offset = 0
  while offset + 8 <= bytes.count {
    hash = folded(unsafe hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    offset += 8
  }
  var rest: UInt64 = 0
  while offset < bytes.count {
    rest = unsafe rest << 8 | UInt64(bytes[offset])
    offset += 1
  }
  return folded(folded(hash ^ rest) ^ seed)
}

private func folded(_ value: UInt64) -> UInt64 {
  let product = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
  return product.high ^ product.low
}
