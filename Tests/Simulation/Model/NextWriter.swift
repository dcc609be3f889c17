@testable import ShiftEvents

/// The writer after a crash: it opens the log as a new process and submits the last acknowledged
/// submission once more, and something new. The result is compared with the promises.
struct NextWriter {
  var promises: Promises
  /// The disk as the writer found it and as it is now.
  let disk: SimulatedDisk
  private let found: DiskState
  private let fileSystem: SimulatedProcess
  private let number: Int
  /// True if it had to write the head anew.
  private(set) var hasRenewedHead = false

  /// Why a promise was broken.
  struct Violation: Error, Hashable, Sendable {
    var message: String

    init(_ message: String) { self.message = message }
  }

  /// - Parameters:
  ///   - number: tells this writer's submissions from those of the one before.
  ///   - bug: the bug planted in the process.
  init(
    on state: DiskState, after promises: Promises, number: Int = 1, bug: PlantedBug? = nil,
    keepsMoments: Bool = false
  ) {
    self.promises = promises
    self.number = number
    found = state
    disk = SimulatedDisk(state, keepsMoments: keepsMoments)
    fileSystem = disk.process(bug)
  }

  private static let log = SimulatedDisk.log
  private static let paths = LogPaths(log: log)

  /// The new submissions; more than there are writers in a row.
  private static let probes = (0..<8).map { register("probe\($0)", named: "Probe") }

  /// Recovers, appends, and checks; the promises are those of the new state then.
  mutating func run() throws(Violation) {
    try createIfMissing()
    let kept = try append(mayRecover: true)
    try expectQuarantined(from: kept)
    try expectDurable()
  }

  /// Recovers and checks the log alone, which is a good deal quicker.
  mutating func mendEnd() throws(Violation) {
    try createIfMissing()
    let kept = try settle(mayRecover: true)
    let log = disk.state.contents(Self.log) ?? []
    guard log.count == kept else { throw Violation("the log ends elsewhere than the writer says") }
    if let message = promises.violation(in: log) { throw Violation(message) }
    try expectQuarantined(from: kept)
    try expectDurable()
  }

  /// Returns the end that the writer found.
  private mutating func settle(mayRecover: Bool) throws(Violation) -> Int {
    let report: TailReport
    do throws(LogError) {
      let file = try LogFile.open(Self.log, fileSystem)
      let writer = try LogWriter(file, lockTimeoutSeconds: 1)
      report = try writer.lock()
      writer.unlock()
    } catch {
      guard mayRecover else { throw Violation("after recovery: \(error.message)") }
      try recover(after: error)
      return try settle(mayRecover: false)
    }
    try expectHead(report.notices)
    return Int(report.end.lengthBytes)
  }

  private mutating func expectHead(_ notices: [String]) throws(Violation) {
    if notices.contains(where: { $0.contains("without a sync are gone") }) { hasRenewedHead = true }
    guard promises.isCreated, promises.keepsHead else { return }
    if notices.contains(where: { $0.contains("cannot be told") }) {
      throw Violation("the head was lost: \(notices)")
    }
  }

  private func createIfMissing() throws(Violation) {
    if found.inode(Self.log) != nil { return }
    if promises.isCreated { throw Violation("the log is gone") }
    do throws(LogError) { try LogFile.create(Self.log, fileSystem) } catch {
      throw Violation("no log can be made: \(error.message)")
    }
  }

  /// Returns the length of the log that the writer kept.
  private mutating func append(mayRecover: Bool) throws(Violation) -> Int {
    let probe = Self.probes[number]
    let recorder: Recorder
    let notices = Notifications()
    do throws(LogError) {
      recorder = try Recorder(
        recordingTo: Self.log, options: .simulated(telling: notices), fileSystem)
    } catch { throw Violation("the log does not open: \(error.message)") }
    let submissions = [probe] + (promises.last.map { [$0.submission] } ?? [])
    let receipts: [Receipt]
    do throws(LogError) { receipts = try recorder.append(contentsOf: submissions) } catch {
      try expectHead(notices.all)
      guard mayRecover else { throw Violation("after recovery: \(error.message)") }
      try recover(after: error)
      return try append(mayRecover: false)
    }
    try expectHead(notices.all)
    guard case .appended(let event) = receipts[0] else {
      throw Violation("the new event was answered with \(receipts[0])")
    }
    if let last = promises.last {
      guard case .duplicate(let found) = receipts[1], found.sequence == last.sequence else {
        throw Violation("the repeat of event \(last.sequence) was answered with \(receipts[1])")
      }
    }
    return try check(probe, at: event.sequence)
  }

  /// Refusing is right after a failed sync, and if whole lines stand behind a hole that may be among what was
  /// acknowledged: the head is lost, or tells of lines that no sync stands behind.
  private func recover(after refusal: LogError) throws(Violation) {
    switch refusal.code {
    case .poisoned:
      let isMarked =
        found.inode(Self.paths.poisoned) != nil
        || found.contents(Self.paths.head).map { AcknowledgedEnd($0).isPoisoned } ?? false
      if !isMarked { throw Violation("poisoned without a mark: \(refusal.message)") }
    case .damaged:
      let mayBeAcknowledged = !promises.keepsHead || hasUnsyncedHead
      if !mayBeAcknowledged || !hasLineBehindHole, !promises.hasUnsyncedCut {
        throw Violation("refused: \(refusal.message)")
      }
    default: throw Violation("refused: \(refusal.message)")
    }
    do throws(LogError) {
      try recoverLog()
    } catch { throw Violation("recovery failed: \(error.message)") }
  }

  /// Recovers as an operator would: if whole lines stand behind a hole, by naming the last event to
  /// keep.
  private func recoverLog() throws(LogError) {
    let file = try LogFile.open(Self.log, fileSystem)
    do throws(LogError) { _ = try OperatorRecovery.recover(file) } catch {
      guard error.code == .damaged, hasLineBehindHole || promises.hasUnsyncedCut else {
        throw error
      }
      let whole = try TailScan.scan(
        file.blocks(from: 0, upTo: try file.lengthBytes()), from: .empty)
      _ = try OperatorRecovery.recover(
        file, keepingUpTo: whole.complete.sequence)
    }
  }

  private var hasUnsyncedHead: Bool {
    guard let head = found.contents(Self.paths.head).map({ AcknowledgedEnd($0) }),
      case .valid(_, let isSynced) = head.state(firstHash: nil)
    else { return false }
    return !isSynced
  }

  private var hasLineBehindHole: Bool {
    let log = found.contents(Self.log) ?? []
    return promises.chains.contains { $0.hasLineBehindHole(in: log) }
  }

  /// Compares the writer's result with the promises, and adds its own promises.
  private mutating func check(
    _ probe: Submission, at sequence: SequenceNumber
  ) throws(Violation) -> Int {
    guard let log = disk.state.contents(Self.log), log.last == UInt8(ascii: "\n") else {
      throw Violation("the log does not end in a line")
    }
    let kept = (log.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let own = UserID("probe\(number)")
    let lines = people(disk.state)
    let others = lines.filter { $0.user != own }
    let before = Array(log[..<kept])
    if let message = promises.violation(in: before) ?? promises.violation(by: others, of: before) {
      throw Violation(message)
    }
    guard lines.count == others.count + 1 else { throw Violation("the new name is not there") }
    let newLine = String(decoding: log[kept...], as: UTF8.self)
    guard newLine.contains("\"subject\":\"probe\(number)\"") else {
      throw Violation("the new event is not the last one")
    }
    promises.lastLog = log
    promises.acknowledged = log
    promises.isCreated = true
    promises.last = (probe, sequence)
    return kept
  }

  private func people(_ state: DiskState) -> [Person] {
    (state.contents(Self.paths.people) ?? []).split(separator: UInt8(ascii: "\n")).compactMap {
      Person(line: $0)
    }
  }

  /// Bytes that recovery took off are in a file that a power cut does not take.
  private func expectQuarantined(from start: Int) throws(Violation) {
    guard let before = found.contents(Self.log), start < before.count else { return }
    let bytes = Array(before[start...])
    let worst = PowerCut(disk.state).worst
    let isKept = worst.list(Self.paths.quarantine).contains { name in
      name.hasPrefix("\(start)-")
        && worst.contents("\(Self.paths.quarantine)/\(name)") == bytes
    }
    if !isKept { throw Violation("\(bytes.count) bytes are gone and not in the quarantine") }
  }

  /// Requires that acknowledged bytes are on the disk, whatever else a power cut loses.
  private func expectDurable() throws(Violation) {
    let worst = PowerCut(disk.state).worst
    guard worst.contents(Self.log)?.begins(with: promises.acknowledged) == true else {
      throw Violation("an acknowledged event is not on the disk")
    }
    guard worst.contents(Self.paths.people) == disk.state.contents(Self.paths.people) else {
      throw Violation("what the people file shows is not on the disk")
    }
  }
}
