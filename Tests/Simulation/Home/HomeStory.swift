import Synchronization
import TestSupport

@testable import ShiftEvents

/// Some hosts that record in one home, each with a copy on a disk of its own, while servers and processes
/// fail.
final class HomeStory {
  struct Host {
    let disk: SimulatedDisk
    var process: SimulatedProcess
    var recorder: Recorder?
    var isBusy = false
  }

  private let server: SimulatedServer
  private var hosts: [Host] = []
  private let bug: HomeBug?
  private var userCount = 0
  /// The events that were acknowledged.
  private var acknowledged: [(sequence: SequenceNumber, hash: Digest)] = []
  /// The users whose registration was acknowledged, and to how many of them others have been told to follow.
  private var users: [String] = []
  private var followedCount = 0
  /// What failed and has an id; it is sent again.
  private var failed: [Submission] = []
  private(set) var violation: String?
  private(set) var failedCount = 0

  private static let mark = HomeMark(address: "postgresql://home/db?log=store", firstHash: .zero)

  init(seed: UInt64, hostCount: Int = 3, bug: HomeBug?) {
    server = SimulatedServer(seed: seed)
    self.bug = bug
    for _ in 0..<hostCount {
      let disk = SimulatedDisk(SimulatedDisk.empty)
      let maker = disk.process { _ in .proceed }
      _ = try? LogFile.create(SimulatedDisk.log, maker)
      try? Self.mark.write(LogPaths(log: SimulatedDisk.log, maker))
      hosts.append(Host(disk: disk, process: maker))
    }
    for index in hosts.indices { start(index) }
    server.interlude = { [unowned self] host in
      let others = hosts.indices.filter { $0 != host && !hosts[$0].isBusy }
      if let other = others.randomElement(using: &server.random) { act(other) }
    }
  }

  /// A process that may be killed before any of its calls.
  private func start(_ index: Int) {
    let seed = server.random.next()
    let rule = KillingRule(seed: seed)
    let process = hosts[index].disk.process { _ in rule.next() }
    let home = SimulatedHome(server, host: index, process, bug: bug)
    let writer = Shared(HomeBug.writer(home, bug))
    var options = Recorder.Options.simulated()
    options.home = { _ in writer.value }
    hosts[index].process = process
    hosts[index].recorder = try? Recorder(
      recordingTo: SimulatedDisk.log, options: options, process)
  }

  /// Lets one host append something.
  private func act(_ index: Int) {
    if violation != nil { return }
    if hosts[index].process.isDead || hosts[index].recorder == nil { start(index) }
    guard let recorder = hosts[index].recorder else { return }
    hosts[index].isBusy = true
    defer { hosts[index].isBusy = false }
    let isLost = server.hasLost && !isKnownToServer(copyOf: index)
    let (submissions, isRepeated, isFollowing) = next()
    let replies = recorder.replies(
      to: submissions.map { .success($0) }, isBatch: submissions.count > 1)
    if hosts[index].process.isDead { return failed += submissions.filter { $0.id != nil } }
    for (submission, reply) in zip(submissions, replies) {
      check(reply, to: submission, isRepeated, isFollowing, isLost: isLost)
    }
  }

  private func next() -> (submissions: [Submission], isRepeated: Bool, isFollowing: Bool) {
    if !failed.isEmpty, server.chance(30) { return ([failed.removeFirst()], true, false) }
    if users.count > followedCount + 1, server.chance(40) {
      followedCount += 1
      let (follower, followed) = (users[followedCount], users[followedCount - 1])
      let following = submission(
        "f-\(follower)", "user.followed", by: follower, of: followed)
      return ([following], false, true)
    }
    // A batch may go over several pages of the home.
    let count = server.chance(25) ? Int.random(in: 2...7, using: &server.random) : 1
    return ((0..<count).map { _ in registration() }, false, false)
  }

  private func registration() -> Submission {
    userCount += 1
    let user = "u\(userCount)"
    let id = server.chance(50) ? #""id":"r-\#(user)","# : ""
    let name = server.chance(50) ? #","name":"Name of \#(user)""# : ""
    let json =
      #"{\#(id)"type":"user.registered","actor":"\#(user)","subject":"\#(user)","data":{"roles":["student"]\#(name)}}"#
    do throws(InvalidSubmission) { return try Submission(json: json) } catch {
      preconditionFailure("\(json): \(error.message)")
    }
  }

  private func check(
    _ reply: Reply, to submission: Submission, _ isRepeated: Bool, _ isFollowing: Bool,
    isLost: Bool
  ) {
    if isLost {
      if case .failure(let error) = reply, error.code == .damaged { return }
      if case .failure = reply { return }
      return fail("a copy knew what the home had lost, and the reply was \(reply)")
    }
    // What it rests on may be lost, too.
    if server.hasLost { return }
    switch reply {
    case .success(.appended(let event)):
      note(submission, event.sequence, event.hash)
    case .success(.duplicate(let event)):
      if !isRepeated { fail("what was sent once was called a duplicate") }
      note(submission, event.sequence, event.hash)
    case .failure(let error):
      failedCount += 1
      // Nobody touches the copies either.
      if error.code == .damaged || error.code == .replaced {
        fail("a loss was reported, and nothing was lost: \(error.message)")
      }
      if submission.id != nil { failed.append(submission) }
    case .success(let refusal):
      // What is sent again and concerns a user who is known by then has its id.
      fail("a legal submission was refused: \(refusal)")
    }
  }

  private func note(_ submission: Submission, _ sequence: SequenceNumber, _ hash: Digest) {
    acknowledged.append((sequence, hash))
    if submission.type == .userRegistered { users.append("\(submission.actor)") }
  }

  private func fail(_ message: String) { violation = violation ?? message }

  private func isKnownToServer(copyOf index: Int) -> Bool {
    let lines = (hosts[index].disk.state.contents(SimulatedDisk.log) ?? [])
      .split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return true }
    return server.rows()[UInt64(lines.count)] == Array(last)
  }

  /// Runs the hosts, and returns what went wrong.
  func run(steps: Int, promotesStale: Bool) -> String? {
    for _ in 0..<steps { act(Int.random(in: hosts.indices, using: &server.random)) }
    if !promotesStale { server.interlude = { _ in } }
    if promotesStale {
      server.failOverToStale()
      for _ in 0..<3 { for index in hosts.indices { act(index) } }
      return violation
    }
    server.settle()
    return violation ?? wrongInTheEnd()
  }

  private func wrongInTheEnd() -> String? {
    let rows = server.rows()
    var history = ImportedLines(of: "the home", after: .start)
    for sequence in 0..<UInt64(rows.count) {
      guard let line = rows[sequence + 1] else { return "line \(sequence + 1) is missing" }
      if let fault = history.take([line]) { return fault.message }
    }
    if !history.isWhole { return "a batch has no end" }
    for (sequence, hash) in acknowledged {
      guard let line = rows[UInt64(sequence.value)],
        String(decoding: line, as: UTF8.self).hasSuffix("\(hash)\"}")
      else { return "event \(sequence) was acknowledged and is gone" }
    }
    if let (subject, ids) = server.attempted.first(where: { $0.value.count > 1 }) {
      return "\(subject) was tried under \(ids.count) ids"
    }
    return wrongNames(rows) ?? wrongCopies(rows)
  }

  private func wrongNames(_ rows: [UInt64: [UInt8]]) -> String? {
    let profiles = Set(server.persons().map { "\($0.profile)" })
    for line in rows.values {
      let text = String(decoding: line, as: UTF8.self)
      guard let digits = text.split(separator: #""profile":""#).dropFirst().first?.prefix(64) else {
        continue
      }
      if !profiles.contains(String(digits)) { return "a name is missing for \(text)" }
    }
    return nil
  }

  private func wrongCopies(_ rows: [UInt64: [UInt8]]) -> String? {
    let bytes = (0..<UInt64(rows.count)).flatMap { rows[$0 + 1]! + [UInt8(ascii: "\n")] }
    for index in hosts.indices {
      for _ in 0..<20 {
        if hosts[index].process.isDead || hosts[index].recorder == nil { start(index) }
        do throws(LogError) {
          try hosts[index].recorder?.pull()
        } catch {
          if error.code == .damaged { return "pull: \(error.message)" }
          continue
        }
        break
      }
    }
    for (index, host) in hosts.enumerated() {
      let copy = host.disk.state.contents(SimulatedDisk.log) ?? []
      let isBehind = bytes.starts(with: copy)
      if !isBehind { return "the copy of host \(index) is not the log" }
    }
    return nil
  }
}

/// Kills a process once in a while.
private final class KillingRule: Sendable {
  private let random: Mutex<SplitMix64>

  init(seed: UInt64) { random = Mutex(SplitMix64(seed: seed)) }

  func next() -> SimulatedProcess.Fate {
    random.withLock { Int.random(in: 0..<400, using: &$0) } == 0 ? .killed : .proceed
  }
}

/// Handed to one thread only: a story runs on one.
private struct Shared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
