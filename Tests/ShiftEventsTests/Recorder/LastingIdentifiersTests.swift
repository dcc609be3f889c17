import TestSupport
import Testing

@testable import ShiftEvents

/// Identifiers of submissions that are gone: public values keep their meaning, refused input leaves nothing.
@Suite("Identifiers that outlive their submission") struct LastingIdentifiersTests {
  private let space = Workspace()

  /// Takes the places of all identifiers that were given back.
  private func fillPlaces(_ label: String) -> Set<ShiftID> {
    Set((0..<200).map { ShiftID("\(label)-\($0)")! })
  }

  @Test func `a command and an actor stay what they were when their submission is gone`() throws {
    func parts() throws -> (Command, UserID) {
      let submission = try Submission(
        json: #"{"type":"shift.supplied","subject":"lasting-1","actor":"lasting-2"}"#)
      let copy = submission
      return (copy.command, submission.actor)
    }
    let (command, actor) = try parts()
    let others = fillPlaces("a")
    #expect(command == .supplyShift("lasting-1"))
    #expect("\(actor)" == "lasting-2" && actor == "lasting-2")
    guard case .supplyShift(let shift) = command else { return }
    #expect(!others.contains(shift))
  }

  @Test func `every identifier of a command lasts, also after a refusal`() throws {
    let recorder = try Recorder(recordingTo: space.log, creating: .always)
    func refused() throws -> [Command] {
      try [
        #"{"type":"shift.assigned","subject":"lasting-3","actor":"x-1","data":{"to":"lasting-4"}}"#,
        #"{"type":"shift.suggested","subject":"lasting-3","actor":"x-1","data":{"request":"lasting-5"}}"#,
        #"{"type":"skill.granted","subject":"lasting-4","actor":"x-1","data":{"skill":"lasting-6"}}"#,
      ].map { json in
        let submission = try Submission(json: json)
        #expect(try !recorder.append(submission).isRecorded)
        return submission.command
      }
    }
    let commands = try refused()
    _ = fillPlaces("b")
    let texts = commands.map { "\($0)" }.joined()
    for number in 3...6 { #expect(texts.contains("lasting-\(number)"), "\(texts)") }
    #expect(!texts.contains("b-"), "\(texts)")
  }

  @Test func `the event that a judgement foretells stays what it was`() throws {
    let recorder = try Recorder(recordingTo: space.log, creating: .always)
    func judgement() throws -> Judgement {
      try recorder.judge(
        Submission(
          json: """
            {"type":"user.registered","subject":"lasting-7","actor":"lasting-7","data":{"roles":["student"]}}
            """))
    }
    let judged = try judgement()
    _ = fillPlaces("c")
    guard case .accepted(.userRegistered(let event), _, _, _) = judged else {
      Issue.record("\(judged)")
      return
    }
    #expect("\(event.user)" == "lasting-7" && event.user == "lasting-7")
  }

  @Test func `a hundred thousand refused submissions leave the table as it was`() async {
    // In a process of its own: all others add to the same table.
    await #expect(processExitsWith: .success) { try checkRefused() }
  }

  @Test func `refused submissions leave nothing behind, also between accepted ones`() async {
    // In a process of its own: all others add to the same table.
    await #expect(processExitsWith: .success) {
      let space = Workspace()
      var options = Recorder.Options()
      options.waitsForDisk = false
      let recorder = try Recorder(recordingTo: space.log, creating: .always, options: options)
      let (before, count) = (Interner.shared.count, 2_000)
      let padding = String(repeating: "x", count: 44)
      for number in 0..<count {
        let refused = try (0..<3).map { member in
          try Submission(
            json:
              #"{"type":"shift.supplied","subject":"r\#(number)-\#(member)\#(padding)","actor":"a\#(number)\#(padding)"}"#
          )
        }
        let user = "kept-\(number)-\(padding)"
        let accepted = try Submission(
          json:
            #"{"type":"user.registered","subject":"\#(user)","actor":"\#(user)","data":{"roles":["student"]}}"#
        )
        let receipts = try recorder.append(contentsOf: refused + [accepted])
        precondition(receipts.map(\.isRecorded) == [false, false, false, true])
      }
      let table = Interner.shared
      // Some of the tool's own may have come.
      let left = table.count - before - count
      precondition(left < 10, "\(left) identifiers were left behind")
      precondition(table.highest - table.count < 20, "places were left behind")
    }
  }
}

/// Requires that refused submissions with new identifiers leave none in the table.
private func checkRefused() throws {
  var log = MemoryLog(clock: "2027-01-01T00:00:00.000Z")
  var decoder = SubmissionDecoder()
  func decoded(_ json: String) -> DecodedSubmission {
    let line = Array(json.utf8)
    let decoded = unsafe line.withUnsafeBytes { unsafe decoder.decode($0) }
    precondition(decoded.fault == nil)
    return decoded
  }
  func send(_ number: Int) throws -> Bool {
    let refused = decoded(
      """
      {"type":"shift.scheduled","subject":"s\(number)","actor":"a\(number)","data":{"owner":"o\(number)",\
      "date":"2027-02-01","start":"09:00","end":"17:00","place":"A place with a long name \(number)",\
      "labels":["l\(number)"]}}
      """)
    let sound = decoded(
      """
      {"type":"user.registered","subject":"u\(number)","actor":"u\(number)","data":{"roles":["student"]}}
      """)
    // Alone, in a batch of which another could be recorded, and as questions, in turns.
    switch number % 3 {
    case 0: return try log.append([refused])[0].isRecorded
    case 1: return try log.append([sound, refused], isBatch: true)[0].isRecorded
    default:
      guard case .accepted = try log.trial(sound.get()) else { return true }
      if case .accepted = try log.trial(refused.get()) { return true }
      return false
    }
  }
  func requireRefusal(_ number: Int) throws {
    let isTaken = try send(number)
    precondition(!isTaken, "\(number)")
  }
  // Some words of the tool's own are met for the first time.
  for number in 0..<3 { try requireRefusal(number) }
  let table = Interner.shared
  let (before, room) = ((table.count, table.highest), table.texts.lengthBytes)
  for number in 3..<Rounds.count(5_000, full: 100_000) { try requireRefusal(number) }
  precondition((table.count, table.highest) == before)
  // A longer number took another place once.
  precondition(table.texts.lengthBytes - room < 1_000)
}
