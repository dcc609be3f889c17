/// Files beside the log, opened so that a link, a pipe or a device put in their place is neither
/// followed nor waited for.
package enum SideFile {
  /// Opens a plain file, to write one with one name, or refuses; nil where there is none and none is made.
  ///
  /// A new file beside a log gets the owner of its folder: what root makes is not to lock out the account that the log
  /// belongs to.
  ///
  /// - Parameter isOfLog: false in a backup, whose folder may be another account's than the log.
  package static func open(
    _ path: String, _ options: OpenOptions, _ fileSystem: any FileSystem, isOfLog: Bool = true
  ) throws(LogError) -> OpenFile? {
    // A second name, as of a hard-linked copy, does no harm to a file that is only read.
    let mayHaveLinks = !options.contains(.write)
    var links: UInt64 = 1
    // A file that is replaced or renamed just now has no name or two for a moment.
    for look in 1...10 {
      let file: OpenFile
      do throws(SystemError) {
        file = OpenFile(
          try fileSystem.open(path, options.union([.noFollow, .nonBlocking]), mode: .ownerFile),
          path, fileSystem)
      } catch {
        if error == .noEntry || error == .notDirectory, !options.contains(.create) { return nil }
        throw .unreachable("open", path, error)
      }
      let status = try file.status()
      if status.kind == .regular, mayHaveLinks || status.linkCount == 1 {
        if options.contains(.create), isOfLog, status.lengthBytes == 0 {
          let folder = LogPaths(log: path).parent
          fileSystem.adopt(file.descriptor, ownerOf: folder)
          fileSystem.share(file.descriptor, as: folder, mode: .groupFile)
        }
        return file
      }
      if status.kind != .regular { break }
      links = status.linkCount
      if look > 1 { fileSystem.pause(seconds: 0.005) }
    }
    throw LogError(
      .notRegularFile,
      links > 1
        ? "\(path) has a second name (a hard link), which would be written, too; \(secondNameRemedy(path))"
        : "\(path) is not a plain file; move what stands there away", path: path)
  }

  /// The way to give a file with several names bytes of its own.
  static func secondNameRemedy(_ path: String) -> String {
    let (word, copy) = (shellWord(path), shellWord(path + ".own"))
    return "give it bytes of its own: cp -p \(word) \(copy) && mv \(copy) \(word)"
  }

  /// The most bytes of a file that is read whole, such as that of the names.
  private static let mostBytes: UInt64 = 1 << 30

  /// All bytes of a file, nil where there is none.
  static func contents(
    of path: String, _ fileSystem: any FileSystem
  ) throws(LogError) -> [UInt8]? {
    guard let file = try open(path, [], fileSystem) else { return nil }
    if try file.status().lengthBytes > mostBytes {
      throw LogError(
        .ioFailed, "\(path) has more than \(mostBytes >> 20) MiB; see what wrote it", path: path)
    }
    return try file.contents()
  }

  /// All bytes of a file that is only ever replaced whole, nil if there is none.
  ///
  /// - Parameters:
  ///   - mayMap: true to map the file, in a process that ends at once. A program that overwrites a mapped file changes
  ///     or ends the process that has it.
  ///   - mostBytes: the length above which the file counts as none.
  package static func region(
    of path: String, mayMap: Bool, atMost mostBytes: UInt64 = .max, _ fileSystem: any FileSystem
  ) throws(LogError) -> MemoryRegion? {
    guard let file = try open(path, [], fileSystem) else { return nil }
    let lengthBytes = Int(clamping: try file.status().lengthBytes)
    if lengthBytes > mostBytes { return nil }
    if mayMap, let region = fileSystem.map(file.descriptor, lengthBytes: lengthBytes) {
      return region
    }
    let region = MemoryRegion.toFill(lengthBytes: lengthBytes)
    var start = 0
    // By several threads, as the system clears memory that it hands out, which takes longer than to read.
    let pieces = OrderedPipeline<Range<Int>, LogError?>(
      helpers: helperCount(forBytes: UInt64(lengthBytes)),
      source: {
        defer { start += pieceLength }
        return start < lengthBytes ? start..<min(start + pieceLength, lengthBytes) : nil
      },
      work: { range in
        do throws(LogError) { try fill(region, range, from: file) } catch { return error }
        return nil
      })
    while let failure = try pieces.next() { if let failure { throw failure } }
    return region
  }

  /// As large as the largest pages.
  private static let pieceLength = 2 << 20

  private static func fill(
    _ region: MemoryRegion, _ range: Range<Int>, from file: OpenFile
  ) throws(LogError) {
    var start = range.lowerBound
    while start < range.upperBound {
      let room = unsafe UnsafeMutableRawBufferPointer(
        rebasing: region.bytes[start..<range.upperBound])
      let read = unsafe try doing("read", file.path, file.read(at: UInt64(start), into: room))
      if read == 0 {
        // Cut just now: zeros will not fit the checksum.
        unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
        return
      }
      start += read
    }
  }

  /// The ending of names of files that are not in place yet.
  static let temporarySuffix = ".new"

  /// Puts a file in place whole: readers see the old bytes or the new ones, also after a crash.
  ///
  /// The owner of a file that is there stays, and its mode where that is asked for.
  ///
  /// - Parameter mark: tells the temporary file from that of another process; empty where a lock
  ///   keeps others out.
  package static func replace(
    _ path: String, with bytes: [UInt8], in folder: String, mark: String = "",
    _ fileSystem: any FileSystem
  ) throws(LogError) {
    try replace(path, in: folder, mark: mark, fileSystem) { (file) throws(LogError) in
      try file.write(bytes)
    }
  }

  /// Puts a file in place whole, as above.
  ///
  /// - Parameters:
  ///   - temporary: the path of the file before it is in place, where that is not beside it.
  ///   - write: writes the bytes into the new file.
  package static func replace(
    _ path: String, in folder: String, mark: String = "", by temporary: String? = nil,
    keepsMode: Bool = false, _ fileSystem: any FileSystem,
    _ write: (OpenFile) throws(LogError) -> Void
  ) throws(LogError) {
    let temporary = temporary ?? path + mark + temporarySuffix
    try clear(temporary, fileSystem)
    do throws(LogError) {
      if let file = try open(temporary, [.write, .create, .exclusive], fileSystem) {
        try keepOwner(of: path, file, keepsMode: keepsMode)
        try write(file)
        try file.sync()
      }
      try reaching("put in place", path, fileSystem.rename(temporary, to: path))
    } catch {
      try? discard(temporary, fileSystem)
      throw error
    }
    try fileSystem.syncNames(in: folder)
  }

  /// Gives a file that is to replace another the owner of that, and its mode where that is asked for.
  static func keepOwner(
    of path: String, _ file: OpenFile, keepsMode: Bool = false
  ) throws(LogError) {
    let new = try file.status()
    guard var old = try? file.fileSystem.linkStatus(at: path), old.kind == .regular else { return }
    if !keepsMode { old.mode = new.mode }
    if (old.owner, old.group, old.mode) != (new.owner, new.group, new.mode) {
      try doing("write", path, file.fileSystem.setAccess(file.descriptor, like: old))
    }
  }

  /// Removes a file that never came into its place, or its bytes where a folder keeps its names.
  static func discard(_ path: String, _ fileSystem: any FileSystem) throws(LogError) {
    do throws(LogError) { try clear(path, fileSystem) } catch {
      guard let file = try open(path, [.write], fileSystem) else { return }
      try doing("shorten", path, fileSystem.truncate(file.descriptor, to: 0))
      try file.sync()
    }
  }

  /// Removes the remains of a crash under the name, even a link.
  package static func clear(_ path: String, _ fileSystem: any FileSystem) throws(LogError) {
    do throws(SystemError) { try fileSystem.remove(path) } catch {
      if error != .noEntry { throw .unreachable("remove", path, error) }
    }
  }
}
