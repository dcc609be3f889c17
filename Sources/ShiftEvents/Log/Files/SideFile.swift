/// Files beside the log, opened so that a link, a pipe or a device put in their place is neither
/// followed nor waited for.
package enum SideFile {
  /// Opens a plain file with one name, or refuses; nil where there is none and none is made.
  package static func open(
    _ path: String, _ options: OpenOptions, _ fileSystem: any FileSystem
  ) throws(LogError) -> FileDescriptor? {
    try opened(path, options, fileSystem)?.file
  }

  /// The same, with the file's identity when it was opened.
  static func opened(
    _ path: String, _ options: OpenOptions, _ fileSystem: any FileSystem
  ) throws(LogError) -> (file: FileDescriptor, status: FileStatus)? {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try fileSystem.open(
        path, options.union([.noFollow, .nonBlocking]), mode: .ownerFile)
    } catch {
      if error == .noEntry || error == .notDirectory, !options.contains(.create) { return nil }
      throw .unreachable("open", path, error)
    }
    do throws(LogError) {
      let status = try doing("look at", path) { () throws(SystemError) in
        try fileSystem.status(of: file)
      }
      guard status.kind == .regular, status.linkCount == 1 else {
        throw LogError(
          .notRegularFile,
          "\(path) is not a plain file with one name; move what stands there away", path: path)
      }
      return (file, status)
    } catch {
      fileSystem.close(file)
      throw error
    }
  }

  /// All bytes of a file, nil where there is none.
  package static func contents(
    of path: String, _ fileSystem: any FileSystem
  ) throws(LogError) -> [UInt8]? {
    guard let file = try open(path, [], fileSystem) else { return nil }
    defer { fileSystem.close(file) }
    return try contents(of: file, path, fileSystem)
  }

  /// All bytes of a file that is only ever replaced whole, nil if there is none.
  ///
  /// - Parameter mayMap: true to map the file, in a process that ends at once. A program that
  ///   overwrites
  ///   a mapped file changes or ends the process that has it.
  package static func region(
    of path: String, mayMap: Bool, _ fileSystem: any FileSystem
  ) throws(LogError) -> MemoryRegion? {
    guard let file = try open(path, [], fileSystem) else { return nil }
    defer { fileSystem.close(file) }
    let status = try doing("look at", path) { () throws(SystemError) in
      try fileSystem.status(of: file)
    }
    let lengthBytes = Int(clamping: status.lengthBytes)
    if mayMap, let region = fileSystem.map(file, lengthBytes: lengthBytes) { return region }
    let region = MemoryRegion(lengthBytes: lengthBytes)
    var count = 0
    while count < lengthBytes {
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: region.bytes[count...])
      let read = try doing("read", path) { () throws(SystemError) in
        unsafe try fileSystem.read(file, into: room)
      }
      if read == 0 {
        // Cut just now: zeros will not fit the checksum.
        unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
        break
      }
      count += read
    }
    return region
  }

  private static func contents(
    of file: FileDescriptor, _ path: String, _ fileSystem: any FileSystem
  ) throws(LogError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try doing("read", path) { () throws(SystemError) in
        try fileSystem.read(file, into: &block)
      }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// The ending of names of files that are not in place yet.
  package static let temporarySuffix = ".new"

  /// Puts a file in place whole: readers see the old bytes or the new ones, also after a crash.
  ///
  /// - Parameter mark: tells the temporary file from that of another process; empty where a lock
  ///   keeps others out.
  package static func replace(
    _ path: String, with bytes: [UInt8], in folder: String, mark: String = "",
    _ fileSystem: any FileSystem
  ) throws(LogError) {
    let temporary = temporary(path + mark)
    try clear(temporary, fileSystem)
    guard let file = try open(temporary, [.write, .create, .exclusive], fileSystem) else { return }
    do throws(LogError) {
      defer { fileSystem.close(file) }
      try doing("write", temporary) { () throws(SystemError) in
        try fileSystem.writeAll(file, bytes)
        try fileSystem.sync(file)
      }
    } catch {
      try? clear(temporary, fileSystem)
      throw error
    }
    try reaching("put in place", path) { () throws(SystemError) in
      try fileSystem.rename(temporary, to: path)
    }
    try doing("sync the folder", folder) { () throws(SystemError) in
      try fileSystem.syncDirectory(folder)
    }
  }

  /// The path of the new bytes until they are whole.
  private static func temporary(_ path: String) -> String { path + temporarySuffix }

  /// Removes the remains of an unfinished replacement of the file.
  package static func clearTemporary(
    of path: String, _ fileSystem: any FileSystem
  ) throws(LogError) { try clear(temporary(path), fileSystem) }

  /// Removes the remains of a crash under the name, even a link.
  package static func clear(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(LogError) {
    do throws(SystemError) { try fileSystem.remove(path) } catch {
      if error != .noEntry { throw .unreachable("remove", path, error) }
    }
  }
}
