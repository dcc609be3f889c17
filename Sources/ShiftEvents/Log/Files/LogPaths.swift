/// The paths of a log and of the files that belong to it, and the file system that they lie in.
package struct LogPaths: Sendable {
  package let fileSystem: any FileSystem
  package let log: String
  /// The folder that holds the log.
  package let parent: String
  /// The folder of everything beside the log.
  package let folder: String
  // Looked at for each append.
  package let head: String
  package let people: String
  package let poisoned: String

  package init(log: String, _ fileSystem: any FileSystem = PosixFileSystem()) {
    (self.log, self.fileSystem) = (log, fileSystem)
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

  /// True if there is a file of names, and something in it.
  package var hasPeople: Bool {
    (try? fileSystem.linkStatus(at: people)).map { $0.lengthBytes > 0 } ?? false
  }

  /// The mark of a log that lives in a home: see `HomeMark`.
  package var home: String { folder + "/home" }
  /// A file that is written when the log was found to be as its home is.
  package var pulled: String { folder + "/pulled" }
  package var snapshots: String { folder + "/snapshots" }
  package var quarantine: String { folder + "/quarantine" }
  /// The lines of a log that is being restored, before it has its name.
  var restoring: String { folder + "/restoring" }

  /// The lines of a log that moves into a home, before they take the place of the file. The folder of the log
  /// may have a file of any name.
  package var moving: String { folder + "/moving" }

  /// Files of which one at least stands in the folder of a log.
  static let filesInFolder: Set<String> = [
    fetchedName, "head", "people.jsonl", "poisoned", "home", "pulled", "restoring", "moving",
    "rejected.jsonl",
    "rejected-before.jsonl",
  ]

  /// The copy that is fetched to take the place of a damaged one.
  package static let fetchedName = "fetched.jsonl"

  /// The socket that a session of an earlier version may have left behind.
  static let socketName = "socket"

}

extension LogPaths {
  /// The path of the names, where they are there and this account may not read them, or not look.
  package var unreadableNames: String? {
    do throws(LogError) {
      _ = try SideFile.open(people, [], fileSystem)
      return nil
    } catch { return error.code == .notPermitted ? people : nil }
  }

  /// Makes the folder beside the log where there is none, durably.
  func makeFolder() throws(LogError) { try makeFolder(folder, in: parent, asOwnerOf: log) }

  package func makeQuarantine() throws(LogError) {
    try makeFolder(quarantine, in: folder, asOwnerOf: folder)
  }

  func makeSnapshots() throws(LogError) {
    try makeFolder(snapshots, in: folder, asOwnerOf: folder)
  }

  private func makeFolder(
    _ path: String, in parent: String, asOwnerOf other: String
  ) throws(LogError) {
    do throws(SystemError) { try fileSystem.makeFolder(path, asOwnerOf: other) } catch {
      guard error == .exists else { throw .unreachable("make the folder", path, error) }
      let status = try reaching("look at", path, fileSystem.linkStatus(at: path))
      guard status.kind == .directory else {
        throw LogError(
          .notRegularFile, "\(path) is not a folder; move what stands there away", path: path)
      }
      return
    }
    try fileSystem.syncNames(in: parent)
  }
}

/// Returns a path as a shell takes it: in quotes where a shell would take it apart, and behind `./` where it
/// looks like an option.
package func shellWord(_ word: String) -> String {
  if word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 { return shellQuoted("./" + word) }
  return shellQuoted(word)
}

/// Returns a word in quotes where a shell would take it apart.
package func shellQuoted(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { isAlphanumeric($0) || "-_./=:,@%+".utf8.contains($0) }
  if isPlain, !word.isEmpty { return word }
  return "'\(word.replacingEach("'", with: "'\\''"))'"
}
