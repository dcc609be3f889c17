public import ShiftEvents

/// A shift or an absence in a calendar.
public struct CalendarEntry: Hashable, Sendable {
  /// The id, which no other entry has: of a shift its own.
  public var id: String
  /// The instant at which it begins.
  public var start: Timestamp
  /// The instant at which it ends.
  public var end: Timestamp
  /// The days that it takes, if it begins and ends with a day.
  public var days: Range<LocalDate>?
  /// The number of changes since it was recorded.
  public var changes: Int
  /// The time of the last change.
  public var changedAt: Timestamp
  /// True while it is not sure whose it will be.
  public var isTentative: Bool
  /// The title, such as `Bar 15:00–20:00`.
  public var summary: String
  /// The place.
  public var location: String?
  /// A few sentences, one a line, the id last.
  public var description: String
  /// The labels of a shift, or the word for its kind; at least one.
  public var categories: [String]
}

extension Replay {
  /// The shifts of a selection as entries of a calendar, by date, start and id; then the absences of the same person
  /// and days, where they are wanted.
  ///
  /// - Parameter label: the name of a person.
  public func calendar(
    _ chosen: RowSelection, absences: Bool = false, at now: Timestamp, label: (UserID) -> String
  ) -> [CalendarEntry] {
    let shifts = roster.schedule(chosen, at: now)
    let entries = shifts.filter(chosen.includes).map {
      entry($0, isForAll: chosen.user == nil, label)
    }
    guard absences else { return entries }
    let away = self.absences.rows(
      of: chosen.user, dates: chosen.dates, all: chosen.all, running: chosen.running, at: now,
      in: timeZone
    ).filter { $0.status != .ended }
    return entries + away.map { entry($0, isForAll: chosen.user == nil, label) }
  }

  /// The name of a calendar: that of its person, and the workplace's id, which is the only name of a workplace.
  public func calendarName(of person: String?) -> String {
    let workplace = roster.workplace.workplace.map(\.description)
    guard let person else {
      return ["Schedule", workplace].compactMap(\.self).joined(separator: " of ")
    }
    return [person, workplace].compactMap(\.self).joined(separator: " at ")
  }

  private func entry(
    _ row: ScheduleRow, isForAll: Bool, _ label: (UserID) -> String
  ) -> CalendarEntry {
    let labels = row.keys.labels.map(\.description)
    let title = row.keys.title.map(\.description)
    // A title is at times one of the labels.
    let words =
      [title].compactMap(\.self) + labels.filter { $0.lowercased() != title?.lowercased() }
    let what = words.isEmpty ? "Shift" : words.joined(separator: ", ")
    let days = row.isOfWholeDays ? row.daysText : row.hoursText(in: timeZone)
    let lines = [
      givenBy(row, label), settling(row, label),
      row.keys.needs.isEmpty
        ? nil : "Needs \(row.keys.needs.map(\.description).joined(separator: ", ")).",
      "Shift \(row.shift)",
    ]
    return CalendarEntry(
      id: row.shift.description, start: timeZone.instant(row.date, row.start),
      end: timeZone.instant(row.lastDate, row.end), days: row.wholeDays, changes: row.changes,
      changedAt: row.changedAt, isTentative: row.status == .awaiting,
      summary: (isForAll ? "\(label(row.owner)): " : "")
        + [what, days].compactMap(\.self).joined(separator: " "),
      location: row.keys.place?.description,
      description: lines.compactMap(\.self).joined(separator: "\n"),
      categories: labels.isEmpty ? ["Shift"] : labels)
  }

  /// The sentence about the person who had the shift first.
  private func givenBy(_ row: ScheduleRow, _ label: (UserID) -> String) -> String? {
    row.owner == row.firstOwner
      ? nil : "Given by \(label(row.firstOwner)), who had it first."
  }

  /// The sentence about what is not settled yet.
  private func settling(_ row: ScheduleRow, _ label: (UserID) -> String) -> String? {
    switch row.status {
    case .supplied: return "\(label(row.owner)) offers it on the marketplace."
    case .suggested:
      let requester = row.request.flatMap { roster[$0]?.requester }
      return "\(label(row.owner)) suggests it"
        + (requester.map { " to \(label($0))" } ?? "") + "."
    case .awaiting:
      guard let taker = row.taker, let via = row.via else { return nil }
      let hasSay = state.approvers(owner: row.owner, taker: taker, via: via).ownerHasSay
      return "\(label(row.owner)) gives it to \(label(taker)); "
        + (hasSay ? "\(label(row.owner)) or a manager" : "a manager") + " approves."
    case .idle, .lapsed: return nil
    }
  }

  private func entry(
    _ row: AbsenceRow, isForAll: Bool, _ label: (UserID) -> String
  ) -> CalendarEntry {
    let days = row.isOfWholeDays ? row.daysText : row.hoursText(in: timeZone)
    let summary = ["away", days].compactMap(\.self).joined(separator: " ")
    return CalendarEntry(
      id: "absence.\(row.absence)", start: timeZone.instant(row.date, row.start),
      end: timeZone.instant(row.lastDate, row.end), days: row.wholeDays, changes: 0,
      changedAt: row.recordedAt,
      isTentative: false,
      summary: isForAll ? "\(label(row.user)): \(summary)" : "A" + summary.dropFirst(),
      description: "\(label(row.user)) takes no shifts.\nAbsence \(row.absence)",
      categories: ["Absence"])
  }
}
