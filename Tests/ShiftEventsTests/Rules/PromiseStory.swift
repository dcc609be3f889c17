@testable import ShiftEvents

/// A short story with every type of event about promises, as submissions that the rules take.
enum PromiseStory {
  static let lines = [
    line("user.registered", "mia", by: "mia", #"{"roles":["manager"]}"#),
    line("user.registered", "bas", by: "bas", #"{"roles":["employee"]}"#),
    line("user.registered", "eva", by: "eva", #"{"roles":["employee"]}"#),
    line(
      "shift.scheduled", "S1", by: "mia",
      #"{"owner":"bas","date":"2026-01-12","start":"15:00","end":"20:00","title":"Music: Till"}"#),
    line(
      "shift.scheduled", "S2", by: "mia",
      #"{"owner":"bas","date":"2026-01-13","start":"15:00","end":"20:00","place":"Bar 2, left"}"#),
    line("schedule.published", "P1", by: "mia", #"{"from":"2026-01-12","to":"2026-01-18"}"#),
    line("shift.assigned", "S1", by: "mia", #"{"to":"eva","reason":"Ill; \"he says\""}"#),
    line("change.answered", "S1", by: "eva", #"{"agreed":true}"#),
    line("shift.cancelled", "S1", by: "mia"),
    line("shift.restored", "S1", by: "mia", #"{"owner":"eva","reason":"A mistake"}"#),
    line("trade.recorded", "T1", by: "mia", #"{"give":"S1","take":"S2"}"#),
    line(
      "shift.scheduled", "S0", by: "mia",
      #"{"owner":"bas","date":"2026-01-04","start":"15:00","end":"20:00","#
        + #""override":["shiftStarted"]}"#),
    line("hours.recorded", "S0", by: "mia", #"{"minutes":60}"#),
    line("hours.confirmed", "S0", by: "bas"),
    line("period.closed", "W1", by: "mia", #"{"from":"2025-12-29","to":"2026-01-04"}"#),
    line("period.reopened", "W1", by: "mia", #"{"reason":"An hour was missing"}"#),
    line(
      "vacancy.posted", "V1", by: "mia",
      #"{"date":"2026-01-14","start":"15:00","end":"20:00","places":1}"#),
    line("shift.claimed", "C1", by: "mia", #"{"vacancy":"V1","owner":"eva"}"#),
    line("shift.dropped", "C1", by: "eva"),
    line("contract.set", "bas", by: "mia", #"{"maxShiftMinutes":600}"#),
  ]

  /// Returns the log that they make.
  static func log() throws -> MemoryLog {
    var log = MemoryLog(clock: Timestamp("2026-01-05T08:00:00Z"))
    _ = try log.append(lines.map(Submission.read))
    return log
  }

  private static func line(
    _ type: String, _ subject: String, by actor: String, _ data: String = "{}"
  ) -> String {
    #"{"type":"\#(type)","actor":"\#(actor)","subject":"\#(subject)","data":\#(data)}"#
  }
}
