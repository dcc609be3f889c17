import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// All tests of rules, by subject. The name of a test of an error begins with its code: ``<code>: …``.
@Suite("Rules") enum Rules {}

// The beginning of the scenarios. Their first day is Monday 5 January 2026 (see `given`).

/// Six people: mia is manager and employee, bas, eva, tom and zoe are employees, max is a manager
/// and nothing else. They are events 1 to 6.
@discardableResult func team(
  _ steps: Step..., clock: String = "2026-01-05 08:00", location: SourceLocation = #_sourceLocation
) -> Scenario {
  given(
    register("mia", "employee", "manager"), register("bas"), register("eva"), register("tom"),
    register("zoe"), act("mia", "user.registered", "max", ["roles": ["manager"]]), clock: clock,
    location: location
  ).given(steps, location: location)
}

/// The last notices: person, kind and subject.
func told(_ scenario: Scenario) -> [String] {
  let inbox: Inbox = scenario.folded()
  let last = inbox.rows.last?.sequence
  return inbox.rows.filter { $0.sequence == last }
    .map { "\($0.user) \($0.kind.rawValue) \($0.subject)" }
}

func register(_ user: String, _ roles: JSON...) -> Step {
  act(user, "user.registered", user, ["roles": .list(roles.isEmpty ? ["employee"] : roles)])
}

func configure(_ policies: JSON, at: String? = nil) -> Step {
  act("mia", "workplace.configured", "W", policies, at: at)
}

/// A loose shift, by default on Monday 12 January 2026.
func schedule(
  _ shift: String, _ owner: String, on date: String = "2026-01-12", _ start: String = "15:00",
  _ end: String = "20:00", at: String? = nil
) -> Step {
  act(
    "mia", "shift.scheduled", shift,
    ["owner": .text(owner), "date": .text(date), "start": .text(start), "end": .text(end)], at: at)
}

func supply(_ shift: String, _ owner: String, at: String? = nil) -> Step {
  act(owner, "shift.supplied", shift, at: at)
}

func accept(_ shift: String, _ taker: String, at: String? = nil) -> Step {
  act(taker, "shift.accepted", shift, at: at)
}

func approve(_ shift: String, _ approver: String, at: String? = nil) -> Step {
  act(approver, "shift.approved", shift, at: at)
}

func post(
  _ request: String, _ requester: String, on date: String = "2026-01-12", at: String? = nil
) -> Step {
  act(requester, "request.posted", request, ["date": .text(date)], at: at)
}

func suggest(
  _ shift: String, _ owner: String, to request: String, at: String? = nil
) -> Step {
  act(owner, "shift.suggested", shift, ["request": .text(request)], at: at)
}

func acceptSuggestion(_ shift: String, _ requester: String, at: String? = nil) -> Step {
  act(requester, "suggestion.accepted", shift, at: at)
}

/// A weekly shift, by default on Mondays.
func fix(
  _ fixedShift: String, _ owner: String, on weekday: String = "monday", _ start: String = "15:00",
  _ end: String = "20:00", with keys: JSON = [:], from: String? = nil, at: String? = nil
) -> Step {
  var data: [(name: String, value: JSON)] = [
    ("weekday", .text(weekday)), ("start", .text(start)), ("end", .text(end)),
  ]
  if let from { data.append(("from", .text(from))) }
  return act(
    owner, "fixedshift.registered", fixedShift, JSON.object(data).adding(keys), at: at)
}

/// The expected event for an occurrence of a fixed shift, by default the one that `fix` makes.
func occurrence(
  _ fixedShift: String, _ owner: String, _ date: String, _ start: String = "15:00",
  _ end: String = "20:00"
) -> ExpectedEvent {
  event(
    "shift.scheduled", "\(fixedShift).\(date)",
    [
      "owner": .text(owner), "date": .text(date), "start": .text(start), "end": .text(end),
      "fixedShift": .text(fixedShift),
    ])
}

func skipped(
  _ fixedShift: String, _ owner: String, _ date: String, _ reason: String
) -> ExpectedEvent {
  event(
    "shift.skipped", "\(fixedShift).\(date)",
    [
      "owner": .text(owner), "date": .text(date), "fixedShift": .text(fixedShift),
      "reason": .text(reason),
    ])
}
