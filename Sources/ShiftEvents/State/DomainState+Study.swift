// Study sessions: blocks and pauses, counted from the start by the times of events alone.

package struct SessionRecord: StateRecord {
  package var id: SessionID
  package var student: UserID
  var start: Timestamp
  var blockMinutes: Int
  var pauseMinutes: Int
  /// The number of recorded blocks.
  var completedBlocks = 0
  /// The minutes of recorded blocks while it runs; all that it earned once it has ended.
  package var minutes = 0
  package var hasEnded = false

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    student.renumber(new)
  }

  /// Returns the minutes after which block `number`, from 1, is over.
  func dueMinutes(ofBlock number: Int) -> Int {
    number * blockMinutes + (number - 1) * pauseMinutes
  }

  /// Returns the minutes that a session has earned after the given number of full minutes.
  func earnedMinutes(after elapsed: Int) -> Int {
    let (rounds, rest) = elapsed.quotientAndRemainder(dividingBy: blockMinutes + pauseMinutes)
    return rounds * blockMinutes + min(rest, blockMinutes)
  }
}

extension DomainState {
  mutating func evolve(with event: StudyStarted, by student: UserID, at time: Timestamp) {
    if sessions.place(of: event.session) != nil { return }
    let place = sessions.add(
      SessionRecord(
        id: event.session, student: student, start: time,
        blockMinutes: event.blockMinutes, pauseMinutes: event.pauseMinutes))
    if indexes.areKept { indexes.running.insert(place, student, 0) }
  }

  mutating func evolve(with event: StudyBlockCompleted) {
    guard let place = running(event.session) else { return }
    sessions[place].completedBlocks += 1
    sessions[place].minutes &+= event.minutes
  }

  mutating func evolve(with event: StudyStopped) {
    guard let place = running(event.session) else { return }
    sessions[place].hasEnded = true
    sessions[place].minutes = event.minutes
    if indexes.areKept { indexes.running.remove(place, sessions[place].student, 0) }
  }

  private func running(_ session: SessionID) -> Int? {
    guard let place = sessions.place(of: session), !sessions[place].hasEnded else { return nil }
    return place
  }
}
