extension LogError {
  /// The refusal of a writer: what the rules would judge by is not all that was recorded.
  static func newerLog(_ unknown: UnknownEvents, _ path: String) -> LogError? {
    if unknown.count == 0 { return nil }
    let events = unknown.count == 1 ? "1 event" : "\(unknown.count) events"
    return LogError(
      .newerLog,
      "\(path) has \(events) that this version does not know (\(unknown.types.prefix(3).joined(separator: ", ")), "
        + "from event \(unknown.first)); nothing was written, for the rules cannot judge by them. Update "
        + "eventlog-tool, or add --despite-newer", path: path)
  }
}
