public import ShiftEvents

/// A story as a sequence diagram of Mermaid: who did what to which thing, in the order of the log.
public struct SequenceDiagram: Sendable {
  /// A diagram of any story.
  public init() {}

  /// Returns the diagram of an audit's rows.
  ///
  /// - Parameters:
  ///   - title: the heading of the diagram.
  ///   - zone: that of the instants in what is told.
  ///   - label: the name of a person.
  public func bytes(
    _ rows: [AuditRow], title: String, zone: Zone = .utc, label: (UserID) -> String = { "\($0)" }
  ) -> [UInt8] {
    var aliases: [Participant: String] = [:]
    var lines = ["---", "title: \"\(quoted(title))\"", "---", "sequenceDiagram"]
    for participant in rows.flatMap({ [Participant(actorOf: $0), Participant(subjectOf: $0)] })
    where aliases[participant] == nil {
      // No id begins so.
      let alias = "_\(aliases.count + 1)"
      aliases[participant] = alias
      let name = participant.person.map(label) ?? participant.id
      lines.append("  participant \(alias) as \(escaped(name))")
    }
    for row in rows {
      let (from, to) = (
        aliases[Participant(actorOf: row)]!, aliases[Participant(subjectOf: row)]!
      )
      lines.append("  \(from)->>\(to): \(row.sequence) \(escaped(row.type))")
      let effect = row.effect.text(by: label) { $0.text(in: zone) }
      lines.append("  Note over \(to): \(escaped(effect))")
    }
    return Array((lines + [""]).joined(separator: "\n").utf8)
  }

  /// A person, or a thing that may have the same id.
  private struct Participant: Hashable {
    let id: String
    let person: UserID?

    init(actorOf row: AuditRow) { (id, person) = ("\(row.actor)", row.actor) }

    init(subjectOf row: AuditRow) { (id, person) = (row.subject, row.person) }
  }

  /// Text that starts no syntax: what could is written as an entity.
  private func escaped(_ text: String) -> String {
    text.escaped { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,-_()→–:'’·".unicodeScalars.contains(scalar)
      if isPlain { return nil }
      if scalar.misleadsReaders { return escaped(scalar.spelledOut) }
      return "#\(scalar.value);"
    }
  }

  private func quoted(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case _ where scalar.misleadsReaders: "\\\(scalar.spelledOut)"
      default: nil
      }
    }
  }
}
