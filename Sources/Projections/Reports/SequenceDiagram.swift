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
    var aliases: [String: String] = [:]
    var lines = ["---", "title: \"\(quoted(title))\"", "---", "sequenceDiagram"]
    let people = Set(rows.map(\.actor.description) + rows.compactMap(\.person?.description))
    for name in rows.flatMap({ [$0.actor.description, $0.subject] }) where aliases[name] == nil {
      // No id begins so.
      let alias = "_\(aliases.count + 1)"
      aliases[name] = alias
      let person = people.contains(name) ? UserID(name) : nil
      lines.append("  participant \(alias) as \(escaped(person.map(label) ?? name))")
    }
    for row in rows {
      let (from, to) = (aliases[row.actor.description]!, aliases[row.subject]!)
      lines.append("  \(from)->>\(to): \(row.sequence) \(escaped(row.type))")
      let effect = row.effect.text(by: label) { $0.text(in: zone) }
      lines.append("  Note over \(to): \(escaped(effect))")
    }
    return Array((lines + [""]).joined(separator: "\n").utf8)
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
