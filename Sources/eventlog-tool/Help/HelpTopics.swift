import Projections
import ShiftEvents

/// The pages of `help` that are about no command.
enum HelpTopic: String, CaseIterable {
  case events, codes, formats, exitCodes = "exit-codes"

  var lines: [String] {
    switch self {
    case .events:
      ["Types of event; help TYPE says more:", ""]
        + HelpText.columns(EventType.bySubject.map { ($0.rawValue, $0.guide.summary) })
    case .codes:
      ["Codes of replies; help CODE says which events they answer to.", "", "Not judged:"]
        + HelpText.columns(otherCodes) + ["", "Refused by a rule:"]
        + HelpText.columns(RejectionCode.allCases.map { ($0.rawValue, $0.meaning) })
    case .formats:
      ["Formats of rows (--format, or the ending of the name after -o):", ""]
        + HelpText.columns(AnswerFormat.allCases.map { ($0.rawValue, $0.purpose) })
        + ["", "Formats of other programs (export FORMAT):", ""]
        + HelpText.columns(ExportFormat.allCases.map { ($0.rawValue, $0.purpose) })
    case .exitCodes:
      ["Exit codes:", ""]
        + HelpText.columns(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    }
  }

  /// The words that there is help about.
  static func words(among commands: [CommandSpec]) -> [String] {
    commands.map(\.name) + allCases.map(\.rawValue) + EventType.allCases.map(\.rawValue)
      + RejectionCode.allCases.map(\.rawValue) + otherCodes.map(\.code)
  }
}

extension HelpText {
  /// The page about a type of event: its subject, the people who may, members, codes, an example.
  static func page(for type: EventType) -> [String] {
    let guide = type.guide
    var lines = hanging("\(type.rawValue)  ", guide.summary + ".")
    lines += ["", "subject  \(type.subjectForm)"]
    lines += hanging("by       ", guide.by)
    let members = type.members
    lines += section("Required", members.filter { $0.presence == .required })
    lines += section("Optional", members.filter { $0.presence == .optional })
    lines += section(
      "Facts (added; one that is stated must hold)", members.filter { $0.presence == .fact })
    if !guide.codes.isEmpty {
      lines += ["", "Refused with, in this order:"]
      lines += columns(guide.codes.map { ($0.rawValue, $0.meaning) })
      lines += hanging(
        "  ",
        "Before these: shape, idConflict, timeBeforeHead, timeInFuture, conflict. "
          + "After these: factMismatch. See help codes.")
    }
    if !guide.examples.isEmpty {
      lines += ["", "Example, on a copy of events-sample.jsonl:"]
      for words in guide.examples { lines.append("  " + example(words)) }
    }
    return lines
  }

  /// The command of an example, as it is accepted on a copy of the sample.
  static func example(_ words: String) -> String {
    let clock = words.contains("--now") ? "" : " --now \(EventGuide.moment)"
    return "\(toolName) append \(words)\(clock) -f copy.jsonl"
  }

  /// The page about a code: its meaning, and the types that it answers to.
  static func page(for code: RejectionCode) -> [String] {
    let types = EventType.bySubject.filter { $0.guide.codes.contains(code) }.map(\.rawValue)
    var lines = hanging("\(code.rawValue)  ", code.meaning + ".")
    if !code.policies.isEmpty {
      lines += ["", "Policies of workplace.configured that decide it:"] + columns(code.policies)
    }
    lines += ["", "Details of the reply:"]
    lines += columns(
      code.detailKeys.map { ($0.key.rawValue, ($0.isRequired ? "" : "perhaps: ") + $0.meaning) })
    if !types.isEmpty {
      lines += ["", "Answers to:"] + hanging("  ", types.joined(separator: ", "))
    }
    return lines
  }

  private static func section(_ title: String, _ members: [MemberSummary]) -> [String] {
    if members.isEmpty { return [] }
    return ["", title + ":"]
      + columns(
        members.map { member in
          let standard = member.standard.map { "; \($0) if it is left out" } ?? ""
          return (member.name, member.form + (member.isRemovable ? ", or null" : "") + standard)
        })
  }

  /// Two columns, the second wrapped beneath itself.
  fileprivate static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.count }.max() ?? 0
    return rows.flatMap { name, text in hanging("  " + padded(name, to: width) + "  ", text) }
  }
}

extension AnswerFormat {
  /// The use of the format, in a few words.
  fileprivate var purpose: String {
    switch self {
    case .table: "for people, on a terminal or in a text file (.txt)"
    case .json: "one document with the position, the moment and all rows (.json)"
    case .ndjson: "one JSON object a line, for jq, DuckDB and pandas (.ndjson)"
    case .csv: "RFC 4180 with a header, for spreadsheets (.csv)"
    case .markdown: "a table to paste into a page (.md)"
    }
  }
}

extension ExitCode {
  var meaning: String {
    switch self {
    case .done: "done; also \"already there\", also an empty answer"
    case .negative: "a negative answer: it differs, it is not contained, there is no such subject"
    case .rejected: "a rule refused it; nothing was written"
    case .conflict: "the log has changed since the expected sequence; nothing was written"
    case .usage: "the command line is wrong"
    case .invalidData: "the input is invalid, or the log is damaged"
    case .cannotRead: "a file cannot be read"
    case .unavailable:
      "a program or server that is needed is not there, or a newer version of this one"
    case .internalError: "a bug of ours"
    case .cannotCreate: "a file cannot be created"
    case .ioFailed: "reading or writing failed"
    case .locked: "another writer holds the log; try again"
    case .notPermitted: "it is not permitted"
    case .interrupted: "interrupted by Ctrl-C"
    }
  }
}
