/// The people file beside a log that is verified, and what its lines are held against.
struct VerifiedNames {
  private let paths: LogPaths
  private let lines: PeopleLines
  private var commitments = Commitments()
  /// All that there ever were, of anybody.
  private var recorded: Set<Digest> = []

  /// Reads the file, before the end of the log is looked for; `nil` where there is none that may be read.
  init?(_ input: LogInput) {
    guard let paths = input.paths, let lines = try? PeopleFile.lines(paths),
      !lines.isEmpty || lines.foreignCount > 0
    else { return nil }
    (self.paths, self.lines) = (paths, lines)
  }

  var path: String { paths.people }

  mutating func apply(_ event: Event) {
    commitments.apply(event)
    if let commitment = event.profile { recorded.insert(commitment) }
  }

  /// The lines that are not what the log commits to.
  ///
  /// - Parameter knowsAll: false if some event could not be read.
  func findings(knowsAll: Bool) -> [Damage] {
    let first = lines.findings(commitments, recorded: recorded, knowsAll: knowsAll)
    if first.isEmpty { return [] }
    // A writer takes old lines out shortly after the event that made them old.
    paths.fileSystem.pause(seconds: 0.05)
    let messages = Set(first.map(\.message))
    let now = (try? PeopleFile.lines(paths)) ?? PeopleLines()
    return now.findings(commitments, recorded: recorded, knowsAll: knowsAll)
      .filter { messages.contains($0.message) }
      .map {
        Damage(
          .name, line: UInt64($0.place.number), offset: UInt64($0.place.offset),
          message: $0.message)
      }
  }
}
