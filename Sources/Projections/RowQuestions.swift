import ShiftEvents

extension ProjectionDescriptor {
  /// All that a ``Replay`` folds by itself, in the order in which documents list them.
  public static let replayed: [ProjectionDescriptor] = [
    .schedule, .marketplace, .requests, .approvals, .absences, .trades, .deals, .reservations,
    .study, .points, .hours, .users, .vacancies,
    .changes, .publications, .periods, .series, .closures,
  ]

  /// All that tells what was recorded; the inbox and the audit grow with every event.
  package static let recorded = replayed + [.inbox, .audit]

  /// All that answers questions of a manager from several of these.
  package static let questions: [ProjectionDescriptor] = [
    .attention, .candidates, .availability, .timesheet, .checks,
  ]

  /// Every projection.
  public static let all = recorded + questions

  /// All whose rows belong to days.
  fileprivate static let dated: [ProjectionDescriptor] = [
    .schedule, .marketplace, .requests, .approvals, .absences, .trades, .deals, .reservations,
    .hours, .vacancies, .changes, .publications, .periods, .closures, .inbox, .attention,
    .timesheet, .availability, .checks,
  ]

  /// All whose rows are about shifts or vacancies, which have a place and labels.
  fileprivate static let ofPlaces: [ProjectionDescriptor] = [
    .schedule, .marketplace, .approvals, .trades, .hours, .vacancies, .changes, .series,
    .attention, .availability, .timesheet, .checks,
  ]

  /// All whose rows are of people.
  fileprivate static let ofPeople: [ProjectionDescriptor] = [
    .schedule, .marketplace, .requests, .approvals, .absences, .trades, .reservations, .study,
    .points, .hours, .users, .changes, .inbox, .attention, .candidates, .availability, .series,
    .timesheet, .checks,
  ]
}

/// A question is one entry here, with the place of its value in a ``RowSelection`` and the projections that take it.
/// One about what rows show in a column, such as `category`, needs nothing else.
extension RowQuestion {
  /// Every question, in the order of help pages.
  public static let all: [RowQuestion] =
    things + [
      user, on, week, month, from, to, running, published, asPublished, place, label, company,
      RowQuestion(
        "category", .choice("NAME", of: DealCategory.self) { $0.category = $1 },
        "Only deals of this category", of: [.deals]), near, within, followedOnly,
      RowQuestion(
        "name", .text { $0.namePart = $1 }, "Only users with this in their name", of: [.users]),
      by,
      RowQuestion(
        "over", .duration { $0.overMinutes = $1 },
        "Hours: only more than so many, such as 40h", of: [.hours]),
      RowQuestion(
        "under", .duration { $0.underMinutes = $1 },
        "Hours: only less than so many; employees without any, too", of: [.hours]),
      RowQuestion(
        "unconfirmed", .flag { $0.unconfirmed = $1 },
        "Time sheet: only recorded hours that nobody confirmed, of any day", of: [.timesheet]),
      RowQuestion(
        "missing", .flag { $0.missing = $1 },
        "Time sheet: only shifts that are over, without hours and without work that runs, of any day",
        of: [.timesheet]),
      RowQuestion(
        "unlikely", .flag { $0.unlikely = $1 },
        "Time sheet: only hours that are hardly right, of any day", of: [.timesheet]),
      total, taker, past, limit, after, last, email,
    ]

  private static let things = [
    thing(
      RowID.shift, "Only this shift, whatever its day and state",
      of: [.schedule, .marketplace, .approvals, .changes, .timesheet], about: [.candidates]),
    thing(RowID.request, "Only this request", of: [.requests]),
    thing(RowID.vacancy, "Only this vacancy", of: [.vacancies], about: [.candidates]),
    thing(RowID.absence, "Only this absence", of: [.absences]),
    thing(RowID.trade, "Only this trade", of: [.trades]),
    thing(RowID.deal, "Only this deal", of: [.deals]),
    thing(RowID.reservation, "Only this reservation", of: [.reservations]),
    thing(RowID.publication, "Only this publication", of: [.publications]),
    thing(RowID.period, "Only this period", of: [.periods]),
    thing(RowID.series, "Only this weekly work", of: [.series]),
    thing(RowID.closure, "Only this closure", of: [.closures]),
  ]

  private static func thing<ID: InternedIdentifier>(
    _ id: @escaping @Sendable (ID) -> RowID, _ help: String,
    of takers: @autoclosure @escaping @Sendable () -> [ProjectionDescriptor],
    about: @autoclosure @escaping @Sendable () -> [ProjectionDescriptor] = []
  ) -> RowQuestion {
    RowQuestion(ID.noun, .thing(RowID.Kind(id)), help, of: takers(), about: about())
  }

  // Those that readers name one by one.

  package static let user = RowQuestion(
    "user", .person { $0.user = $1 }, "Only what is this user's, by id or name", scope: .grid,
    of: ProjectionDescriptor.ofPeople)
  package static let on = RowQuestion(
    "on", .days("DAY"), "Availability: on this day",
    of: [.availability])
  package static let week = RowQuestion(
    "week", .days("WEEK"), "Only this week: 2026-W03, this week, next week; of a day, its week",
    scope: .grid, of: ProjectionDescriptor.dated)
  package static let month = RowQuestion(
    "month", .days("MONTH"),
    "Only this month: 2026-03, this month, last month; of a day, its month",
    of: ProjectionDescriptor.dated)
  package static let from = RowQuestion(
    "from", .days("DAY"),
    "Only from this day on: a date, yesterday, monday, -2w; of last week the first",
    of: ProjectionDescriptor.dated)
  package static let to = RowQuestion(
    "to", .days("DAY"), "Only up to this day; of last week the last", of: ProjectionDescriptor.dated
  )
  package static let running = RowQuestion(
    "running", .flag { $0.running = $1 }, "Only what is in progress: who is on duty, who is away",
    of: [.schedule, .absences, .vacancies])
  package static let published = RowQuestion(
    "published", .flag { $0.published = $1 }, "Only shifts of published days", scope: .grid,
    of: [.schedule, .marketplace])
  package static let asPublished = RowQuestion(
    "as-published", .flag { $0.asPublished = $1 },
    "schedule: what was promised, beside what became of it where that differs", of: [.schedule])
  package static let place = RowQuestion(
    "place", .name { $0.names.place = $1 }, "Only shifts at this place", scope: .grid,
    of: ProjectionDescriptor.ofPlaces + [.closures])
  package static let label = RowQuestion(
    "label", .name { $0.names.label = $1 }, "Only shifts with this label", scope: .grid,
    of: ProjectionDescriptor.ofPlaces)
  package static let company = RowQuestion(
    "company", .person { $0.company = $1 }, "Only this company's deals and reservations",
    of: [.deals, .reservations])
  package static let near = RowQuestion(
    "near", .position, "Only deals around this place, in degrees; with --within", of: [.deals])
  package static let within = RowQuestion("within", .metres, "How far around --near", of: [.deals])
  package static let followedOnly = RowQuestion(
    "followed-only", .flag { $0.followedOnly = $1 },
    "Study: the ranking of those whom --user follows, without --user", of: [.study])
  package static let by = RowQuestion(
    "by", .choice("PERIOD", of: HoursGrouping.self) { $0.grouping = $1 },
    "Hours by week, month, day, person, label, place or title; also of those who recorded none",
    of: [.hours])
  package static let total = RowQuestion(
    "total", .flag { _, _ in }, "Hours, time sheet: the sum of all rows behind them",
    of: [.hours, .timesheet])
  package static let taker = RowQuestion(
    "for", .person { _, _ in },
    "Marketplace, vacancies: what this user may take, and why not the others",
    of: [.marketplace, .vacancies])
  package static let past = RowQuestion(
    "all", .flag { $0.all = $1 }, "What is past or closed, too", of: ProjectionDescriptor.all)
  package static let limit = RowQuestion(
    "limit", .number(1...10_000) { _, _ in }, "At most so many rows, a page", scope: .answer,
    of: ProjectionDescriptor.all)
  package static let after = RowQuestion(
    "after", .cursor, "The page behind this place; inbox: a sequence, too, for what came since",
    scope: .answer, of: ProjectionDescriptor.all)
  package static let last = RowQuestion(
    "last", .number(1...10_000) { $0.last = $1 }, "Inbox: the last so many, newest first",
    scope: .answer, of: [.inbox])
  package static let email = RowQuestion(
    "email", .flag { _, _ in }, "Users: their e-mail addresses, too", scope: .answer, of: [.users])
}
