/// How a file begins that is a log, or what a crash left of its first line.
///
/// Without a head all bytes of a file in which no event stands could be a torn first line. Those of a
/// letter or a table are not, and whoever names such a file by mistake keeps it.
enum LogOpening {
  static let lengthBytes = 64

  /// An object begins there, or pages that never came to the disk.
  static func isPossible(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first.map { $0 == UInt8(ascii: "{") || $0 == 0 } ?? true
  }
}

extension LogFile {
  /// Throws where the file is no log, before anything is made beside it.
  func requireLog() throws(LogError) {
    let bytes = try doing("read", paths.log) { () throws(SystemError) in
      try fileSystem.bytes(descriptor, at: 0, count: LogOpening.lengthBytes)
    }
    // What is wrong with a log that has a head is damage.
    let hasHead = (try? fileSystem.linkStatus(at: paths.head)) != nil
    if hasHead || LogOpening.isPossible(bytes) { return }
    throw LogError(
      .damaged,
      "\(paths.log) does not begin with an event, and no head stands beside it: it is no log, and "
        + "nothing was changed; name another file, or make a log with: eventlog-tool init",
      path: paths.log)
  }
}
