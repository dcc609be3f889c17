import Foundation
import ShiftEvents

/// A log whose acknowledged lines are good, and anything behind them.
///
/// The first byte says what the others are: 0, the end of the log, with a good head; 1, the same
/// with no head; 2, a head file, then the end of the log; 3, all of a log without a head.
enum RecoveryCheck {
  static func run(_ bytes: [UInt8]) throws {
    guard let mode = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let headLength = AcknowledgedEndRecord.fileLengthBytes
    switch mode & 3 {
    case 0: try run(tail: rest, head: Template.shared.head)
    case 1: try run(tail: rest, head: nil)
    case 2: try run(tail: Array(rest.dropFirst(headLength)), head: Array(rest.prefix(headLength)))
    default:
      let folder = try FuzzedFolder(log: rest, head: nil)
      try folder.read()
      if (try? folder.open()) != nil { try folder.requireWhole() }
      if (try? folder.recover()) != nil { try folder.requireWhole() }
    }
  }

  private static func run(tail: [UInt8], head: [UInt8]?) throws {
    let good = Template.shared.log
    let before = good + tail
    let folder = try FuzzedFolder(log: before, head: head)
    try folder.read()
    let isOwnHead = head == Template.shared.head
    if isOwnHead {
      let findings = try folder.findings()
      try require(
        findings.allSatisfy { $0.offset >= UInt64(good.count) && $0.kind != .short },
        "good lines are called bad: \(findings)")
    }
    do {
      try folder.open()
      let after = try folder.logBytes()
      try require(after.starts(with: good), "a writer took good lines off")
      try require(before.starts(with: after), "a writer changed bytes")
      if after.count < before.count {
        try require(
          folder.quarantine.contains(Array(before[after.count...])), "bytes are gone for good")
      }
      try folder.requireWhole()
    } catch let error as LogError {
      try require(error.code == .damaged, "a writer ended in \(error)")
      try require(try folder.logBytes() == before, "a writer refused and changed bytes")
    }
    do {
      try folder.recover()
      try require(try folder.logBytes().starts(with: good), "recovery took good lines off")
      try folder.requireWhole()
    } catch let error as LogError {
      try require(error.code == .damaged, "recovery ended in \(error)")
    }
  }
}

/// A good log with its head, made once.
private struct Template {
  var log: [UInt8]
  var head: [UInt8]

  static let shared: Template = {
    do {
      let folder = try FuzzedFolder(log: nil, head: nil)
      var options = Recorder.Options()
      options.clock = StoryClock()
      let recorder = try Recorder(recordingTo: folder.log, creating: .always, options: options)
      let lines = Story.submissions.prefix(4).map { Story.decoded(Array($0.utf8)) }
      let replies = recorder.replies(to: Array(lines))
      precondition(replies.allSatisfy(\.isRecorded))
      return Template(log: try folder.logBytes(), head: folder.bytes(folder.log + ".d/head"))
    } catch { preconditionFailure("the good log cannot be made: \(error)") }
  }()
}

/// The corpus continues a log that is the same each time.
private struct StoryClock: WallClock {
  func now() -> Timestamp { Story.clock }
}

/// A folder with a log for one run, in memory if the system has such a place.
private final class FuzzedFolder {
  private let path: String
  var log: String { path + "/l" }

  private static let base =
    FileManager.default.isWritableFile(atPath: "/dev/shm")
    ? "/dev/shm" : FileManager.default.temporaryDirectory.path

  init(log bytes: [UInt8]?, head: [UInt8]?) throws {
    path = "\(Self.base)/fuzz-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path + "/l.d", withIntermediateDirectories: true)
    if let bytes { try Data(bytes).write(to: URL(filePath: log)) }
    if let head { try Data(head).write(to: URL(filePath: log + ".d/head")) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
  }

  func logBytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: log))) }

  var quarantine: [[UInt8]] {
    let folder = log + ".d/quarantine"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { bytes("\(folder)/\($0)") }
  }

  /// Readers end in an error at worst.
  func read() throws {
    do throws(LogError) {
      let reader = try LogReader(reading: log)
      while try reader.next() != nil {}
    } catch {
      try require([.damaged, .replaced].contains(error.code), "a reader ended in \(error)")
    }
  }

  func open() throws { try Recorder(recordingTo: log).refresh() }

  func recover() throws {
    _ = try OperatorRecovery.recover(try LogFile.open(log))
  }

  func findings() throws -> [Finding] { try LogVerifier.verify(log).findings }

  func requireWhole() throws {
    let report = try LogVerifier.verify(log)
    try require(!report.isDamaged, "what was made good is damaged: \(report.findings)")
  }
}
