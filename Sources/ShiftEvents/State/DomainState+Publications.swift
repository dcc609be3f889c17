// What was promised: publications, and the changes that came after them.

/// A manager's word that the roster of some days holds.
package struct PublicationRecord: StateRecord {
  package var id: PublicationID
  package var from: LocalDate
  package var to: LocalDate
  package var by: UserID
  package var publishedAt: Timestamp
  package var shifts: Int

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    by.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: SchedulePublished, by actor: UserID, at time: Timestamp) {
    if publications.place(of: event.publication) != nil { return }
    publications.add(
      PublicationRecord(
        id: event.publication, from: event.from, to: event.to, by: actor, publishedAt: time,
        shifts: event.shifts))
    publishedDays.insert(from: event.from, to: event.to, UInt32(publications.count))
  }

  mutating func evolve(with event: ChangeAnswered, at time: Timestamp) {
    guard let place = awaitedChange(of: event.shift) else { return }
    if let shift = shifts.place(of: event.shift) { keepPromise(at: shift) }
    lateChanges[place].answer = event.agreed ? .agreed : .declined
    lateChanges[place].answeredAt = time
  }

  /// The place of the late change of a shift that awaits an answer.
  @inline(__always)
  package func awaitedChange(of shift: ShiftID) -> Int? {
    guard let place = lateChanges.place(of: shift), lateChanges[place].answer == .awaited else {
      return nil
    }
    return place
  }

  /// Hands over the places of the late changes of a shift, the newest first.
  package func forEachLateChange(of shift: ShiftID, _ body: (Int) -> Void) {
    var next = lateChanges.place(of: shift)
    while let place = next {
      body(place)
      let before = Int(lateChanges[place].before)
      next = before < 0 ? nil : before
    }
  }

  /// Ends the waiting for an answer, as another change takes its place or nobody is left to be asked.
  mutating func endAwaiting(of shift: ShiftID) {
    if let place = awaitedChange(of: shift) { lateChanges[place].answer = .none }
  }

  /// Notes a change that has a notice, with the shift as it is right after it.
  mutating func note(
    _ kind: LateChangeRecord.Kind, of id: ShiftID, _ note: ChangeNote,
    _ override: [OverridableRule], by actor: UserID, at time: Timestamp
  ) {
    guard let notice = note.notice, let shift = shifts[id] else { return }
    endAwaiting(of: id)
    var change = LateChangeRecord(
      kind, of: shift, notice: notice, override, by: actor, at: time, tally.lastSequence)
    let most = workplace.answerNoticeMinutes
    if most > 0, notice >= most { change.answer = .none }
    change.reason = reasons.add(note.reason?.inNFC)
    change.before = lateChanges.place(of: id).map { Int32($0) } ?? -1
    lateChanges.add(change)
  }
}
