import Projections
import ShiftEvents

/// `replay --without` and `--with`: a changed history, folded in memory beside the real one.
struct WhatIf {
  static let options: [any CommandOption] = [without, with]
  private static let without = Option.text(
    "without", "SEQ,…", "What would be if these events had not happened")
  private static let with = Option.text(
    "with", "FILE@SEQ", "What would be if these submissions had come behind an event",
    isRepeatable: true)

  /// The events that are left out, by sequence.
  private let leftOut: Set<Int>
  /// The submissions that are put in behind events, by the sequence of these.
  private let putIn: [Int: [Submission]]

  /// - Returns: `nil` if neither option is given.
  init?(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    guard arguments.has(Self.without) || arguments.has(Self.with) else { return nil }
    if arguments.has(Options.at) { throw UsageError("--at does not go with a changed history") }
    var leftOut: Set<Int> = []
    let list = try arguments[Self.without]?.split(separator: ",", omittingEmptySubsequences: false)
    for word in list ?? [] { leftOut.insert(try Self.sequence(word, of: "--without")) }
    var putIn: [Int: [Submission]] = [:]
    for word in arguments.texts(of: Self.with) {
      guard let sign = word.lastIndex(of: "@") else {
        throw UsageError("--with must be FILE@SEQ, found \(quoted(word))")
      }
      let place = try Self.sequence(word[word.index(after: sign)...], of: "--with", from: 0)
      putIn[place, default: []] += try Self.submissions(in: String(word[..<sign]), invocation)
    }
    (self.leftOut, self.putIn) = (leftOut, putIn)
  }

  private static func sequence(
    _ word: Substring, of option: String, from least: Int = 1
  ) throws(UsageError) -> Int {
    guard let number = SequenceNumber(digits: word)?.value, number >= least else {
      throw UsageError("\(option) takes sequences of events, found \(quoted(String(word)))")
    }
    return number
  }

  private static func submissions(in file: String, _ invocation: Invocation) throws -> [Submission]
  {
    let text = try invocation.text(of: file)
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    return try lines.filter { !$1.allSatisfy { $0 == 13 } }.map { index, line in
      switch SubmissionDecoder.decoded(Array(line)) {
      case .success(let submission): return submission
      case .failure(let fault):
        throw CommandError(
          .invalidData,
          "\(file):\(index + 1):\(fault.column): \(fault.message) (\(fault.code.rawValue))")
      }
    }
  }

  // MARK: - Folding

  func run(_ path: String, _ invocation: Invocation) throws -> ExitCode {
    let wantsJSON = try invocation.wantsJSON()
    var (actual, changed) = (Replay(inboxOf: nil), Replay(inboxOf: nil))
    var history = ChangedHistory(without: leftOut)
    var waiting = putIn
    func insert(behind sequence: Int, _ time: Timestamp) {
      for submission in waiting.removeValue(forKey: sequence) ?? [] {
        for event in history.insert(submission, at: time) { changed.apply(event) }
      }
    }
    var problem: UsageError?
    var last = 0
    var options = try invocation.readingOptions
    options.limitedBy = nil
    let reading = try LogReading.read(path, options, for: invocation) { event in
      if last == 0 { insert(behind: 0, event.time) }
      last = event.sequence.value
      if leftOut.contains(last), event.actor == .system {
        problem =
          problem
          ?? UsageError(
            "event \(last) follows from others: the tool made it, and it cannot be left out alone")
      }
      actual.apply(event)
      for made in history.take(event) { changed.apply(made) }
      if !waiting.isEmpty {
        if event.isLastOfBatch {
          insert(behind: last, event.time)
        } else if waiting[last] != nil {
          problem =
            problem ?? UsageError("event \(last) is inside a batch: nothing comes behind it")
        }
      }
    }
    if let problem { throw problem }
    if last == 0 { insert(behind: 0, reading.nowOfLog) }
    if let beyond = (leftOut.union(waiting.keys)).filter({ $0 > last }).min() {
      throw UsageError("event \(beyond) is beyond the log's end, event \(last)")
    }
    let now = reading.nowOfLog
    let changes = ProjectionChanges.between(actual, changed, at: now, areOfOneHistory: false)
    let labels = try reading.names()
    if wantsJSON {
      try invocation.writeDocument(json(history, changes, actual, now, labels))
    } else {
      try write(history, changes, labels, actual.timeZone, invocation.output)
    }
    return .done
  }

  private func json(
    _ history: ChangedHistory, _ changes: [ProjectionChanges], _ actual: Replay, _ now: Timestamp,
    _ labels: PersonLabels
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      DocumentHeader(of: actual, now: now)
        .write(schema: "what-if", to: &json)
      json.array("without") { json in for sequence in leftOut.sorted() { json.value(sequence) } }
      json.member("with", putIn.values.reduce(0) { $0 + $1.count })
      json.array("refused") { json in
        for refusal in history.refusals {
          json.object { json in
            json.member("sequence", refusal.sequence?.value)
            json.member("type", refusal.type)
            json.member("subject", refusal.subject)
            json.member("error", refusal.code)
            json.member("message", refusal.message)
            guard let details = refusal.details else { return }
            json.key("details")
            json.value(json: details)
          }
        }
      }
      json.key("projections")
      ProjectionChanges.write(changes, to: &json, in: actual.timeZone, names: labels.name)
    }
    return json.bytes
  }

  private func write(
    _ history: ChangedHistory, _ changes: [ProjectionChanges], _ labels: PersonLabels,
    _ zone: Zone, _ output: Output
  ) throws {
    try output.line("times of \(zone)")
    if history.refusals.isEmpty {
      try output.line("the rules would refuse nothing else")
    } else {
      try output.line(
        "the rules would then refuse \(counted(history.refusals.count, "submission")):")
      var table = Table(
        [
          .init("seq", .trailing), .init("event"), .init("subject"), .init("code"),
          .init("message", wraps: true),
        ],
        indent: 1)
      for refusal in history.refusals {
        table.add([
          .init(refusal.sequence.map { "\($0)" } ?? "new"), .init(refusal.type),
          .init(refusal.subject),
          .init(refusal.code), .init(refusal.message),
        ])
      }
      try output.lines(table.lines(width: output.columns, usesColor: output.usesColor))
    }
    try output.lines(ChangeReport(labels: labels, zone: zone).lines(of: changes, output))
  }
}
