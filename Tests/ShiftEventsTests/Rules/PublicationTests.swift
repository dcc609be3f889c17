import ShiftEvents
import ShiftEventsTesting
import Testing

/// A publication, by default of the week of Monday 12 January 2026.
func publish(
  _ publication: String = "P1", from: String = "2026-01-12", to: String = "2026-01-18",
  at: String? = nil
) -> Step {
  act(
    "mia", "schedule.published", publication, ["from": .text(from), "to": .text(to)], at: at)
}

func answer(_ shift: String, _ owner: String, _ agreed: Bool = true, at: String? = nil) -> Step {
  act(owner, "change.answered", shift, ["agreed": .boolean(agreed)], at: at)
}

func assign(_ shift: String, to owner: String, _ more: JSON = [:], at: String? = nil) -> Step {
  act("mia", "shift.assigned", shift, JSON.object([("to", .text(owner))]).adding(more), at: at)
}

func edit(_ shift: String, _ data: JSON, at: String? = nil) -> Step {
  act("mia", "shift.edited", shift, data, at: at)
}

extension Rules {
  @Suite("Publications") struct Publications {
    /// bas has S1 on Monday 12 January, eva has S2 on the Tuesday after it.
    private let shifts = team(schedule("S1", "bas"), schedule("S2", "eva", on: "2026-01-13"))

    @Test func `a publication counts the open shifts that begin in it`() {
      shifts.given(
        schedule("S3", "tom", on: "2026-01-18", "22:00", "06:00"),
        schedule("S4", "zoe", on: "2026-01-11", "22:00", "06:00"), schedule("S5", "zoe"),
        act("mia", "shift.cancelled", "S5")
      ).when(publish()).then(
        event(
          "schedule.published", "P1", ["from": "2026-01-12", "to": "2026-01-18", "shifts": 3]))
    }

    @Test func `what a batch schedules before counts`() {
      team().when(batch(schedule("S1", "bas"), publish())).then(
        event(
          "shift.scheduled", "S1",
          ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]),
        event(
          "schedule.published", "P1", ["from": "2026-01-12", "to": "2026-01-18", "shifts": 1]))
    }

    @Test func `only a manager publishes`() {
      shifts.when(
        act("bas", "schedule.published", "P1", ["from": "2026-01-12", "to": "2026-01-18"])
      ).thenRejected(.notManager)
    }

    @Test func `publicationExists: before its days`() {
      shifts.given(publish()).when(publish(from: "2026-01-18", to: "2026-01-12"))
        .thenRejected(.publicationExists)
    }

    @Test func `dateOutOfRange: from after to, more than 366 days, all of it past`() {
      shifts.when(publish(from: "2026-01-13", to: "2026-01-12")).thenRejected(.dateOutOfRange)
      shifts.when(publish(from: "2026-01-12", to: "2027-01-13")).thenRejected(.dateOutOfRange)
      shifts.given(publish(from: "2026-01-12", to: "2027-01-12"))
      shifts.when(publish(from: "2026-01-01", to: "2026-01-04")).thenRejected(.dateOutOfRange)
      shifts.given(publish(from: "2026-01-01", to: "2026-01-05"))
    }
  }
}
