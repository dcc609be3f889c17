import ShiftEvents
import ShiftEventsHome

/// Registers somebody in a log that lives in PostgreSQL, and tells what all its hosts record, up to an event.
let (path, user, end) = (CommandLine.arguments[1], CommandLine.arguments[2], 2)
var options = Recorder.Options()
options.reachHomes()
let recorder = try Recorder(recordingTo: path, options: options)
let last = try recorder.pull()
let command = Command.registerUser(UserID(user)!, roles: [.employee])
_ = try recorder.append(Submission(command, by: UserID(user)!, id: "join-\(user)"))

let log = try EventLog(opening: path)
for try await event in log.follow(after: last, pulling: recorder) {
  print("event", event.sequence, "by", event.actor)
  if event.sequence.value >= end { break }
}
