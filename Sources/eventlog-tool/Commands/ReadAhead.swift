import Foundation

/// Makes one value ahead of the caller that asks for them, on a thread of its own.
///
/// `@unchecked Sendable`: what changes does so with `condition` locked, and only the thread calls `make`.
final class ReadAhead<Value>: @unchecked Sendable {
  private let condition = NSCondition()
  private let make: () throws -> Value?
  private var ready: Result<Value?, any Error>?

  /// - Parameter make: gives the next value, `nil` at the end; it is not called again after that, or
  ///   after it threw.
  init(_ make: @escaping () throws -> Value?) {
    self.make = make
    let thread = Thread { [self] in run() }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Whether a value waits to be taken.
  var isReady: Bool { condition.withLock { ready != nil } }

  /// The next value; `nil` at the end.
  func next() throws -> Value? {
    try condition.withLock {
      while ready == nil { condition.wait() }
      let value = ready
      if case .success(.some) = value { ready = nil }
      condition.broadcast()
      return try value?.get()
    }
  }

  private func run() {
    while true {
      let made = Result { try make() }
      condition.withLock {
        while ready != nil { condition.wait() }
        ready = made
        condition.broadcast()
      }
      guard case .success(.some) = made else { return }
    }
  }
}
