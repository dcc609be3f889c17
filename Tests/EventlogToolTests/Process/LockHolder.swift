import Foundation
import Testing

/// Holds the lock of the log, or of another file or folder, in another process, as any other program could.
final class LockHolder {
  private let process: ToolProcess
  var pid: pid_t { process.pid }

  init(_ folder: LogFolder, of name: String = "events.jsonl") {
    process = folder.startProgram(
      "python3",
      [
        "-c",
        """
        import fcntl, os, sys
        f = os.open(sys.argv[1], os.O_RDONLY)
        fcntl.flock(f, fcntl.LOCK_EX)
        print("held", flush=True)
        sys.stdin.read()
        """, name,
      ], input: .pipe)
    let deadline = ContinuousClock.now + .seconds(20)
    while !process.outputSoFar.hasPrefix("held"), .now < deadline { usleep(1000) }
  }

  func release() {
    process.closeInput()
    _ = process.wait()
  }
}
