/// Which file was opened. It stays the same one for as long as it is open, so it is asked for once.
struct FileIdentity {
  private let opened: FileStatus

  init(_ status: FileStatus) { opened = status }

  /// Returns `true` if the open file is still the one that its name leads to.
  func isCurrent(_ path: String, _ fileSystem: any FileSystem) throws(LogError) -> Bool {
    try status(path, fileSystem) != nil
  }

  /// The status of the open file; nil if its name leads to another or to none.
  func status(_ path: String, _ fileSystem: any FileSystem) throws(LogError) -> FileStatus? {
    do throws(SystemError) {
      let status = try fileSystem.linkStatus(at: path)
      return status.isSameFile(as: opened) ? status : nil
    } catch {
      if error == .noEntry || error == .notDirectory { return nil }
      throw .failed(to: "look at", path, error)
    }
  }
}
