import ShiftEvents

extension Invocation {
  /// The person whom an option names, by id or by a name that nobody else has.
  ///
  /// An id that the log has seen is that id, also where somebody has taken it for a name.
  func person(_ option: String, in path: String) throws -> UserID? {
    guard let text = arguments.value(option) else { return nil }
    let id = UserID(text)
    let people = try people(beside: path)
    let named = people.users(named: text)
    if let id, named.isEmpty || named == [id] || people.holds(id) { return id }
    if let id, SeenIdentifiers.read(path, of: UserID.noun)?.contains(id.description) != false {
      return id
    }
    if named.count > 1 {
      throw UsageError(
        "\(named.count) people are called \(quoted(text)): \(listed(named.map(\.description), "and"))",
        help: "name one by id")
    }
    if let person = named.first { return person }
    let help = nearest(to: text, among: people.names.sorted()).map { "did you mean \($0)?" }
    throw CommandError(.negative, "nobody is called \(quoted(text)) in \(path)", help: help)
  }

  /// The people whom the file beside a log names; nobody where it cannot be read.
  ///
  /// The reading of the log itself tells what is wrong with either.
  func people(beside path: String) throws -> People {
    guard path != LogInput.standardInput, let reader = try? LogReader(reading: path) else {
      return People()
    }
    return (try? reader.people()) ?? People()
  }
}
