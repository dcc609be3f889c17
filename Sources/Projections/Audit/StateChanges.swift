package import ShiftEvents

/// The change that an event made of the state before it, where its own words do not tell.
package enum StateChange: Hashable, Sendable {
  /// All that the event says.
  case asTold
  /// The members that an edit changed; `isBeforeKnown` is false of something whose beginning was not read.
  case edited([ChangedMember], isBeforeKnown: Bool)
  /// New times of weekly work: those of its first date.
  case retimed(TimeSpan)
  /// Nothing, as the shift was in no state for it; `nil` of one that was never scheduled.
  case nothing(ShiftState?)
}

/// The state that tells what each event changed: shifts and requests, and the members of all that can be edited.
package struct StateChanges: Equatable, Sendable {
  package private(set) var replay: Replay
  /// The members of deals and the workplace by type and id; the roster has those of shifts and vacancies.
  private var members: [String: [DataMember]] = [:]

  /// - Parameter roster: the state before the next event.
  package init(after replay: Replay = Replay()) { self.replay = replay }

  /// Takes the next event and returns what it changed.
  package mutating func apply(_ recorded: RecordedEvent) -> StateChange {
    apply(recorded, NamedIDs(recorded.event))
  }

  mutating func apply(_ recorded: RecordedEvent, _ facts: NamedIDs) -> StateChange {
    // Without a closure, which would copy the state for each event.
    var before: RosterShift?
    if let shift = facts.shift { before = replay[shift] }
    let edit = edit(recorded.event)
    replay.apply(recorded)
    if let shift = facts.shift, facts.changeShiftAlone, replay[shift] == before,
      !Self.remarks.contains(recorded.event.type)
    {
      return .nothing(before?.state)
    }
    return edit ?? retimed(by: recorded.event).map(StateChange.retimed) ?? .asTold
  }

  /// The times of weekly work behind an edit that gives some.
  private func retimed(by event: Event) -> TimeSpan? {
    let (from, isVacancy): (LocalDate, Bool)
    switch event {
    case .fixedShiftEdited(let edit): (from, isVacancy) = (edit.from, false)
    case .fixedVacancyEdited(let edit): (from, isVacancy) = (edit.from, true)
    default: return nil
    }
    let isTimed = event.given.contains { ["start", "end", "days"].contains($0.key) }
    guard isTimed else { return nil }
    var stretch: TimeSpan?
    replay.state.forEachSeries(SeriesID(event.subject)) { named in
      guard named.isVacancy == isVacancy else { return }
      let date = named.series.date(onOrAfter: from)
      let times = named.series.terms(on: date).times
      stretch = TimeSpan(
        date: date, start: times.start, end: times.end, days: times.days, in: replay.timeZone)
    }
    return stretch
  }

  /// The types of events that tell about a shift and leave it as it is.
  private static let remarks: [EventType?] = [
    .shiftSkipped, .hoursRecorded, .hoursConfirmed, .changeAnswered, .workStarted, .workPaused,
    .workResumed, .workEnded,
  ]

  /// Returns what an edit changes; `nil` of any other event.
  private mutating func edit(_ event: Event) -> StateChange? {
    // Asked first: to look into an event copies it.
    guard let type = event.type else { return nil }
    switch type {
    case .shiftEdited, .vacancyEdited, .dealPosted, .dealEdited, .workplaceConfigured: break
    default: return nil
    }
    if case .shiftEdited(let edited) = event {
      guard let shift = replay.state.shift(edited.shift) else { return nil }
      var known = [DataMember](shift.date, shift.start, shift.end, replay.keys(of: edited.shift))
      return .edited(known.edit(by: event, isWhole: true), isBeforeKnown: true)
    }
    if case .vacancyEdited(let edited) = event, var known = replay.members(of: edited.vacancy) {
      return .edited(known.edit(by: event, isWhole: true), isBeforeKnown: true)
    }
    let id = "\(type.subjectNoun) \(event.subject)"
    if type == .dealPosted {
      if members[id] == nil { members[id] = [DataMember](of: event) }
      return nil
    }
    var known = members[id] ?? []
    // A workplace begins without settings.
    let isKnown = members[id] != nil || type == .workplaceConfigured
    let changes = known.edit(by: event, isWhole: isKnown)
    if isKnown { members[id] = known }
    return .edited(changes, isBeforeKnown: isKnown)
  }
}

extension Replay {
  /// The members of a vacancy, as its edits and those of its weekly work have made them.
  fileprivate func members(of vacancy: VacancyID) -> [DataMember]? {
    guard let record = state.vacancies.place(of: vacancy).map({ state.vacancies[$0] }) else {
      return nil
    }
    return [DataMember](
      record.date, record.times.start, record.times.end, state.keys(record.times, record.keys),
      places: record.places, wanted: record.wanted)
  }
}

extension NamedIDs {
  /// True if an event that changes a shift changes its record and nothing else.
  fileprivate var changeShiftAlone: Bool { closedRequests.isEmpty && released.isEmpty }
}

extension [ChangedMember] {
  /// The changes in words: `date 2023-01-17 → 2023-01-18; labels bar → bar, lead`.
  var effect: Phrase {
    guard var words = first?.words else { return "changed nothing" }
    for member in dropFirst() { words = "\(words); \(member.words)" }
    return words
  }
}

extension ChangedMember {
  fileprivate var words: Phrase {
    let title = key.escaped {
      $0.properties.isUppercase ? " \($0.properties.lowercaseMapping)" : nil
    }
    return switch (before?.value, after?.value) {
    case (.lines, .lines): "\(title) changed"
    case (let before?, let after?): "\(title) \(before.words) → \(after.words)"
    case (nil, .lines): "\(title) added"
    case (nil, let after?): "\(title) set to \(after.words)"
    case (.lines, nil): "\(title) removed"
    case (let before?, nil): "\(title) \(before.words) removed"
    case (nil, nil): "\(title) removed"
    }
  }
}

extension DataMember.Value {
  var words: Phrase {
    switch self {
    case .text(let text), .lines(let text), .plain(let text): "\(text)"
    case .instant(let time): "\(time)"
    case .list(let items): "\(items.joined(separator: ", "))"
    }
  }
}
