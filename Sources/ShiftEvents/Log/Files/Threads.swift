internal import Foundation

#if canImport(Musl)
  import Musl
#elseif !canImport(Darwin)
  import Glibc
#endif

/// Works on pieces of an input on several threads and hands the results over in order.
///
/// The thread that asks for results works too, whenever none is ready. Memory is bounded: no piece is
/// taken from the source while as many results wait as there are helpers, and two more.
final class OrderedPipeline<Piece, Result> {
  private let shared: Shared
  /// Asked at the first question; `nil` after it.
  private var helpers: (() -> Int)?

  /// - Parameters:
  ///   - helpers: the number of threads that work beside the one that asks.
  ///   - source: gives the next piece; called by one thread at a time, never after it gave `nil` or threw.
  ///   - work: makes a result of a piece; called by several threads at once.
  init(
    helpers: @autoclosure @escaping () -> Int,
    source: @escaping () throws(LogError) -> Piece?, work: @escaping (Piece) -> Result
  ) {
    shared = Shared(source: source, work: work)
    self.helpers = helpers
  }

  deinit { shared.stop() }

  /// Returns the next result; `nil` at the end.
  ///
  /// - Throws: what the source threw, behind the results of all pieces before it.
  func next() throws(LogError) -> Result? {
    if let helpers = helpers.take() { start(helpers()) }
    return try shared.next()
  }

  private func start(_ helpers: Int) {
    shared.results = Array(repeating: nil, count: helpers + 2)
    for _ in 0..<helpers { _ = startThread { [shared] in shared.help() } }
  }

  /// `@unchecked Sendable`: everything that changes does so with `condition` locked; `work` is given
  /// pieces that no other thread has.
  private final class Shared: @unchecked Sendable {
    private let condition = NSCondition()
    private let source: () throws(LogError) -> Piece?
    private let work: (Piece) -> Result
    /// Results that were not asked for yet, at the numbers of their pieces modulo the length, which is set before
    /// a thread starts.
    var results: [Result?] = []
    private var taken = 0
    private var given = 0
    private var isAtEnd = false
    private var failure: LogError?

    init(source: @escaping () throws(LogError) -> Piece?, work: @escaping (Piece) -> Result) {
      (self.source, self.work) = (source, work)
    }

    func stop() {
      condition.lock()
      isAtEnd = true
      condition.broadcast()
      condition.unlock()
    }

    func help() {
      condition.lock()
      while !isAtEnd {
        if isFull { condition.wait() } else { workOnNext() }
      }
      condition.unlock()
    }

    func next() throws(LogError) -> Result? {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let result = results[given % results.count].take() {
          given += 1
          condition.broadcast()
          return result
        }
        if !isAtEnd, !isFull {
          workOnNext()
        } else if given == taken {
          if let failure { throw failure }
          return nil
        } else {
          condition.wait()
        }
      }
    }

    /// Also where the piece that is wanted next takes longest, perhaps on a thread that has to wait for
    /// its processor.
    private var isFull: Bool { taken - given >= results.count }

    /// Takes a piece and works on it with the lock open.
    private func workOnNext() {
      var piece: Piece?
      do throws(LogError) { piece = try source() } catch { failure = error }
      guard let piece else {
        isAtEnd = true
        condition.broadcast()
        return
      }
      let number = taken
      taken += 1
      condition.unlock()
      let result = work(piece)
      condition.lock()
      results[number % results.count] = result
      condition.broadcast()
    }
  }
}

/// Returns the number of threads that can help the one that reads so many bytes, if they are worth their start.
func helperCount(forBytes lengthBytes: UInt64) -> Int {
  lengthBytes < 4 << 20 ? 0 : min(ProcessInfo.processInfo.activeProcessorCount, 4) - 1
}

/// Starts a thread that nobody waits for; `false` where the system has none to give, which `Thread` of Foundation hides.
private func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  #if canImport(Darwin)
    let thread = Thread { body() }
    thread.stackSize = 1 << 20
    thread.start()
    return true
  #else
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    #if canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let held = unsafe Unmanaged.passRetained(Body(body))
    let code = unsafe pthread_create(
      &thread, &attributes,
      { held in
        unsafe Unmanaged<Body>.fromOpaque(held!).takeRetainedValue().run()
        return nil
      }, held.toOpaque())
    if code != 0 { unsafe held.release() }
    return code == 0
  #endif
}

/// A thread that does what it is given, one piece of work after the other. It starts with the first piece, and ends
/// with the last after nobody refers to it.
///
/// A queue of Dispatch would change threads, each of which keeps freed memory for itself: a load of a million takes 150
/// to 180 MiB then, with this 146.
final class SerialThread: Sendable {
  typealias Work = @Sendable () -> Void

  /// `@unchecked Sendable`: what changes does so with `condition` locked.
  private final class Shared: @unchecked Sendable {
    let condition = NSCondition()
    var waiting: [Work] = []
    var isStarted = false
    var isOver = false

    func run() { while let work = next() { work() } }

    private let turn = NSRecursiveLock()

    /// Does what waits, one caller at a time.
    func workOff() {
      turn.withLock {
        while let work = condition.withLock({ waiting.isEmpty ? nil : waiting.removeFirst() }) {
          work()
        }
      }
    }

    private func next() -> Work? {
      condition.withLock {
        while waiting.isEmpty, !isOver { condition.wait() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
      }
    }
  }

  private let shared = Shared()

  deinit {
    shared.condition.withLock {
      shared.isOver = true
      shared.condition.signal()
    }
  }

  /// Does work that may wait for long, and blocks no thread of Swift's pool meanwhile.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(LogError) -> Value
  ) async throws(LogError) -> Value {
    let result = await withCheckedContinuation { continuation in
      async { continuation.resume(returning: Result { () throws(LogError) in try work() }) }
    }
    return try result.get()
  }

  /// Gives it a piece of work. Where the system has no thread to give, the caller does the work.
  func async(_ work: @escaping Work) {
    if !start(with: work) { shared.workOff() }
  }

  /// Starts the thread, unless that is done, with a piece of work; `false` where the system has none to give.
  func start(with work: Work? = nil) -> Bool {
    shared.condition.withLock {
      if let work {
        shared.waiting.append(work)
        shared.condition.signal()
      }
      if !shared.isStarted { shared.isStarted = startThread { [shared] in shared.run() } }
      return shared.isStarted
    }
  }
}
