/// Gives the events of a log as they are acknowledged, oldest first, and waits for more.
///
/// It takes no lock and writes nothing. Every line must continue the chain of hashes from the one before,
/// so a log that was replaced, shortened or changed ends the following with an error. Of a log without a
/// head it gives whole batches.
package final class LogTail {
  private let path: String
  private let input: LogInput
  private let paths: LogPaths
  private let watch: LogWatch
  /// The reading up to the end that was acknowledged last; `nil` once it came there.
  private var pass: EventCursor?
  /// The fault behind the events that were given; it is thrown for ever after them.
  private var fault: LogError?
  /// The fault that was found at the end of the log when it was opened, and the end of what stands before.
  private let openingFault: (error: LogError, end: UInt64)?
  /// True once the log had all that its head knows.
  private var hasReachedHead = false
  /// The place behind the last event that was given.
  package private(set) var position: LogPosition

  /// The most events that are given at once.
  private static let groupLimit = 1_024
  /// The longest wait before the log is looked at again.
  private static let longestWaitMilliseconds: Int32 = 1_000

  /// - Throws: `LogError` with the code `replaced` where the log ends before that event.
  package init(
    following path: String, after sequence: SequenceNumber,
    _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) {
    self.path = path
    do throws(LogError) { input = try LogInput(path, fileSystem) } catch {
      throw error.code == .notFound ? .noLog(path, error, fileSystem) : error
    }
    guard let paths = input.paths else {
      throw LogError(
        .notRegularFile, "\(path) is no file, and only a file can be followed", path: path)
    }
    self.paths = paths
    watch = LogWatch(paths)
    let end = try input.readableEnd(from: .empty)
    openingFault = end.damage.map { ($0.error(of: path), end.lengthBytes ?? 0) }
    let lines = LogLines(file: input.file, endBytes: end.lengthBytes ?? 0)
    position = try lines.position(after: sequence)
    if position.sequence < sequence, end.acknowledged != nil, let whole = try input.lengthBytes() {
      // A power cut may have taken the head back: what was followed is there, and a writer acknowledges it again.
      position = try LogLines(file: input.file, endBytes: whole).position(after: sequence)
    }
    if position.sequence < sequence {
      if let openingFault { throw openingFault.error }
      throw LogError(
        .replaced,
        "\(path) ends at event \(position.sequence), before event \(sequence) after which it is to be "
          + "followed: it was shortened or replaced", path: path)
    }
  }

  /// Returns what was acknowledged since the last time, or part of it, at once.
  ///
  /// - Returns: nothing where nothing is new.
  /// - Throws: `LogError`, when all sound events before the fault were returned.
  package func next() throws(LogError) -> [RecordedEvent] {
    if let fault { throw fault }
    if pass == nil {
      guard let end = try newEnd() else { return [] }
      pass = EventCursor(
        input.blocks(from: position.end.lengthBytes, upTo: end), path: path, from: position.end,
        lastTime: position.lastTime, checksChain: true)
    }
    var events: [RecordedEvent] = []
    do throws(LogError) {
      while events.count < Self.groupLimit, let event = try pass?.next(while: { _ in true }) {
        events.append(event)
      }
    } catch { fault = error }
    if let now = pass?.position.logPosition { position = now }
    if events.count < Self.groupLimit {
      pass = nil
      if fault == nil { fault = openingFault?.error }
    }
    if events.isEmpty, let fault { throw fault }
    return events
  }

  /// Waits until something may be new, at most for a time.
  ///
  /// - Returns: false if nobody reads the output any more.
  package func wait(
    milliseconds: Int32? = nil, whileOpen output: FileDescriptor? = nil,
    orInput input: FileDescriptor? = nil
  ) -> Bool {
    // The next reading throws; there is nothing to wait for.
    if fault != nil { return true }
    return watch.wait(
      milliseconds: min(milliseconds ?? .max, Self.longestWaitMilliseconds), whileOpen: output,
      orInput: input)
  }

  /// The end of what may be read now; `nil` where that was read.
  private func newEnd() throws(LogError) -> UInt64? {
    if let openingFault { return openingFault.end }
    // Before the length, so that the head is never ahead of it.
    let head = try head()
    guard let lengthBytes = try input.file.currentStatus(at: paths.log)?.lengthBytes,
      input.isStillNamed
    else {
      throw replaced("was deleted, or another file took its place")
    }
    let read = position.end.lengthBytes
    if lengthBytes < read { throw replaced("was shortened") }
    var end = lengthBytes
    if let head {
      if head.end.lengthBytes <= lengthBytes {
        end = head.end.lengthBytes
      } else if head.isSynced || hasReachedHead {
        throw replaced("was shortened")
      }
      // Else a crash took what no sync stands behind: there is what there is.
      hasReachedHead = head.end.lengthBytes <= lengthBytes
    }
    if end <= read { return nil }
    if read > 0, try input.damage(at: position.end) != nil {
      throw replaced("no longer holds event \(position.sequence) as it was read")
    }
    return end
  }

  /// The acknowledged end, where a head tells it, and whether a sync stands behind it.
  private func head() throws(LogError) -> (end: LogEnd, isSynced: Bool)? {
    do throws(LogError) {
      let state =
        position.sequence == .zero
        ? try input.head()
        : try AcknowledgedEnd.read(paths)?.state(firstHash: position.end.firstHash)
      guard case .valid(let end, let isSynced)? = state else { return nil }
      return (end, isSynced)
    } catch {
      if error.code == .notPermitted { return nil }
      throw error
    }
  }

  private func replaced(_ what: String) -> LogError {
    LogError(
      .replaced,
      "\(path) \(what) while it was followed, after event \(position.sequence); see what "
        + "did that, then start again", path: path)
  }
}
