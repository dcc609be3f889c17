import Projections
import ShiftEvents
import ShiftEventsHome

enum VerifyCommand: ToolCommand {
  static let spec = CommandSpec(
    "verify", group: .trust, abstract: "Check every byte: chain, order, batches, acknowledged end",
    discussion: [
      "Names each fault with its line and byte offset. Exit 0: whole; 65: damaged; 1: whole, but "
        + "some line is written in another form than a writer gives it, a line of the people file is not "
        + "what the log commits to, or --rules found something.",
      "verify lists the first ten findings of each kind; --all lists the others. --hash looks for the event that has a "
        + "hash kept elsewhere, such as one from a reply; exit 1: no event of this log has it.",
      "--checkpoint FILE checks that the log still begins with the events that a checkpoint stands for; exit 1: "
        + "it does not. --vkey checks its signatures, each key's; --need N asks for so many.",
      "--rules judges every event again, at its place: each that the rules would refuse now, or "
        + "would have recorded with other facts, is listed with their code. It holds the snapshot beside the log, which "
        + "other commands read in place of most events, against them, too.",
    ],
    options: [rules, hash, at, checkpoint, Notes.vkey, need, home, all, Options.reportJSON],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool verify events-sample.jsonl")])

  private static let rules = Flag("rules", "Judge all of history again by the rules")
  private static let hash = Option.text("hash", "HEX", "Say which event has this hash")
  private static let at = Option.number(
    "at", "SEQ", in: 1...999_999_999_999, "With --hash: whether this event has it")
  private static let checkpoint = Option.text(
    "checkpoint", "FILE", "Say whether the log contains this checkpoint")
  private static let need = Option.number(
    "need", "N", in: 1...100, "With --vkey: how many of the keys must have signed (all)")
  private static let home = Flag(
    "home", "Check the log in its home as well, and hold it against this copy")
  private static let all = Flag("all", "List every finding")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    let kept = try keptHash(invocation)
    let checkpoint = try invocation.checkpoint(in: self.checkpoint)?.checkpoint
    let verdict = try invocation[self.checkpoint].map { file in
      try NoteVerdict(Notes.read(file, invocation), invocation[need], invocation)
    }
    if verdict == nil, invocation.arguments.has(Notes.vkey) || invocation.arguments.has(need) {
      throw UsageError("--vkey and --need go with --checkpoint")
    }
    if checkpoint != nil { try invocation.requireReadableTwice(path) }
    var options = LogVerifier.Options()
    options.hash = kept?.hash
    let wantsJSON = invocation[Options.reportJSON]
    if !wantsJSON, !invocation[all] { options.findingsPerKind = 10 }
    options.lockTimeoutSeconds = try invocation.lockTimeoutSeconds
    let progress = Progress(on: invocation.diagnostics)
    let show = { (events: Int, bytes: UInt64, total: UInt64?) in
      progress.report(events: events, bytes: Int(bytes), of: total.map(Int.init))
    }
    let report: VerificationReport
    do throws(LogError) {
      report =
        invocation[rules]
        ? try LogVerifier.verifyWithRules(path, options, progress: show)
        : try LogVerifier.verify(path, options, progress: show)
    } catch { throw error.ofReading }
    progress.finish()
    let holdsKept = kept.map { kept in report.holderOfHash.map { $0 == kept.event ?? $0 } ?? false }
    // Also of a damaged log: what a kept checkpoint covers is vouched for, whatever stands behind it.
    let contains = try checkpoint.flatMap { checkpoint in
      try invocation.reading(path) { (log) throws(LogError) -> Bool? in
        do throws(LogError) { return try log.contains(checkpoint) } catch {
          guard error.code == .damaged else { throw error }
          return nil
        }
      }
    }
    func snapshot() throws -> (SnapshotCheck, SnapshotCheck.Outcome)? {
      let isAsked = invocation[rules] && !report.isDamaged
      return isAsked ? try SnapshotCheck.besideLog(path, invocation) : nil
    }
    var isSnapshotSound = true
    func homeFinding() throws -> HomeCheck.Outcome? {
      invocation[home] ? try HomeCheck(invocation: invocation, path: path).outcome() : nil
    }
    var ofHome: HomeCheck.Outcome?
    if wantsJSON {
      // The report of the log is printed, too, where the home cannot be reached.
      let looked = Result { try homeFinding() }
      let found = try? looked.get()
      let compared = try snapshot()?.1
      isSnapshotSound = compared?.isSound != false
      try invocation.writeJSON(
        report.json(
          containing: checkpoint, contains, signatures: verdict?.rows ?? [],
          checked: verdict?.checked, ofHome: found?.damage, at: found?.address,
          snapshot: compared.map { ($0.sequence, $0.isSound) }))
      ofHome = try looked.get()
      if let sentence = report.unknown.sentence { invocation.diagnostics.warning(sentence) }
      if let judged = report.judgedEvents, judged < report.events {
        invocation.diagnostics.warning(Self.ruling(judged, report))
      }
    } else {
      try write(report, path, invocation.output)
      if let kept { try invocation.output.statement(answer(to: kept, report)) }
      if let checkpoint, let contains {
        try invocation.output.statement(
          "\(path) \(contains ? "begins" : "does not begin") with the "
            + "\(counted(checkpoint.size, "event")) of the checkpoint of \(checkpoint.origin)")
      } else if let checkpoint {
        try invocation.output.statement(
          "\(path) cannot be read as far as the \(counted(checkpoint.size, "event")) of the checkpoint of "
            + checkpoint.origin)
      }
      for sentence in verdict?.sentences ?? [] { try invocation.output.statement(sentence) }
      // A false one may end the process: what was found is printed by then.
      try invocation.output.flush()
      if let (check, outcome) = try snapshot() {
        try check.tell(outcome)
        isSnapshotSound = outcome.isSound
      }
    }
    if !wantsJSON { ofHome = try homeFinding() }
    if report.isDamaged || ofHome?.damage != nil { return .invalidData }
    let isWhole =
      report.findingCount == 0 && holdsKept != false && contains != false && verdict?.holds != false
      && isSnapshotSound
    return isWhole ? .done : .negative
  }

  /// A hash that was kept elsewhere, and the event that should have it.
  private struct KeptHash {
    var hash: Digest
    var event: Int?
  }

  private static func keptHash(_ invocation: Invocation) throws(UsageError) -> KeptHash? {
    let event = try invocation[at]
    guard let text = try invocation[hash] else {
      if event == nil { return nil }
      throw UsageError("--at goes with --hash here: verify reads all of the log")
    }
    guard let hash = Digest(text.lowercased()) else {
      throw UsageError("--hash must be 64 hexadecimal digits, found \(quoted(text))")
    }
    return KeptHash(hash: hash, event: event)
  }

  private static func answer(to kept: KeptHash, _ report: VerificationReport) -> String {
    switch (report.holderOfHash, kept.event) {
    case (nil, _) where report.claimantOfHash != nil:
      "the line of event \(report.claimantOfHash!) states the hash \(kept.hash), and it or a line before it is damaged: it "
        + "vouches for nothing"
    case (nil, _): "no event of this log has the hash \(kept.hash)"
    case (let holder?, let event?) where event > Int(report.sequence):
      "the log has no event \(event), and ends at event \(report.sequence); \(kept.hash) is the hash of event \(holder)"
    case (let holder?, let event?) where holder != event:
      "event \(event) has another hash; \(kept.hash) is that of event \(holder)"
    case (let holder?, _): "\(kept.hash) is the hash of event \(holder)"
    }
  }

  private static func write(
    _ report: VerificationReport, _ path: String, _ output: Output
  ) throws(OutputError) {
    for finding in report.findings {
      try output.statement(
        "\(finding.kind == .name ? report.peoplePath ?? path : path):\(finding.line): "
          + "\(finding.kind.rawValue): \(finding.message) "
          + "(the line begins at byte \(finding.offset))", .red)
    }
    for (kind, count) in report.counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let left = count - report.findings.count { $0.kind == kind }
      if left > 0 {
        try output.statement("\(path): \(left) more of the kind \(kind.rawValue); --all lists them")
      }
    }
    if let cause = report.cause {
      // Not broken into lines, so that its command can be copied.
      try output.line(escapedForTerminal("\(path): \(cause.message(of: path))"))
    }
    let verdict =
      report.isDamaged
      ? "damaged, \(counted(report.findingCount, "finding"))"
      : "bytes, chain, order and batches are whole"
    let summary = "\(path): \(counted(report.events, "event")), \(verdict)"
    try output.statement(summary, report.isDamaged ? .red : nil)
    if let judged = report.judgedEvents { try output.statement(Self.ruling(judged, report)) }
    // Of a damaged log it proves nothing, whatever its last line states.
    if report.events > 0, !report.isDamaged { try output.line("last hash \(report.hash)") }
    if let place = report.findings.firstIndex(where: \.leavesEarlierLinesOpen) {
      // What is there is restored where all of it is sound.
      let open = report.findings[place].remedy(in: path, isAlone: place == 0)
      try output.line(escapedForTerminal("\(path): \(open)"))
    } else if let advice = report.findings.first?.adviceOnCopy(path) {
      try output.line(escapedForTerminal("\(path): \(advice)"))
    }
    if let news = headText(report, path) { try output.statement(news) }
    if let doubt = report.namesDoubt { try output.statement("names were not checked: \(doubt)") }
    let unknown = report.unknownEvents + report.unknownMembers
    if unknown > 0 {
      try output.statement(
        "\(counted(report.unknownEvents, "event")) that this version does not know, "
          + "\(counted(report.unknownMembers, "unknown member")) of data")
    }
  }

  /// The doubt that the head leaves about the end; `nil` if it confirms the end.
  private static func headText(_ report: VerificationReport, _ path: String) -> String? {
    guard case .valid(let end, _) = report.head else { return report.head.doubt(of: path) }
    let last = Int(end.sequence)
    let count = report.sequence - last
    let input = try? LogInput(path)
    if report.isDamaged || count == 0 {
      return input?.isPoisoned == true ? input?.causeOfRest : nil
    }
    if count < 0 {
      let remedy = (input?.lossRemedy).map { ": \($0)" } ?? ""
      return
        "the log ends \(counted(-count, "event")) before what its head knew of without a sync\(remedy)"
    }
    if input?.mayBeWritten(behind: end) == true { return nil }
    return "\(counted(count, "event")) behind the acknowledged end, event \(last)"
      + (input.map { ": \($0.causeOfRest)" } ?? "")
  }

  private static func ruling(_ judged: Int, _ report: VerificationReport) -> String {
    let found =
      report.refutedEvents == 0
      ? "the rules would record each of them so" : "\(report.refutedEvents) against the rules"
    let lead = "\(counted(judged, "event")) judged again, \(found)"
    if report.unknown.count > 0, judged < report.unknown.first.value {
      return lead
        + "; event \(report.unknown.first) is one that this version does not know, so none from there on is judged"
    }
    let rest = report.events - judged
    return lead + (rest > 0 ? "; \(rest) not judged, because of the damage before them" : "")
  }
}

/// `verify --home`: the lines of the home, held against the chain and against the copy.
struct HomeCheck {
  let invocation: Invocation
  let path: String

  struct Outcome {
    let address: String
    let damage: Finding?
  }

  /// Prints what was found, and returns it.
  func outcome() throws -> Outcome {
    let address = try HomeCopy(path).requireAddress()
    let home = try HomeAccess(invocation).homeForLong(address)
    let report = try home.compare(with: path)
    try write(home.settings, report.lacks, address)
    if let damage = report.damage {
      try line("\(address.text):\(damage.line): \(damage.kind.rawValue): \(damage.message)")
      return Outcome(address: address.text, damage: damage)
    }
    let rest = report.events - report.copied
    try line(
      "\(address.text): \(counted(report.events, "event")), whole, and the same as in the copy"
        + (rest > 0 ? ", which lacks the last \(rest)" : ""))
    if report.events > 0 { try line("last hash of the home \(report.hash)") }
    if report.lackedNames > 0 {
      invocation.diagnostics.warning(
        "the home does not show \(counted(report.lackedNames, "name")) that this copy has: it lost them, or does not "
          + "show this role any; what it lost comes back with: eventlog-tool push --restore \(shellWord(path))"
      )
    }
    if report.surplusNames > 0 {
      invocation.diagnostics.warning(
        "the home has \(counted(report.surplusNames, "name")) to which the log does not commit, as of somebody erased; "
          + "this takes them away: eventlog-tool push --restore \(shellWord(path))")
    }
    return Outcome(address: address.text, damage: nil)
  }

  /// The settings of the server that stand behind what it acknowledges.
  private func write(
    _ settings: [String: String], _ lacks: [HomeSchema.Lack], _ address: HomeAddress
  ) throws(OutputError) {
    func setting(_ name: String) -> String { settings[name] ?? "unknown" }
    let standbys = settings["synchronous_standby_names"] ?? ""
    try line(
      "\(address.text): synchronous_standby_names = '\(standbys)', fsync = \(setting("fsync")), "
        + "full_page_writes = \(setting("full_page_writes")): "
        + (standbys.isEmpty
          ? "what was acknowledged last may be lost with the server's machine"
          : "what was acknowledged is on a standby, too"))
    if !lacks.isEmpty {
      let effects = listed(lacks.map(\.effect), "and")
      try line(
        "\(address.text): its tables are of an earlier version, or were changed: they \(effects); "
          + "its administrator mends that with: \(PostgresHome.schemaCommand)")
    }
    for name in ["fsync", "full_page_writes"] where settings[name] != "on" {
      try line("\(address.text): \(name) is not on: a power cut may take events")
    }
  }

  private func line(_ text: String) throws(OutputError) {
    // With --json the report alone is on standard output.
    if invocation[Options.reportJSON] {
      invocation.diagnostics.note(text)
    } else {
      try invocation.output.statement(text)
    }
  }
}
