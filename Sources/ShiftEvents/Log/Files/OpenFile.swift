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
    _ descriptor: FileDescriptor, _ path: String, _ fileSystem: any FileSystem,
    isOwned: Bool = true
  ) {
    (self.descriptor, self.path) = (descriptor, path)
    (self.fileSystem, self.isOwned) = (fileSystem, isOwned)
  }

  deinit { if isOwned { fileSystem.close(descriptor) } }

  func status() throws(LogError) -> FileStatus {
    let status = try doing("look at", path, fileSystem.status(of: descriptor))
    opened = opened ?? status
    return status
  }

  /// The status of the file; `nil` if its name leads to another or to none.
  ///
  /// - Parameter name: its path without links, where that is another.
  func currentStatus(at name: String? = nil) throws(LogError) -> FileStatus? {
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
