import ShiftEvents

let recorder = try Recorder(recordingTo: "store.jsonl", creating: .ifMissing)
let submission = try Submission(.registerUser("bas", roles: [.employee]), by: "bas", id: "join-1")
switch try recorder.append(submission) {
case .appended(let event): print("event", event.sequence)
case .duplicate(let event): print("event", event.sequence, "as before")
case .rejected(let rejection): print("no:", rejection.message)
case .conflict(let conflict): print("look again:", conflict.message)
case .invalid(let fault): throw fault
}
