public import ShiftEvents

extension Replay {
  /// The rows of one projection as of a moment, ready to be written in any format.
  ///
  /// - Parameter names: the name of a person as it is known now.
  /// - Returns: `nil` for the inbox and the audit, which a replay does not fold.
  public func table(
    _ projection: ProjectionName, _ selection: RowSelection = RowSelection(), at now: Timestamp,
    names: (UserID) -> String?
  ) -> RowTable? {
    switch projection {
    case .schedule:
      let part = ScheduleSelection(
        user: selection.user, dates: selection.dates, all: selection.all)
      return RowTable(roster.schedule(part, at: now))
    case .marketplace:
      return RowTable(
        roster.marketplace(of: selection.user, dates: selection.dates, at: now))
    case .requests:
      return RowTable(
        roster.requests(
          of: selection.user, dates: selection.dates, all: selection.all, at: now))
    case .approvals:
      return RowTable(approvals(of: selection.user, dates: selection.dates, at: now))
    case .deals:
      let part = DealSelection(
        company: selection.company, category: selection.category, near: selection.near,
        all: selection.all)
      return RowTable(deals.deals(part, at: now))
    case .reservations:
      return RowTable(
        deals.reservations(
          of: selection.user, company: selection.company, dates: selection.dates, in: timeZone))
    case .study:
      return RowTable(
        ranking(of: selection.user, followedOnly: selection.followedOnly, names: names))
    case .points: return RowTable(points.rows(of: selection.user, names: names))
    case .hours: return RowTable(hours.rows(of: selection.user, dates: selection.dates))
    case .users:
      return RowTable(
        users.rows(of: selection.user, namePart: selection.namePart, names: names))
    case .inbox, .audit: return nil
    }
  }

  /// The document that `replay --json` prints, compact and without a line feed; rows are counted as
  /// each projection shows them at that moment without any selection.
  public func jsonSummary(at now: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      DocumentHeader(asOf: asOf, now: now, timeZone: timeZone).write(schema: "replay", to: &json)
      json.key("events")
      json.value(tally.count)
      json.key("types")
      json.object { json in
        for type in tally.types {
          json.key(type.name)
          json.value(type.count)
        }
      }
      json.key("unknown")
      json.value(tally.unknownEvents &+ tally.unknownMembers)
      json.key("rows")
      json.object { json in
        for projection in ProjectionName.replayed {
          json.key(projection.rawValue)
          json.value(rowCount(projection, at: now))
        }
      }
    }
    return json.bytes
  }

  /// The number of rows that `table` has without any selection.
  private func rowCount(_ projection: ProjectionName, at now: Timestamp) -> Int {
    switch projection {
    case .schedule: roster.schedule(at: now).count
    case .marketplace: roster.marketplace(at: now).count
    case .requests: roster.requests(at: now).count
    case .approvals: approvals(at: now).count
    case .deals: deals.deals(at: now).count
    case .reservations: deals.reservations().count
    case .study: ranking(names: { _ in nil }).count
    case .points: points.rows(names: { _ in nil }).count
    case .hours: hours.rows().count
    case .users: users.rows(names: { _ in nil }).count
    case .inbox, .audit: 0
    }
  }
}
