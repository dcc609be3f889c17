import Dispatch
import Synchronization
import Testing

/// Lets suites that mostly wait for other programs run on few threads of their own, a suite on one of them.
///
/// A test that waits holds its thread. The threads of the pool, as many as there are processors, are
/// for tests that compute.
struct OnOwnThread: SuiteTrait, TestScoping {
  private let threads: [OwnThread]
  private static let count = Atomic<Int>(0)

  fileprivate init(_ threads: [OwnThread]) { self.threads = threads }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let turn = Self.count.add(1, ordering: .relaxed).oldValue
    try await withTaskExecutorPreference(threads[turn % threads.count]) { try await function() }
  }
}

extension Trait where Self == OnOwnThread {
  /// For suites that start PostgreSQL.
  static var besideServers: Self { .init(OwnThread.servers) }
  /// For suites whose programs take long.
  static var besidePrograms: Self { .init(OwnThread.programs) }
}

private final class OwnThread: TaskExecutor {
  static let servers = (0..<2).map { OwnThread("tests of servers \($0)") }
  static let programs = [OwnThread("tests of long programs")]

  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
