/// A file that is open until nobody refers to it. A call that fails is told with the file's path.
package final class OpenFile {
  package let descriptor: FileDescriptor
  let path: String
  let fileSystem: any FileSystem
  private let isOwned: Bool
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
    let status = try doing("look at", path) { () throws(SystemError) in
      try fileSystem.status(of: descriptor)
    }
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
    try doing("read", path) { () throws(SystemError) in
      try fileSystem.bytes(descriptor, at: offset, count: count)
    }
  }

  /// All bytes from where the file stands.
  func contents() throws(LogError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try doing("read", path) { () throws(SystemError) in
        try fileSystem.read(descriptor, into: &block)
      }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// Writes all of the bytes: at an offset, or where the file stands.
  func write(_ bytes: [UInt8], at offset: UInt64? = nil) throws(LogError) {
    try doing("write", path) { () throws(SystemError) in
      try fileSystem.writeAll(descriptor, at: offset, bytes)
    }
  }

  func sync() throws(LogError) {
    try doing("sync", path) { () throws(SystemError) in try fileSystem.sync(descriptor) }
  }
}
