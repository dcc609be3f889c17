import Projections
import ShiftEvents

/// The words that can stand where a person is typing: for the shells, which ask for them.
struct Completion {
  /// The words before, without the tool's name.
  private let before: [String]
  private let current: String
  private let allSpecs: [CommandSpec]

  /// - Parameter words: all words up to the one being typed, which comes last and may be empty.
  init(_ words: [String], among allSpecs: [CommandSpec]) {
    self.allSpecs = allSpecs
    // Shells hand over what is typed: `~` has not become a folder yet.
    let home = environmentVariable("HOME")
    before = words.dropLast().map { word in
      home.flatMap { word.hasPrefix("~/") ? $0 + word.dropFirst() : nil } ?? word
    }
    current = words.last ?? ""
  }

  /// - Parameter line: what a shell has up to the cursor, as it was typed, with the tool's name. Nothing in it
  ///   is expanded, and its last word may be in a quote that is still open.
  init(line: String, among allSpecs: [CommandSpec]) {
    let (closed, words) =
      ["", "\"", "'"].lazy.compactMap { end in
        (try? ShellWord.split(line + end)).map { (line + end, $0) }
      }.first ?? ("", [])
    let isTyped = words.last?.range.upperBound == closed.utf8.count
    self.init(words.dropFirst().map(\.text) + (isTyped ? [] : [""]), among: allSpecs)
  }

  /// The words that continue what is typed; none where a file may stand, which shells know better.
  var candidates: [String] {
    var seen: Set<String> = []
    return possibleWords.filter { $0.hasPrefix(current) && seen.insert($0).inserted }
  }

  private var possibleWords: [String] {
    guard let (spec, rest) = command else {
      let shared = Options.global.map(\.spec)
      if let option = shared.option(awaitingValueAfter: before.last) { return values(of: option) }
      return current.hasPrefix("-") ? flags(of: shared) : allSpecs.map(\.name)
    }
    let hasEnded = rest.contains("--")
    if !hasEnded {
      if let option = spec.allOptions.option(awaitingValueAfter: rest.last) {
        return values(of: option)
      }
      if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
        let option = spec.allOptions.first { $0.name == current.dropFirst(2)[..<equals] }
        return option.map { values(of: $0).map { current[...equals] + $0 } } ?? []
      }
      if current.hasPrefix("-") { return flags(of: options(of: spec, rest)) }
      // Without it the command only says that it needs it.
      if spec.name == "push", !rest.contains("--restore") { return ["--restore"] }
    }
    return words(of: spec.name, after: spec.positionals(in: rest))
  }

  /// The command, and the words behind it.
  private var command: (CommandSpec, [String])? {
    let split = try? splitCommand(before, shared: Options.global.map(\.spec))
    guard let split, let name = split.command else { return nil }
    return allSpecs.first { $0.name == name }.map { ($0, split.rest) }
  }

  /// The options of a command, of `show` those that its projection takes.
  private func options(of spec: CommandSpec, _ words: [String]) -> [OptionSpec] {
    guard spec.name == "show", let name = spec.positionals(in: words).first,
      let projection = RowOptions.projections.first(where: { $0.name == name })
    else { return spec.allOptions }
    let refused = RowOptions.shown.filter { !$0.isTaken(by: projection) }.map(\.spec.name)
    return spec.allOptions.filter { !refused.contains($0.name) }
  }

  private func flags(of options: [OptionSpec]) -> [String] { options.map { "--" + $0.name } }

  // MARK: - Words by place

  private func words(of command: String, after positionals: [String]) -> [String] {
    switch (command, positionals.count) {
    case ("show", 0): RowOptions.projections.map(\.name)
    case ("export", 0): ExportFormat.allCases.map(\.rawValue)
    case ("export", _): exported(positionals)
    case ("help", 0): HelpTopic.words(among: allSpecs)
    case ("schema", 0): SchemaDocument.words
    case ("schema", 1): positionals[0] == "rows" ? RowSchema.names : []
    case ("completions", 0): Shell.allCases.map(\.rawValue)
    case ("home", 0): ["schema", "grant"]
    case ("append", 0): EventType.submitted.map(\.rawValue)
    case ("append", 1):
      EventType(rawValue: positionals[0]).map { identifiers(of: $0.subjectNoun) } ?? []
    case ("append", _):
      EventType(rawValue: positionals[0]).map { members(of: $0, positionals) } ?? []
    default: []
    }
  }

  /// The names that may follow the format of an export and the names that are there.
  private func exported(_ words: [String]) -> [String] {
    guard let format = ExportFormat(rawValue: words[0]) else { return [] }
    let named = words.dropFirst()
    guard format.takesSeveral || named.isEmpty, named.allSatisfy(format.names.contains) else {
      return []
    }
    return format.names.filter { !named.contains($0) }
  }

  /// `key=`, and behind it what the member can be.
  private func members(of type: EventType, _ given: [String]) -> [String] {
    guard let equals = current.firstIndex(of: "=") else {
      let names = Set(given.compactMap { $0.split(separator: "=").first.map(String.init) })
      return type.members.filter { $0.presence != .fact && !names.contains($0.name) }
        .map { $0.name + "=" }
    }
    let member = type.members.first { $0.name == current[..<equals] }
    let values = member.map { $0.noun.map(identifiers) ?? $0.words } ?? []
    return values.map { current[...equals] + $0 }
  }

  private func values(of option: OptionSpec) -> [String] {
    switch option.offered {
    case .none: []
    case .words(let words): words()
    case .identifiers(let noun): identifiers(of: noun)
    }
  }

  // MARK: - Identifiers

  /// The identifiers of a kind that the log names.
  private func identifiers(of noun: String?) -> [String] {
    SeenIdentifiers.read(log, of: noun)?.all ?? []
  }

  /// The log that the words name; else the one that commands take without a name.
  private var log: String {
    let named = namedLog ?? environmentVariable("EVENTLOG_FILE") ?? ""
    return named.isEmpty ? "events.jsonl" : named
  }

  /// Returns `true` for a file that is no word of the command.
  private func isOtherLog(_ word: String) -> Bool {
    (try? PosixFileSystem().status(at: word).kind) == .regular
      && ExportFormat(rawValue: word) == nil && !RowOptions.projections.contains { $0.name == word }
  }

  private var namedLog: String? {
    guard let (spec, words) = command else { return nil }
    // The last word may be an option whose value is being typed.
    let given = [words, words.dropLast()].lazy.compactMap {
      try? parseArguments($0, options: spec.allOptions)
    }.first
    if let file = given?.text(of: Options.file) { return file }
    return spec.positionals(in: words).last {
      $0.hasSuffix(".jsonl") || spec.name != "append" && isOtherLog($0)
    }
  }
}

extension [OptionSpec] {
  /// The option whose value comes next.
  fileprivate func option(awaitingValueAfter word: String?) -> OptionSpec? {
    guard let word, word.hasPrefix("-") else { return nil }
    return first { option in
      option.takesValue
        && (word == "--" + option.name || option.short.map { word == "-\($0)" } == true)
    }
  }
}

extension CommandSpec {
  /// The words that are neither options nor their values.
  fileprivate func positionals(in words: [String]) -> [String] {
    var found: [String] = []
    var (skipsValue, hasEnded) = (false, false)
    for word in words {
      if skipsValue {
        skipsValue = false
      } else if !hasEnded, word == "--" {
        hasEnded = true
      } else if !hasEnded, word.hasPrefix("-"), word != "-" {
        skipsValue = allOptions.option(awaitingValueAfter: word) != nil
      } else {
        found.append(word)
      }
    }
    return found
  }
}

/// The shells that completions are for. Each script asks the tool for words.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash:
      """
      # bash completion for eventlog-tool
      _eventlog_tool() {
        local line=${COMP_LINE:0:COMP_POINT} IFS=$'\\n'
        local current=${line##*[[:space:]]}
        COMPREPLY=($(eventlog-tool completions --line="$line" 2>/dev/null))
        # bash replaces only what follows the last = of a word.
        if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then
          COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*=}"}"}")
        fi
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return 0
      }
      complete -o default -o nosort -F _eventlog_tool eventlog-tool

      """
    case .zsh:
      """
      #compdef eventlog-tool
      _eventlog_tool() {
        local -a found
        found=("${(@f)$(eventlog-tool completions --words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
        found=(${found:#})
        if (( ! $#found )); then
          _files
        elif [[ $#found == 1 && $found[1] == *= ]]; then
          compadd -S '' -- $found
        else
          compadd -- $found
        fi
      }
      if [[ $funcstack[1] == _eventlog-tool ]]; then
        _eventlog_tool "$@"
      else
        compdef _eventlog_tool eventlog-tool
      fi

      """
    case .fish:
      """
      # fish completion for eventlog-tool
      function __eventlog_tool_words
          set -l words (commandline -opc)
          set -l current (commandline -ct)
          eventlog-tool completions --words -- $words[2..-1] "$current" 2>/dev/null
      end
      complete -c eventlog-tool -a '(__eventlog_tool_words)'

      """
    }
  }
}
