import Projections
import ShiftEvents

let log = try EventLog(opening: "events-sample.jsonl")
let people = try log.people()
let now: Timestamp = "2026-03-31T18:04:00Z"
let replay = try log.fold(into: Replay(), at: now)
for row in replay.marketplace(at: now) {
  print(row.date, row.start, row.end, people.name(of: row.owner) ?? "\(row.owner)")
}
