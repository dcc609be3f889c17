public import ShiftEvents

/// The members that every JSON document begins with: the position read and the clock.
public struct DocumentHeader: Hashable, Sendable {
  /// The position up to which the log was read.
  public var asOf: AsOf
  /// The clock for "past", "live" and "lapsed".
  public var now: Timestamp
  /// The zone of dates and times of day.
  public var timeZone: Zone
  /// The number of events up to there that this version does not know.
  public var unknown: Int
  /// The hash of the last event read; `nil` in a document without one.
  public var hash: Digest?

  /// The members that every document has.
  public init(asOf: AsOf, now: Timestamp, timeZone: Zone, unknown: Int = 0) {
    (self.asOf, self.now, self.timeZone, self.unknown) = (asOf, now, timeZone, unknown)
  }

  /// The members of a document about all that a replay has folded.
  public init(of replay: Replay, now: Timestamp) {
    self.init(
      asOf: replay.asOf, now: now, timeZone: replay.timeZone, unknown: replay.tally.notKnown.count)
  }

  /// Writes the members `schema`, `asOf`, `now`, `timeZone` and, if there are any, `unknown` and `hash`.
  public func write(schema name: String, to json: inout JSONWriter) {
    json.member("schema", "shift-events/\(name)/1")
    json.object("asOf") { json in
      json.member("sequence", asOf.sequence.value)
      json.member("time", asOf.time?.description)
    }
    json.member("now", now.description)
    json.member("timeZone", timeZone.description)
    json.member("unknown", unknown > 0 ? unknown : nil)
    json.member("hash", hash?.description)
  }
}

extension RowTable {
  /// The document that `show NAME --format json` prints, compact and without a line feed.
  ///
  /// - Parameter next: the cursor of the rows behind these, if there are any.
  public func jsonDocument(
    _ projection: ProjectionDescriptor, _ header: DocumentHeader, next: String? = nil
  ) -> [UInt8] { jsonDocument(named: projection.name, header, next: next) }

  /// The same of rows that have a schema of another name.
  package func jsonDocument(
    named name: String, _ header: DocumentHeader, next: String? = nil
  ) -> [UInt8] { jsonDocument(named: name, header, next: next, upTo: .max)! }

  /// The same document; `nil` where it has more bytes than that, of which little more are made.
  package func jsonDocument(
    named name: String, _ header: DocumentHeader, next: String? = nil, upTo mostBytes: Int
  ) -> [UInt8]? {
    var json = JSONWriter()
    json.object { json in
      header.write(schema: name, to: &json)
      json.key("rows")
      write(to: &json, names, header.timeZone, upTo: mostBytes)
      json.member("next", next)
    }
    return json.bytes.count <= mostBytes ? json.bytes : nil
  }

  /// Each row as an object of its own, compact and without a line feed.
  ///
  /// - Parameter zone: the zone of dates and times of day, for the instants of rows that have these; `nil` for
  ///   none.
  public func jsonRows(in zone: Zone? = nil) -> [[UInt8]] {
    // Rows of several logs have their instants already.
    let times = zones.isEmpty ? zone.flatMap { TimeSpanColumns(columns, in: $0) } : nil
    return rows.map { row in
      var json = JSONWriter()
      write(row, to: &json, names, times)
      return json.bytes
    }
  }

  /// Writes the rows as an array of objects; a cell that does not apply is left out.
  ///
  /// - Parameter zone: the zone of dates and times of day, as in ``jsonRows(in:)``.
  public func write(to json: inout JSONWriter, in zone: Zone? = nil) {
    write(to: &json, names, zone)
  }

  fileprivate func write(
    to json: inout JSONWriter, _ names: [UserID: String], _ zone: Zone? = nil,
    upTo mostBytes: Int = .max
  ) {
    let times = zone.flatMap { TimeSpanColumns(columns, in: $0) }
    json.array { json in
      for row in rows {
        write(row, to: &json, names, times)
        if json.bytes.count > mostBytes { return }
      }
    }
  }

  private func write(
    _ row: [Cell?], to json: inout JSONWriter, _ names: [UserID: String], _ times: TimeSpanColumns?
  ) {
    json.object { json in
      for (column, cell) in zip(columns, row) where column.isInDocuments {
        guard let cell else { continue }
        json.key(column.key)
        cell.write(to: &json, names)
        if case .person(let user) = cell, let key = column.nameKey { json.member(key, names[user]) }
      }
      guard let stretch = times?.stretch(of: row) else { return }
      json.member("startAt", stretch.startAt.description)
      json.member("endAt", stretch.endAt.description)
    }
  }
}

extension [DataMember] {
  /// The members as a compact object; that is also their text where there are no objects.
  package var json: String {
    var json = JSONWriter()
    write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      for member in self {
        json.key(member.key)
        switch member.value {
        case .text(let text), .lines(let text): json.value(text)
        case .instant(let time): json.value(time.description)
        case .list(let items): json.array { json in for item in items { json.value(item) } }
        case .plain(let text): json.value(json: [UInt8](text.utf8))
        }
      }
    }
  }
}

extension Cell {
  func write(to json: inout JSONWriter, _ names: [UserID: String]) {
    switch self {
    case .integer(let number), .duration(let number): json.value(number)
    case .decimal(let number): json.value(number)
    case .boolean(let flag): json.value(flag)
    case .list(let items): json.array { json in for item in items { json.value(item) } }
    case .people(let users):
      json.array { json in for user in users { json.value(user.description) } }
    case .table(let table):
      table.write(to: &json, table.names.isEmpty ? names : table.names)
    case .members(let members): members.write(to: &json)
    case .objects(let objects):
      json.array { json in for members in objects { members.write(to: &json) } }
    case .text, .person, .phrase, .date, .timeOfDay, .week, .instant: json.value(text)
    }
  }
}
