// A service in small: many tasks record through one recorder.

import Foundation
import Projections
import ShiftEvents

/// The log of a store, as a service keeps it open.
struct Store {
  let recorder: Recorder

  init(path: String) throws {
    var options = Recorder.Options()
    options.lockTimeoutSeconds = 2
    options.onNotice = { print("notice:", $0) }
    recorder = try Recorder(recordingTo: path, creating: .ifMissing, options: options)
  }

  /// Records a command. A client that heard no answer sends the same request again.
  func record(_ command: Command, by user: UserID, request: String) async throws -> String {
    let submission = try Submission(command, by: user, id: request, source: "/store")
    do throws(LogError) {
      switch try await recorder.append(submission) {
      case .appended, .duplicate: return "done"
      case .rejected(let rejection): return rejection.message
      case .conflict(let conflict): return conflict.message
      case .invalid(let fault): return fault.message
      }
    } catch {
      switch error.code {
      case .locked: return "busy, try again"
      case .damaged, .poisoned: return "closed: \(error.message)"
      default: return "not known whether recorded; send it again: \(error.message)"
      }
    }
  }
}

extension EventLog {
  /// The newest notices to a person.
  func news(of user: UserID) throws -> RowTable { try rows(.inbox, of: user, last: 30) }

  func countUsers() async throws -> Int {
    var count = 0
    for try await page in pages(.users, limit: 50) { count += page.rows.count }
    return count
  }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: store LOG")
  exit(64)
}
let store = try Store(path: CommandLine.arguments[1])
var policies = WorkplacePolicies()
guard let amsterdam = Zone("Europe/Amsterdam") else { fatalError("no such zone") }
policies.timeZone = amsterdam
let monday = WeeklyTimes(weekday: .monday, start: "15:00", end: "20:00")
let beginning: [(Command, UserID)] = [
  (.configureWorkplace("store", policies), "mia"),
  (.registerUser("mia", roles: [.manager], PersonalData(name: "Mia")), "mia"),
  (.registerUser("bas", roles: [.employee]), "mia"),
  (.registerFixedShift("F1", monday, owner: "bas", from: "2030-01-07"), "mia"),
]
for (number, (command, user)) in beginning.enumerated() {
  print(try await store.record(command, by: user, request: "begin-\(number)"))
}

// A hundred customers at once; together they wait for a few syncs, not for a hundred.
let answers = try await withThrowingTaskGroup(of: String.self) { group in
  for number in 0..<100 {
    group.addTask {
      try await store.record(
        .registerUser(UserID("c\(number)")!, roles: [.consumer]), by: "mia", request: "c\(number)")
    }
  }
  var counts: [String: Int] = [:]
  for try await answer in group { counts[answer, default: 0] += 1 }
  return counts
}
print(answers)
let log = try EventLog(opening: CommandLine.arguments[1])
print(try await log.countUsers(), "users,", try log.news(of: "bas").rows.count, "notices to bas")
store.recorder.close()
