@testable import ShiftEvents

/// A host's connection to a simulated server.
final class SimulatedHome: LogHome {
  let name = "the simulated home"
  private let server: SimulatedServer
  private let host: Int
  private let process: SimulatedProcess
  private let bug: HomeBug?
  private var epoch: Int
  /// What a bug has not done yet.
  private var owed: HomeRecord?
  /// The lines that were seen, by sequence.
  private var seen: [UInt64: [UInt8]] = [:]
  private var hasAppended = false

  init(_ server: SimulatedServer, host: Int, _ process: SimulatedProcess, bug: HomeBug?) {
    (self.server, self.host, self.process, self.bug) = (server, host, process, bug)
    epoch = server.epoch
  }

  /// Lets happen what may happen between two calls, to this host or elsewhere.
  private func arrive() throws(HomeFailure) {
    try? process.disk.withContents { $0.seconds += 0.002 }
    if server.chance(12) { server.interlude(host) }
    if server.chance(30) { server.apply() }
    if server.chance(3) { server.failOver() }
    if server.chance(2) { process.kill() }
    if process.isDead { throw .refused(LogError(.ioFailed, "the process was killed")) }
    if epoch != server.epoch { throw .unknown("the connection is gone") }
    if let record = owed {
      owed = nil
      if continues(record) { server.commit(transaction(record)) }
    }
  }

  func begin(until deadlineSeconds: Double) { hasAppended = false }

  func reconnect() throws(HomeFailure) -> [String] {
    epoch = server.epoch
    if server.chance(10) { throw .unknown("no connection") }
    try arrive()
    return []
  }

  /// So small that news and attempts go over several pages.
  private static let pageCount = 3

  func adviceOnOpenEnd(from sequence: UInt64) -> String { "" }

  func lines(from sequence: UInt64) throws(HomeFailure) -> HomePage {
    try arrive()
    let rows = server.rows(ofStandby: bug == .looksOnStandby)
    var lines: [[UInt8]] = []
    while lines.count < Self.pageCount, let line = rows[sequence + UInt64(lines.count)] {
      lines.append(line)
      let place = sequence + UInt64(lines.count) - 1
      if seen[place] == nil { seen[place] = line }
    }
    switch bug {
    case .knownLineNotSeen:
      if let known = seen[sequence] { lines = [known] + lines.dropFirst() }
    case .refusalFromOldView where !hasAppended && sequence > 1: lines = Array(lines.prefix(1))
    default: break
    }
    return HomePage(lines: lines[...], isFull: lines.count == Self.pageCount)
  }

  func persons(of users: [UserID]) throws(HomeFailure) -> [Person] {
    try arrive()
    return server.persons().filter { users.contains($0.user) }
  }

  func makeDurable() throws(HomeFailure) {
    try arrive()
    if bug == .noBarrier { return }
    if server.chance(5) {
      server.failOver()
      throw .unknown("the server is gone")
    }
    server.flush()
  }

  func takeTurn(from sequence: UInt64) throws(HomeFailure) -> HomePage {
    try arrive()
    if let turn = server.turn, turn != host {
      throw .refused(LogError(.locked, "host \(turn) has the turn"))
    }
    server.turn = host
    return try lines(from: sequence)
  }

  func endTurn() { if server.turn == host { server.turn = nil } }

  // MARK: - Appending

  func append(_ record: HomeRecord) throws(HomeFailure) -> Bool {
    note(record)
    try arrive()
    hasAppended = true
    if bug == .copyFirst {
      owed = record
      return true
    }
    let fate = Int.random(in: 0..<100, using: &server.random)
    if fate < 5 { throw gone() }
    if fate < 7 { throw .again }
    server.settle()
    if bug == .restsOnTurn, server.turn == host {
      server.commit(transaction(record))
      return true
    }
    guard continues(record) else {
      if bug == .doNothing { insertRest(of: record) }
      return false
    }
    if bug == .namesApart { return try appendApart(record) }
    switch fate {
    case ..<15:
      server.commit(transaction(record))
      throw gone()
    case ..<25:
      server.commit(transaction(record), isFlushed: false, isVisible: false)
      throw gone()
    case ..<32:
      server.commit(transaction(record), isFlushed: false)
      if bug == .messageIgnored { return true }
      throw .unknown("WARNING 01000")
    default:
      remember(record)
      let waits = bug != .replyBeforeCommit
      if waits, server.turn == host { return try appendInTurn(record) }
      server.commit(transaction(record), isFlushed: waits, isVisible: waits)
      return true
    }
  }

  /// The commit that ends a turn waits for nobody; others see it at once. The next one waits for the standby.
  private func appendInTurn(_ record: HomeRecord) throws(HomeFailure) -> Bool {
    endTurn()
    server.commit(transaction(record), isFlushed: false)
    try makeDurable()
    return true
  }

  private func gone() -> HomeFailure {
    epoch = -1
    return .unknown("the connection is gone")
  }

  private func continues(_ record: HomeRecord) -> Bool {
    let rows = server.rows()
    let known = record.known
    if known.sequence > 0, !(rows[known.sequence].map { ends($0, with: known.hash) } ?? false) {
      return false
    }
    return lines(of: record).allSatisfy { rows[$0.sequence] == nil }
  }

  private func ends(_ line: [UInt8], with hash: Digest) -> Bool {
    line.suffix(66).elementsEqual(Array("\(hash)\"}".utf8))
  }

  private func lines(of record: HomeRecord) -> [(sequence: UInt64, line: [UInt8])] {
    record.lines.split(separator: UInt8(ascii: "\n")).enumerated().map {
      (record.known.sequence + UInt64($0) + 1, Array($1))
    }
  }

  private func transaction(_ record: HomeRecord) -> SimulatedServer.Transaction {
    .init(lines: lines(of: record), persons: record.persons, outdated: record.outdated)
  }

  private func insertRest(of record: HomeRecord) {
    let rows = server.rows()
    server.commit(.init(lines: lines(of: record).filter { rows[$0.sequence] == nil }))
  }

  private func appendApart(_ record: HomeRecord) throws(HomeFailure) -> Bool {
    server.commit(.init(lines: lines(of: record), outdated: record.outdated))
    try arrive()
    server.commit(.init(persons: record.persons))
    return true
  }

  private func remember(_ record: HomeRecord) {
    for (sequence, line) in lines(of: record) where seen[sequence] == nil { seen[sequence] = line }
  }

  /// Notes under which id the host tries to record what.
  private func note(_ record: HomeRecord) {
    for (_, line) in lines(of: record) {
      let text = String(decoding: line, as: UTF8.self)
      guard let subject = text.split(separator: #""subject":""#).last?.split(separator: "\"").first,
        text.contains("user.registered"),
        let id = text.split(separator: #""id":""#).dropFirst().first?.split(separator: "\"").first
      else { continue }
      server.attempted["\(host) \(subject)", default: []].insert(String(id))
    }
  }
}
