import ShiftEvents

/// The identifiers of one kind that a log names, for telling a mistyped one from an empty answer.
struct SeenIdentifiers {
  /// The kind, such as `user` or `shift`; `nil` for subjects of any kind.
  private let noun: String?
  private let nouns: [String]?
  private var symbols: Set<String> = []

  /// In byte order.
  var all: [String] { symbols.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

  init(of noun: String?) { (self.noun, nouns) = (noun, noun.map(Self.subjects)) }

  /// The nouns of the subjects that a noun stands for: a series is weekly work of two kinds.
  static func subjects(of noun: String) -> [String] {
    noun == SeriesID.noun ? [FixedShiftID.noun, FixedVacancyID.noun, noun] : [noun]
  }

  mutating func apply(_ recorded: RecordedEvent) {
    guard let type = recorded.event.type else { return }
    if nouns?.contains(type.subjectNoun) != false { symbols.insert(recorded.event.subject) }
    if noun == UserID.noun { symbols.insert(recorded.actor.description) }
  }

  func contains(_ id: String) -> Bool { symbols.contains(id) }

  /// Throws if the log has never seen the identifier, with the nearest one that it has.
  ///
  /// - Parameter names: names that may have been meant instead.
  func require(_ id: String, in path: String, or names: [String] = []) throws(CommandError) {
    if symbols.contains(id) { return }
    throw CommandError(
      .negative, "\(path) has never seen the \(noun ?? "subject") \(quoted(id))",
      help: (ShiftEvents.nearest(to: id, among: symbols.sorted())
        ?? nearestNames(to: id, among: names))
        .map { "did you mean \($0)?" })
  }

  /// The answer of a session where the log knows nothing of a thing or a person.
  static func unknown(_ noun: String, _ id: String) -> any Error {
    // Weekly work of neither kind.
    if noun == SeriesID.noun { return Rejection(.unknownFixedShift, [.fixedShift: id]) }
    guard
      let code = RejectionCode(
        rawValue: "unknown\(noun.prefix(1).uppercased())\(noun.dropFirst())"),
      let key = Rejection.Key(rawValue: noun)
    else { return CommandError(.negative, "the log has no \(noun) \(quoted(id))") }
    return Rejection(code, [key: id])
  }

  /// The nearest identifier that the log has; `nil` if none is near, or the log has this one.
  func nearest(to id: String) -> String? {
    contains(id) ? nil : ShiftEvents.nearest(to: id, among: all)
  }

  /// Reads a log once more for the ids in it; `nil` for standard input, which is read only once.
  ///
  /// Only an answer without rows needs it. Events behind damage are not read.
  static func read(_ path: String, of noun: String?) -> SeenIdentifiers? {
    guard !LogInput.isReadOnce(path), let reader = try? LogReader(reading: path) else { return nil }
    var seen = SeenIdentifiers(of: noun)
    while let event = try? reader.next() { seen.apply(event) }
    return seen
  }
}
