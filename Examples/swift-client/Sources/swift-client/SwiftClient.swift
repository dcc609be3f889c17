// Records with typed commands, then reads the log back into a read model of its own.
//
//   swift run swift-client LOG

import Foundation
import Projections
import ShiftEvents

@main
struct SwiftClient {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: swift-client LOG\n".utf8))
      exit(64)
    }
    let path = CommandLine.arguments[1]
    let recorder = try Recorder(recordingTo: path, creating: .ifMissing)

    // Each has an id of its own, so whoever runs this twice is answered by duplicates.
    try record(
      .registerUser("mia", roles: [.manager, .employee], PersonalData(name: "Mia")), "mia", "1",
      recorder)
    try record(.registerUser("bas", roles: [.employee]), "bas", "2", recorder)
    try record(.registerUser("eva", roles: [.employee]), "eva", "3", recorder)
    try record(
      .scheduleShift("L1", owner: "bas", date: "2030-01-07", start: "15:00", end: "20:00"), "mia",
      "4", recorder)
    try record(.supplyShift("L1"), "bas", "5", recorder)
    try record(.acceptShift("L1"), "bas", "6", recorder)
    try record(.acceptShift("L1"), "eva", "7", recorder)

    let log = try EventLog(opening: path)
    let favours = try log.fold(into: Favours())
    for (user, count) in favours.byUser.sorted(by: { $0.key < $1.key }) {
      print("\(user) took over \(count)")
    }
    let replay = try log.fold(into: Replay())
    print("\(replay.marketplace(at: SystemClock().now()).count) on the marketplace")
  }

  /// Records once; a rule that says no is an answer, everything else ends the program.
  static func record(
    _ command: Command, _ actor: UserID, _ id: String, _ recorder: Recorder
  ) throws {
    let submission = try Submission(command, by: actor, id: id, source: "/swift-client")
    switch try recorder.append(submission) {
    case .appended(let event): print("\(event.sequence) \(command.type.rawValue)")
    case .duplicate(let event): print("\(event.sequence) \(command.type.rawValue), as before")
    case .rejected(let rejection): print("rejected: \(rejection.message)")
    case .conflict(let conflict): print("conflict: \(conflict.message)")
    case .invalid(let fault): throw fault
    }
  }
}

/// The number of colleagues' shifts that each person took over.
struct Favours: Projection {
  private(set) var byUser: [UserID: Int] = [:]

  mutating func apply(_ recorded: RecordedEvent) {
    switch recorded.event {
    case .shiftAccepted(let event) where event.final: byUser[event.to, default: 0] += 1
    case .shiftApproved(let event): byUser[event.to, default: 0] += 1
    default: break
    }
  }
}
