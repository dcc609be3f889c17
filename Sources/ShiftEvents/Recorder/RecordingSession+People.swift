// Old lines of the people file, which a writer takes out.

extension RecordingSession {
  /// Takes old lines out of the people file. The events are recorded by now, so a failure is only
  /// said; the next writer tries again.
  mutating func completePeopleAfterwards() {
    do throws(LogError) {
      // The event that made lines old may be a dead writer's, which nobody acknowledged.
      if let end = writer.end, writer.acknowledged.lengthBytes < end.lengthBytes {
        try writer.commit(upTo: end)
      }
      let report = try lock()
      defer { writer.unlock() }
      try fold(upTo: report.end)
      if report.acknowledged == report.end { try completePeople() }
    } catch {
      notices.append("old lines of the people file are still there: \(error.message)")
    }
  }

  mutating func completePeople() throws(LogError) {
    let state = judge.folded.state
    let removed = try peopleFile.complete(
      keeping: { state.commitment(of: $0) },
      afterMakingDurable: { () throws(LogError) in try writer.makeDurable() })
    // What an event made old was to be expected.
    if removed.lines > 0, !(outdatedUsers.map(removed.users.isSubset(of:)) ?? false) {
      notices.append(removed.notice)
    }
    (mayHaveOldPeople, outdatedUsers) = (false, [])
  }

  /// Notes that an event that is folded has made lines about somebody old. What an erasure leaves is taken out at once.
  mutating func noteOutdated(_ user: UserID?) {
    guard let user else { return }
    let isErased = judge.folded.state.commitment(of: user) == nil
    if isErased || peopleFile.lines.areManySuperseded { mayHaveOldPeople = true }
    outdatedUsers?.insert(user)
  }
}

extension PeopleFile.Removed {
  /// Also said of people by id: a name that was put there by somebody may be nobody's.
  fileprivate var notice: String {
    let ids = users.sorted().map(\.description)
    let some = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
    return
      "\(lines) \(lines == 1 ? "line" : "lines") of the people file removed: the log does not commit "
      + "to \(lines == 1 ? "it" : "them"), or no longer does\(ids.isEmpty ? "" : " (\(some))")"
  }
}
