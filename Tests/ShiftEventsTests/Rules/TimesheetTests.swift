import Projections
import ShiftEventsTesting
import Testing

@testable import ShiftEvents

extension Rules {
  @Suite("Time sheets") struct Timesheets {
    /// Bas has a shift on Monday 12 January 2026 from 15:00 to 20:00.
    private let past = team(schedule("S1", "bas"))
    private static let later = "2026-01-13 09:00"

    private func hours(
      _ shift: String, _ data: JSON, by actor: String = "bas", at: String = later
    ) -> Step { act(actor, "hours.recorded", shift, data, at: at) }

    private func hours(
      _ data: JSON, by actor: String = "bas", at: String = later
    ) -> Step { hours("S1", data, by: actor, at: at) }

    private func times(_ start: String, _ end: String) -> JSON {
      ["start": .text(start), "end": .text(end)]
    }

    private func table(
      _ scenario: Scenario, _ chosen: RowSelection, at now: String
    ) -> RowTable {
      let replay: Replay = scenario.folded()
      let time = Timestamp(now.replacing(" ", with: "T") + ":00Z")!
      return replay.table(.timesheet, chosen, at: time, names: { _ in nil })!
    }

    /// Some cells of each row; `-` where there is none.
    private func rows(
      _ scenario: Scenario, _ keys: String, chosen: RowSelection = RowSelection(all: true),
      at now: String = later
    ) -> [String] {
      let table = table(scenario, chosen, at: now)
      let places = keys.split(separator: " ").map { key in
        table.columns.firstIndex { $0.key == key }!
      }
      return table.rows.map { row in places.map { row[$0]?.text ?? "-" }.joined(separator: " ") }
    }

    // MARK: - States

    @Test func `a shift is planned, runs and is missing, and whoever works is there`() {
      for (now, status) in [
        ("2026-01-12 14:59", "planned"), ("2026-01-12 15:00", "running"),
        ("2026-01-12 19:59", "running"), ("2026-01-12 20:00", "missing"),
      ] {
        #expect(rows(past, "status worker minutes difference", at: now) == ["\(status) bas - -"])
      }
      let working = past.given(act("bas", "work.started", "S1", at: "2026-01-12 14:50"))
      #expect(
        rows(working, "status workedStart workedEnd workedStartAt minutes", at: "2026-01-12 21:00")
          == ["working 14:50 - - -"])
      let paused = working.given(act("bas", "work.paused", "S1", at: "2026-01-12 17:00"))
      #expect(rows(paused, "status", at: "2026-01-12 21:00") == ["paused"])
    }

    @Test func `hours have their times, who recorded and who confirmed them`() {
      let done = past.given(hours(times("14:30", "20:15")))
      let keys = "status workedStart workedEnd minutes difference recordedBy recordedAt confirmedBy"
      #expect(
        rows(done, keys) == ["recorded 14:30 20:15 345 45 bas 2026-01-13T09:00:00.000Z -"])
      let agreed = done.given(act("mia", "hours.confirmed", "S1", at: "2026-01-14 09:00"))
      #expect(
        rows(agreed, "status confirmedBy confirmedAt") == [
          "confirmed mia 2026-01-14T09:00:00.000Z"
        ])
      let corrected = agreed.given(hours(["minutes": 240], by: "mia", at: "2026-01-15 09:00"))
      #expect(
        rows(corrected, keys) == ["recorded - - 240 -60 mia 2026-01-15T09:00:00.000Z -"])
    }

    @Test func `hours of the clock are local times of the rounded instants`() {
      let amsterdam = team(configure(["timeZone": "Europe/Amsterdam", "clockRoundMinutes": 15]))
        .given(schedule("S1", "bas", on: "2026-03-28", "22:00", "06:00"))
        .given(
          act("bas", "work.started", "S1", at: "2026-03-28 20:50"),
          act("bas", "work.ended", "S1", at: "2026-03-29 04:07"))
      // The clocks skip the hour from 2:00 to 3:00.
      #expect(
        rows(
          amsterdam,
          "workedStart workedEnd workedStartAt workedEndAt minutes scheduledMinutes difference "
            + "nightMinutes sundayMinutes", at: "2026-04-01 08:00") == [
            "21:45 06:00 2026-03-28T20:45:00.000Z 2026-03-29T04:00:00.000Z 435 420 15 420 300"
          ])
    }

    @Test func `hours of 0 are recorded, and while work runs behind them it counts`() {
      let nobody = past.given(hours(["minutes": 0], at: "2026-01-12 16:00"))
      #expect(
        rows(nobody, "status minutes difference nightMinutes unlikely") == ["recorded 0 -300 - -"])
      let working = nobody.given(act("bas", "work.started", "S1", at: "2026-01-12 17:00"))
      #expect(rows(working, "status minutes recordedBy", at: "2026-01-12 18:00") == ["working - -"])
      let cancelled = nobody.given(
        act(
          "mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]], at: "2026-01-12 17:00"))
      #expect(rows(cancelled, "shift") == [])
    }

    // MARK: - Night, Sunday, closed days

    @Test func `planned minutes count at night, on Sundays and on closed days until hours do`() {
      let night = team(schedule("N", "bas", on: "2026-01-17", "20:00", "08:00")).given(
        act(
          "mia", "closure.recorded", "K", ["from": "2026-01-18", "title": "Stocktaking"],
          at: "2026-01-06 09:00"))
      let keys = "nightMinutes sundayMinutes closedMinutes"
      #expect(rows(night, keys) == ["480 480 480"])
      let policy = night.given(
        configure(["nightStart": "23:00", "nightEnd": "05:30"], at: "2026-01-06 10:00"))
      #expect(rows(policy, keys) == ["390 480 480"])
      let worked = night.given(
        hours("N", times("20:00", "22:30"), at: "2026-01-18 09:00"))
      #expect(rows(worked, keys, at: "2026-01-19 09:00") == ["30 - -"])
      let minutes = night.given(hours("N", ["minutes": 700], at: "2026-01-18 09:00"))
      #expect(rows(minutes, keys, at: "2026-01-19 09:00") == ["- - -"])
    }

    @Test func `a place that is closed counts for what is there`() {
      let there = team(schedule("S1", "bas", with: ["place": "bar"]), schedule("S2", "eva"))
        .given(
          act(
            "mia", "closure.recorded", "K", ["from": "2026-01-12", "place": "bar"],
            at: "2026-01-06 09:00"))
      #expect(rows(there, "shift closedMinutes") == ["S1 300", "S2 -"])
      let ended = there.given(act("mia", "closure.ended", "K", at: "2026-01-07 09:00"))
      #expect(rows(ended, "closedMinutes") == ["-", "-"])
    }

    // MARK: - Unlikely hours

    @Test func `overlap: with the times of another shift of that worker`() {
      let two = team(configure(["maxShiftsPerDay": 2]), schedule("S1", "bas"))
        .given(schedule("S2", "bas", "20:00", "23:00"))
        .given(hours("S1", times("15:00", "20:30")), hours("S2", times("20:30", "23:00")))
      #expect(rows(two, "shift unlikely") == ["S1 -", "S2 -"])
      let both = two.given(hours("S2", times("20:29", "23:00"), at: "2026-01-13 10:00"))
      #expect(rows(both, "shift unlikely") == ["S1 overlap", "S2 overlap"])
      // A week that has one of them alone shows it, too.
      #expect(
        rows(both, "shift unlikely", chosen: RowSelection(id: .shift("S2"))) == ["S2 overlap"])
      let others = both.given(hours("S1", ["minutes": 330], at: "2026-01-13 11:00"))
      #expect(rows(others, "shift unlikely") == ["S1 -", "S2 -"])
    }

    @Test func `overlap: also where work began before its shift was moved to another day`() {
      let moved = team(
        configure(["maxShiftsPerDay": 2, "maxShiftsAtOnce": 2, "clockEarlyMinutes": 60]),
        schedule("S1", "bas"), schedule("S2", "bas", "10:00", "16:00"),
        act("bas", "work.started", "S1", at: "2026-01-12 14:30"),
        act("mia", "shift.edited", "S1", ["date": "2026-01-30"], at: "2026-01-12 14:40"),
        act("bas", "work.ended", "S1", at: "2026-01-12 15:00"),
        hours("S2", times("10:00", "14:45")))
      #expect(rows(moved, "shift unlikely") == ["S2 overlap", "S1 overlap"])
      #expect(
        rows(moved, "shift unlikely", chosen: RowSelection(id: .shift("S1"))) == ["S1 overlap"])
    }

    @Test func `ahead: recorded by hand before they end`() {
      let done = past.given(hours(times("15:00", "20:00"), at: "2026-01-12 19:59"))
      #expect(rows(done, "unlikely") == ["ahead"])
      let again = done.given(hours(times("15:00", "20:00"), at: "2026-01-12 20:00"))
      #expect(rows(again, "unlikely") == ["-"])
      let clock = past.given(
        configure(["clockRoundMinutes": 30]),
        act("bas", "work.started", "S1", at: "2026-01-12 15:00"),
        act("bas", "work.ended", "S1", at: "2026-01-12 19:50"))
      #expect(rows(clock, "workedEnd unlikely") == ["20:00 -"])
    }

    @Test func `long: more than twice the planned minutes`() {
      #expect(rows(past.given(hours(["minutes": 600])), "unlikely") == ["-"])
      #expect(rows(past.given(hours(["minutes": 601])), "unlikely") == ["long"])
    }

    @Test func `day: more than 16 hours, and more than planned`() {
      let two = team(configure(["maxShiftsPerDay": 2]), schedule("S1", "bas", "06:00", "15:00"))
        .given(schedule("S2", "bas", "15:00", "22:00"))
        .given(hours("S1", ["minutes": 540]), hours("S2", ["minutes": 420]))
      #expect(rows(two, "unlikely") == ["-", "-"])
      let more = two.given(hours("S2", ["minutes": 421], at: "2026-01-13 10:00"))
      #expect(rows(more, "unlikely") == ["day", "day"])
      let planned = team(schedule("L", "bas", "06:00", "23:00"))
        .given(hours("L", ["minutes": 1020]))
      #expect(rows(planned, "unlikely") == ["-"])
    }

    // MARK: - Selections

    /// Three shifts of bas and eva in two weeks: one with hours, one without, and one to come.
    private var weeks: Scenario {
      team(
        schedule("S1", "bas", with: ["place": "bar", "labels": ["late"]]),
        schedule("S2", "eva", on: "2026-01-13", "09:00", "12:00")
      ).given(schedule("S3", "bas", on: "2026-01-19"))
        .given(hours(times("15:00", "20:00")))
    }

    @Test func `without days rows are those of the week, and states choose of all`() {
      func shifts(_ chosen: RowSelection, at now: String) -> [String] {
        rows(weeks, "shift", chosen: chosen, at: now)
      }
      let monday = "2026-01-19 08:00"
      #expect(shifts(RowSelection(), at: monday) == ["S3"])
      #expect(shifts(RowSelection(), at: "2026-01-18 23:59") == ["S1", "S2"])
      #expect(shifts(RowSelection(all: true), at: monday) == ["S1", "S2", "S3"])
      var (unconfirmed, missing, unlikely) = (RowSelection(), RowSelection(), RowSelection())
      (unconfirmed.unconfirmed, missing.missing, unlikely.unlikely) = (true, true, true)
      #expect(shifts(unconfirmed, at: monday) == ["S1"])
      #expect(shifts(missing, at: monday) == ["S2"])
      #expect(shifts(unlikely, at: monday) == [])
      missing.dates = DateSelection(to: "2026-01-12")
      #expect(shifts(missing, at: monday) == [])
      let days = DateSelection(from: "2026-01-13", to: "2026-01-19")
      #expect(shifts(RowSelection(dates: days), at: monday) == ["S2", "S3"])
    }

    @Test func `people, places, labels and ids choose`() {
      func shifts(_ chosen: RowSelection) -> [String] {
        rows(weeks, "shift", chosen: chosen, at: "2026-01-19 08:00")
      }
      #expect(shifts(RowSelection(user: "bas", all: true)) == ["S1", "S3"])
      #expect(shifts(RowSelection(names: NameSelection(place: "bar"), all: true)) == ["S1"])
      #expect(shifts(RowSelection(names: NameSelection(label: "late"), all: true)) == ["S1"])
      #expect(shifts(RowSelection(id: .shift("S2"))) == ["S2"])
    }

    @Test func `a sum has minutes, planned ones and the difference`() {
      let table = table(weeks, RowSelection(all: true), at: "2026-01-19 08:00").withTotal()
      let sum = zip(table.columns, table.rows.last!).compactMap { column, cell in
        cell.map { "\(column.key) \($0.textForPeople)" }
      }
      #expect(
        Array(sum.prefix(3)) == ["scheduledMinutes 13:00", "minutes 5:00", "difference 0:00"])
    }

    // MARK: - Breaks among the rest

    @Test func `a break of several days is taken off once`() {
      let long = team(
        schedule("L", "bas", "08:00", "08:00", with: ["days": 3, "breakMinutes": 600]))
      let keys = "days breakMinutes scheduledMinutes workedBreak minutes difference"
      #expect(rows(long, keys) == ["3 600 3720 - - -"])
      let done = long.given(hours("L", ["minutes": 3700], at: "2026-01-15 09:00"))
      #expect(rows(done, keys, at: "2026-01-16 09:00") == ["3 600 3720 - 3700 -20"])
      // Times of day are of one day, from which the shift's break is taken off.
      let times = long.given(hours("L", times("08:00", "08:00"), at: "2026-01-15 09:00"))
      #expect(rows(times, keys, at: "2026-01-16 09:00") == ["3 600 3720 600 840 -2880"])
    }

    @Test func `a pause of weeks is the break that was taken, whole`() {
      let weeks = team(
        schedule("S1", "bas", with: ["days": 40]),
        act("bas", "work.started", "S1", at: "2026-01-12 15:00"),
        act("bas", "work.paused", "S1", at: "2026-01-12 16:00"),
        act("bas", "work.ended", "S1", at: "2026-02-20 20:00"))
      #expect(
        rows(weeks, "minutes workedBreak", at: "2026-02-21 08:00") == ["60 \(39 * 1440 + 240)"])
    }

    @Test func `a closed period keeps a break from managers, and an erased worker keeps theirs`() {
      let done = team(schedule("S1", "bas", with: ["breakMinutes": 30]))
        .given(hours(times("15:00", "20:00")))
      let closed = done.given(
        act(
          "mia", "period.closed", "P", ["from": "2026-01-12", "to": "2026-01-12"],
          at: "2026-01-14 09:00"))
      let keys = "worker period workedBreak minutes difference"
      #expect(rows(closed, keys) == ["bas P 30 270 0"])
      closed.when(
        hours(
          ["start": "15:00", "end": "20:00", "breakMinutes": 0], by: "mia", at: "2026-01-14 10:00")
      ).thenRejected(.periodClosed)
      let own = closed.given(
        hours(["start": "15:00", "end": "20:00", "breakMinutes": 45], at: "2026-01-14 11:00"))
      #expect(rows(own, keys) == ["bas P 45 255 -15"])
      let erased = own.given(act("mia", "user.erased", "bas", at: "2026-01-14 12:00"))
      #expect(rows(erased, keys) == ["bas P 45 255 -15"])
      let opened = erased.given(act("mia", "period.reopened", "P", at: "2026-01-14 13:00"))
      #expect(rows(opened, keys) == ["bas - 45 255 -15"])
    }

    // MARK: - What needs a manager

    private func attention(_ scenario: Scenario, at now: String) -> [String] {
      let replay: Replay = scenario.folded()
      return replay.attention(at: Timestamp(now.replacing(" ", with: "T") + ":00Z")!).map {
        "\($0.kind) \($0.subject) \($0.user.map { "\($0)" } ?? "-") \($0.since) \($0.detail)"
      }
    }

    @Test func `whoever has not begun work is late, where people work by the clock`() {
      #expect(attention(past, at: "2026-01-12 16:00") == [])
      let clock = past.given(schedule("S2", "eva", "08:00", "12:00", at: "2026-01-06 09:00"))
        .given(
          act("eva", "work.started", "S2", at: "2026-01-12 08:00"),
          act("eva", "work.ended", "S2", at: "2026-01-12 12:00"))
      let late = "late S1 bas 2026-01-12T15:00:00.000Z has not begun to work"
      #expect(attention(clock, at: "2026-01-12 15:09") == [])
      #expect(attention(clock, at: "2026-01-12 15:10") == [late])
      #expect(attention(clock, at: "2026-01-12 19:59") == [late])
      #expect(
        attention(clock, at: "2026-01-12 20:00") == [
          "hours S1 bas 2026-01-12T20:00:00.000Z no hours recorded"
        ])
      let begun = clock.given(act("bas", "work.started", "S1", at: "2026-01-12 15:30"))
      #expect(attention(begun, at: "2026-01-12 16:00") == [])
      let nobody = clock.given(
        hours(["minutes": 0], by: "mia", at: "2026-01-12 15:30"))
      #expect(attention(nobody, at: "2026-01-12 16:00") == [])
      // Two weeks behind the last work by the clock nobody is waited for.
      let quiet = clock.given(schedule("S3", "tom", on: "2026-01-26", "07:00", "09:00"))
      #expect(attention(quiet, at: "2026-01-26 08:00").filter { $0.hasPrefix("late") } != [])
      #expect(attention(quiet, at: "2026-01-26 08:01").filter { $0.hasPrefix("late") } == [])
    }

    @Test func `work that runs on has no hours to ask for, and is forgotten after two hours`() {
      let running = past.given(act("bas", "work.started", "S1", at: "2026-01-12 15:00"))
      #expect(attention(running, at: "2026-01-12 22:00") == [])
      #expect(
        attention(running, at: "2026-01-12 22:01") == [
          "clock S1 bas 2026-01-12T15:00:00.000Z still at work"
        ])
      let ended = running.given(hours(["minutes": 300], by: "mia", at: "2026-01-12 23:00"))
      #expect(attention(ended, at: "2026-01-14 08:00") == [])
    }

    @Test func `unlikely hours are shown however long ago anybody recorded some`() {
      let long = team(
        schedule("S1", "bas", with: ["days": 60]),
        hours(times("15:00", "20:00"), at: "2026-01-12 16:00"))
      #expect(attention(long, at: "2026-03-13 21:00").contains { $0.hasPrefix("unlikely S1 bas ") })
    }

    @Test func `hours of the worker wait for a day, and unlikely ones not at all`() {
      let done = past.given(hours(times("15:00", "20:00"), at: "2026-01-12 18:00"))
      let unlikely = "unlikely S1 bas 2026-01-12T18:00:00.000Z were recorded before they end"
      #expect(attention(done, at: "2026-01-12 18:00") == [unlikely])
      #expect(attention(done, at: "2026-01-13 19:59") == [unlikely])
      let unconfirmed = "unconfirmed S1 bas 2026-01-12T18:00:00.000Z 5:00 worked, not confirmed"
      #expect(attention(done, at: "2026-01-13 20:00") == [unlikely, unconfirmed])
      #expect(attention(done, at: "2026-01-25 20:00") == [unlikely, unconfirmed])
      #expect(attention(done, at: "2026-01-26 00:00") == [])
      let agreed = done.given(act("mia", "hours.confirmed", "S1", at: "2026-01-14 09:00"))
      #expect(attention(agreed, at: "2026-01-15 09:00") == [unlikely])
      let managers = past.given(hours(["minutes": 300], by: "mia", at: "2026-01-13 09:00"))
      #expect(attention(managers, at: "2026-01-15 09:00") == [])
    }
  }
}
