/// The occurrences of weekly work that came due, by what became of them.
public struct Occurrences: Hashable, Sendable {
  /// The shifts that were scheduled.
  public var scheduled: Int
  /// The vacancies that were posted.
  public var posted: Int
  /// Those that could not be scheduled, each for a reason that its event has.
  public var skipped: Int

  /// The number of events that they took.
  package var count: Int { scheduled + posted + skipped }
}

extension Occurrences {
  init(_ events: some Collection<Event>) {
    func count(_ type: EventType) -> Int { events.count { $0.type == type } }
    (scheduled, posted) = (count(.shiftScheduled), count(.vacancyPosted))
    skipped = count(.shiftSkipped)
  }

  /// Those that follow from an event; `nil` of one that is not about weekly work.
  init?<Events: Collection<Event>>(of event: Event, following: @autoclosure () -> Events) {
    switch event.type {
    case .fixedShiftRegistered, .fixedShiftEdited, .fixedVacancyRegistered, .fixedVacancyEdited:
      self.init(following())
    default: return nil
    }
  }
}
