// Worked hours, and the swap points that they earn.
/// The latest record of a shift's hours.
package struct HoursRecord: StateRecord {
  package var id: ShiftID
  package var worker: UserID
  package var date: LocalDate
  /// The person who recorded them.
  package var by: UserID
  private var confirmerIndex: UInt32 = 0
  private var storedMinutes: Int32
  package var recordedAt: Timestamp
  package var confirmedAt: Timestamp
  private var storedStart: Int16 = -1
  private var storedEnd: Int16 = -1
  private var storedBreak: Int16 = -1

  init(_ event: HoursRecorded, by actor: UserID, at time: Timestamp) {
    (id, worker, date, by) = (event.shift, event.worker, event.date, actor)
    storedMinutes = Int32(clamping: event.minutes)
    (recordedAt, confirmedAt) = (time, time)
    if let start = event.start, let end = event.end {
      (storedStart, storedEnd) = (Int16(start.minutes), Int16(end.minutes))
    }
    storedBreak = event.breakMinutes ?? -1
  }

  /// Hours that the end of work recorded.
  init(_ event: WorkEnded, by actor: UserID, at time: Timestamp) {
    (id, worker, date, by) = (event.shift, event.worker, event.date, actor)
    storedMinutes = Int32(clamping: event.minutes)
    (recordedAt, confirmedAt) = (time, time)
    storedStart = Self.byClock
    storedBreak = Int16(clamping: event.breakMinutes ?? 0)
  }

  /// In the place of a start: the record of the work has the times.
  private static let byClock: Int16 = -2
  /// True if the end of work recorded them.
  package var isByClock: Bool { storedStart == Self.byClock }
  /// The minutes; 0 if it was not worked.
  package var minutes: Int { Int(storedMinutes) }
  /// The times from when to when it was worked, counted from its date; `nil` where minutes alone are known.
  package var times: (start: TimeOfDay, end: TimeOfDay)? {
    guard let start = TimeOfDay(minutes: Int(storedStart)),
      let end = TimeOfDay(minutes: Int(storedEnd))
    else { return nil }
    return (start, end)
  }
  /// The minutes that were taken off, or that were told beside minutes alone; `nil` where nobody said and none were.
  package var breakMinutes: Int? { storedBreak < 0 ? nil : Int(storedBreak) }
  package var isConfirmed: Bool { confirmerIndex != 0 }
  /// The person who confirmed them.
  package var confirmer: UserID? {
    confirmerIndex == 0 ? nil : UserID(symbolIndex: confirmerIndex)
  }

  mutating func confirm(by user: UserID, at time: Timestamp) {
    (confirmerIndex, confirmedAt) = (user.symbolIndex, time)
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    worker.renumber(new)
    by.renumber(new)
    if confirmerIndex != 0 { confirmerIndex = new(confirmerIndex) }
  }
}

/// A person's swap points: one for each shift that they worked and that was first somebody else's.
package struct PointsRecord: StateRecord {
  package var id: UserID
  package var points: Int

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// Times at which hours were recorded, each at most 60 days behind the one before.
struct RecordingSpan: Equatable, BitwiseCopyable, Sendable {
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
    var usual: Int16?
    // Most shifts have no break, nor any other key.
    if event.start != nil, let place = shifts.place(of: event.shift), shifts[place].keys > 0 {
      let elapsed = event.minutes + Int(event.breakMinutes ?? 0)
      usual = usualBreak(of: shifts[place], within: elapsed)
    }
    if event.breakMinutes != usual { ownBreaks.append(UInt32(tally.lastSequence.value)) }
    record(HoursRecord(event, by: actor, at: time), firstOwner: event.firstOwner, at: time)
  }

  mutating func evolve(with event: WorkEnded, by actor: UserID, at time: Timestamp) {
    record(HoursRecord(event, by: actor, at: time), firstOwner: event.firstOwner, at: time)
    if let place = works.place(of: event.shift) {
      (works[place].start, works[place].end) = (event.startAt, event.endAt)
    }
  }

  /// - Parameter firstOwner: the first owner of the shift.
  @inline(__always)
  private mutating func record(_ record: HoursRecord, firstOwner: UserID, at time: Timestamp) {
    guard let shift = shifts.place(of: record.id), shifts[shift].state != .skipped else { return }
    if !works.isEmpty { stopWork(of: Int(record.id.symbolIndex)) }
    let known = hours.place(of: record.id)
    if let known { hours[known] = record }
    let place = known ?? hours.add(record)
    hoursDays.note(record.date, to: record.date, at: place)
    noteRecording(at: time)
    if record.minutes == 0 || shifts[shift].hasEarned { return }
    // The first record that is not 0 decides; corrections earn nothing and move nothing.
    shifts[shift].hasEarned = true
    if record.worker == firstOwner { return }
    let user = points.place(of: record.worker)
    points[user ?? points.add(PointsRecord(id: record.worker, points: 0))].points += 1
  }

  @inline(__always)
  private mutating func noteRecording(at time: Timestamp) {
    let place = recordings.count - 1
    if place >= 0, recordings[place].reaches(time) {
      recordings[place].last = time
    } else {
      recordings.append(RecordingSpan(first: time, last: time))
    }
  }

  /// True if anybody's hours were recorded within the 60 days before a moment.
  package func recordsHours(at now: Timestamp) -> Bool {
    recordings.contains { $0.first <= now && $0.reaches(now) }
  }

  func hasHours(_ shift: ShiftID) -> Bool { hours[shift].map { $0.minutes != 0 } ?? false }
}
