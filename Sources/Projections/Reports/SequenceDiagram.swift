internal import ShiftEvents

/// A story as a sequence diagram of Mermaid: who did what to which thing, in the order of the log.
public struct SequenceDiagram: Sendable {
  /// A diagram of any story.
  public init() {}

  /// Returns the diagram of an audit's rows.
  ///
  /// - Parameter title: the heading of the diagram.
  public func bytes(_ rows: [AuditRow], title: String) -> [UInt8] {
    var aliases: [String: String] = [:]
    var lines = ["---", "title: \"\(quoted(title))\"", "---", "sequenceDiagram"]
    for name in rows.flatMap({ [$0.actor.description, $0.subject] }) where aliases[name] == nil {
      let alias = "p\(aliases.count + 1)"
      aliases[name] = alias
      lines.append("  participant \(alias) as \(escaped(name))")
    }
    for row in rows {
      let (from, to) = (aliases[row.actor.description]!, aliases[row.subject]!)
      lines.append("  \(from)->>\(to): \(row.sequence) \(escaped(row.type))")
      lines.append("  Note over \(to): \(escaped(row.effect.description))")
    }
    return Array((lines + [""]).joined(separator: "\n").utf8)
  }

  /// Text that starts no syntax: what could is written as an entity.
  private func escaped(_ text: String) -> String {
    text.escaped { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,-_()→–:'’·".unicodeScalars.contains(scalar)
      return isPlain ? nil : "#\(scalar.value);"
    }
  }

  private func quoted(_ text: String) -> String {
    text.unicodeScalars.filter { !$0.misleadsReaders }.map(String.init).joined()
      .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
