import Foundation
import Testing

/// Holds the log's lock in another process, as any other program could.
final class LockHolder {
  private let process: ToolProcess
  var pid: pid_t { process.pid }

  init(_ folder: LogFolder) {
    process = folder.startProgram(
      "python3",
      [
        "-c",
        """
        import fcntl, sys
        f = open("events.jsonl", "r+b")
        fcntl.flock(f, fcntl.LOCK_EX)
        print("held", flush=True)
        sys.stdin.read()
        """,
      ], input: .pipe)
    let deadline = ContinuousClock.now + .seconds(20)
    while !process.outputSoFar.hasPrefix("held"), .now < deadline { usleep(1000) }
  }

  func release() {
    process.closeInput()
    _ = process.wait()
  }
}
