public import ShiftEvents

/// All projections at one position of one log, as one JSON document.
public struct SnapshotReport: Sendable {
  /// The hash of the last event read; `nil` of an empty log.
  public var hash: Digest?
  /// The hash of the log's first event, which no other log has; `nil` of an empty log.
  public var firstHash: Digest?

  /// A report on the log that begins and ends with these events.
  public init(hash: Digest?, firstHash: Digest?) { (self.hash, self.firstHash) = (hash, firstHash) }

  /// The document, compact and without a line feed.
  ///
  /// Each projection except the audit has all of its rows, also past or closed ones: a reader of the
  /// document cannot ask for them later.
  ///
  /// - Parameters:
  ///   - replay: with everybody's inbox, see ``Replay/init(inboxOf:)``.
  ///   - names: returns the current name of a person.
  public func json(of replay: Replay, at now: Timestamp, names: (UserID) -> String?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      DocumentHeader(of: replay, now: now)
        .write(schema: "snapshot", to: &json)
      json.member("hash", hash?.description)
      json.member("firstHash", firstHash?.description)
      json.object("projections") { json in
        for projection in ProjectionDescriptor.recorded {
          let rows = replay.table(projection, projection.whole, at: now, names: names)
          guard let rows else { continue }
          json.key(projection.name)
          rows.write(to: &json, in: replay.timeZone)
        }
      }
    }
    return json.bytes
  }
}
