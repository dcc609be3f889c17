import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Workplace") struct Workplace {
    @Test func `the first configuration is anybody's, even an unregistered person's`() {
      given().when(act("ann", "workplace.configured", "W", ["horizonWeeks": 2]))
        .then(event("workplace.configured", "W", ["horizonWeeks": 2]))
    }

    @Test func `policies are recorded in documented order, and only those given`() {
      given().when(
        act(
          "ann", "workplace.configured", "W",
          [
            "acceptLeadMinutes": 60, "handoverMinutes": 15, "maxShiftsPerDay": 2,
            "maxWeekMinutes": 2400, "minRestMinutes": 660, "suggestionApproval": "manager",
            "marketApproval": "owner", "requestDays": 14, "horizonWeeks": 4,
            "timeZone": "Europe/Amsterdam",
          ])
      ).then(
        event(
          "workplace.configured", "W",
          [
            "timeZone": "Europe/Amsterdam", "horizonWeeks": 4, "requestDays": 14,
            "marketApproval": "owner", "suggestionApproval": "manager", "minRestMinutes": 660,
            "maxWeekMinutes": 2400, "maxShiftsPerDay": 2, "handoverMinutes": 15,
            "acceptLeadMinutes": 60,
          ]))
    }

    @Test func `later configurations are a manager's, and keep omitted values`() {
      team(configure(["maxShiftsPerDay": 2]), configure(["handoverMinutes": 0]))
        .given(schedule("S1", "bas"), schedule("S2", "bas", "08:00", "10:00"))
        .when(schedule("S3", "bas", "11:00", "12:00"))
        .thenRejected(.dayTaken, conflicts: ["S1", "S2"])
    }

    @Test func `notManager: a later configuration by an employee`() {
      team(configure(["horizonWeeks": 4]))
        .when(act("bas", "workplace.configured", "W", ["horizonWeeks": 5]))
        .thenRejected(.notManager)
    }

    @Test func `unknownUser: a later configuration by somebody unregistered`() {
      team(configure(["horizonWeeks": 4]))
        .when(act("ann", "workplace.configured", "W", ["horizonWeeks": 5]))
        .thenRejected(.unknownUser)
    }

    @Test func `unknownWorkplace: a second workplace`() {
      team(configure(["horizonWeeks": 4]))
        .when(act("mia", "workplace.configured", "V", ["horizonWeeks": 5]))
        .thenRejected(.unknownWorkplace)
    }

    @Test func `missingField without any policy`() {
      team().when(configure([:])).thenInvalid(.missingField)
      team().when(act("mia", "workplace.configured", "W")).thenInvalid(.missingField)
    }

    @Test(arguments: policyRanges)
    func `policies at the ends of their ranges, and one beyond`(
      policy: String, least: Int, most: Int
    ) {
      func with(_ value: Int) -> JSON { .object([(name: policy, value: .integer(value))]) }
      for value in [least, most] {
        team().when(configure(with(value)))
          .then(event("workplace.configured", "W", with(value)))
      }
      for value in [least - 1, most + 1] {
        team().when(configure(with(value))).thenInvalid(.invalidField)
      }
    }

    @Test func `timeZoneFixed: once a shift existed, even a cancelled one`() {
      let cancelled = team(
        configure(["timeZone": "Europe/Amsterdam"]), schedule("S1", "bas"),
        act("mia", "shift.cancelled", "S1"))
      cancelled.when(configure(["timeZone": "Asia/Kolkata"])).thenRejected(.timeZoneFixed)
      cancelled.when(configure(["timeZone": "Europe/Amsterdam", "requestDays": 7]))
        .then(
          event(
            "workplace.configured", "W", ["timeZone": "Europe/Amsterdam", "requestDays": 7]))
    }

    @Test
    func
      `timeZoneFixed: once a fixed shift or a request existed, also for the first configuration`()
    {
      let fixed = act(
        "bas", "fixedshift.registered", "F1",
        ["weekday": "monday", "start": "15:00", "end": "20:00", "from": "2030-01-07"])
      for step in [fixed, post("R1", "eva")] {
        team(step).when(configure(["timeZone": "Asia/Kolkata"])).thenRejected(.timeZoneFixed)
        team(step).when(configure(["timeZone": "UTC"]))
          .then(event("workplace.configured", "W", ["timeZone": "UTC"]))
      }
    }

    @Test func `until then the zone may change, and days are those of the zone that holds`() {
      // 23:30 on the 5th in UTC is 00:30 on the 6th in Amsterdam.
      let late = team(configure(["timeZone": "Europe/Amsterdam"]), clock: "2026-01-05 23:30")
      late.when(post("R1", "eva", on: "2026-01-05")).thenRejected(.dateOutOfRange)
      late.given(configure(["timeZone": "America/New_York"]))
        .when(post("R1", "eva", on: "2026-01-05"))
        .then(event("request.posted", "R1", ["date": "2026-01-05", "requester": "eva"]))
    }

    @Test func `invalidField for zones that the database does not list`() {
      for zone in ["GMT+5", "Europe/Atlantis", "europe/amsterdam", "", "Local"] {
        team().when(configure(["timeZone": .text(zone)])).thenInvalid(.invalidField)
      }
    }
  }
}
