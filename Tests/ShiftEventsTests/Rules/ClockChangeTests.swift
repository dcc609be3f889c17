import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  /// Amsterdam: 29 March 2026 from 02:00 to 03:00, 25 October from 03:00 back to 02:00.
  /// Lord Howe: 4 October 2026 from 02:00 to 02:30, 5 April from 02:00 back to 01:30.
  @Suite("Clock changes") struct ClockChanges {
    @Test(arguments: [
      ("Europe/Amsterdam", "2026-03-28", "22:00", "06:00", 420),
      ("Europe/Amsterdam", "2026-03-29", "01:30", "03:30", 60),
      ("Europe/Amsterdam", "2026-03-29", "02:30", "03:30", 30),
      ("Europe/Amsterdam", "2026-03-29", "01:59", "02:30", 1),
      ("Europe/Amsterdam", "2026-03-29", "02:59", "03:01", 1),
      ("Europe/Amsterdam", "2026-10-24", "22:00", "06:00", 540),
      ("Europe/Amsterdam", "2026-10-25", "01:30", "03:30", 180),
      ("Europe/Amsterdam", "2026-10-25", "01:00", "02:30", 90),
      ("Europe/Amsterdam", "2026-10-25", "02:30", "02:45", 15),
      ("Europe/Amsterdam", "2026-10-25", "02:45", "02:30", 1485),
      ("Australia/Lord_Howe", "2026-10-03", "22:00", "06:00", 450),
      ("Australia/Lord_Howe", "2026-10-04", "02:15", "03:00", 30),
      ("Australia/Lord_Howe", "2026-04-04", "22:00", "06:00", 510),
      ("Australia/Lord_Howe", "2026-04-05", "01:45", "02:15", 60),
      ("Australia/Lord_Howe", "2026-04-05", "01:30", "01:59", 29),
      ("America/St_Johns", "2026-03-08", "00:00", "00:00", 1380),
      ("Asia/Kolkata", "2026-03-29", "22:00", "06:00", 480),
      ("Asia/Kathmandu", "2026-03-29", "00:10", "06:55", 405),
    ])
    func `minutes are those that really pass`(
      zone: String, date: String, start: String, end: String, minutes: Int
    ) {
      let past = changing(zone).given(schedule("S1", "bas", on: date, start, end))
      let worked: JSON = ["start": .text(start), "end": .text(end)]
      past.when(act("bas", "hours.recorded", "S1", worked, at: "2027-01-01 08:00")).then(
        event(
          "hours.recorded", "S1",
          [
            "start": .text(start), "end": .text(end), "worker": "bas", "date": .text(date),
            "minutes": .integer(minutes), "firstOwner": "bas",
          ]))
      // Weeks are limited by the same minutes.
      let supplied = past.given(supply("S1", "bas"))
      supplied.given(configure(["maxWeekMinutes": .integer(minutes)]), accept("S1", "eva"))
      if minutes > 1 {
        supplied.given(configure(["maxWeekMinutes": .integer(minutes - 1)]))
          .when(accept("S1", "eva")).thenRejected(.weekTooLong)
      }
    }

    @Test(arguments: [
      ("Europe/Amsterdam", "2026-03-29", "02:00", "03:00"),
      ("Europe/Amsterdam", "2026-03-29", "02:15", "02:45"),
      ("Europe/Amsterdam", "2026-03-29", "02:30", "03:00"),
      ("Australia/Lord_Howe", "2026-10-04", "02:10", "02:25"),
    ])
    func `noTime: no minute is left between start and end`(
      zone: String, date: String, start: String, end: String
    ) {
      changing(zone).given(schedule("S1", "bas", on: date, "12:00", "13:00"))
        .when(schedule("S2", "bas", on: date, start, end)).thenRejected(.noTime)
      changing(zone)
        .when(schedule("S2", "bas", on: date, start, end, at: "2026-12-01 08:00"))
        .thenRejected(.shiftStarted)
    }

    @Test func `an occurrence without time is skipped, for that before all else`() {
      team(
        configure(["timeZone": "Europe/Amsterdam", "horizonWeeks": 3]),
        schedule("S1", "bas", on: "2026-03-29", "12:00", "13:00"), clock: "2026-03-16 08:00"
      ).when(fix("F1", "bas", on: "sunday", "02:15", "02:45")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "sunday", "start": "02:15", "end": "02:45", "owner": "bas",
            "from": "2026-03-16",
          ]), occurrence("F1", "bas", "2026-03-22", "02:15", "02:45"),
        skipped("F1", "bas", "2026-03-29", "noTime"),
        occurrence("F1", "bas", "2026-04-05", "02:15", "02:45"))
    }

    @Test func `no minute is left between the start and end that were worked: nobody came`() {
      changing("Europe/Amsterdam").given(schedule("S1", "bas", on: "2026-03-29", "01:00", "09:00"))
        .when(
          act(
            "bas", "hours.recorded", "S1", ["start": "02:15", "end": "02:45"],
            at: "2026-03-30 08:00")
        ).then(
          event(
            "hours.recorded", "S1",
            [
              "start": "02:15", "end": "02:45", "worker": "bas", "date": "2026-03-29",
              "minutes": 0, "firstOwner": "bas",
            ]))
    }

    @Test func `order: a shift that has started, has no time, takes a day, overlaps`() {
      let night = changing("Europe/Amsterdam")
        .given(schedule("S1", "bas", on: "2026-03-28", "23:00", "06:00"))
      let day = night.given(schedule("S2", "bas", on: "2026-03-29", "12:00", "14:00"))
      func gap(at: String? = nil) -> Step {
        schedule("S3", "bas", on: "2026-03-29", "02:15", "02:45", at: at)
      }
      day.when(gap(at: "2026-03-29 01:00")).thenRejected(.shiftStarted)
      day.when(gap()).thenRejected(.noTime)
      day.when(schedule("S3", "bas", on: "2026-03-29", "02:15", "03:45")).thenRejected(.dayTaken)
      night.when(schedule("S3", "bas", on: "2026-03-29", "02:15", "03:45"))
        .thenRejected(.overlapping)
    }

    @Test(arguments: [
      ("Europe/Amsterdam", "2026-03-29", "02:30", "2026-03-29T01:00:00.000Z"),
      ("Europe/Amsterdam", "2026-10-25", "02:30", "2026-10-25T00:30:00.000Z"),
      ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00.000Z"),
      ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00.000Z"),
      ("Asia/Kolkata", "2026-03-30", "00:15", "2026-03-29T18:45:00.000Z"),
      ("Asia/Kathmandu", "2026-03-30", "00:15", "2026-03-29T18:30:00.000Z"),
      ("Europe/Amsterdam", "2026-03-30", "18:00", "2026-03-30T16:00:00.000Z"),
      ("Europe/Amsterdam", "2026-03-28", "18:00", "2026-03-28T17:00:00.000Z"),
    ])
    func `a start in the gap is the first instant after it, a repeated one the first of both`(
      zone: String, date: String, start: String, instant: String
    ) throws {
      let begin = try #require(Timestamp(instant))
      let past = changing(zone).given(schedule("S1", "bas", on: date, start, "09:00"))
      past.when(supply("S1", "bas", at: "\(begin.advanced(byMilliseconds: -1))")).then(
        event(
          "shift.supplied", "S1",
          ["owner": "bas", "date": .text(date), "start": .text(start), "end": "09:00"]))
      past.when(supply("S1", "bas", at: instant)).thenRejected(.shiftStarted)
    }

    @Test func `rest across a change is real minutes`() {
      // From 23:00 to 07:00 it is seven hours in that night.
      let past = changing("Europe/Amsterdam").given(configure(["minRestMinutes": 421]))
        .given(schedule("S1", "bas", on: "2026-03-29", "07:00", "09:00"), supply("S1", "bas"))
        .given(schedule("S2", "eva", on: "2026-03-28", "20:00", "23:00"))
      past.when(accept("S1", "eva")).thenRejected(.restTooShort)
      past.given(configure(["minRestMinutes": 420]), accept("S1", "eva"))
    }

    @Test func `days without a midnight begin with their first instant`() {
      // Cairo went from 00:00 to 01:00 on 24 April 2026: 22:00 in UTC.
      let past = team(
        configure(["timeZone": "Africa/Cairo", "requestDays": 1]), clock: "2026-04-20 08:00")
      past.when(post("R1", "eva", on: "2026-04-24", at: "2026-04-23T21:59:59.999Z"))
        .thenRejected(.dateOutOfRange)
      past.when(post("R1", "eva", on: "2026-04-24", at: "2026-04-23 22:00")).then(
        event("request.posted", "R1", ["date": "2026-04-24", "requester": "eva"]))
    }

    private func changing(_ zone: String) -> Scenario {
      team(configure(["timeZone": .text(zone)]), clock: "2026-03-01 08:00")
    }
  }
}
