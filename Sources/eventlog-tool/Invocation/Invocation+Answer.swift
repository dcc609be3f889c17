import Projections
import ShiftEvents
import Synchronization

extension Invocation {
  /// The file after `-o`; `nil` without it, and for `-`, which is standard output.
  var outputFile: String? {
    let name = arguments.text(of: Options.output)
    return name == "-" ? nil : name
  }

  /// Refuses to write an answer over a log, or over a file that belongs to one.
  ///
  /// - Parameter log: `nil` where none is read.
  func checkOutputFile(reading log: String? = nil) throws(UsageError) {
    guard let file = outputFile else { return }
    if file.isEmpty { throw UsageError("the name after -o is empty") }
    let help = "name another file; nothing was written"
    if file.lowercased().hasSuffix(".jsonl") {
      throw UsageError(
        "-o does not write \(quoted(file)): .jsonl is the ending of logs",
        help: "end the name in .ndjson for one JSON object a line")
    }
    if let hazard = ReportFile(file).hazard(reading: log ?? "") {
      throw UsageError("-o does not write \(quoted(file)): \(hazard)", help: help)
    }
  }

  /// The format by `--format`, `--json`, or the ending of the file after `-o`; by default a table.
  func format() throws(UsageError) -> AnswerFormat {
    try arguments.checkAtMostOne(of: [Options.format, Options.json])
    if self[Options.json] { return .json }
    if let format = try self[Options.format] { return format }
    guard let file = outputFile else { return .table }
    guard let format = AnswerFormat(fileName: file) else {
      throw UsageError(
        "the name \(quoted(file)) does not say which format is wanted",
        help: "end it in .json, .ndjson, .csv, .md or .txt, or add --format; export writes others")
    }
    return format
  }

  /// Writes rows: to standard output, or whole and at once to the file after `-o`.
  ///
  /// - Parameters:
  ///   - next: the cursor of the rows behind these: a member of JSON, else told on standard error.
  ///   - lines: the rows as a table for people, for a width and with colour or not.
  func write(
    _ table: RowTable, as format: AnswerFormat, named name: String, _ header: DocumentHeader,
    _ labels: PersonLabels, next: String? = nil, lines: (Int?, Bool) -> [String]
  ) throws {
    try requireCSV(for: format)
    switch format {
    case .table: try write(lines: lines)
    case .json: try writeDocument(table.jsonDocument(named: name, header, next: next))
    case .ndjson:
      try write(pieces: { put in
        for row in table.jsonRows(in: header.timeZone) { try put(safe(row)) }
      })
    case .csv:
      let report = CSVReport(
        zone: header.timeZone, guardsFormulas: !self[Options.raw],
        showsOptions: self[Options.asPublished] || self[Options.attributes])
      // On a terminal, line feeds and tabs are all that is left as it is.
      let isShown = output.isTerminal && outputFile == nil
      let mark: [UInt8] = self[Options.bom] ? [0xEF, 0xBB, 0xBF] : []
      let bytes = report.bytes(table.namingTotal())
      try write(isShown ? linesSafe(bytes) : mark + bytes)
    case .markdown:
      let zone = header.timeZone
      let labelled = table.labelled(by: labels.label, in: zone) { $0.text(in: $1) }
      try write(linesSafe(MarkdownReport(zone: zone).bytes(labelled)))
    }
    guard let next, format != .json else { return }
    try output.flush()
    diagnostics.note("more rows follow: --after \(next)")
  }

  /// Writes lines for people, made for a width and with colour or not.
  func write(lines: (Int?, Bool) -> [String]) throws {
    let isFile = outputFile != nil
    let text = isFile ? lines(nil, false) : lines(output.columns, output.usesColor)
    // Joined by hand: the library would look for conformances, which costs 170,000 instructions.
    var bytes: [UInt8] = []
    for line in text { bytes += Array(line.utf8) + [UInt8(ascii: "\n")] }
    try write(bytes)
  }

  /// Refuses the options of CSV in another format.
  func requireCSV(for format: AnswerFormat?) throws(UsageError) {
    for flag in [Options.bom, Options.raw] where format != .csv && self[flag] {
      throw UsageError("--\(flag.spec.name) is for CSV alone")
    }
  }

  /// Lines of text that are safe to show; their ends, with a carriage return or not, stay.
  func linesSafe(_ text: [UInt8]) -> [UInt8] {
    let lines = String(decoding: text, as: UTF8.self).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
    return Array(
      lines.map { line in
        let hasReturn = line.last == "\r"
        return escapedForTerminal(String(hasReturn ? line.dropLast() : line))
          + (hasReturn ? "\r" : "")
      }.joined(separator: "\n").utf8)
  }

  /// Writes a JSON document, safe to show.
  func writeDocument(_ json: [UInt8]) throws { try write(safe(json)) }

  /// Writes an answer to standard output, or in one step to the file after `-o`.
  func write(_ bytes: [UInt8]) throws { try write(pieces: { put in try put(bytes) }) }

  /// Writes an answer that comes in pieces, none of which is kept: to standard output, or in one step to the file
  /// after `-o`.
  func write(pieces: (_ put: ([UInt8]) throws -> Void) throws -> Void) throws {
    guard let file = outputFile else { return try pieces { try output.write($0) } }
    // A command that reads no log has not looked.
    try checkOutputFile()
    let report = ReportFile(file)
    if report.isStream { return try writing(toStream: file, pieces) }
    let new = try creating { () throws(LogError) in try report.begin() }
    do {
      try pieces { piece in try creating { () throws(LogError) in try new.write(piece) } }
      try creating { () throws(LogError) in try new.finish() }
    } catch {
      new.abandon()
      throw error
    }
  }

  private func creating<Value>(_ body: () throws(LogError) -> Value) throws -> Value {
    do throws(LogError) { return try body() } catch { throw error.ofCreating }
  }

  /// JSON that is safe to show, with a line feed.
  private func safe(_ json: [UInt8]) -> [UInt8] {
    var safe: [UInt8] = []
    appendJSONEscapedForTerminal(json, to: &safe)
    safe.append(UInt8(ascii: "\n"))
    return safe
  }
}

/// The events that a command has met and this version does not know, for one line at its end.
final class MetUnknown: Sendable {
  private struct State {
    var logs: [(path: String, events: UnknownEvents)] = []
  }

  private let state = Mutex(State())

  /// Takes in what a reading of a log met; one that went further counts.
  func note(_ found: UnknownEvents, in path: String) {
    state.withLock { state in
      guard let place = state.logs.firstIndex(where: { $0.path == path }) else {
        return state.logs.append((path, found))
      }
      if found.count > state.logs[place].events.count { state.logs[place].events = found }
    }
  }

  fileprivate func take() -> [(path: String, events: UnknownEvents)] {
    state.withLock { state in
      defer { state = State() }
      return state.logs
    }
  }
}

extension Invocation {
  /// Reports that the answer lacks what newer versions recorded. Commands that copy, check or mend bytes lack nothing.
  func reportUnknownEvents() {
    if command.group == .trust { return }
    let logs = metUnknown.take()
    if logs.isEmpty { return }
    for (path, events) in logs {
      if let sentence = events.sentence {
        diagnostics.warning(sentence, at: logs.count > 1 ? path : nil)
      }
    }
  }
}
