/// An open file, as the file system that opened it numbers it.
package struct FileDescriptor: Hashable, Sendable {
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let standardInput = FileDescriptor(rawValue: 0)
}

/// The rights to read, write or enter a file, as the lower nine bits of its mode.
package struct FileMode: Hashable, Sendable {
  package var bits: UInt16

  package static let ownerFile = FileMode(bits: 0o600)
  package static let ownerFolder = FileMode(bits: 0o700)
  static let groupFile = FileMode(bits: 0o660)
  static let groupFolder = FileMode(bits: 0o770)
}

package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case regular, directory, symbolicLink, pipe, other }

  package var kind: Kind
  package var lengthBytes: UInt64
  package var device: UInt64
  package var inode: UInt64
  package var linkCount: UInt64 = 1
  package var mode = FileMode.ownerFile
  package var owner: UInt32 = 0
  package var group: UInt32 = 0

  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

package enum LockKind: Hashable, Sendable { case shared, exclusive }

/// The calls that reading and writing a log make of an operating system: the seam where a simulated disk
/// takes the place of a real one. Outside it are the clients' side of the machine (`FileWatch`, `FileWait`,
/// `LocalSocket`, `PsqlProcess`), reports (`ReportFile`), and commands that make a `PosixFileSystem`.
///
/// A call that a signal interrupts is made again by the conformer. Reads and writes may do less
/// than they were asked to, as the system's do.
package protocol FileSystem: Sendable {
  func open(
    _ path: String, _ options: OpenOptions, mode: FileMode
  ) throws(SystemError) -> FileDescriptor
  /// Gives up the descriptor and its locks; there is nothing left to do about an error.
  func close(_ file: FileDescriptor)

  /// Reads from an offset on, or from where the file stands; 0 is its end.
  func read(
    _ file: FileDescriptor, at offset: UInt64?, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int
  /// The first bytes of a file in memory, so that changes stay in this process; `nil` where that
  /// cannot be, and the file is to be read. A file that is mapped must never be cut.
  func map(_ file: FileDescriptor, lengthBytes: Int) -> MemoryRegion?
  /// Writes at an offset, or where the file stands. A file opened to append is never given an offset: some
  /// systems then ignore it.
  func write(
    _ file: FileDescriptor, at offset: UInt64?, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int
  func truncate(_ file: FileDescriptor, to lengthBytes: UInt64) throws(SystemError)

  /// Makes contents and length durable.
  func syncData(_ file: FileDescriptor) throws(SystemError)
  /// Makes contents and everything known of the file durable.
  func sync(_ file: FileDescriptor) throws(SystemError)
  /// Makes the entries of a folder durable: files created, renamed and removed in it.
  func syncDirectory(_ path: String) throws(SystemError)

  func status(of file: FileDescriptor) throws(SystemError) -> FileStatus
  func status(at path: String) throws(SystemError) -> FileStatus
  /// The status of the link itself, if there is one.
  func linkStatus(at path: String) throws(SystemError) -> FileStatus

  /// Locks the open file for its descriptor; false when another holds it.
  func tryLock(_ file: FileDescriptor, _ kind: LockKind) throws(SystemError) -> Bool
  func unlock(_ file: FileDescriptor) throws(SystemError)

  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// Removes a folder with nothing in it.
  func removeFolder(_ path: String) throws(SystemError)
  func makeDirectory(_ path: String, mode: FileMode) throws(SystemError)
  /// The names in a folder, in no order, without `.` and `..`.
  func list(_ path: String) throws(SystemError) -> [String]
  /// The path that a path leads to, without links on the way.
  func resolved(_ path: String) throws(SystemError) -> String
  /// Gives a file the mode of another, and its owner and group as far as this account may.
  func setAccess(_ file: FileDescriptor, like other: FileStatus) throws(SystemError)
  /// Gives what root has made just now the owner and group of another file or folder.
  ///
  /// What root makes beside a log is not to lock out the account that the log belongs to.
  func adopt(_ made: FileDescriptor, ownerOf path: String)
  /// Gives what was made just now to the group of a file or folder that this group may write, with the group's bits of
  /// a mode.
  ///
  /// What one of several accounts makes is not to lock out the others.
  func share(_ made: FileDescriptor, as path: String, mode: FileMode)
  /// True if this account may give files away.
  var mayAdopt: Bool { get }

  /// Waits until a pipe has input or its writers are gone; false when the time is over first.
  func waitForInput(_ file: FileDescriptor, timeoutMilliseconds: Int32?) throws(SystemError) -> Bool
  /// Returns `true` for each stream that the other process has ended; `nil` stands for no stream.
  func ended(_ streams: [FileDescriptor?]) -> [Bool]
  /// The type name of the file system that a device carries, where the system tells.
  func fileSystemName(ofDevice device: UInt64) -> String?
  /// Returns `true` if something is mounted just there; `false` where the system does not tell.
  func isMountPoint(_ path: String) -> Bool
  /// Returns `false` if this account may make no files in a folder that is there.
  func mayMakeFiles(in folder: String) -> Bool
  /// The process that holds a lock on the file, where the system tells.
  func lockHolder(of file: FileStatus) -> Int32?

  /// A clock that only runs forward, for deadlines.
  func monotonicSeconds() -> Double
  /// Lets others run for that long; for under 20 µs only those who wait for a processor.
  func pause(seconds: Double)
}

extension FileSystem {
  package func map(_: FileDescriptor, lengthBytes _: Int) -> MemoryRegion? { nil }
  package func isMountPoint(_: String) -> Bool { false }
  package func mayMakeFiles(in _: String) -> Bool { true }
  package func removeFolder(_: String) throws(SystemError) { throw .notPermitted }
  package func adopt(_: FileDescriptor, ownerOf _: String) {}
  package func share(_: FileDescriptor, as _: String, mode _: FileMode) {}
  package var mayAdopt: Bool { false }

  /// Makes a folder that belongs to the owner of another path, where root makes it, and to the group that may write that.
  package func makeFolder(_ path: String, asOwnerOf other: String) throws(SystemError) {
    try makeDirectory(path, mode: .ownerFolder)
    let isShared = ((try? linkStatus(at: other))?.mode.bits ?? 0) & 0o020 != 0
    guard mayAdopt || isShared else { return }
    let folder = try open(path, [.directory, .noFollow], mode: .ownerFolder)
    adopt(folder, ownerOf: other)
    share(folder, as: other, mode: .groupFolder)
    close(folder)
  }
  package func ended(_ streams: [FileDescriptor?]) -> [Bool] { streams.map { _ in false } }
}

// Reads and writes that go on until everything is done, over arrays.
extension FileSystem {
  package func read(_ file: FileDescriptor, into block: inout [UInt8]) throws(SystemError) -> Int {
    var span = block.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
      unsafe try read(file, at: nil, into: buffer)
    }
  }

  /// Up to `count` bytes from an offset on; fewer only where the file ends before.
  package func bytes(
    _ file: FileDescriptor, at offset: UInt64, count: Int
  ) throws(SystemError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var span = block.mutableSpan
      let read = try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
        unsafe try self.read(
          file, at: offset + UInt64(filled),
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if read == 0 { break }
      filled += read
    }
    block.removeLast(count - filled)
    return block
  }

  /// Writes all of `bytes`, at an offset or where the file stands, or throws.
  package func writeAll(
    _ file: FileDescriptor, at offset: UInt64? = nil, _ bytes: [UInt8]
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = try unsafe bytes.span.withUnsafeBytes { all throws(SystemError) in
        unsafe try write(
          file, at: offset.map { $0 + UInt64(written) },
          UnsafeRawBufferPointer(rebasing: all[written...]))
      }
      // A write of nothing would be tried for ever.
      guard count > 0 else { throw .noSpace }
      written += count
    }
  }

  /// Makes the names in a folder durable. One that this account may enter and not read is left to the system, as by
  /// SQLite: a sync needs the right to open it.
  package func syncNames(in folder: String) throws(LogError) {
    do throws(SystemError) { try syncDirectory(folder) } catch {
      if error != .accessDenied { throw .unreachable("sync the folder", folder, error) }
    }
  }
}
