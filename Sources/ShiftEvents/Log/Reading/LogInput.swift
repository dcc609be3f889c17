/// A log that is open for reading: a file, perhaps through links, or a pipe. Takes no lock and
/// writes nothing.
package final class LogInput {
  package static let standardInput = "-"

  /// Returns `true` if what a path names can be read once only: standard input, or a pipe by another name.
  package static func isReadOnce(_ path: String) -> Bool {
    path == standardInput || ReportFile(path).isStream
  }

  /// The path as the caller named it.
  package let path: String
  /// The paths of the log and its folder, links resolved; nil for an input without a folder.
  package let paths: LogPaths?
  let file: OpenFile

  /// Opens a file or a pipe by its path, standard input as `-`.
  package init(_ path: String, _ fileSystem: any FileSystem = PosixFileSystem()) throws(LogError) {
    self.path = path
    guard path != LogInput.standardInput else {
      file = OpenFile(.standardInput, path, fileSystem, isOwned: false)
      paths = nil
      return
    }
    // A pipe that nobody writes to yet shall not hold this up.
    let opened = try reaching("open", path, fileSystem.open(path, [.nonBlocking], mode: .ownerFile))
    file = OpenFile(opened, path, fileSystem)
    let status = try file.status()
    if status.kind == .directory {
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      let log = [
        "\(folder)/\(BackupFiles.log)", folder.hasSuffix(".d") ? String(folder.dropLast(2)) : nil,
      ]
      .compactMap(\.self).first { (try? fileSystem.status(at: $0)) != nil }
      throw LogError(
        .notRegularFile,
        "\(path) is a folder, not a log; name a file\(log.map { ": \(shellWord($0))" } ?? " in it")",
        path: path)
    }
    let isFile = status.kind == .regular
    let isLink = isFile && (try? fileSystem.linkStatus(at: path))?.kind == .symbolicLink
    let log = isLink ? try reaching("follow", path, fileSystem.resolved(path)) : path
    paths = isFile ? LogPaths(log: log, fileSystem) : nil
  }
}

extension LogInput {
  /// The line that begins at `offset`, for messages; nil where it cannot be read.
  package static func line(of path: String, at offset: UInt64) -> [UInt8]? {
    guard let input = try? LogInput(path), input.paths != nil,
      case .lines(let block, let lengthBytes)? = try? input.blocks(from: offset).next().content
    else { return nil }
    let line = RecordedLine(block: block, from: 0, before: lengthBytes)
    return unsafe line.withBytes { unsafe Array($0) }
  }

  /// Returns the length of the file now; nil for a pipe, which has none.
  package func lengthBytes() throws(LogError) -> UInt64? {
    paths == nil ? nil : try file.status().lengthBytes
  }

  /// True if reading on would not wait for a pipe.
  func hasInput() -> Bool {
    if paths != nil { return true }
    return (try? file.fileSystem.waitForInput(file.descriptor, timeoutMilliseconds: 0)) ?? true
  }

  /// The first bytes of a file; `nil` for a pipe, which is read only once, and not for this.
  private func firstBytes() throws(LogError) -> [UInt8]? {
    paths == nil ? nil : try file.bytes(at: 0, count: LogSignature.lookedAtBytes)
  }

  /// The kind of file that the first bytes show; `nil` for a pipe.
  package func signature() throws(LogError) -> LogSignature? {
    try firstBytes().map(LogSignature.init)
  }

  /// Returns `true` if the first byte other than white space begins an object, or is zero, or there is
  /// none.
  func beginsWithObject() throws(LogError) -> Bool {
    let first = try firstBytes()?.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first.map { $0 == UInt8(ascii: "{") || $0 == 0 } ?? true
  }

  /// The acknowledged end that a sync stands behind, and what the head told of it.
  ///
  /// - Throws: `LogError` with the code `ioFailed`, which says nothing of the head.
  func acknowledgedEnd() throws(LogError) -> (LogEnd?, AcknowledgedEnd.State) {
    do throws(LogError) {
      let state = try head()
      if case .valid(let frontier, let isSynced) = state {
        if isSynced { return (frontier, state) }
        // What the head of a copy tells its home has acknowledged.
        if try paths?.isCopyOfHome == true, try lengthBytes() ?? 0 >= frontier.lengthBytes {
          return (frontier, state)
        }
      }
      return (nil, state)
    } catch {
      if error.code == .ioFailed { throw error }
      return (nil, .lost(error.code == .notPermitted ? .forbidden : .corrupt))
    }
  }

  /// Returns the head's state for this log; lost if there is no head.
  package func head() throws(LogError) -> AcknowledgedEnd.State {
    guard let paths, let head = try AcknowledgedEnd.read(paths) else { return .lost(.missing) }
    let first = try LineProbe(file).firstHashes()
    let state = head.state(firstHash: first?.stated)
    // Where a digit of the hash in the first line was changed, the head is this log's all the same.
    return state == .lost(.foreign) ? head.state(firstHash: first?.given) : state
  }

  /// Returns the damage of the line that ends at a frontier; nil if the line matches it.
  package func damage(at frontier: LogEnd) throws(LogError) -> Finding? {
    try LineProbe(file).damage(at: frontier)
  }

  /// Reads from a byte on; a pipe is read from where it stands, once.
  package func blocks(from offset: UInt64 = 0, upTo limit: UInt64? = nil) -> LogBlockReader {
    LogBlockReader(file, isStream: paths == nil, from: offset, upTo: limit)
  }

  /// Returns the log's length at a moment when nobody writes to it.
  package func settledLengthBytes(lockTimeoutSeconds: Double = 10) throws(LogError) -> UInt64? {
    if paths == nil { return nil }
    try file.lock(.shared, timeoutSeconds: lockTimeoutSeconds)
    defer { file.unlock() }
    return try lengthBytes()
  }

  /// False if the link by which the log was named leads to another file by now.
  var isStillNamed: Bool {
    guard let paths, path != paths.log, let own = try? file.status() else { return true }
    do throws(SystemError) {
      return try paths.fileSystem.status(at: path).isSameFile(as: own)
    } catch {
      return ![.noEntry, .notDirectory, .tooManyLinks].contains(error)
    }
  }

  /// Throws where the log was shortened below what was read, or another file has its name.
  package func requireUnchanged(readTo lengthBytes: UInt64) throws(LogError) {
    guard let paths else { return }
    let now = try file.status()
    let isCurrent = try file.currentStatus(at: paths.log) != nil
    if isCurrent, now.lengthBytes >= lengthBytes { return }
    let what = isCurrent ? "was shortened" : "was deleted or replaced by another file"
    throw LogError(
      .replaced, "\(path) \(what) while it was read; see what did that, then start again",
      path: path)
  }
}
