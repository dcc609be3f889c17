internal import Synchronization

/// The calls of one recorder that append, blocking or not.
///
/// A call that finds no other at work appends for all that wait by then. At its end it gives the turn to the
/// first call that came meanwhile, as LevelDB's writers do.
final class CallQueue: Sendable {
  /// A call that waits until a call appends for it.
  struct Call: Sendable {
    var submissions: [Submission]
    /// Receives the answer, once; before that perhaps the turn.
    var tell: @Sendable (News) -> Void
  }

  enum News: Sendable {
    case turn
    case answer(Result<[Receipt], LogError>)
  }

  private struct State: Sendable {
    var waiting: [Call] = []
    var isBusy = false
  }

  private let state = Mutex(State())

  /// Adds a call.
  ///
  /// - Returns: `true` if it is its turn already; `tell` is not called for that.
  func add(_ call: Call) -> Bool {
    state.withLock { state in
      state.waiting.append(call)
      defer { state.isBusy = true }
      return !state.isBusy
    }
  }

  /// Takes all calls that wait; the one whose turn it is appends for them.
  func take() -> [Call] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Ends a turn.
  func passOn() {
    let next = state.withLock { state in
      state.isBusy = !state.waiting.isEmpty
      return state.waiting.first
    }
    next?.tell(.turn)
  }
}
