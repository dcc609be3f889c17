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

  /// The next value; `nil` at the end.
  ///
  /// - Parameter idle: called where none is there for a moment.
  func next(whenIdle idle: () throws -> Void) throws -> Value? {
    let patience = Date(timeIntervalSinceNow: 0.05)
    let isReady = condition.withLock {
      while ready == nil, condition.wait(until: patience) {}
      return ready != nil
    }
    if !isReady { try idle() }
    return try condition.withLock {
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

/// Does one piece of work after the other on a thread of its own, one behind the caller.
///
/// `@unchecked Sendable`: what changes does so with `condition` locked; a piece of work is handed over whole.
final class WorkBehind: @unchecked Sendable {
  private let condition = NSCondition()
  private var work: (() throws -> Void)?
  private var failure: (any Error)?

  init() {
    let thread = Thread { [self] in run() }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Hands over the next piece, once the one before is done.
  ///
  /// - Throws: what the work before has thrown. Nothing is done after that.
  func add(_ work: @escaping () throws -> Void) throws {
    try condition.withLock {
      try waitUntilDone()
      self.work = work
      condition.broadcast()
    }
  }

  /// Waits until all that was handed over is done.
  func finish() throws { try condition.withLock { try waitUntilDone() } }

  private func waitUntilDone() throws {
    while work != nil, failure == nil { condition.wait() }
    if let failure { throw failure }
  }

  private func run() {
    while true {
      let next = condition.withLock {
        while work == nil { condition.wait() }
        return work
      }
      let failure: (any Error)?
      do {
        try next?()
        failure = nil
      } catch let error { failure = error }
      condition.withLock {
        self.failure = failure
        work = nil
        condition.broadcast()
      }
      if failure != nil { return }
    }
  }
}
