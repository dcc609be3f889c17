public import ShiftEvents

/// The state of a request for work at a moment.
public enum RequestStatus: String, CaseIterable, Sendable {
  /// Shifts can be suggested for it.
  case open
  /// One of its suggestions awaits approval.
  case awaiting
  /// Withdrawn, answered, or of a past day.
  case closed
}

/// A colleague's wish to work on a date, and the shifts offered to it.
public struct RequestRow: Hashable, Sendable {
  /// The id, by which ties of date are broken.
  public var request: RequestID
  /// The person who asks for work.
  public var requester: UserID
  /// The local day to work on.
  public var date: LocalDate
  /// The ISO week of the date.
  public var week: WeekOfYear
  /// The state at the moment asked for.
  public var status: RequestStatus
  /// The shifts offered to it, by start and id; lapsed ones are left out.
  public var suggestions: [SuggestionRow]
}

/// A shift offered to a request.
public struct SuggestionRow: Hashable, Sendable {
  /// The id, by which ties of start are broken.
  public var shift: ShiftID
  /// The owner, who suggests it.
  public var owner: UserID
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The day after the date on which it ends; `nil` for the usual one.
  public var days: Int16?
  /// The length where the times do not tell it plainly, such as `2 days 8 h`.
  public var length: String?
  /// True once the requester accepted it, while it awaits approval.
  public var isAwaiting: Bool
}

extension Replay {
  /// The requests as of a moment, by date and id: open ones of today and later, or all. Days narrow
  /// both.
  ///
  /// - Complexity: O(s + q + r log r) for s recorded shifts, q requests and r rows.
  public func requests(
    of requester: UserID? = nil, dates: DateSelection = DateSelection(), all: Bool = false,
    at now: Timestamp
  ) -> [RequestRow] { requests(RowSelection(user: requester, dates: dates, all: all), at: now) }

  fileprivate func requests(_ chosen: RowSelection, at now: Timestamp) -> [RequestRow] {
    let moment = LocalMoment(now, in: workplace.timeZone)
    let rows = state.requests.rows.ordered(
      by: { Int($0.date.daysSinceEpoch) }, then: \.id.description, on: chosen.page
    ) { request in
      (chosen.user == nil || request.requester == chosen.user)
        && chosen.dates.contains(request.date)
        && (chosen.all || (request.isOpen && request.date >= moment.today))
    }
    let suggestions = suggestionsByRequest(at: moment)
    return rows.map { requestRow($0, suggestions[$0.id] ?? [], at: moment) }
  }

  private func requestRow(
    _ request: RequestRecord, _ suggestions: [SuggestionRow], at moment: LocalMoment
  ) -> RequestRow {
    let status: RequestStatus =
      if !request.isOpen || request.date < moment.today {
        .closed
      } else {
        suggestions.contains(where: \.isAwaiting) ? .awaiting : .open
      }
    return RequestRow(
      request: request.id, requester: request.requester, date: request.date,
      week: request.date.week, status: status, suggestions: suggestions)
  }

  /// The suggestions that have not lapsed, under their requests, by start and id.
  private func suggestionsByRequest(at moment: LocalMoment) -> [RequestID: [SuggestionRow]] {
    var suggestions: [RequestID: [SuggestionRow]] = [:]
    let brief = SummarySelection(RowSelection(), from: moment)
    for shift in shifts(of: brief, among: \.hasRequest, where: { !$0.hasLapsed(at: moment) }) {
      guard let request = shift.request else { continue }
      suggestions[request, default: []].append(
        SuggestionRow(
          shift: shift.record.id, owner: shift.owner, start: shift.start, end: shift.end,
          days: shift.days, length: TimeSpan(shift, in: moment.zone).notableLength,
          isAwaiting: shift.state == .awaiting))
    }
    return suggestions
  }
}

extension ProjectionDescriptor {
  /// The open requests for work.
  public static let requests = ProjectionDescriptor(
    "requests", from: [.shifts, .requests], ordered: ["date", "request"],
    passing: .hiding("request is open", others: "past or closed", isByDay: true)
  ) { replay, chosen, now, _ in replay.requests(chosen, at: now) }
}

extension RequestRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("request", "Request") { $0.request },
    .person("requester", "Requester") { $0.requester },
    Column("date", "Date") { $0.date },
    Column("week", "Week", turn: 1) { $0.week },
    .status { $0.status },
    .rows("suggestions", "Suggestions", of: "SuggestionRow") { $0.suggestions },
  ]
}

extension SuggestionRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("shift", "Shift") { $0.shift },
    .person("owner", "Owner") { $0.owner },
    Column("start", "Start") { $0.start },
    Column("end", "End") { $0.end },
    Column("length", "Length", audience: .people) { $0.length },
    Column("status", "Status") { $0.isAwaiting ? "awaiting" : "suggested" },
  ]
}
