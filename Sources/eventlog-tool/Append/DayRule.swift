import ShiftEvents

/// The days that the rules allow for a member, of which a day without a year is the nearest to today.
struct DayRule {
  private let today: LocalDate
  private let isAllowed: (LocalDate) -> Bool

  /// - Parameters:
  ///   - text: tells what stands for another member.
  ///   - now: the time of the event.
  init(
    _ type: EventType, _ key: String, _ text: (String) -> String?, _ state: DomainState,
    subject: String, now: Timestamp
  ) throws {
    let zone = state.workplace.zone
    let today = zone.date(at: now)
    self.today = today
    func begins(at start: TimeOfDay?) -> (LocalDate) -> Bool {
      { zone.instant($0, start ?? .midnight) > now }
    }
    let start = text("start").flatMap { TimeOfDay($0) }
    let setAside = type == .absenceRecorded ? "dateOutOfRange" : "shiftStarted"
    if text("override")?.contains(setAside) == true {
      isAllowed = { _ in true }
      return
    }
    switch (type, key) {
    case (.shiftScheduled, "date"), (.vacancyPosted, "date"): isAllowed = begins(at: start)
    case (_, "date") where type.isEdit:
      isAllowed = begins(at: start ?? state.times(editedBy: type, subject)?.start)
    case (.fixedShiftRegistered, "from"): isAllowed = { $0 >= today }
    case (.requestPosted, "date"):
      let days = state.workplace.requestDays
      isAllowed = { $0 >= today && $0 < today + days }
    case (.absenceRecorded, "date"):
      let end = text("end").flatMap { TimeOfDay($0) } ?? .midnight
      let days = text("days").flatMap { Int16($0) }
      let last = dayOfEnd(start ?? .midnight, end, days: days)
      isAllowed = { zone.instant($0 + last, end) > now }
    case (.hoursRecorded, "date"): isAllowed = { $0 <= today }
    case (.schedulePublished, "to"): isAllowed = { $0 >= today }
    case (.periodClosed, "from"), (.periodClosed, "to"): isAllowed = { $0 < today }
    default: isAllowed = { _ in true }
    }
  }

  /// The nearest day that the rules allow; without one the next, which they will refuse.
  func nearest(_ day: CalendarDay) throws(UsageError) -> LocalDate {
    guard
      let date = day.nearest(to: today, where: isAllowed)
        ?? day.nearest(to: today, where: { $0 >= today }) ?? day.nearest(to: today)
    else { throw UsageError("no year near has a day \(quoted(day.text))") }
    if let weekday = day.weekday, date.weekday != weekday {
      throw UsageError(
        "\(date.longText) is a \(date.weekday)", help: "correct the day, or name the year")
    }
    return date
  }
}

extension DomainState {
  /// The times, as they are, of the thing that an edit is about; `nil` where it has none.
  func times(editedBy type: EventType, _ subject: String) -> ShiftTimes? {
    switch type.isEdit ? type.subjectNoun : nil {
    case ShiftID.noun: ShiftID(subject).flatMap { shift($0)?.times }
    case VacancyID.noun: VacancyID(subject).flatMap { vacancies[$0]?.times }
    default: nil
    }
  }
}
