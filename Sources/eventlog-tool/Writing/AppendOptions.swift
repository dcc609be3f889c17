/// The options of `append` that say how submissions are judged, recorded and answered.
enum AppendOptions {
  static let each = Flag("each", "Judge and record line by line")
  static let words = Flag("words", "The lines of - or a FILE are events in words, one batch")
  static let auditRejections = Flag(
    "audit-rejections", "Keep what is refused beside the log, for audit --rejected")
  static let dryRun = Flag("dry-run", "Judge, write nothing")
  static let despiteNewer = Flag(
    "despite-newer", "Write to a log with events that this version does not know")
  static let json = Flag("json", "Replies as JSON, also on a terminal")
  static let sync = Option.choice(
    "sync", "WHEN", among: ["always", "batch", "none"],
    "always (default), batch or none: when replies may leave")
}
