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

  @Test func `refused submissions leave nothing behind, also between accepted ones`() async {
    // In a process of its own: all others add to the same table.
    await #expect(processExitsWith: .success) {
      let space = Workspace()
      var options = Recorder.Options()
      options.waitsForDisk = false
      let recorder = try Recorder(recordingTo: space.log, creating: .always, options: options)
      let (before, count) = (SymbolTable.shared.count, 2_000)
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
      let table = SymbolTable.shared
      // Some of the tool's own may have come.
      let left = table.count - before - count
      precondition(left < 10, "\(left) identifiers were left behind")
      precondition(table.highest - table.count < 20, "places were left behind")
    }
  }
}
