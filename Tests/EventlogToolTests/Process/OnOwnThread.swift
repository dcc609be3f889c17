import Dispatch
import Testing

/// Lets suites that mostly wait for other programs run on one thread of their own, one test after the other.
///
/// A test that waits holds its thread. The threads of the pool, as many as there are processors, are
/// for tests that compute.
struct OnOwnThread: SuiteTrait, TestScoping {
  private let thread: OwnThread

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(thread) { try await function() }
  }

  fileprivate init(_ thread: OwnThread) { self.thread = thread }
}

extension Trait where Self == OnOwnThread {
  /// For suites that start PostgreSQL.
  static var besideServers: Self { .init(.servers) }
  /// For suites whose programs take long.
  static var besidePrograms: Self { .init(.programs) }
}

private final class OwnThread: TaskExecutor {
  static let servers = OwnThread("tests of servers")
  static let programs = OwnThread("tests of long programs")

  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
