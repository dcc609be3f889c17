import Dispatch
import Foundation
import Synchronization

@testable import ShiftEvents

/// Runs simulated processes on threads, one at a time, and chooses the next one before each system
/// call.
///
/// `@unchecked Sendable`: the mutex guards everything except the semaphores, which are thread-safe.
final class Schedule: @unchecked Sendable {
  /// Chooses the next process among the runnable ones; it may be the current one.
  typealias Choice = (_ runnable: [Int], _ current: Int, _ call: SystemCall?) -> Int

  fileprivate struct Turns {
    var choice: Choice
    /// The processes that have not ended.
    var alive: Set<Int> = []
    /// The processes that wait for another one.
    var waiting: Set<Int> = []
  }

  private let turns: Mutex<Turns>
  private let gates: [DispatchSemaphore]
  private let isOver = DispatchSemaphore(value: 0)

  init(_ processCount: Int, _ choice: sending @escaping Choice) {
    turns = Mutex(Turns(choice: choice))
    gates = (0..<processCount).map { _ in DispatchSemaphore(value: 0) }
  }

  /// Runs all bodies, each a process of its own, until the last has ended.
  func run(_ bodies: [@Sendable () -> Void]) {
    turns.withLock { $0.alive = Set(bodies.indices) }
    for (number, body) in bodies.enumerated() {
      let thread = Thread { [self] in
        gates[number].wait()
        body()
        end(number)
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    gates[turns.withLock { $0.next(after: 0, before: nil) }].signal()
    isOver.wait()
  }

  /// Called by a process before each of its system calls.
  func yield(_ number: Int, before call: SystemCall) {
    let next = turns.withLock { turns in
      // A process that pauses waits for another's lock.
      if call.name == "pause" { turns.waiting.insert(number) } else { turns.waiting = [] }
      return turns.next(after: number, before: call)
    }
    if next == number { return }
    gates[next].signal()
    gates[number].wait()
  }

  private func end(_ number: Int) {
    let next: Int? = turns.withLock { turns in
      turns.alive.remove(number)
      turns.waiting = []
      return turns.alive.isEmpty ? nil : turns.next(after: number, before: nil)
    }
    if let next { gates[next].signal() } else { isOver.signal() }
  }
}

fileprivate extension Schedule.Turns {
  func next(after number: Int, before call: SystemCall?) -> Int {
    let runnable = alive.subtracting(waiting)
    // If all wait, time passes for all.
    return choice((runnable.isEmpty ? alive : runnable).sorted(), number, call)
  }
}
