/// The system failed, or would not let the log be read or written; nothing was acknowledged.
public struct LogError: DescribedError, Hashable, Sendable {
  /// The kind of error. Each case says if trying again may help.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A read, a write or a sync failed; later it may work.
    case ioFailed
    /// A sync failed once, so that nobody knows what the disk holds; only recovery ends it.
    case poisoned
    /// Another process held the lock until the time was over.
    case locked
    /// Acknowledged bytes are wrong or gone; every writer refuses before recovery.
    case damaged
    /// Another file took the log's place while it was in use.
    case replaced
    /// Two copies of a log have different events at one place, or lack events between them.
    case forked
    /// There is no such file.
    case notFound
    /// There is one already, or the remains of a lost one.
    case alreadyExists
    /// The system forbids it.
    case notPermitted
    /// A link, a pipe, a device or a folder stands where a file of our own must.
    case notRegularFile
    /// Locks and syncs of a network file system do not hold what the log promises.
    case networkFileSystem
    /// No batch of the log ends at the place that was asked for.
    case noSuchEnd
    /// The address of a home cannot be used.
    case badAddress
    /// A program that is needed is not on this machine.
    case programMissing
    /// The log has events that only a newer version knows, so that no rule can judge by them.
    case newerLog
  }

  /// Stable; the message may change.
  public var code: Code
  /// The cause and the remedy.
  public var message: String
  /// The file that the failing call was about.
  public var path: String?
  /// The remedy, if the message ends in it.
  package var remedy: String?
  /// True if what was to be recorded may be in the log all the same.
  package private(set) var leavesOutcomeOpen = false
  /// The system's own error number, where a call failed.
  public var errorNumber: Int32?
  /// The wrong bytes, for `damaged`.
  public var damage: Finding?

  /// An error with a message that ends in the remedy.
  public init(
    _ code: Code, _ message: String, path: String? = nil, errorNumber: Int32? = nil,
    damage: Finding? = nil
  ) {
    (self.code, self.message, self.path, self.errorNumber) = (code, message, path, errorNumber)
    self.damage = damage
  }
}

extension LogError {
  /// A failed call on an open file: "could not `action` `path`".
  static func failed(to action: String, _ path: String, _ error: SystemError) -> LogError {
    let remedy =
      error == .fileTooLarge ? "permit larger files: ulimit -f" : "see to the disk and try again"
    return LogError(
      .ioFailed, "could not \(action) \(path): \(error); \(remedy)", path: path,
      errorNumber: error.number)
  }

  /// The error of what stands behind a submission that the system failed to record.
  package var ofSubmissionsBehind: LogError {
    LogError(
      code, "not judged, as a submission before it failed; send it again behind that one",
      path: path)
  }

  /// The same error of what may be in the log all the same.
  ///
  /// - Parameter words: what to do about it; `nil` where the caller says it.
  func leavingOutcomeOpen(_ words: String? = nil) -> LogError {
    var error = self
    error.leavesOutcomeOpen = true
    if let words { error.message += ". \(words)" }
    return error
  }

  /// A file that could not be reached by its name.
  package static func unreachable(_ action: String, _ path: String, _ error: SystemError)
    -> LogError
  {
    let (code, remedy): (Code, String) =
      switch error {
      case .noEntry, .notDirectory: (.notFound, "check the path")
      case .accessDenied, .notPermitted: (.notPermitted, "check its owner and mode")
      case .readOnly: (.notPermitted, "mount it so that it can be written")
      case .tooManyLinks, .isDirectory, .noDeviceOrAddress:
        (.notRegularFile, "put a plain file in its place")
      case .exists: (.alreadyExists, "choose another name")
      case .notUTF8: (.notRegularFile, "its path is not UTF-8: name the file that it leads to")
      case .nameTooLong:
        (.notRegularFile, "choose a shorter name for the log: names beside it begin with it")
      case .tooManyFiles, .tooManyFilesOfAll: (.ioFailed, "permit more open files: ulimit -n")
      default: (.ioFailed, "see to the disk and try again")
      }
    return LogError(
      code, "could not \(action) \(path): \(error); \(remedy)", path: path,
      errorNumber: error.number)
  }

  package static func noLog(_ path: String, _ cause: LogError, _ fileSystem: any FileSystem)
    -> LogError
  {
    let paths = LogPaths(log: path, fileSystem)
    let isLost = (try? fileSystem.linkStatus(at: paths.folder))?.kind == .directory
    let isCopy = (try? paths.isCopyOfHome) ?? false
    let isRestoring = (try? fileSystem.linkStatus(at: paths.restoring)) != nil
    let remedy =
      isRestoring
      ? "it is being restored. If no restore is at work any more, run the same restore again"
      : isLost
        ? "its folder \(paths.folder) is there, so it was lost: "
          + (isCopy ? HomeMark.remedy(path) : "restore it from a copy")
        : "name one with -f, or make one with: eventlog-tool init "
          + (path.contains("=") ? "-f " : "") + shellWord(path)
    return LogError(
      .notFound, "there is no log at \(path); \(remedy)", path: path,
      errorNumber: cause.errorNumber)
  }

  static func damaged(_ damage: Finding, _ path: String, remedy: String) -> LogError {
    var error = LogError(
      .damaged,
      "\(path):\(damage.line): \(damage.message) (byte \(damage.offset)); \(remedy)",
      path: path, damage: damage)
    error.remedy = remedy
    return error
  }
}

/// Makes a system call and tells its failure as one on an open file.
package func doing<Result>(
  _ action: String, _ path: String, _ call: @autoclosure () throws(SystemError) -> Result
) throws(LogError) -> Result {
  do throws(SystemError) { return try call() } catch { throw .failed(to: action, path, error) }
}

/// Makes a system call and tells its failure as one on a name.
package func reaching<Result>(
  _ action: String, _ path: String, _ call: @autoclosure () throws(SystemError) -> Result
) throws(LogError) -> Result {
  do throws(SystemError) { return try call() } catch { throw .unreachable(action, path, error) }
}

extension LogError {
  /// The refusal of a writer: what the rules would judge by is not all that was recorded.
  static func newerLog(_ unknown: UnknownEvents, _ path: String) -> LogError? {
    if unknown.count == 0 { return nil }
    let events = unknown.count == 1 ? "1 event" : "\(unknown.count) events"
    return LogError(
      .newerLog,
      "\(path) has \(events) that this version does not know (\(unknown.someTypes), "
        + "from event \(unknown.first)); nothing was written, for the rules cannot judge by them. Update "
        + "this program, or allow it: --despite-newer, in the library writesDespiteNewer",
      path: path)
  }
}
