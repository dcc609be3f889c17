/// Bytes that recovery took off the end of a log, kept in a file of their own.
package struct QuarantinedBytes: Hashable, Sendable {
  package var path: String
  /// The offset at which they stood in the log.
  package var offset: UInt64
  package var lengthBytes: UInt64
  /// Whole lines are among them, behind a hole.
  package var holdsLines = false
}

enum Quarantine {
  private static let blockLengthBytes = 256 << 10

  /// Copies the bytes from `offset` to `end` into the quarantine, durably, and leaves the log as
  /// it is.
  static func keep(
    _ file: LogFile, from offset: UInt64, to end: UInt64, holdsLines: Bool = false
  ) throws(LogError) -> QuarantinedBytes {
    let (paths, fileSystem) = (file.paths, file.fileSystem)
    try paths.makeFolder()
    try paths.makeQuarantine()
    // One name is enough, since this happens under the lock of the log.
    let incoming = paths.quarantine + "/incoming"
    try SideFile.clear(incoming, fileSystem)
    let digest: Digest
    do throws(LogError) {
      digest = try copy(file, from: offset, to: end, as: incoming)
    } catch {
      try? SideFile.clear(incoming, fileSystem)
      throw error
    }
    let path = "\(paths.quarantine)/\(offset)-\(digest).bin"
    try doing("keep", path, fileSystem.rename(incoming, to: path))
    for folder in [paths.quarantine, paths.folder] {
      try doing("keep", path, fileSystem.syncDirectory(folder))
    }
    return QuarantinedBytes(
      path: path, offset: offset, lengthBytes: end - offset, holdsLines: holdsLines)
  }

  /// Puts bytes of a file beside the log into the quarantine, durably.
  ///
  /// - Returns: where they are; `nil` where there are none.
  static func keep(
    _ bytes: [UInt8], as name: String, _ ending: String, _ paths: LogPaths
  ) throws(LogError) -> String? {
    let fileSystem = paths.fileSystem
    if bytes.isEmpty { return nil }
    try paths.makeQuarantine()
    let path = "\(paths.quarantine)/\(name)-\(SHA256.hash(bytes))\(ending)"
    try SideFile.replace(path, with: bytes, in: paths.quarantine, fileSystem)
    try fileSystem.syncNames(in: paths.folder)
    return path
  }

  private static func copy(
    _ file: LogFile, from start: UInt64, to end: UInt64, as path: String
  ) throws(LogError) -> Digest {
    let options: OpenOptions = [.write, .create, .exclusive]
    guard let target = try SideFile.open(path, options, file.fileSystem) else {
      throw .unreachable("make", path, .noEntry)
    }
    var offset = start
    while offset < end {
      let count = Int(min(UInt64(blockLengthBytes), end - offset))
      let block = try file.file.bytes(at: offset, count: count)
      guard block.count == count else {
        throw LogError(
          .replaced, "\(file.paths.log) was shortened while its end was copied; see what did that",
          path: file.paths.log)
      }
      try target.write(block)
      offset += UInt64(count)
    }
    try target.sync()
    guard let copied = try SideFile.region(of: path, mayMap: true, file.fileSystem) else {
      throw .unreachable("open", path, .noEntry)
    }
    return withExtendedLifetime(copied) { unsafe SHA256.hash(UnsafeRawBufferPointer($0.bytes)) }
  }
}
