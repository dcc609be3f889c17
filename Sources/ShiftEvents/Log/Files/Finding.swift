/// Bytes of a log that no writer left like that, and their place.
public struct Finding: DescribedError, Hashable, Sendable {
  /// The kind of fault, as `verify` prints it.
  public enum Kind: String, Hashable, Sendable {
    /// The bytes are not the JSON that a log may hold.
    case json
    /// The JSON is not an event.
    case event
    /// The chain breaks here.
    case hash
    /// A number is missing, doubled or out of place.
    case sequence
    /// The line says it is older than the one before it.
    case time
    /// A batch lacks its last line, with other lines behind it.
    case batch
    /// Unacknowledged bytes at the end are no whole batch.
    case torn
    /// Acknowledged lines are gone from the end.
    case short
    /// The line reads the same but is written otherwise.
    case form
    /// A line of the people file is not what the log commits to.
    case name
    /// The rules would refuse the event at its place.
    case rule
  }

  /// The broken rule of the format.
  public var kind: Kind
  /// The number of the line, counted from 1.
  public var line: UInt64
  /// The offset of the line's first byte, counted from 0.
  public var offset: UInt64
  /// The fault in words.
  public var message: String
  /// The byte of the line at which it shows, from 1, if known.
  public var column: Int?
  /// The code that the rules would answer with, for `rule`.
  public var code: String?

  /// A finding at a line, with the byte offset at which the line begins.
  public init(_ kind: Kind, line: UInt64, offset: UInt64, message: String, column: Int? = nil) {
    (self.column, self.kind, self.line, self.offset) = (column, kind, line, offset)
    self.message = message
  }
}

extension Finding {
  /// True if the bytes contradict a hash, or what was acknowledged is gone: then somebody may have made earlier
  /// lines anew as well, so that they fit each other.
  package var leavesEarlierLinesOpen: Bool {
    line > 1 && (kind == .hash || kind == .short && !lacksLineFeedAlone)
  }

  /// The command that makes a log of what a copy has, where lines are gone from the end of a log and those that are
  /// there are sound, or, whatever the fault, that has them from their home; `nil` for another fault.
  package func adviceOnCopy(_ path: String) -> String? {
    if (try? LogPaths(log: path).isCopyOfHome) ?? false {
      return HomeMark.remedy(path, isSentence: true)
    }
    guard kind == .short, !lacksLineFeedAlone else { return nil }
    let stem = path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path
    return
      "It may be a copy that was made while the log was written; this makes a log of what it has: "
      + "eventlog-tool restore \(shellWord(path)) -f \(shellWord(stem + "-restored.jsonl"))"
  }

  /// True if the last event is whole: nothing is to be restored or given up.
  var lacksLineFeedAlone: Bool { message == Self.lacksLineFeed }

  static let lacksHash = "the line does not end in its hash"
  static let lacksLineFeed =
    "the last event is whole and lacks only its line feed, which echo >> adds"
  static let eventsInOneLine = "events stand in one line, without line feeds between them"
  static let tooLong = "the line has more than \(Envelope.maximumLineLength) bytes"
  static let wrongHash = "the bytes of the line do not give the hash that it states"
}
