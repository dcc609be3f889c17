// Over 400 lines: every call of the system about files that a log needs.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Options for opening a file, the system's own; it is always closed on exec and never becomes a terminal's session.
package struct OpenOptions: OptionSet, Hashable, Sendable {
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Opens for writing, too; without it for reading only.
  package static let write = OpenOptions(rawValue: O_RDWR)
  package static let append = OpenOptions(rawValue: O_APPEND)
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// With `create`: fails where there is something of that name, were it a link to nowhere.
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  /// Fails when the last part of the path is a symbolic link.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// Opening a pipe that nobody writes to does not wait.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  package static let directory = OpenOptions(rawValue: O_DIRECTORY)
  #if os(Linux)
    /// Makes a file without a name in a folder, which goes with the process unless it gets one (Linux's `O_TMPFILE`).
    static let nameless = OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY | O_RDWR)
  #endif
}

/// The operating system's own files.
package struct PosixFileSystem: FileSystem {
  package init() {}

  package func open(
    _ path: String, _ options: OpenOptions, mode: FileMode
  ) throws(SystemError) -> FileDescriptor {
    // The system would take the part before it.
    if path.utf8.contains(0) { throw .noEntry }
    let flags = O_CLOEXEC | O_NOCTTY | options.rawValue
    let number = try retrying { systemOpen(path, flags, mode_t(mode.bits)) }
    return FileDescriptor(rawValue: number)
  }

  package func close(_ file: FileDescriptor) {
    // Not again after EINTR: the descriptor is gone then, or another file's.
    _ = systemClose(file.rawValue)
  }

  package func read(
    _ file: FileDescriptor, at offset: UInt64?, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    try retrying {
      guard let offset else {
        return unsafe systemRead(file.rawValue, buffer.baseAddress, buffer.count)
      }
      return unsafe pread(file.rawValue, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  package func write(
    _ file: FileDescriptor, at offset: UInt64?, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int {
    try retrying {
      guard let offset else {
        return unsafe systemWrite(file.rawValue, bytes.baseAddress, bytes.count)
      }
      return unsafe pwrite(file.rawValue, bytes.baseAddress, bytes.count, off_t(offset))
    }
  }

  package func truncate(_ file: FileDescriptor, to lengthBytes: UInt64) throws(SystemError) {
    _ = try retrying { ftruncate(file.rawValue, off_t(lengthBytes)) }
  }

  package func syncData(_ file: FileDescriptor) throws(SystemError) {
    #if canImport(Darwin)
      // fsync leaves the bytes in the drive's own cache there.
      _ = try retrying { fcntl(file.rawValue, F_FULLFSYNC) }
    #else
      _ = try retrying { fdatasync(file.rawValue) }
    #endif
  }

  package func sync(_ file: FileDescriptor) throws(SystemError) {
    #if canImport(Darwin)
      _ = try retrying { fcntl(file.rawValue, F_FULLFSYNC) }
    #else
      _ = try retrying { fsync(file.rawValue) }
    #endif
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    let folder = try open(path, [.directory], mode: .ownerFolder)
    defer { close(folder) }
    _ = try retrying { fsync(folder.rawValue) }
  }

  package func tryLock(_ file: FileDescriptor, _ kind: LockKind) throws(SystemError) -> Bool {
    let operation = kind == .shared ? LOCK_SH : LOCK_EX
    do {
      _ = try retrying { systemLock(file.rawValue, operation | LOCK_NB) }
      return true
    } catch {
      guard error == .wouldBlock else { throw error }
      return false
    }
  }

  package func unlock(_ file: FileDescriptor) throws(SystemError) {
    _ = try retrying { systemLock(file.rawValue, LOCK_UN) }
  }

  package func waitForInput(
    _ file: FileDescriptor, timeoutMilliseconds: Int32?
  ) throws(SystemError) -> Bool {
    var request = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return try retrying { unsafe poll(&request, 1, timeoutMilliseconds ?? -1) } > 0
  }

  package func monotonicSeconds() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package func pause(seconds: Double) {
    // No sleep is that short: the system adds 50 µs.
    if seconds < 0.000_02 {
      sched_yield()
      return
    }
    var time = timespec(
      tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    _ = unsafe nanosleep(&time, nil)
  }
}

/// Makes a call until no signal interrupts it; below zero it has failed.
package func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = SystemError.last
    if error != .interrupted { throw error }
  }
}

// The methods above have the names of the calls they make.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

private func systemLock(_ file: Int32, _ operation: Int32) -> Int32 { flock(file, operation) }

// MARK: - Memory

extension PosixFileSystem {
  package func map(_ file: FileDescriptor, lengthBytes: Int) -> MemoryRegion? {
    guard lengthBytes > 0 else { return nil }
    let start = unsafe mmap(nil, lengthBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.rawValue, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    #if canImport(Glibc)
      // The system then reads the file in the largest pages, and has few to map: 80 MB take 0.1 ms instead of 2.7.
      _ = unsafe madvise(start, lengthBytes, MADV_HUGEPAGE)
    #endif
    let room = unsafe UnsafeMutableRawBufferPointer(start: start, count: lengthBytes)
    return unsafe MemoryRegion(room, bringIn: Self.bringIn, letGo: Self.letGo) {
      _ = unsafe munmap($0.baseAddress, $0.count)
    }
  }

  /// One call instead of a fault for every few pages. An older kernel refuses, and faults.
  @Sendable private static func bringIn(_ bytes: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard let start = bytes.baseAddress else { return }
      let excess = Int(bitPattern: start) & Int(sysconf(Int32(_SC_PAGESIZE)) - 1)
      _ = unsafe madvise(start - excess, bytes.count + excess, MADV_POPULATE_READ)
    #endif
  }

  /// The whole pages among some bytes, so that none goes that others have changed.
  @Sendable private static func letGo(_ bytes: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard let start = bytes.baseAddress else { return }
      let page = Int(sysconf(Int32(_SC_PAGESIZE)))
      let begin = Int(bitPattern: start)
      let first = (begin + page - 1) & ~(page - 1)
      let last = (begin + bytes.count) & ~(page - 1)
      if last > first { _ = unsafe madvise(start + (first - begin), last - first, MADV_DONTNEED) }
    #endif
  }
}

extension MemoryRegion {
  /// Memory of its own to read a file into, in the largest pages where it is large: few have to be cleared and mapped.
  static func toFill(lengthBytes: Int) -> MemoryRegion {
    let largePageBytes = 2 << 20
    #if canImport(Glibc)
      if lengthBytes > 2 * largePageBytes {
        let room = UnsafeMutableRawBufferPointer.allocate(
          byteCount: lengthBytes, alignment: largePageBytes)
        if let start = room.baseAddress { _ = unsafe madvise(start, room.count, MADV_HUGEPAGE) }
        return unsafe MemoryRegion(room) { unsafe $0.deallocate() }
      }
    #endif
    return MemoryRegion(lengthBytes: lengthBytes)
  }
}

// MARK: - Refusals

/// A refusal by the operating system, as its error number.
package struct SystemError: Error, Hashable {
  package var number: Int32

  package init(number: Int32) { self.number = number }

  package static let notPermitted = SystemError(number: EPERM)
  package static let noEntry = SystemError(number: ENOENT)
  package static let interrupted = SystemError(number: EINTR)
  package static let inputOutput = SystemError(number: EIO)
  package static let noDeviceOrAddress = SystemError(number: ENXIO)
  package static let accessDenied = SystemError(number: EACCES)
  package static let addressInUse = SystemError(number: EADDRINUSE)
  package static let exists = SystemError(number: EEXIST)
  package static let notEmpty = SystemError(number: ENOTEMPTY)
  package static let notDirectory = SystemError(number: ENOTDIR)
  package static let isDirectory = SystemError(number: EISDIR)
  package static let fileTooLarge = SystemError(number: EFBIG)
  package static let noSpace = SystemError(number: ENOSPC)
  package static let readOnly = SystemError(number: EROFS)
  package static let tooManyFiles = SystemError(number: EMFILE)
  package static let tooManyFilesOfAll = SystemError(number: ENFILE)
  package static let nameTooLong = SystemError(number: ENAMETOOLONG)
  package static let wouldBlock = SystemError(number: EWOULDBLOCK)
  package static let tooManyLinks = SystemError(number: ELOOP)
  /// The path of a file has bytes that are no UTF-8.
  package static let notUTF8 = SystemError(number: EILSEQ)

  static var last: SystemError { SystemError(number: errno) }
}

extension SystemError: CustomStringConvertible {
  package var description: String { unsafe String(cString: strerror(number)) }
}

// Calls by name: status, folders, and the tables of the running system.
extension PosixFileSystem {
  package func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
    try status { unsafe fstat(file.rawValue, &$0) }
  }

  package func status(at path: String) throws(SystemError) -> FileStatus {
    try status { unsafe stat(path, &$0) }
  }

  package func linkStatus(at path: String) throws(SystemError) -> FileStatus {
    // Asked some times for each append, so without a copy of the path.
    try status { status in unsafe path.withCString { unsafe lstat($0, &status) } }
  }

  private func status(_ call: (inout stat) -> Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try retrying { call(&status) }
    return FileStatus(status)
  }

  /// The time at which a file was written last; `nil` if there is none.
  package func writtenAt(_ path: String, followsLinks: Bool = false) -> Timestamp? {
    var status = stat()
    let found = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    guard found == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package func rename(_ path: String, to newPath: String) throws(SystemError) {
    _ = try retrying { systemRename(path, newPath) }
  }

  #if os(Linux)
    /// Gives a file that has none a name.
    func link(_ file: FileDescriptor, to path: String) throws(SystemError) {
      let name = "/proc/self/fd/\(file.rawValue)"
      _ = try retrying { unsafe linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) }
    }
  #endif

  package func removeFolder(_ path: String) throws(SystemError) {
    _ = try retrying { unsafe rmdir(path) }
  }

  package func remove(_ path: String) throws(SystemError) {
    _ = try retrying { unsafe unlink(path) }
  }

  package func makeDirectory(_ path: String, mode: FileMode) throws(SystemError) {
    _ = try retrying { unsafe mkdir(path, mode_t(mode.bits)) }
    // A mask of the owner's bits would leave a folder that nobody can use.
    if let made = try? linkStatus(at: path), made.mode.bits & 0o700 != mode.bits & 0o700 {
      _ = unsafe fchmodat(AT_FDCWD, path, mode_t(mode.bits), AT_SYMLINK_NOFOLLOW)
    }
  }

  package func setAccess(
    _ file: FileDescriptor, like other: FileStatus
  ) throws(SystemError) {
    // Only root may give a file away; others may give it to a group of theirs. Another group gets no right in its place.
    let hasGroup =
      fchown(file.rawValue, other.owner, other.group) == 0
      || fchown(file.rawValue, uid_t.max, other.group) == 0
    let mode = mode_t(other.mode.bits)
    // Those of the old group are others now, and others no more than they were.
    let narrow = mode & 0o700 | mode & mode >> 3 & 0o007
    _ = try retrying { fchmod(file.rawValue, hasGroup ? mode : narrow) }
  }

  package var mayAdopt: Bool { geteuid() == 0 }

  package func adopt(_ made: FileDescriptor, ownerOf path: String) {
    guard mayAdopt, let other = try? linkStatus(at: path), other.owner != 0 else { return }
    _ = fchown(made.rawValue, other.owner, other.group)
  }

  package func share(_ made: FileDescriptor, as path: String, mode: FileMode) {
    guard let other = try? linkStatus(at: path), other.mode.bits & 0o020 != 0,
      fchown(made.rawValue, uid_t.max, other.group) == 0
    else { return }
    _ = fchmod(made.rawValue, mode_t(mode.bits))
  }

  package func list(_ path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw .last }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        if errno != 0 { throw .last }
        return names
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }

  package func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw .last }
    defer { unsafe free(resolved) }
    // With other bytes than those of the path it would be another one.
    guard let path = unsafe String(validatingCString: resolved) else { throw .notUTF8 }
    return path
  }

  package func fileSystemName(ofDevice device: UInt64) -> String? {
    contents(of: "/proc/self/mountinfo").flatMap {
      MountTable.fileSystemName(ofDevice: device, in: $0)
    }
  }

  package func mayMakeFiles(in folder: String) -> Bool {
    // Asks for the account that the process acts as; `access` asks for the account of the caller.
    unsafe faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0
      || errno != EACCES && errno != EROFS
  }

  package func isMountPoint(_ path: String) -> Bool {
    guard let path = try? resolved(path), let table = contents(of: "/proc/self/mountinfo") else {
      return false
    }
    return MountTable.isMountPoint(path, in: table)
  }

  package func lockHolder(of file: FileStatus) -> Int32? {
    contents(of: "/proc/locks").flatMap {
      LockTable.holder(device: file.device, inode: file.inode, in: $0)
    }
  }

  /// A table of a running Linux, whose length nobody knows before it is read; `nil` on other systems.
  private func contents(of path: String) -> String? {
    guard let file = try? open(path, [], mode: .ownerFile) else { return nil }
    let bytes = try? OpenFile(file, path, self).contents()
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch mode_t(status.st_mode) & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      default: .other
      }
    self.init(
      kind: kind, lengthBytes: UInt64(max(0, status.st_size)),
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino),
      linkCount: UInt64(truncatingIfNeeded: status.st_nlink),
      mode: FileMode(bits: UInt16(truncatingIfNeeded: status.st_mode & 0o777)),
      owner: status.st_uid, group: status.st_gid)
  }
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 {
  unsafe rename(path, newPath)
}

extension PosixFileSystem {
  /// The folder for files that go with their process.
  static var temporaryFolder: String {
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) }
    return named.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}
