public import ShiftEvents

extension Replay {
  /// The rows of one projection as of a moment, ready to be written in any format.
  ///
  /// - Parameter names: returns the current name of a person.
  /// - Returns: `nil` for a projection that this replay did not fold: the audit, and the inbox unless
  ///   it was asked for.
  public func table(
    _ projection: ProjectionDescriptor, _ selection: RowSelection = RowSelection(),
    at now: Timestamp, names: (UserID) -> String?
  ) -> RowTable? {
    let (replay, chosen) = asked(projection, selection)
    return projection.table(replay, chosen, now, names)
  }

  /// The number of rows that a question makes of people and periods, with or without anything in the log.
  package func crossing(
    _ projection: ProjectionDescriptor, _ selection: RowSelection, at now: Timestamp
  ) -> Int { projection.crossing(self, selection, now) }

  /// The number of rows of ``table(_:_:at:names:)``; 0 for a projection that this replay did not fold.
  package func count(
    _ projection: ProjectionDescriptor, _ selection: RowSelection = RowSelection(),
    at now: Timestamp
  ) -> Int {
    let (replay, chosen) = asked(projection, selection)
    return projection.count(replay, chosen, now, { _ in nil }) ?? 0
  }

  /// The part of the replay that a question is about: the one thing that it names, of any day and state, or all.
  private func asked(
    _ projection: ProjectionDescriptor, _ selection: RowSelection
  ) -> (Replay, RowSelection) {
    guard let id = selection.id, projection.kinds.contains(where: { $0.noun == id.words.noun }),
      has(projection.parts)
    else { return (self, selection) }
    return (only(id, asPublished: selection.asPublished), selection.ofAnyTime)
  }

  /// The document that `replay --json` prints, compact and without a line feed; rows are counted as
  /// each projection shows them at that moment without any selection.
  public func jsonSummary(at now: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      DocumentHeader(asOf: asOf, now: now, timeZone: timeZone).write(schema: "replay", to: &json)
      json.member("events", tally.count)
      json.object("types") { json in
        for type in tally.types { json.member(type.name, type.count) }
      }
      json.member("unknown", tally.unknownEvents &+ tally.unknownMembers)
      json.object("rows") { json in
        for projection in ProjectionDescriptor.replayed {
          json.member(projection.name, count(projection, at: now))
        }
      }
    }
    return json.bytes
  }
}
