import Foundation
import Synchronization
import TestSupport
import Testing

/// Clients of sessions on the copies of hosts. Each keeps one submission on its way, on a thread of its own.
///
/// A client whose session ends, or answers `failed`, starts a new one if it must and asks again with the same
/// id, until it is told.
final class HomeWriters: Sendable {
  struct Submission: Sendable {
    var id: String
    var line: String
    /// The index of the copy that it goes to; `nil` if that is the one before.
    var copy: Int?

    /// A new employee.
    static func register(_ user: String) -> Submission {
      Submission(
        id: "r-\(user)",
        line: Story.event(
          "r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#))
    }
  }

  /// A log as a host names it.
  struct Copy: Sendable {
    /// A path or an address.
    var log: String
    /// The folder for copies of logs that are named by addresses.
    var cache = ""
  }

  /// The story of a submission.
  struct Outcome: Sendable {
    var id: String
    /// The index of the copy that it went to.
    var copy: Int
    /// `appended`, `duplicate` or `rejected`; `nil` if nobody told.
    var status: String?
    var sequence = 0
    var hash = ""
    var waitSeconds = 0.0
    /// The times that it was asked for without an answer, or was answered `failed`.
    var unknown = 0
    /// What was answered instead of an outcome; empty for no answer at all.
    var failures: [String] = []
    /// The line that was answered last.
    var reply = ""

    var isAcknowledged: Bool { status == "appended" || status == "duplicate" }
  }

  private struct State {
    var outcomes: [Outcome] = []
    var acknowledged = 0
    var sessions: [Int: pid_t] = [:]
    var running = 0
    var isEnding = false
  }

  private let state = Mutex(State())
  private let scratch: String
  private let copies: [Copy]
  private let lockTimeoutSeconds: Int
  private let tool: @Sendable (_ writer: Int) -> String
  private let next: @Sendable (_ writer: Int, _ number: Int) -> Submission?

  /// - Parameters:
  ///   - copies: the logs as the hosts name them.
  ///   - writers: the index of the copy of each writer.
  ///   - tool: the program of a writer's next session.
  ///   - next: what a writer submits; `nil` ends it.
  init(
    _ copies: [Copy], writers: [Int], lockTimeoutSeconds: Int = 60,
    tool: @escaping @Sendable (_ writer: Int) -> String = { _ in BuiltTool.path },
    _ next: @escaping @Sendable (_ writer: Int, _ number: Int) -> Submission?
  ) {
    scratch =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("eventlog-\(UUID().uuidString)").path
    try! FileManager.default.createDirectory(
      atPath: scratch, withIntermediateDirectories: true)
    self.copies = copies
    self.lockTimeoutSeconds = lockTimeoutSeconds
    self.tool = tool
    self.next = next
    state.withLock { $0.running = writers.count }
    for (writer, copy) in writers.enumerated() {
      Thread.detachNewThread { self.run(writer, copy) }
    }
  }

  convenience init(
    _ copies: [LogFolder], writers: [Int],
    _ next: @escaping @Sendable (_ writer: Int, _ number: Int) -> Submission?
  ) {
    self.init(copies.map { Copy(log: $0.log) }, writers: writers, next)
  }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  // MARK: - The test's side

  /// The sessions that run.
  var sessions: [pid_t] { state.withLock { Array($0.sessions.values) } }

  /// Ends the session of a writer with `kill -9`.
  func kill(_ writer: Int) {
    if let session = state.withLock({ $0.sessions[writer] }) { Foundation.kill(session, SIGKILL) }
  }

  var acknowledged: Int { state.withLock { $0.acknowledged } }

  /// Lets them finish what is on its way, and returns all that was submitted.
  func end(waitSeconds: Double = 180, sourceLocation: SourceLocation = #_sourceLocation)
    -> [Outcome]
  {
    state.withLock { $0.isEnding = true }
    return wait(seconds: waitSeconds, sourceLocation: sourceLocation)
  }

  /// Waits until each has submitted all that it was to.
  func wait(seconds: Double = 300, sourceLocation: SourceLocation = #_sourceLocation) -> [Outcome] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while state.withLock({ $0.running }) > 0 {
      if ContinuousClock.now > deadline {
        Issue.record("the writers did not end in time", sourceLocation: sourceLocation)
        for session in sessions { Foundation.kill(session, SIGKILL) }
        break
      }
      usleep(5_000)
    }
    return state.withLock { $0.outcomes }
  }

  /// The attempts that sessions found to be recorded, and not recorded, after nobody had told them.
  var attempts: (recorded: Int, unrecorded: Int) {
    var counts = (recorded: 0, unrecorded: 0)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []
    for name in names where name.hasPrefix("errors-") {
      let contents = FileManager.default.contents(atPath: scratch + "/" + name) ?? Data()
      let text = String(decoding: contents, as: UTF8.self)
      counts.recorded += text.ranges(of: "had been recorded").count
      counts.unrecorded += text.ranges(of: "had not been recorded").count
    }
    return counts
  }

  /// The attempts whose outcome nobody told are of both kinds.
  var hasMetBothKinds: Bool { attempts.recorded > 0 && attempts.unrecorded > 0 }

  // MARK: - The thread of a client

  private func run(_ writer: Int, _ first: Int) {
    defer { state.withLock { $0.running -= 1 } }
    var copy = first
    var session: Child?
    var (number, triesInTheEnd) = (0, 20)
    while !state.withLock({ $0.isEnding }), let submission = next(writer, number) {
      number += 1
      if let other = submission.copy, other != copy {
        end(session)
        (session, copy) = (nil, other)
      }
      var outcome = Outcome(id: submission.id, copy: copy)
      let start = ContinuousClock.now
      while !outcome.isAcknowledged, outcome.status != "rejected" {
        if session == nil {
          session = begin(writer, copy)
          // A session that cannot even begin: the home is out of reach, and it is asked again.
          if session == nil {
            // In the end, too: the last one that was killed may have recorded it.
            if state.withLock({ $0.isEnding }) { triesInTheEnd -= 1 }
            if triesInTheEnd == 0 { break }
            usleep(50_000)
            continue
          }
        }
        guard session!.send(submission.line + "\n"), let reply = session!.line() else {
          outcome.unknown += 1
          outcome.failures.append("")
          session = nil
          continue
        }
        outcome.reply = reply
        let members = OrderedJSON(reply)
        outcome.status = members["status"]?.text
        outcome.sequence = members["sequence"]?.number ?? 0
        outcome.hash = members["hash"]?.text ?? ""
        if outcome.status == "failed" {
          outcome.unknown += 1
          outcome.failures.append(reply)
          if state.withLock({ $0.isEnding }) { break }
        }
      }
      outcome.waitSeconds = (ContinuousClock.now - start) / .seconds(1)
      state.withLock {
        $0.outcomes.append(outcome)
        $0.acknowledged += outcome.isAcknowledged ? 1 : 0
      }
    }
    end(session)
    state.withLock { $0.sessions[writer] = nil }
  }

  private func end(_ session: Child?) { _ = session?.end() }

  private func begin(_ writer: Int, _ index: Int) -> Child? {
    let copy = copies[index]
    let session = try! Child(
      tool(writer),
      ["append", "--session", "-v", "--lock-timeout", "\(lockTimeoutSeconds)", "-f", copy.log],
      environment: copy.cache.isEmpty ? [:] : ["XDG_CACHE_HOME": copy.cache], scratch: scratch,
      patienceSeconds: 300)
    state.withLock { $0.sessions[writer] = session.pid }
    guard session.line() != nil else { return nil }
    return session
  }
}

extension HomeWriters {
  static func register(_ user: String) -> String { Submission.register(user).line }

  /// A server with a log of these people, and a copy of it.
  static func log(of people: String...) -> (server: PostgresServer, folder: LogFolder) {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append(people.map { register($0) }, "--each").code == 0)
    return (server, folder)
  }
}
