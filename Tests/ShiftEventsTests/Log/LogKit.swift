import Foundation

@testable import ShiftEvents

/// A folder of its own for a test, removed when the test lets go of it.
final class Workspace: Sendable {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("shift-log-\(UUID().uuidString)").path
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var log: String { path + "/events.jsonl" }
  var paths: LogPaths { LogPaths(log: log) }

  func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
  }

  var logBytes: [UInt8] { bytes(log) }

  /// Overwrites in place, so that the file stays the same one.
  func write(_ bytes: [UInt8], to path: String) {
    let file = FileHandle(forWritingAtPath: path) ?? make(path)
    try! file.truncate(atOffset: 0)
    try! file.write(contentsOf: Data(bytes))
    try! file.close()
  }

  private func make(_ path: String) -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return FileHandle(forWritingAtPath: path)!
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

/// All events of a log.
func events(of path: String) throws -> [RecordedEvent] {
  let reader = try LogReader(reading: path)
  var events: [RecordedEvent] = []
  while let event = try reader.next() { events.append(event) }
  return events
}

/// Lines of an unknown type, so that they test storage alone.
struct TestLines {
  private(set) var bytes: [UInt8] = []
  private(set) var sequence: UInt64 = 0
  private(set) var hash = Digest.zero
  private(set) var firstHash = Digest.zero

  init() {}

  init(after end: LogEnd) {
    sequence = end.sequence
    hash = end.hash
    firstHash = end.firstHash
  }

  mutating func add(_ text: String = "an event", more: Bool = false, second: Int = 0) {
    sequence += 1
    let digits = String(repeating: "0", count: 12 - String(sequence).count) + String(sequence)
    let content =
      #"{"specversion":"1.0","id":"t\#(sequence)","source":"/test","type":"test.noted","subject":"T","#
      + #""time":"2026-01-02T08:00:0\#(second).000Z","sequence":"\#(digits)","actor":"tester""#
      + (more ? #","more":true"# : "") + #","data":{"text":"\#(text)"}"#
    hash = Digest.chain(previous: hash, content: SHA256.hash(Array(content.utf8)))
    if sequence == 1 { firstHash = hash }
    bytes += Array("\(content),\"hash\":\"\(hash)\"}\n".utf8)
  }

  mutating func addBatch(_ count: Int) {
    for index in 0..<count { add("of a batch", more: index < count - 1) }
  }

  var frontier: LogEnd {
    LogEnd(
      lengthBytes: UInt64(bytes.count), sequence: sequence, hash: hash, firstHash: firstHash)
  }

  static func log(_ count: Int) -> TestLines {
    var lines = TestLines()
    for _ in 0..<count { lines.add() }
    return lines
  }
}

extension LogWriter {
  static func open(
    _ path: String, _ fileSystem: any FileSystem = PosixFileSystem(),
    waitsForDisk: Bool = true, lockTimeoutSeconds: Double = 5
  ) throws(LogError) -> LogWriter {
    try LogWriter(
      try LogFile.open(path, fileSystem), waitsForDisk: waitsForDisk,
      lockTimeoutSeconds: lockTimeoutSeconds)
  }

  /// One whole append, as a recorder makes it.
  @discardableResult
  func appendLines(_ count: Int = 1, text: String = "an event") throws(LogError) -> LogEnd {
    let report = try lock(withHead: true)
    var lines = TestLines(after: report.end)
    for _ in 0..<count { lines.add(text) }
    let end: LogEnd
    do throws(LogError) {
      end = try append(
        lines.bytes, sequence: lines.sequence, hash: lines.hash, firstHash: lines.firstHash)
    } catch {
      unlock()
      throw error
    }
    unlock(willCommit: true)
    try commit(upTo: end)
    return end
  }
}

extension Workspace {
  /// A log made and acknowledged as a writer does it.
  func makeLog(_ count: Int) throws -> LogEnd {
    try LogFile.create(log)
    let writer = try LogWriter.open(log)
    var end = LogEnd.empty
    for _ in 0..<count { end = try writer.appendLines() }
    return end
  }

  /// Adds bytes that are not acknowledged.
  func addUnacknowledged(_ bytes: [UInt8]) {
    let file = FileHandle(forWritingAtPath: log)!
    try! file.seekToEnd()
    try! file.write(contentsOf: Data(bytes))
    try! file.close()
  }

  var head: AcknowledgedEnd { AcknowledgedEnd(bytes(paths.head)) }

  var acknowledged: LogEnd? {
    guard case .valid(let frontier, _) = head.state(firstHash: nil) else { return nil }
    return frontier
  }
}

func logError(_ body: () throws -> Void) -> LogError? {
  do {
    try body()
    return nil
  } catch {
    return error as? LogError
  }
}
