import ShiftEvents

/// The words of a command line, sorted by the options of its command; or the members of a session's request.
///
/// Lists, not tables: a dozen names are found as fast, and a process that hashes no strings starts faster.
struct ParsedArguments: Sendable {
  var positionals: [String] = []
  /// The word, from 0, in which each of these stands.
  var places: [Int] = []
  /// True if `-h` or `--help` is given. The other words are then not read.
  var wantsHelp = false
  /// True if messages name options as members of a request.
  var areMembers: Bool { question != nil }
  /// The ids of a session's question that no log names; a command's process ends with its question.
  let question: ProvisionalIDs?
  /// The time on the clock of a session as it was asked; `nil` of a command.
  var askedAt: Timestamp?
  /// The time that tells which day is today, where `--now` does not.
  var clockTime: Timestamp { askedAt ?? SystemClock().now() }
  /// The options that are given, in order; a flag has no value.
  private var given: [(option: OptionSpec, value: String?, place: Int)] = []

  init(of question: ProvisionalIDs? = nil) { self.question = question }

  /// Keeps a flag, or an option and its value.
  ///
  /// - Parameter place: the word, from 0, in which the value stands.
  mutating func give(_ option: OptionSpec, _ value: String? = nil, at place: Int = 0) {
    given.append((option, value, place))
  }

  /// The word, from 0, in which the value of an option stands.
  func place(ofOption name: String) -> Int? { given.first { $0.option.name == name }?.place }

  /// The words that mean the same, but for one option, as a shell takes them.
  func shellWords(setting changed: OptionSpec, to value: String) -> [String] {
    var words = changed.shellWords(value)
    for (option, value, _) in given where option.name != changed.name {
      words += value.map(option.shellWords) ?? ["--\(option.name)"]
    }
    return words + positionals.map(shellWord)
  }

  /// The same words without some options.
  func without(_ options: [any CommandOption]) -> ParsedArguments {
    var rest = self
    rest.given.removeAll { given in options.contains { $0.spec.name == given.option.name } }
    return rest
  }

  // MARK: - Options

  subscript(flag: Flag) -> Bool { has(flag) }

  /// The value of an option; `nil` if it is not given, as where the command does not have it.
  subscript<Value>(option: Option<Value>) -> Value? {
    get throws(UsageError) {
      guard let text = text(of: option) else { return nil }
      return try option.read(GivenValue(text: text, option: name(of: option), arguments: self))
    }
  }

  /// The value of an option as it was given.
  func text(of option: any CommandOption) -> String? {
    let name = option.spec.name
    return given.first { $0.option.name == name && $0.value != nil }?.value
  }

  /// Every value of a repeatable option, in order.
  func texts(of option: any CommandOption) -> [String] { uses(of: option.spec).compactMap(\.self) }

  /// Returns `true` if the option is given, with or without a value.
  func has(_ option: any CommandOption) -> Bool { !uses(of: option.spec).isEmpty }

  private func uses(of option: OptionSpec) -> [String?] {
    let uses = given.filter { $0.option.name == option.name }
    assert(
      uses.allSatisfy { $0.option.placeholder == option.placeholder }, "another --\(option.name)")
    return uses.map(\.value)
  }

  /// The option as it was written, for messages: `--week`, in a session `"week"`.
  func name(of option: any CommandOption) -> String {
    areMembers ? "\"\(option.spec.memberName)\"" : "--\(option.spec.name)"
  }

  /// Refuses more than one of these options.
  func checkAtMostOne(of options: [any CommandOption]) throws(UsageError) {
    let given = options.filter(has)
    guard given.count > 1 else { return }
    throw UsageError("\(name(of: given[0])) and \(name(of: given[1])) exclude each other")
  }

  /// Refuses an option beside any of some others.
  func refuse(_ option: any CommandOption, beside others: any CommandOption...) throws(UsageError) {
    try refuse(option, beside: others)
  }

  /// Refuses an option beside any of a list.
  func refuse(_ option: any CommandOption, beside others: [any CommandOption]) throws(UsageError) {
    for other in others { try checkAtMostOne(of: [option, other]) }
  }

  // MARK: - Positionals

  /// Refuses missing and surplus positionals.
  ///
  /// - Parameters:
  ///   - names: the name of each position on the help page, such as `NAME` and `LOG`.
  ///   - required: the number of them that must be given.
  func checkPositionals(named names: [String], required: Int = 0) throws(UsageError) {
    if positionals.count < required { throw UsageError("missing \(names[positionals.count])") }
    if positionals.count > names.count {
      throw UsageError("unexpected argument \(quoted(positionals[names.count]))")
    }
  }
}
