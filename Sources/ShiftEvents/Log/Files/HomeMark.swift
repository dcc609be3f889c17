/// The mark beside a log that lives in a home: the log is a copy then, and no writer appends to it alone.
///
/// One line that ends in its own SHA-256:
///
///     shift-events home 1 first=<64 digits> address=<address> sha256=<64 digits>
package struct HomeMark: Hashable, Sendable {
  /// The address of the home, as it was given.
  package var address: String
  /// The hash of the log's first line; zero while the log is empty.
  package var firstHash: Digest

  package init(address: String, firstHash: Digest) {
    (self.address, self.firstHash) = (address, firstHash)
  }
}

extension HomeMark {
  private var content: String { "shift-events home 1 first=\(firstHash) address=\(address)" }

  private var bytes: [UInt8] {
    Array("\(content) sha256=\(SHA256.hash(Array(content.utf8)))\n".utf8)
  }

  /// Reads a mark, whose address has no blanks. It counts if writing it again gives the same bytes.
  private init?(_ bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 6, let firstHash = Digest(String(words[3].trimmingPrefix("first="))) else {
      return nil
    }
    self.init(address: String(words[4].trimmingPrefix("address=")), firstHash: firstHash)
    if self.bytes != bytes { return nil }
  }

  /// The mark beside a log; `nil` if there is none.
  ///
  /// - Throws: `LogError` with the code `damaged` if it is not as it was written: nobody may then take the log
  ///   for one without a home.
  package static func read(_ paths: LogPaths) throws(LogError) -> HomeMark? {
    guard let bytes = try SideFile.contents(of: paths.home, paths.fileSystem) else { return nil }
    if let mark = HomeMark(bytes) { return mark }
    throw LogError(
      .damaged,
      "\(paths.home), which names the home of the log, is damaged; nothing was changed. Move \(paths.log) and "
        + "\(paths.folder) away, and clone the log anew from its home", path: paths.home)
  }

  /// Puts the mark in place, durably.
  package func write(_ paths: LogPaths) throws(LogError) {
    try paths.makeFolder()
    // No lock is held, so another process may be writing the same just now.
    let mark = ".\(UInt32.random(in: .min ... .max))"
    try SideFile.replace(paths.home, with: bytes, in: paths.folder, mark: mark, paths.fileSystem)
  }
}

extension HomeMark {
  /// The error of a file that is not the log that the mark names.
  package func another(than path: String) -> LogError {
    LogError(
      .replaced,
      "\(path) is another log than the one that lives in \(address); nothing was written. Put the copy "
        + "back, or have it anew with eventlog-tool pull \(shellWord(path))", path: path)
  }

  /// The error of a home that has no event where the mark knows the first one.
  package func showsNothing(of path: String) -> LogError {
    LogError(
      .damaged,
      "short: \(address) has no event of the log that \(path) is a copy of, or this role may not see it; "
        + "nothing was changed. See: eventlog-tool home grant, and push --restore on a copy that has events",
      path: path)
  }

  /// The error of a home that has another log under the name of the one that the mark names.
  package func homeOfAnother(than path: String) -> LogError {
    LogError(
      .damaged,
      "\(address) has another log under this name than the one that \(path) is a copy of; nothing of it "
        + "was taken. Keep the copy; eventlog-tool clone makes one of the other log elsewhere",
      path: path)
  }

  /// The advice where neither a copy nor its home has what was acknowledged.
  package static func lossRemedy(_ path: String) -> String {
    "Restore the home from a copy that has it. Where none has: eventlog-tool recover --lose-acknowledged "
      + shellWord(path)
  }

  /// The advice on a copy that lacks events, or has others: its home has them.
  ///
  /// - Parameter isSentence: true where nothing stands before it.
  static func remedy(_ path: String, isSentence: Bool = false) -> String {
    "\(isSentence ? "Its" : "its") home has the events, and eventlog-tool pull \(shellWord(path)) brings them"
  }
}

extension LogPaths {
  /// True if a mark says that the log is a copy of a home, also a mark that is damaged.
  var isCopyOfHome: Bool {
    get throws(LogError) { try SideFile.contents(of: home, fileSystem) != nil }
  }
}
