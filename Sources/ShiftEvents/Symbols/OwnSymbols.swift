internal import Synchronization

/// The identifiers that a submission or a question brought and no log names: its own, until it is accepted.
///
/// They are valid as long as the submission or the question is kept, and go with it. `keep()` makes them permanent: it is
/// called once the log names them.
package final class OwnSymbols: Sendable {
  private let table: SymbolTable
  private let symbols = Mutex<[Symbol]>([])

  init(in table: SymbolTable) { self.table = table }

  package convenience init() { self.init(in: .shared) }

  /// Takes in a text that was not found among the permanent ones.
  func add(_ bytes: UnsafeRawBufferPointer) -> Symbol {
    let symbol = unsafe table.hold(bytes)
    symbols.withLock { $0.append(symbol) }
    return symbol
  }

  /// True if all identifiers of the submission are permanent without it.
  var isEmpty: Bool { symbols.withLock { $0.isEmpty } }

  func keep() { table.keep(taken()) }

  private func taken() -> [Symbol] {
    symbols.withLock { symbols in
      defer { symbols = [] }
      return symbols
    }
  }

  deinit { table.drop(taken()) }
}
