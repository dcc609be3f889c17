// Worked hours, and the swap points that they earn.

/// The latest record of a shift's hours.
package struct HoursRecord: StateRecord {
  package var id: ShiftID
  package var worker: UserID
  package var date: LocalDate
  /// The minutes; 0 if it was not worked.
  package var minutes: Int
  /// The person who recorded them.
  package var by: UserID
  package var isConfirmed = false

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    worker.renumber(new)
    by.renumber(new)
  }
}

/// A person's swap points: one for each shift that they worked and that was first somebody else's.
package struct PointsRecord: StateRecord {
  package var id: UserID
  package var points: Int

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// Times at which hours were recorded, each at most 60 days behind the one before.
struct RecordingStretch: Equatable, BitwiseCopyable, Sendable {
  fileprivate var first: Timestamp
  fileprivate var last: Timestamp

  /// True if a time is at most 60 days behind the last of them.
  fileprivate func reaches(_ time: Timestamp) -> Bool {
    time.milliseconds - last.milliseconds <= 60 * 86_400_000
  }
}

extension DomainState {
  /// The latest record of hours counts, and 0 is none. Hours of a shift that was never scheduled are nobody's.
  mutating func evolve(with event: HoursRecorded, by actor: UserID, at time: Timestamp) {
    guard let shift = shifts.place(of: event.shift), shifts[shift].state != .skipped else { return }
    let record = HoursRecord(
      id: event.shift, worker: event.worker, date: event.date, minutes: event.minutes, by: actor)
    let place = hours.place(of: event.shift) ?? hours.add(record)
    hours[place] = record
    hoursDays.note(record.date, to: record.date, at: place)
    noteRecording(at: time)
    if event.minutes == 0 || shifts[shift].hasEarned { return }
    // The first record that is not 0 decides; corrections earn nothing and move nothing.
    shifts[shift].hasEarned = true
    if event.worker == event.firstOwner { return }
    let user = points.place(of: event.worker)
    points[user ?? points.add(PointsRecord(id: event.worker, points: 0))].points += 1
  }

  @inline(__always)
  private mutating func noteRecording(at time: Timestamp) {
    let place = recordings.count - 1
    if place >= 0, recordings[place].reaches(time) {
      recordings[place].last = time
    } else {
      recordings.append(RecordingStretch(first: time, last: time))
    }
  }

  /// True if anybody's hours were recorded within the 60 days before a moment.
  package func recordsHours(at now: Timestamp) -> Bool {
    recordings.contains { $0.first <= now && $0.reaches(now) }
  }

  func hasHours(_ shift: ShiftID) -> Bool { hours[shift].map { $0.minutes != 0 } ?? false }
}
