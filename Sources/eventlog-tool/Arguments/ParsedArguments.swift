import ShiftEvents

/// The words of a command line, sorted by the options of its command.
///
/// Lists, not tables: a dozen names are found as fast, and a process that hashes no strings starts faster.
struct ParsedArguments: Sendable {
  var positionals: [String] = []
  /// True if `-h` or `--help` is given. The other words are then not read.
  var wantsHelp = false
  /// The options that are given, in order; a flag has no value.
  private var given: [(name: String, value: String?)] = []
  private let options: [OptionSpec]

  init(options: [OptionSpec]) { self.options = options }

  /// Keeps a flag, or an option and its value.
  mutating func give(_ name: String, _ value: String? = nil) { given.append((name, value)) }

  /// Returns `true` if the command has this option.
  func declares(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The words that mean the same, but for one option, as a shell takes them.
  func shellWords(setting name: String, to value: String) -> [String] {
    var words = ["--\(name)", shellQuoted(value)]
    for option in given where option.name != name {
      guard let value = option.value else {
        words.append("--\(option.name)")
        continue
      }
      words +=
        value.hasPrefix("-")
        ? ["--\(option.name)=\(shellQuoted(value))"] : ["--\(option.name)", shellQuoted(value)]
    }
    return words + positionals.map(shellWord)
  }

  func flag(_ name: String) -> Bool {
    assert(declares(name), "no option --\(name)")
    return given.contains { $0.name == name && $0.value == nil }
  }

  func value(_ name: String) -> String? { values(name).first }

  /// Every value of a repeatable option, in order.
  func values(_ name: String) -> [String] {
    assert(declares(name), "no option --\(name)")
    return given.compactMap { $0.name == name ? $0.value : nil }
  }

  /// Returns `true` if the option is given, with or without a value.
  func has(_ name: String) -> Bool { !values(name).isEmpty || flag(name) }

  /// A whole number in `range`: digits, with a minus sign if the range has negative numbers.
  func wholeNumber(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    // `Int` alone would take "+5".
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    if isNumber, let number = Int(text), range.contains(number) { return number }
    let wanted =
      range.upperBound == .max
      ? "from \(range.lowerBound) on" : "from \(range.lowerBound) to \(range.upperBound)"
    throw UsageError("--\(name) must be a whole number \(wanted), found \(quoted(text))")
  }

  /// One of `words`.
  func choice(_ name: String, among words: [String]) throws(UsageError) -> String? {
    guard let text = value(name) else { return nil }
    if words.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { return text }
    let meant = nearest(to: text, among: words)
    throw UsageError(
      "--\(name) must be one of \(words.joined(separator: ", ")), found \(quoted(text))",
      help: meant.map { "did you mean \($0)?" })
  }

  /// One of the raw values of `Words`.
  func choice<Words>(_ name: String, as words: Words.Type) throws(UsageError) -> Words?
  where Words: RawRepresentable<String> & CaseIterable {
    try choice(name, among: words.allCases.map(\.rawValue)).flatMap(words.init)
  }

  /// Refuses more than one of these options.
  func checkAtMostOne(of names: String...) throws(UsageError) { try checkAtMostOne(of: names) }

  /// Refuses more than one of these options.
  func checkAtMostOne(of names: [String]) throws(UsageError) {
    let given = names.filter(has)
    if given.count > 1 { throw UsageError("--\(given[0]) and --\(given[1]) exclude each other") }
  }

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
