#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
  package func writtenAt(_ path: String) -> Timestamp? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
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

  /// Removes a folder with nothing in it.
  package func removeFolder(_ path: String) throws(SystemError) {
    _ = try retrying { unsafe rmdir(path) }
  }

  package func remove(_ path: String) throws(SystemError) {
    _ = try retrying { unsafe unlink(path) }
  }

  package func makeDirectory(_ path: String, mode: FileMode) throws(SystemError) {
    _ = try retrying { unsafe mkdir(path, mode_t(mode.bits)) }
  }

  package func setMode(_ file: FileDescriptor, _ mode: FileMode) throws(SystemError) {
    _ = try retrying { fchmod(file.rawValue, mode_t(mode.bits)) }
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
    return unsafe String(cString: resolved)
  }

  package func fileSystemName(ofDevice device: UInt64) -> String? {
    contents(of: "/proc/self/mountinfo").flatMap {
      MountTable.fileSystemName(ofDevice: device, in: $0)
    }
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
      mode: FileMode(bits: UInt16(truncatingIfNeeded: status.st_mode & 0o777)))
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
