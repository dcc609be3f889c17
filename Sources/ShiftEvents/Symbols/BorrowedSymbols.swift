internal import Synchronization

/// The identifiers that one submission brought, given back when the submission is gone.
///
/// The identifiers are valid as long as the submission is kept. `keep()` makes them permanent: it is
/// called once the log names them.
final class BorrowedSymbols: Sendable {
  private let symbols = Mutex<[Symbol]>([])

  func borrow(_ bytes: UnsafeRawBufferPointer) -> Symbol {
    // A permanent symbol is never given back.
    if let symbol = unsafe SymbolTable.shared.permanent(bytes) { return symbol }
    let symbol = unsafe SymbolTable.shared.borrow(bytes)
    symbols.withLock { $0.append(symbol) }
    return symbol
  }

  /// The symbol of what may be an identifier; `nil` where it is none. The table finds
  /// nothing else by such a text (`KeptText`), so one that is found needs no second look.
  @inline(__always)
  func admit(_ bytes: UnsafeRawBufferPointer) -> Symbol? {
    if let symbol = unsafe SymbolTable.shared.permanent(bytes) { return symbol }
    return unsafe isIdentifier(bytes, maximumLength: 64) ? borrow(bytes) : nil
  }

  /// True if all of them are permanent without it.
  var isEmpty: Bool { symbols.withLock { $0.isEmpty } }

  func keep() { SymbolTable.shared.keep(symbols.withLock { $0 }) }

  deinit {
    let borrowed = symbols.withLock { $0 }
    if !borrowed.isEmpty { SymbolTable.shared.giveBack(borrowed) }
  }
}
