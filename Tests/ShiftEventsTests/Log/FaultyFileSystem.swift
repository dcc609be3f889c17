import Synchronization

@testable import ShiftEvents

/// The real file system, with a rule for each call.
final class FaultyFileSystem: FileSystem {
  struct Call {
    /// Of the method; the two reads and writes go by one name.
    var name: String
    var path: String
    /// Counted from 0 over all calls.
    var index: Int
  }

  enum Fault {
    case fail(SystemError)
    /// Writes this many bytes of those given.
    case short(Int)
  }

  private struct State {
    var paths: [FileDescriptor: String] = [:]
    var calls: [String] = []
  }

  private let real = PosixFileSystem()
  private let state = Mutex(State())
  private let fault: @Sendable (Call) -> Fault?

  init(_ fault: @escaping @Sendable (Call) -> Fault?) { self.fault = fault }

  var calls: [String] { state.withLock { $0.calls } }

  private func ask(_ name: String, _ path: String) throws(SystemError) -> Int? {
    let index = state.withLock { state in
      state.calls.append("\(name) \(path)")
      return state.calls.count - 1
    }
    switch fault(Call(name: name, path: path, index: index)) {
    case nil: return nil
    case .fail(let error): throw error
    case .short(let count): return count
    }
  }

  private func path(_ file: FileDescriptor) -> String { state.withLock { $0.paths[file] ?? "" } }

  func open(
    _ path: String, _ options: OpenOptions, mode: FileMode
  ) throws(SystemError) -> FileDescriptor {
    _ = try ask("open", path)
    let file = try real.open(path, options, mode: mode)
    state.withLock { $0.paths[file] = path }
    return file
  }

  func close(_ file: FileDescriptor) { real.close(file) }

  func read(
    _ file: FileDescriptor, at offset: UInt64?, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    _ = try ask("read", path(file))
    return unsafe try real.read(file, at: offset, into: buffer)
  }

  func write(
    _ file: FileDescriptor, at offset: UInt64?, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int {
    let count = try ask("write", path(file)) ?? bytes.count
    return unsafe try real.write(
      file, at: offset, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
  }

  func truncate(_ file: FileDescriptor, to lengthBytes: UInt64) throws(SystemError) {
    _ = try ask("truncate", path(file))
    try real.truncate(file, to: lengthBytes)
  }

  func syncData(_ file: FileDescriptor) throws(SystemError) {
    _ = try ask("sync", path(file))
    try real.syncData(file)
  }

  func sync(_ file: FileDescriptor) throws(SystemError) {
    _ = try ask("sync", path(file))
    try real.sync(file)
  }

  func syncDirectory(_ path: String) throws(SystemError) {
    _ = try ask("syncDirectory", path)
    try real.syncDirectory(path)
  }

  func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
    _ = try ask("status", path(file))
    return try real.status(of: file)
  }

  func status(at path: String) throws(SystemError) -> FileStatus {
    _ = try ask("status", path)
    return try real.status(at: path)
  }

  func linkStatus(at path: String) throws(SystemError) -> FileStatus {
    _ = try ask("status", path)
    return try real.linkStatus(at: path)
  }

  func tryLock(_ file: FileDescriptor, _ kind: LockKind) throws(SystemError) -> Bool {
    _ = try ask("lock", path(file))
    return try real.tryLock(file, kind)
  }

  func unlock(_ file: FileDescriptor) throws(SystemError) { try real.unlock(file) }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    _ = try ask("rename", path)
    try real.rename(path, to: newPath)
  }

  func remove(_ path: String) throws(SystemError) {
    _ = try ask("remove", path)
    try real.remove(path)
  }

  func makeDirectory(_ path: String, mode: FileMode) throws(SystemError) {
    _ = try ask("makeDirectory", path)
    try real.makeDirectory(path, mode: mode)
  }

  func list(_ path: String) throws(SystemError) -> [String] {
    _ = try ask("list", path)
    return try real.list(path)
  }

  func resolved(_ path: String) throws(SystemError) -> String { try real.resolved(path) }

  func setAccess(_ file: FileDescriptor, like other: FileStatus) throws(SystemError) {
    try real.setAccess(file, like: other)
  }

  func waitForInput(
    _ file: FileDescriptor, timeoutMilliseconds: Int32?
  ) throws(SystemError) -> Bool {
    try real.waitForInput(file, timeoutMilliseconds: timeoutMilliseconds)
  }

  /// A short answer stands for a network file system.
  func fileSystemName(ofDevice device: UInt64) -> String? {
    (try? ask("fileSystemName", "")) == nil ? real.fileSystemName(ofDevice: device) : "nfs4"
  }

  func lockHolder(of file: FileStatus) -> Int32? { real.lockHolder(of: file) }
  func monotonicSeconds() -> Double { real.monotonicSeconds() }
  func pause(seconds: Double) { real.pause(seconds: seconds) }
}
