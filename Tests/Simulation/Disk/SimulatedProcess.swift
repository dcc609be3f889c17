import Synchronization

@testable import ShiftEvents

/// A system call that a simulated process is about to make.
struct SystemCall {
  /// Of the method; the reads, and the writes, go by one name.
  var name: String
  var path: String
  /// Counted from 0 over all calls of the process.
  var index: Int
  /// Of a write that names one.
  var offset: Int?
  /// True if it names a file that it has not opened.
  var isByPath = false
}

/// A process as a simulated disk sees it: its own descriptors, and a rule for each of its calls.
final class SimulatedProcess: FileSystem {
  enum Fate: Hashable {
    case proceed
    case fail(SystemError)
    /// Writes this many bytes of those given.
    case short(Int)
    /// The process is killed before the call; none of its calls does anything from then on.
    case killed
    /// Nothing is done, and success reported.
    case pretended
    /// A sync that loses the pages and reports success, as the second one after a failure does.
    case dropped
  }

  typealias Rule = @Sendable (SystemCall) -> Fate

  private struct Open {
    var inode: Int
    var path: String
    var options: OpenOptions
    var position = 0
  }

  private struct Table {
    var files: [Int32: Open] = [:]
    var last: Int32 = 2
    var callCount = 0
    var isDead = false
  }

  let disk: SimulatedDisk
  let number: Int
  private let rule: Rule
  private let table = Mutex(Table())

  init(_ disk: SimulatedDisk, number: Int, _ rule: @escaping Rule) {
    self.disk = disk
    self.number = number
    self.rule = rule
  }

  var callCount: Int { table.withLock { $0.callCount } }
  var isDead: Bool { table.withLock { $0.isDead } }

  /// Asks the rule about a call that is not to fail.
  @discardableResult private func ask(
    _ name: String, _ path: String, offset: Int? = nil, isByPath: Bool = false
  ) throws(SystemError) -> Fate {
    let index = table.withLock { table -> Int? in
      if table.isDead { return nil }
      table.callCount += 1
      return table.callCount - 1
    }
    guard let index else { throw .inputOutput }
    let fate = rule(
      SystemCall(name: name, path: path, index: index, offset: offset, isByPath: isByPath))
    if case .fail(let error) = fate { throw error }
    if fate == .killed { kill() }
    // Another process may have been told to kill this one meanwhile.
    if isDead { throw .inputOutput }
    return fate
  }

  /// Ends the process between two calls.
  func kill() {
    table.withLock { $0.isDead = true }
    disk.releaseLocks(ofProcess: number)
  }

  private func opened(_ file: FileDescriptor) throws(SystemError) -> Open {
    guard let open = table.withLock({ $0.files[file.rawValue] }) else { throw .inputOutput }
    return open
  }

  private func path(_ file: FileDescriptor) -> String {
    table.withLock { $0.files[file.rawValue]?.path } ?? ""
  }
}

// Files.
extension SimulatedProcess {
  func open(
    _ path: String, _ options: OpenOptions, mode: FileMode
  ) throws(SystemError) -> FileDescriptor {
    try ask("open", path)
    let inode: Int
    if let found = disk.state.inode(path) {
      if options.contains(.exclusive) { throw .exists }
      if options.contains(.write), disk.state.files[found].isFolder { throw .isDirectory }
      inode = found
    } else {
      guard options.contains(.create), disk.state.inode(DiskState.parent(of: path)) != nil else {
        throw .noEntry
      }
      inode = try disk.change { $0.make(path, isFolder: false) }
    }
    return table.withLock { table in
      table.last += 1
      table.files[table.last] = Open(inode: inode, path: path, options: options)
      return FileDescriptor(rawValue: table.last)
    }
  }

  func close(_ file: FileDescriptor) {
    let closed = table.withLock { $0.files.removeValue(forKey: file.rawValue) }
    if let closed { release(closed.inode, file) }
  }

  func read(
    _ file: FileDescriptor, at offset: UInt64?, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    let open = try opened(file)
    try ask("read", open.path)
    let start = offset.map { Int($0) } ?? open.position
    let bytes = disk.state.files[open.inode].cached.dropFirst(start).prefix(buffer.count)
    unsafe buffer.copyBytes(from: bytes)
    if offset == nil { table.withLock { $0.files[file.rawValue]?.position += bytes.count } }
    return bytes.count
  }

  func write(
    _ file: FileDescriptor, at offset: UInt64?, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int {
    if let offset { return unsafe try write(file, from: Int(offset), bytes) }
    let open = try opened(file)
    let isAppending = open.options.contains(.append)
    let count = unsafe try write(file, from: isAppending ? nil : open.position, bytes)
    table.withLock { $0.files[file.rawValue]?.position += count }
    return count
  }

  /// Writes at the offset, or at the end of the file at the time of the call.
  private func write(
    _ file: FileDescriptor, from offset: Int?, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int {
    let open = try opened(file)
    let fate = try ask("write", open.path, offset: offset)
    var written = unsafe Array(bytes)
    if fate == .pretended { return written.count }
    if case .short(let count) = fate { written = Array(written.prefix(count)) }
    try disk.change { state in
      let start = offset ?? state.files[open.inode].cached.count
      state.change(open.inode, .write(offset: start, written))
    }
    return written.count
  }

  func truncate(_ file: FileDescriptor, to lengthBytes: UInt64) throws(SystemError) {
    let open = try opened(file)
    if try ask("truncate", open.path) == .pretended { return }
    try disk.change { $0.change(open.inode, .truncate(Int(lengthBytes))) }
  }

  func syncData(_ file: FileDescriptor) throws(SystemError) { try sync(file, "syncData") }

  func sync(_ file: FileDescriptor) throws(SystemError) { try sync(file, "sync") }

  private func sync(_ file: FileDescriptor, _ name: String) throws(SystemError) {
    let open = try opened(file)
    let fate: Fate
    do throws(SystemError) { fate = try ask(name, open.path) } catch {
      // It fails once, for the first process that asks.
      if !isDead { try disk.change { $0.failSync(open.inode) } }
      throw error
    }
    if fate == .pretended { return }
    try disk.change { fate == .dropped ? $0.failSync(open.inode) : $0.sync(open.inode) }
  }

  func setAccess(_ file: FileDescriptor, like other: FileStatus) throws(SystemError) {
    try ask("setAccess", path(file))
  }

  func waitForInput(
    _ file: FileDescriptor, timeoutMilliseconds: Int32?
  ) throws(SystemError) -> Bool { true }
}

// Locks, which belong to a descriptor, and the clock.
extension SimulatedProcess {
  func tryLock(_ file: FileDescriptor, _ kind: LockKind) throws(SystemError) -> Bool {
    let open = try opened(file)
    if try ask("lock", open.path) == .pretended { return true }
    let own = SimulatedDisk.Holder(process: number, descriptor: file.rawValue)
    return try disk.withContents { contents in
      guard contents.locks[open.inode] ?? own == own else { return false }
      contents.locks[open.inode] = own
      return true
    }
  }

  func unlock(_ file: FileDescriptor) throws(SystemError) {
    let open = try opened(file)
    try ask("unlock", open.path)
    release(open.inode, file)
  }

  private func release(_ inode: Int, _ file: FileDescriptor) {
    let own = SimulatedDisk.Holder(process: number, descriptor: file.rawValue)
    try? disk.withContents { contents in
      if contents.locks[inode] == own { contents.locks[inode] = nil }
    }
  }

  func ended(_ streams: [FileDescriptor?]) -> [Bool] {
    let isAsked = (try? ask("ended", "")) != .pretended
    let ended = (try? disk.withContents { $0.endedStreams }) ?? []
    return streams.map { $0.map { isAsked && ended.contains($0) } ?? false }
  }

  /// Ends a stream to another process.
  func end(_ stream: FileDescriptor) {
    try? disk.withContents { _ = $0.endedStreams.insert(stream) }
  }

  func lockHolder(of file: FileStatus) -> Int32? {
    try? disk.withContents { $0.locks[Int(file.inode)].map { Int32($0.process) } }
  }

  func monotonicSeconds() -> Double { (try? disk.withContents { $0.seconds }) ?? 0 }

  func pause(seconds: Double) {
    try? disk.withContents { $0.seconds += seconds }
    _ = try? ask("pause", "")
  }
}

// Names.
extension SimulatedProcess {
  private func status(_ inode: Int?) throws(SystemError) -> FileStatus {
    guard let inode else { throw .noEntry }
    let state = disk.state
    let file = state.files[inode]
    return FileStatus(
      kind: file.isFolder ? .directory : .regular, lengthBytes: UInt64(file.cached.count),
      device: 1, inode: UInt64(inode), linkCount: UInt64(state.linkCount(inode)))
  }

  func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
    let open = try opened(file)
    try ask("status", open.path)
    return try status(open.inode)
  }

  func status(at path: String) throws(SystemError) -> FileStatus {
    let isStale = try ask("status", path, isByPath: true) == .pretended
    let opened = table.withLock { table in table.files.values.first { $0.path == path }?.inode }
    return try status(isStale ? opened : disk.state.inode(path))
  }

  func linkStatus(at path: String) throws(SystemError) -> FileStatus { try status(at: path) }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try ask("rename", path)
    try disk.change { (state) throws(SystemError) in
      guard state.inode(path) != nil else { throw .noEntry }
      state.rename(path, to: newPath)
    }
  }

  func remove(_ path: String) throws(SystemError) {
    try ask("remove", path)
    guard disk.state.inode(path) != nil else { throw .noEntry }
    try disk.change { $0.unlink(path) }
  }

  func makeDirectory(_ path: String, mode: FileMode) throws(SystemError) {
    try ask("makeDirectory", path)
    if disk.state.inode(path) != nil { throw .exists }
    guard disk.state.inode(DiskState.parent(of: path)) != nil else { throw .noEntry }
    try disk.change { _ = $0.make(path, isFolder: true) }
  }

  func syncDirectory(_ path: String) throws(SystemError) {
    if try ask("syncDirectory", path) == .pretended { return }
    guard disk.state.inode(path) != nil else { throw .noEntry }
    try disk.change { $0.syncNames(in: path) }
  }

  func list(_ path: String) throws(SystemError) -> [String] {
    try ask("list", path)
    guard disk.state.inode(path) != nil else { throw .noEntry }
    return disk.state.list(path)
  }

  func resolved(_ path: String) throws(SystemError) -> String { path }
  func fileSystemName(ofDevice device: UInt64) -> String? { nil }
}
