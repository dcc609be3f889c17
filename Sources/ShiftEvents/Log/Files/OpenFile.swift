/// A file that is open until nobody refers to it. A call that fails is told with the file's path.
package final class OpenFile {
  package let descriptor: FileDescriptor
  let path: String
  let fileSystem: any FileSystem
  private let isOwned: Bool
  /// The file with the bytes from an offset on, if they stand in another one: the lines of a dry run, which
  /// come behind those of the log and are not written to it.
  var continuation: (start: UInt64, file: OpenFile)?
  /// The status when it was opened. The file stays the same one, so it is asked for once.
  private var opened: FileStatus?

  /// - Parameter isOwned: whether the file is closed with this object.
  package init(
    _ descriptor: FileDescriptor, _ path: String, _ fileSystem: any FileSystem, isOwned: Bool = true
  ) {
    (self.descriptor, self.path) = (descriptor, path)
    (self.fileSystem, self.isOwned) = (fileSystem, isOwned)
  }

  deinit { if isOwned { fileSystem.close(descriptor) } }

  package func status() throws(LogError) -> FileStatus {
    let status = try doing("look at", path, fileSystem.status(of: descriptor))
    opened = opened ?? status
    return status
  }

  /// The status of the file; `nil` if its name leads to another or to none.
  ///
  /// - Parameter name: its path without links, where that is another.
  package func currentStatus(at name: String? = nil) throws(LogError) -> FileStatus? {
    if opened == nil { _ = try status() }
    do throws(SystemError) {
      let status = try fileSystem.linkStatus(at: name ?? path)
      return opened.map(status.isSameFile) == true ? status : nil
    } catch {
      if error == .noEntry || error == .notDirectory { return nil }
      throw .failed(to: "look at", path, error)
    }
  }

  /// Up to `count` bytes from an offset on; fewer only where the file ends before.
  func bytes(at offset: UInt64, count: Int) throws(LogError) -> [UInt8] {
    try doing("read", path, fileSystem.bytes(descriptor, at: offset, count: count))
  }

  /// Reads from an offset on, as much as the system gives at once.
  func read(
    at offset: UInt64, into room: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    guard let continuation else {
      return unsafe try fileSystem.read(descriptor, at: offset, into: room)
    }
    if offset >= continuation.start {
      return unsafe try continuation.file.read(at: offset - continuation.start, into: room)
    }
    let count = Int(min(UInt64(room.count), continuation.start - offset))
    return unsafe try fileSystem.read(
      descriptor, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
  }

  /// A new file without a name; its bytes go when it is closed.
  static func nameless() throws(LogError) -> OpenFile {
    let fileSystem = PosixFileSystem()
    let path = "\(PosixFileSystem.temporaryFolder)/shift-events-\(UInt64.random(in: .min ... .max))"
    let file = try doing(
      "make a file in", PosixFileSystem.temporaryFolder,
      OpenFile(
        fileSystem.open(path, [.write, .create, .exclusive, .noFollow], mode: .ownerFile), path,
        fileSystem))
    try doing("make a file in", PosixFileSystem.temporaryFolder, fileSystem.remove(path))
    return file
  }

  /// All bytes from where the file stands.
  func contents() throws(LogError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try doing("read", path, fileSystem.read(descriptor, into: &block))
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// Writes all of the bytes: at an offset, or where the file stands.
  package func write(_ bytes: [UInt8], at offset: UInt64? = nil) throws(LogError) {
    try doing("write", path, fileSystem.writeAll(descriptor, at: offset, bytes))
  }

  /// Writes all of its bytes to where another file stands.
  package func copy(to other: OpenFile) throws(LogError) {
    var offset: UInt64 = 0
    while case let bytes = try bytes(at: offset, count: 1 << 20), !bytes.isEmpty {
      try other.write(bytes)
      offset += UInt64(bytes.count)
    }
  }

  func sync() throws(LogError) { try doing("sync", path, fileSystem.sync(descriptor)) }
}

// A lock is waited for until a deadline and never taken from anybody.
extension OpenFile {
  /// A lock is held for tens of microseconds, and for as long as a sync takes. So for a moment the
  /// processor goes to others between two looks, the holder among them: with eight sessions on two
  /// cores an event then takes 145 µs and not 185. A longer wait sleeps, and looks less often.
  private static let yieldingSeconds = 0.000_1
  static let shortestPauseSeconds = 0.000_01
  private static let firstPauseSeconds = 0.000_02
  private static let longestPauseSeconds = 0.005

  /// Locks the file, or throws `locked` with the holder's process number where the system tells it.
  ///
  /// - Parameter isNeedless: asked while another holds the lock; true ends the waiting.
  /// - Returns: whether it is locked.
  @discardableResult
  package func lock(
    _ kind: LockKind = .exclusive, timeoutSeconds: Double,
    unless isNeedless: () -> Bool = { false }
  ) throws(LogError) -> Bool {
    var start: Double?
    while true {
      if try doing("lock", path, fileSystem.tryLock(descriptor, kind)) { return true }
      if isNeedless() { return false }
      let now = fileSystem.monotonicSeconds()
      let waited = now - (start ?? now)
      start = now - waited
      guard waited < timeoutSeconds else { throw stillLocked(after: timeoutSeconds) }
      let pause =
        waited < Self.yieldingSeconds
        ? Self.shortestPauseSeconds
        : min(max(Self.firstPauseSeconds, waited / 8), Self.longestPauseSeconds)
      fileSystem.pause(seconds: min(pause, timeoutSeconds - waited))
    }
  }

  package func unlock() {
    // The lock goes with the descriptor at the latest.
    try? fileSystem.unlock(descriptor)
  }

  private func stillLocked(after timeoutSeconds: Double) -> LogError {
    let status = try? fileSystem.status(of: descriptor)
    let holder = status.flatMap(fileSystem.lockHolder).map { "process \($0)" } ?? "another writer"
    let seconds = (timeoutSeconds * 1000).rounded() / 1000
    return LogError(
      .locked,
      "\(path) was still locked by \(holder) after \(seconds) seconds; try again, or see "
        + "what holds it", path: path)
  }
}
