import Projections
import ShiftEvents

/// How often each person took over a shift of a colleague.
struct TakenShifts: Projection {
  private(set) var counts: [UserID: Int] = [:]

  mutating func apply(_ recorded: RecordedEvent) {
    switch recorded.event {
    case .shiftAccepted(let event) where event.final: counts[event.to, default: 0] += 1
    case .shiftApproved(let event): counts[event.to, default: 0] += 1
    default: break
    }
  }
}

// Reading: a cursor over the acknowledged events, folded into any projection.
let reader = try LogReader(reading: "events-sample.jsonl")
var taken = TakenShifts()
while let event = try reader.next() { taken.apply(event) }
for (user, count) in taken.counts.sorted(by: { $0.key < $1.key }) { print(user, count) }

// Writing: submissions in, receipts out.
let recorder = try Recorder(recordingTo: "store.jsonl", creating: .always)
let receipts = try recorder.append(contentsOf: [
  try Submission(
    .registerUser("mia", roles: [.manager, .employee], PersonalData(name: "Mia")), by: "mia"),
  // Every Monday from now on; eight weeks of it are scheduled at once.
  try Submission(
    json: """
      {"type":"fixedshift.registered","subject":"F1","actor":"mia",
      "data":{"weekday":"monday","start":"15:00","end":"20:00"}}
      """),
  // A rule says no: there is no such shift.
  try Submission(.acceptShift("F9.2026-01-12"), by: "mia", id: "accept-1"),
])
for receipt in receipts {
  switch receipt {
  case .appended(let event): print("event \(event.sequence), and \(event.count - 1) more")
  case .rejected(let rejection): print(rejection.code, rejection.message)
  default: print(receipt)
  }
}
