/// The paths of a log and of the files that belong to it.
package struct LogPaths: Hashable, Sendable {
  package let log: String
  /// The folder that holds the log.
  package let parent: String
  /// The folder of everything beside the log.
  package let folder: String
  // Looked at for each append.
  package let head: String
  package let people: String
  package let poisoned: String

  package init(log: String) {
    self.log = log
    folder = log + ".d"
    (head, people) = (folder + "/head", folder + "/people.jsonl")
    poisoned = folder + "/poisoned"
    parent =
      switch log.utf8.lastIndex(of: UInt8(ascii: "/")) {
      case nil: "."
      case log.utf8.startIndex?: "/"
      case let slash?: String(log[..<slash])
      }
  }

  package var snapshots: String { folder + "/snapshots" }
  package var quarantine: String { folder + "/quarantine" }

  /// The names in the folder of a log.
  static let namesInFolder: Set<String> = [
    "head", "people.jsonl", "snapshots", "quarantine", "poisoned", socketName,
  ]

  /// Where sessions come to the one that writes for them; left behind by one that was killed.
  static let socketName = "socket"
}

extension LogPaths {
  /// Makes the folder beside the log where there is none, durably.
  package func makeFolder(_ fileSystem: any FileSystem) throws(LogError) {
    try LogPaths.makeFolder(folder, in: parent, fileSystem)
  }

  package func makeQuarantine(_ fileSystem: any FileSystem) throws(LogError) {
    try LogPaths.makeFolder(quarantine, in: folder, fileSystem)
  }

  package func makeSnapshots(_ fileSystem: any FileSystem) throws(LogError) {
    try LogPaths.makeFolder(snapshots, in: folder, fileSystem)
  }

  private static func makeFolder(
    _ path: String, in parent: String, _ fileSystem: any FileSystem
  ) throws(LogError) {
    do throws(SystemError) {
      try fileSystem.makeDirectory(path, mode: .ownerFolder)
    } catch {
      guard error == .exists else { throw .unreachable("make the folder", path, error) }
      let status = try reaching("look at", path) { () throws(SystemError) in
        try fileSystem.linkStatus(at: path)
      }
      guard status.kind == .directory else {
        throw LogError(
          .notRegularFile, "\(path) is not a folder; move what stands there away", path: path)
      }
      return
    }
    try doing("sync the folder", parent) { () throws(SystemError) in
      try fileSystem.syncDirectory(parent)
    }
  }
}
