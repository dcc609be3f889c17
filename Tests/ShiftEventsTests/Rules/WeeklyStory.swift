@testable import ShiftEvents

/// A short story with every type of event about weekly work and closed days, as submissions that the rules take.
enum WeeklyStory {
  static let lines = [
    line("user.registered", "mia", by: "mia", #"{"roles":["manager","employee"]}"#),
    line("user.registered", "bas", by: "bas", #"{"roles":["employee"]}"#),
    line("user.registered", "eva", by: "eva", #"{"roles":["employee"]}"#),
    line("workplace.configured", "W", by: "mia", #"{"horizonWeeks":4}"#),
    line(
      "shift.scheduled", "S1", by: "mia",
      #"{"owner":"bas","date":"2026-01-09","start":"08:00","end":"12:00"}"#),
    line(
      "fixedshift.registered", "F1", by: "mia",
      #"{"weekday":"friday","start":"15:00","end":"20:00","place":"till","owner":"bas","until":"2026-06-26"}"#
    ),
    line(
      "fixedvacancy.registered", "V1", by: "mia",
      #"{"weekday":"saturday","start":"08:00","end":"12:00","places":2,"title":"Stock","every":2}"#),
    line("schedule.published", "P1", by: "mia", #"{"from":"2026-01-12","to":"2026-01-18"}"#),
    line("request.posted", "R1", by: "eva", #"{"date":"2026-01-23"}"#),
    line("shift.suggested", "F1.2026-01-23", by: "bas", #"{"request":"R1"}"#),
    line(
      "shift.scheduled", "S2", by: "mia",
      #"{"owner":"bas","date":"2026-01-22","start":"08:00","end":"12:00"}"#),
    line(
      "fixedshift.edited", "F1", by: "mia",
      #"{"start":"16:00","place":null,"to":"eva","from":"2026-01-10","reason":"Bas studies"}"#),
    line("fixedshift.edited", "F1", by: "mia", #"{"until":"2026-01-16"}"#),
    line("fixedshift.edited", "F1", by: "mia", #"{"until":"2026-01-23"}"#),
    line("shift.cancelled", "S1", by: "mia"),
    line("shift.restored", "F1.2026-01-09", by: "mia"),
    line("fixedvacancy.edited", "V1", by: "mia", #"{"places":3,"until":"2026-01-10"}"#),
    line(
      "closure.recorded", "C1", by: "mia",
      #"{"from":"2026-01-09","to":"2026-01-10","title":"Repairs","cancel":true,"reason":"A pipe"}"#),
    line("closure.ended", "C1", by: "mia"),
    line("fixedvacancy.edited", "V1", by: "mia", #"{"until":null}"#),
    line("fixedshift.removed", "F1", by: "mia", #"{"override":["noticeTooShort"]}"#),
    line("fixedvacancy.removed", "V1", by: "mia"),
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
