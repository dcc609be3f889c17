import Synchronization

@testable import ShiftEvents

/// A disk in memory that processes share, with the locks on its files and a clock that only moves
/// when a process waits.
final class SimulatedDisk: Sendable {
  struct Contents {
    var state = DiskState()
    /// The holder of each locked inode.
    var locks: [Int: Holder] = [:]
    var seconds = 0.0
    var processCount = 0
    /// The streams between processes that one of them has ended.
    var endedStreams: Set<FileDescriptor> = []
    /// The disk after each call that changed it, if that is kept.
    var moments: [DiskState]?
  }

  struct Holder: Hashable {
    var process: Int
    var descriptor: Int32
  }

  static let folder = "/logs"
  static let log = "/logs/events.jsonl"

  private let contents: Mutex<Contents>

  /// - Parameter keepsMoments: true to keep the disk after each change.
  init(_ state: DiskState, keepsMoments: Bool = false) {
    contents = Mutex(Contents(state: state, moments: keepsMoments ? [state] : nil))
  }

  /// A disk with an empty folder for a log.
  static var empty: DiskState {
    var state = DiskState()
    _ = state.make(folder, isFolder: true)
    state.settle()
    return state
  }

  var state: DiskState { contents.withLock { $0.state } }
  var moments: [DiskState] { contents.withLock { $0.moments ?? [] } }

  func process(_ rule: @escaping SimulatedProcess.Rule) -> SimulatedProcess {
    let number = contents.withLock { contents in
      contents.processCount += 1
      return contents.processCount
    }
    return SimulatedProcess(self, number: number, rule)
  }

  /// Lets one call look at the disk, or change it.
  func withContents<Result>(
    _ body: (inout Contents) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let result = contents.withLock { contents -> Swift.Result<Result, SystemError> in
      do throws(SystemError) { return .success(try body(&contents)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The same for a call that changes what the disk holds.
  func change<Result>(
    _ body: (inout DiskState) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try withContents { (contents) throws(SystemError) in
      let result = try body(&contents.state)
      contents.moments?.append(contents.state)
      return result
    }
  }

  /// Gives up all locks of a process that was killed.
  func releaseLocks(ofProcess number: Int) {
    contents.withLock { contents in
      contents.locks = contents.locks.filter { $0.value.process != number }
    }
  }
}
