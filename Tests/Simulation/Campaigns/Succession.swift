import Synchronization
import TestSupport

@testable import ShiftEvents

/// Two to eight sessions hand lines on to a leader, which is killed before one of its calls, or stands still there until
/// each of the others has asked the log for itself. To send a reply counts as a call.
///
/// Of the others one leads then, until it is killed, too, or all is answered. They send again what was not answered.
struct Succession: Sendable {
  var followerCount: Int
  /// The call of each leader before which it is killed; the next one lives.
  var kills: [Int] = []
  /// The call before which the first leader stands still, if it is not killed.
  var stop: Int?
  var seed: UInt64

  /// A session that hands lines on.
  fileprivate struct Member {
    let stream: FileDescriptor
    /// The lines that it still has to hand on, in groups that it sends together.
    var groups: [[ForwardedLine]]
    /// Those that were handed on and not answered.
    var open: [ForwardedLine] = []
    var head: [UInt8] = []
    var last = SequenceNumber.zero
    var told: [(line: ForwardedLine, reply: Reply)] = []
    var hasLeft = false

    var isDone: Bool { hasLeft || open.isEmpty && groups.isEmpty }

    mutating func handOn(_ bytes: () -> [UInt8]) {
      if hasLeft || !open.isEmpty || groups.isEmpty { return }
      (open, head, last) = (groups.removeFirst(), bytes(), .zero)
    }

    mutating func hear(_ reply: Reply) {
      if hasLeft { return }
      told.append((open.removeFirst(), reply))
      last = max(last, (try? reply.get())?.recordedSequence ?? .zero)
    }

    /// Marks what the leader has not answered.
    mutating func loseLeader() {
      for index in open.indices {
        let known = open[index].inDoubtSince ?? AcknowledgedEnd(head).position?.sequence ?? .zero
        open[index].inDoubtSince = max(known, last)
      }
    }
  }

  fileprivate final class Members: Sendable {
    private let members: Mutex<[Member]>

    init(_ members: [Member]) { self.members = Mutex(members) }

    func withLock<Value: Sendable>(_ body: (inout [Member]) -> Value) -> Value {
      members.withLock { body(&$0) }
    }
  }

  /// What is wrong in the end, if anything is.
  func violation() -> String? {
    let disk = SimulatedDisk(Workload.twoPeople.state)
    let members = Members(Self.members(followerCount, seed))
    // True once one was told by a leader that ended with lines of others in its hands.
    var isInterrupted = stop != nil
    if let stop {
      let schedule = Schedule(2) { runnable, current, next in
        let isStopped = next?.index ?? 0 >= stop
        return current == 0 && !isStopped && runnable.contains(0) ? 0 : runnable.last!
      }
      schedule.run([
        { @Sendable in
          let process = disk.process { call in
            schedule.yield(0, before: call)
            return .proceed
          }
          _ = Self.lead(process, disk, members, SplitMix64(seed: seed))
        },
        { @Sendable in Self.leave(disk, members, SplitMix64(seed: seed + 1)) },
      ])
    }
    for (number, call) in (kills + [.max]).enumerated() {
      let process = disk.process { $0.index >= call ? .killed : .proceed }
      if Self.lead(process, disk, members, SplitMix64(seed: seed + UInt64(number) + 2)) {
        isInterrupted = true
      }
      members.withLock { members in for index in members.indices { members[index].loseLeader() } }
    }
    return check(disk, members.withLock { $0 }, isInterrupted: isInterrupted)
  }

  /// Leads until all is answered or the process ends.
  ///
  /// - Returns: whether it was killed when it had told some.
  private static func lead(
    _ process: SimulatedProcess, _ disk: SimulatedDisk, _ members: Members,
    _ seed: SplitMix64
  ) -> Bool {
    guard
      let recorder = try? Recorder(
        recordingTo: SimulatedDisk.log, options: .simulated(), process)
    else { return false }
    var random = seed
    var hasTold = false
    while !process.isDead, members.withLock({ $0.contains { !$0.isDone } }) {
      let taken = members.withLock { members in
        members.indices.shuffled(using: &random).flatMap { number in
          members[number].handOn { headBytes(disk) }
          let open = members[number].hasLeft ? [] : members[number].open
          return open.prefix(.random(in: 0...open.count, using: &random)).map { (number, $0) }
        }
      }
      let streams = members.withLock { $0.map(\.stream) }
      let replies = recorder.replies(
        toGathered: taken.map { gathered($0.1, stream: streams[$0.0]) })
      for (number, reply) in zip(taken.map(\.0), replies) {
        _ = process.ended([])
        if process.isDead { return hasTold }
        if case .failure(.left) = reply { continue }
        members.withLock { $0[number].hear(reply) }
        hasTold = true
      }
    }
    return process.isDead && hasTold
  }

  /// Each of the others ends its stream and asks the log for itself.
  private static func leave(
    _ disk: SimulatedDisk, _ members: Members, _ seed: SplitMix64
  ) {
    var random = seed
    let order = members.withLock { $0.indices.shuffled(using: &random) }
    for number in order {
      let process = disk.process { _ in .proceed }
      let (lines, stream) = members.withLock { members in
        members[number].loseLeader()
        return (members[number].open, members[number].stream)
      }
      process.end(stream)
      let recorder = try? Recorder(
        recordingTo: SimulatedDisk.log, options: .simulated(), process)
      let replies = recorder?.replies(toGathered: lines.map { gathered($0) }) ?? []
      members.withLock { members in
        for reply in replies { members[number].hear(reply) }
        members[number].hasLeft = true
      }
    }
  }

  private static func gathered(
    _ line: ForwardedLine, stream: FileDescriptor? = nil
  ) -> GatheredSubmission {
    line.gathered(SubmissionDecoder.decoded(line.line), stream: stream)
  }

  private static func headBytes(_ disk: SimulatedDisk) -> [UInt8] {
    let paths = LogPaths(log: SimulatedDisk.log, disk.process { _ in .proceed })
    return AcknowledgedEnd.bytes(of: AcknowledgedEnd.opened(paths))
  }
}

// The lines, and what is said of them.
extension Succession {
  /// Some lines have an id of their client's, some of them twice; one id is of all clients.
  fileprivate static func members(_ count: Int, _ seed: UInt64) -> [Member] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { number in
      var lines: [String] = []
      for line in 0..<Int.random(in: 1...5, using: &random) {
        let user = "m\(number)-\(line)"
        let id = Bool.random(using: &random) ? #""id":"i-\#(user)","# : ""
        lines.append(registration(user, id))
        if !id.isEmpty, Bool.random(using: &random) { lines.append(registration(user, id)) }
      }
      lines.insert(
        registration("shared", #""id":"shared","#), at: .random(in: 0...lines.count, using: &random)
      )
      let handed = lines.enumerated().map { line, text in
        let digits = "\(1_000_000_000_000 + number * 1_000 + line)"
        return ForwardedLine(Array(text.utf8), id: "00000000-0000-7000-8000-\(digits.suffix(12))")
      }
      let cut = Int.random(in: 0...handed.count, using: &random)
      return Member(
        stream: FileDescriptor(rawValue: 700 + Int32(number)),
        groups: [Array(handed[..<cut]), Array(handed[cut...])].filter { !$0.isEmpty })
    }
  }

  private static func registration(_ user: String, _ id: String) -> String {
    #"{\#(id)"type":"user.registered","actor":"\#(user)","subject":"\#(user)","data":{"roles":["student"]}}"#
  }

  fileprivate func check(
    _ disk: SimulatedDisk, _ members: [Member], isInterrupted: Bool
  ) -> String? {
    let log = (disk.state.contents(SimulatedDisk.log) ?? []).split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    var appenders: [String: [(member: Int, place: Int)]] = [:]
    for (number, member) in members.enumerated() {
      if !member.hasLeft, !member.isDone { return "session \(number) was not answered" }
      for (place, (line, reply)) in member.told.enumerated() {
        let receipt: Receipt
        switch reply {
        // The leader stands still with the lock in its hands.
        case .failure(let error) where error.code == .locked && stop != nil: continue
        case .failure(let error): return error.message
        case .success(let other): receipt = other
        }
        guard let sequence = receipt.recordedSequence else { return "a reply was \(receipt)" }
        let given = (try? SubmissionDecoder.decoded(line.line).get())?.id
        let id = given ?? line.id
        guard log[sequence.value - 1].contains(#""id":"\#(id)""#) else {
          return "\(id) was called event \(sequence), which is another"
        }
        if case .appended = receipt {
          appenders[id, default: []].append((number, place))
        } else if given == nil {
          return "\(id), which nobody else has, was called \(receipt.status)"
        } else if id != "shared", appenders[id] == nil {
          return "\(id) was called \(receipt.status) before it was called appended"
        }
      }
    }
    for (id, all) in appenders where all.count > 1 {
      // Others may hear the same if their leader ended after it had told one.
      if id == "shared", isInterrupted, Set(all.map(\.member)).count == all.count { continue }
      return "\(id) was called appended \(all.count) times"
    }
    for id in Set(log.compactMap { $0.split(separator: #""id":""#).last?.prefix { $0 != "\"" } }) {
      let count = log.count { $0.contains(#""id":"\#(id)""#) }
      if count != 1 { return "\(id) stands in the log \(count) times" }
      let isTold = members.allSatisfy { $0.told.allSatisfy { (try? $0.reply.get()) != nil } }
      if isTold, id.hasPrefix("i-") || id == "shared", appenders[String(id)] == nil {
        return "\(id) was called appended to nobody"
      }
    }
    return nil
  }

  /// Leaders that are killed, or stand still, before each of their calls.
  static func sweep(calls: Range<Int>, everyOne step: Int, seed: UInt64) -> [Succession] {
    Rounds.places(in: calls, everyOne: step).flatMap { call in
      let count = 2 + (call + Int(seed % 7)) % 7
      let seed = seed &+ UInt64(call)
      return [
        Succession(followerCount: count, kills: [call], seed: seed),
        Succession(followerCount: count, kills: [call, call * 7 % 90], seed: seed),
        Succession(followerCount: count, stop: call, seed: seed),
      ]
    }
  }
}
