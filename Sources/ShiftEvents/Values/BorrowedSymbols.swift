internal import Synchronization

/// The identifiers that one submission brought, given back when the submission is gone.
///
/// Whoever keeps the submission keeps its identifiers valid. `keep()` makes them permanent: it is
/// called once the log names them.
final class BorrowedSymbols: Sendable {
  private let symbols = Mutex<[Symbol]>([])

  func borrow(_ bytes: UnsafeRawBufferPointer) -> Symbol {
    let symbol = unsafe SymbolTable.shared.borrow(bytes)
    symbols.withLock { $0.append(symbol) }
    return symbol
  }

  func borrow(_ text: String) -> Symbol {
    var text = text
    return text.withUTF8 { unsafe borrow(UnsafeRawBufferPointer($0)) }
  }

  var all: Set<Symbol> { symbols.withLock { Set($0) } }

  func keep() { SymbolTable.shared.keep(symbols.withLock { $0 }) }

  deinit {
    let borrowed = symbols.withLock { $0 }
    // The newest first: places are given back from the end of the table.
    if !borrowed.isEmpty { SymbolTable.shared.giveBack(borrowed.reversed()) }
  }
}
