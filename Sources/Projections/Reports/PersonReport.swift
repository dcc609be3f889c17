package import ShiftEvents

/// All that a log has of one person, as one document: what a person who asks is given. Other people stand in it by
/// their ids alone.
package struct PersonReport {
  private let replay: Replay
  private let user: UserID
  private let header: DocumentHeader
  private let name, email: String?

  /// - Parameters:
  ///   - replay: one that has the person's inbox.
  ///   - name: the name as it is known now, and so the address.
  package init(
    _ replay: Replay, of user: UserID, _ header: DocumentHeader, name: String?, email: String?
  ) {
    (self.replay, self.user, self.header) = (replay, user, header)
    (self.name, self.email) = (name, email)
  }

  /// The projections of which the document has rows.
  static let projections = ProjectionDescriptor.replayed + [.attention, .timesheet, .checks]
  /// The members of a profile that rows of users have, too.
  static let own = ["roles", "skills", "skillsUntil", "contract", "contractFrom"]

  /// The document, compact and without a line feed.
  ///
  /// - Parameter events: the recorded lines that concern the person, or that they made.
  package func bytes(_ events: [String]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      header.write(schema: RowSchema.Summary.person.rawValue, to: &json)
      json.member("user", user.description)
      json.object("profile") { json in
        json.member("name", name)
        json.member("email", email)
        let row = rows(of: .users)
        for (column, cell) in zip(row.columns, row.rows.first ?? []) {
          guard let cell, Self.own.contains(column.key) else { continue }
          json.key(column.key)
          cell.write(to: &json, [:])
        }
      }
      json.object("rows") { json in
        for projection in Self.projections {
          json.key(projection.name)
          rows(of: projection).write(to: &json, in: header.timeZone)
        }
      }
      json.key("notices")
      rows(of: .inbox).write(to: &json, in: header.timeZone)
      json.array("events") { json in for event in events { json.value(json: Array(event.utf8)) } }
      json.object("erasing") { json in
        let known = [("profile.name", name), ("profile.email", email)].filter { $0.1 != nil }
        json.array("removes") { json in for (member, _) in known { json.value(member) } }
        json.array("keeps") { json in
          for member in ["user", "rows", "notices", "events"] { json.value(member) }
        }
      }
    }
    return json.bytes
  }

  /// The rows that name the person; of users the one that is about them.
  private func rows(of projection: ProjectionDescriptor) -> RowTable {
    let isOfOne = [.users, .inbox, .attention].contains(projection)
    var selection = RowSelection(user: isOfOne ? user : nil, all: true)
    // A company has an account, and stands in its deals by its id alone.
    if projection == .deals { selection.company = user }
    let all = replay.table(projection, selection, at: header.now) { $0 == user ? name : nil }
    guard let all else { return RowTable(columns: projection.columns, rows: []) }
    // Attention has what awaits of either side, and names one.
    let own = all.rows.filter { row in
      projection == .attention || projection == .deals || row.contains { $0?.names(user) ?? false }
    }
    return RowTable(columns: all.columns, rows: own) { $0 == user ? name : nil }
  }
}

extension Cell {
  /// Returns `true` if the person is one of those whom the cell names.
  func names(_ user: UserID) -> Bool {
    switch self {
    case .person(let other): other == user
    case .people(let others): others.contains(user)
    case .table(let table): table.rows.contains { row in row.contains { $0?.names(user) ?? false } }
    default: false
    }
  }
}
