import TestSupport
import Testing

/// A log that two processes race for, many times.
struct Race {
  static let count = Rounds.count(100, full: 500)

  let log: ClientLog
  let now: String
  let sessions: [Child]
  /// The races that each session has won.
  private(set) var wins = [0, 0]

  /// Begins a log with these submissions, and two sessions on it. The race is not about the disk.
  ///
  /// - Parameter begun: the moment of the beginning; `nil` for that of the races.
  init(at now: String, after beginning: [String], begun: String? = nil)
    throws
  {
    let log = try ClientLog()
    let made = try log.tool(
      "append", "-", "-f", log.path, "--now", begun ?? now,
      input: beginning.map { $0 + "\n" }.joined())
    try #require(made.code == 0, "\(made.output)")
    sessions = try (0..<2).map { _ in try log.session("--now", now, "--sync", "none") }
    (self.log, self.now) = (log, now)
  }

  /// Sends each session its line at once. One is recorded, and the other is refused with this code.
  ///
  /// - Returns: the session that won.
  mutating func run(_ lines: [String], refusing code: String) throws -> Int {
    for (line, session) in zip(lines, sessions) { session.send(line: line) }
    let replies = sessions.map { members($0.line()) }
    let winners = replies.indices.filter { replies[$0].text("status") == "appended" }
    try #require(winners.count == 1, "\(lines): \(replies)")
    let loser = replies[1 - winners[0]]
    #expect(loser.text("status") == "rejected" && loser.text("error") == code)
    wins[winners[0]] += 1
    return winners[0]
  }

  /// Ends both sessions. Each race has one event of the type, which names another thing each.
  func end(recording type: String, of member: String) throws {
    try end()
    let events = try log.lines.map { members($0) }.filter { $0.text("type") == type }
    let named = Set(events.compactMap { ($0["data"] as? [String: Any])?.text(member) })
    #expect(events.count == Self.count && named.count == Self.count)
    #expect(wins.reduce(0, +) == Self.count, "\(wins)")
  }

  func end() throws {
    for session in sessions { #expect(session.end() == 0) }
    try log.expectWhole()
  }
}

/// A submission as one line.
func submission(
  _ type: String, _ subject: String, _ actor: String, _ data: String = "{}"
) -> String {
  #"{"type":"\#(type)","subject":"\#(subject)","actor":"\#(actor)","data":\#(data)}"#
}

/// Submissions by which people register themselves, each with a role.
func registrations(_ people: [(String, String)]) -> [String] {
  people.map { submission("user.registered", $0.0, $0.0, #"{"roles":["\#($0.1)"]}"#) }
}
