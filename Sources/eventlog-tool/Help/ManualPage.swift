import ShiftEvents

/// The manual page, in the mdoc language, from the same specifications as the help pages.
enum ManualPage {
  static func lines(of commands: [CommandSpec]) -> [String] {
    var lines = [
      ".Dd \(ToolVersion.date)", ".Dt EVENTLOG-TOOL 1", ".Os",
      ".Sh NAME", ".Nm \(HelpText.toolName)",
      ".Nd judge, record and replay the events of schedules, study and deals",
      ".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar options", ".Op Ar LOG",
      ".Sh DESCRIPTION",
    ]
    lines += text(
      "An append-only log of one JSON object a line holds every action. A program submits what an "
        + "actor wants to have happened; the tool judges it by the rules and records it, or answers "
        + "with one code. Schedules, the marketplace, requests, deals and rankings are folded from "
        + "the log.")
    lines += [
      ".Pp", "The log is named by", ".Fl f ,", "by the positional, by", ".Ev EVENTLOG_FILE ,",
    ]
    lines += ["or is", ".Pa events.jsonl", "in this folder."]
    lines += [".Pp", "Every command takes these options:"]
    lines += options(Options.global.map(\.spec) + [.help])
    lines.append(".Sh COMMANDS")
    for command in commands { lines += section(of: command) }
    lines +=
      [".Sh EVENTS"] + list(EventType.bySubject.map { ($0.rawValue, $0.guide.summary + ".") })
    lines += [
      ".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev EVENTLOG_FILE",
      "The log, unless one is named.",
      ".It Ev NO_COLOR , TERM=dumb", "No colour.", ".It Ev CLICOLOR_FORCE",
      "Colour also where the output is no terminal.", ".It Ev SHIFT_EVENTS_PSQL",
      "The psql that reaches a home.", ".It Ev SHIFT_EVENTS_OPENSSL",
      "The openssl that signs checkpoints.", ".It Ev XDG_CACHE_HOME",
      "The folder of the copies of logs that are named by an address.", ".It Ev TMPDIR",
      "The folder of temporary files.", ".El",
      ".Sh FILES", ".Bl -tag -width Ds", ".It Pa events.jsonl", "The log.",
      ".It Pa events.jsonl.d",
      "The folder beside it: the acknowledged end, names of people, snapshots.", ".El",
      ".Sh EXIT STATUS",
    ]
    lines += list(ExitCode.allCases.map { (String($0.rawValue), $0.meaning + ".") })
    lines.append(".Sh EXAMPLES")
    let examples = commands.flatMap(\.examples)
    lines.append(".Bd -literal")
    lines += examples.map { escaped($0.command) }
    lines += [".Ed", ".Sh STANDARDS"]
    lines += text(
      "Lines are CloudEvents 1.0 in JSON (RFC 8259); times are of RFC 3339; hashes are SHA-256.")
    return lines
  }

  private static func section(of command: CommandSpec) -> [String] {
    var lines = [".Ss \(command.name)"]
    for form in command.usage {
      lines.append(".Dl " + escaped(form.isEmpty ? command.name : "\(command.name) \(form)"))
    }
    for paragraph in [command.abstract + "."] + command.discussion {
      lines += [".Pp"] + text(paragraph)
    }
    let global = Options.global.map(\.spec.name)
    let own = command.options + command.sharedOptions.filter { !global.contains($0.name) }
    return own.isEmpty ? lines : lines + options(own)
  }

  private static func options(_ options: [OptionSpec]) -> [String] {
    var lines = [".Bl -tag -width Ds"]
    for option in options {
      let short = option.short.map { "Fl \($0) , " } ?? ""
      let value = option.placeholder.map { " Ar \(escaped($0))" } ?? ""
      lines += [".It \(short)Fl -\(option.name)\(value)"] + text(option.help + ".")
    }
    return lines + [".El"]
  }

  private static func list(_ rows: [(String, String)]) -> [String] {
    [".Bl -tag -width Ds"] + rows.flatMap { [".It \($0.0)"] + text($0.1) } + [".El"]
  }

  /// A paragraph, one sentence a line as mdoc wants it.
  private static func text(_ paragraph: String) -> [String] {
    paragraph.replacing(". ", with: ".\n").split(separator: "\n").flatMap { sentence in
      wrapped(String(sentence), toColumns: 78).map(escaped)
    }
  }

  /// Text that mdoc prints as it stands.
  private static func escaped(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e")
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}
