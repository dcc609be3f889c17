package import ShiftEvents

/// Finds the rows that differ between two moments by the events between them: only rows that these may have changed
/// are compared.
package struct ChangeSearch {
  private let before: Replay
  package private(set) var after: Replay
  private var links: RowLinks
  /// The links at the earlier moment.
  package let linksBefore: RowLinks
  private var concerned = ConcernedRows()
  /// True where the managers or the policies changed.
  private var hasOtherApprovers = false

  package init(from before: Replay) {
    (self.before, after) = (before, before)
    linksBefore = RowLinks(before)
    links = linksBefore
  }

  /// Takes the next event behind the earlier moment.
  package mutating func take(_ event: RecordedEvent) {
    links.note(event, in: after, &concerned)
    after.apply(event)
    links.note(event, in: after, &concerned)
    hasOtherApprovers =
      hasOtherApprovers || event.isAboutPolicies || before.state.managers != after.state.managers
  }

  /// The projections that differ, as of one moment.
  ///
  /// - Complexity: the rows that the events may have changed; rankings are compared whole, and so are rows with approvers
  ///   where these may be others, and all rows where the zone is another.
  package func changes(at now: Timestamp) -> [ProjectionChanges] {
    if before.timeZone != after.timeZone {
      return ProjectionChanges.between(before, after, at: now)
    }
    let sequence = before.asOf.sequence
    let parts = [before, after].map { links.part(of: $0, concerned, noticesSince: sequence) }
    return ProjectionDescriptor.recorded.compactMap { projection in
      if projection == .inbox {
        return ProjectionChanges(of: projection, parts[0], parts[1], at: now)
      }
      guard let keys = concerned.keys(of: projection),
        !(hasOtherApprovers && projection.showsApprovers)
      else { return ProjectionChanges(of: projection, before, after, at: now) }
      let wanted = Set(keys)
      return ProjectionChanges(of: projection, parts[0], parts[1], at: now, where: wanted.contains)
    }
  }
}
