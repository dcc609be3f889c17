// Help pages, at most 80 columns wide on any terminal. Examples alone are never broken, so that they
// can be copied.

/// Renders specifications of commands as text for people.
enum HelpText {
  static let columns = 80
  static let toolName = "eventlog-tool"

  /// The help page of one command, in lines.
  static func page(for command: CommandSpec, usesColor: Bool = false) -> [String] {
    var lines: [String] = []
    for (index, form) in command.usage.enumerated() {
      let lead = index == 0 ? "usage: " : "       "
      lines += hanging(lead + "\(toolName) \(command.name) ", form)
    }
    for paragraph in [command.abstract + "."] + command.discussion {
      lines += [""] + wrapped(paragraph, toColumns: columns)
    }
    let own = command.options
    let shared = command.sharedOptions + [.help]
    lines += section(own.isEmpty ? nil : "Options", own, usesColor)
    lines += section(own.isEmpty ? "Options" : "Shared options", shared, usesColor)
    if !command.examples.isEmpty { lines += ["", heading("Examples", usesColor)] }
    for example in command.examples {
      lines.append("  " + example.command)
      lines += example.explanation.map { hanging("      ", $0) } ?? []
    }
    return lines
  }

  /// The commands by group, a line or two each, in the order given.
  static func overview(of commands: [CommandSpec], usesColor: Bool = false) -> [String] {
    let nameColumns = commands.map { invocation($0).count }.max() ?? 0
    var lines = ["\(toolName) <command> [options] [LOG]", ""]
    for group in CommandGroup.allCases {
      for (index, command) in commands.filter({ $0.group == group }).enumerated() {
        let label = padded(index == 0 ? group.rawValue : "", to: groupColumns)
        let name = padded(invocation(command), to: nameColumns)
        let text = hanging(" \(label)  \(name)  ", command.overviewText ?? command.abstract)
        lines += usesColor ? [emphasised(text[0], label: label, name: name)] + text[1...] : text
      }
    }
    return lines + ["", "\(toolName) help <command> says more."]
  }

  private static let groupColumns = CommandGroup.allCases.map { $0.rawValue.count }.max() ?? 0

  private static func invocation(_ command: CommandSpec) -> String {
    command.name + (command.overviewWord.map { " " + $0 } ?? "")
  }

  private static func emphasised(_ line: String, label: String, name: String) -> String {
    let start = Style.dim.applied(to: label, usesColor: true)
    let middle = Style.bold.applied(to: name, usesColor: true)
    return " \(start)  \(middle)" + line.dropFirst(3 + label.count + name.count)
  }
}

extension HelpText {
  /// The column at which descriptions of options begin, unless all labels are shorter.
  private static let widestLabel = 28

  private static func section(
    _ title: String?, _ options: [OptionSpec], _ usesColor: Bool
  ) -> [String] {
    guard let title, !options.isEmpty else { return [] }
    let labels = options.map(label)
    let column = labels.map { displayWidth($0) }.filter { $0 <= widestLabel }.max() ?? widestLabel
    var lines = ["", heading(title, usesColor)]
    for (option, label) in zip(options, labels) {
      // A label that is too long has a line of its own.
      let isLong = displayWidth(label) > column
      if isLong { lines.append(label) }
      lines += hanging(padded(isLong ? "" : label, to: column) + "  ", option.help)
    }
    return lines
  }

  /// `  -f, --file FILE`.
  private static func label(_ option: OptionSpec) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return "  \(short)--\(option.name)" + (option.placeholder.map { " " + $0 } ?? "")
  }

  private static func heading(_ title: String, _ usesColor: Bool) -> String {
    Style.bold.applied(to: title + ":", usesColor: usesColor)
  }

  /// `text` after `lead`, its further lines below its first.
  static func hanging(_ lead: String, _ text: String, columns: Int? = HelpText.columns) -> [String]
  {
    let width = displayWidth(lead)
    let lines = wrapped(text, toColumns: max((columns ?? .max) - width, 20))
    return lines.enumerated().map { index, line in
      index == 0 ? lead + line : String(repeating: " ", count: width) + line
    }
  }

  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(columns - displayWidth(text), 0))
  }
}
