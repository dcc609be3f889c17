/// The submissions that were refused, beside a log and never in it: for people who ask why something did not
/// happen.
///
/// A line has time, code and what was submitted, without names and addresses of people. Of two files the
/// newer is added to until it is full; then it takes the place of the older. Nothing hangs on them.
package struct RejectedSubmissions: Sendable {
  private let paths: LogPaths
  private var fileSystem: any FileSystem { paths.fileSystem }

  /// A file has at most so many bytes.
  package static let fileLimitBytes: UInt64 = 1 << 20
  /// Longer lines are kept without their data.
  private static let lineLimitBytes = 16 << 10
  private static let lockTimeoutSeconds = 0.1

  package init(_ paths: LogPaths) { self.paths = paths }

  /// The lines that are kept, oldest first.
  package func lines() throws(LogError) -> [[UInt8]] {
    let earlier = try SideFile.contents(of: paths.rejectedBefore, fileSystem) ?? []
    let latest = try SideFile.contents(of: paths.rejected, fileSystem) ?? []
    return (earlier + latest).split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }

  /// Keeps what was refused of submissions and their receipts.
  func keep(
    _ submissions: [DecodedSubmission], _ receipts: [Receipt], at time: Timestamp
  ) throws(LogError) {
    var bytes: [UInt8] = []
    for (submission, receipt) in zip(submissions, receipts) {
      guard let line = Self.line(submission, receipt, at: time) else { continue }
      bytes += line + [UInt8(ascii: "\n")]
    }
    if bytes.isEmpty { return }
    if UInt64(bytes.count) > Self.fileLimitBytes {
      // The last ones of a flood are as good as the first.
      let rest = bytes.suffix(Int(Self.fileLimitBytes))
      bytes = Array(rest[(rest.firstIndex(of: UInt8(ascii: "\n"))! + 1)...])
    }
    while true {
      guard let file = try SideFile.open(paths.rejected, [.write, .append, .create], fileSystem)
      else { return }
      // Without the lock a line may come to one that is too full; nothing waits for it.
      let isLocked = (try? file.lock(timeoutSeconds: Self.lockTimeoutSeconds)) == true
      // Another writer has moved it out of the way meanwhile.
      guard let lengthBytes = try file.currentStatus()?.lengthBytes else { continue }
      if isLocked, lengthBytes > 0, lengthBytes + UInt64(bytes.count) > Self.fileLimitBytes {
        try reaching(
          "rename", paths.rejected, fileSystem.rename(paths.rejected, to: paths.rejectedBefore))
        continue
      }
      // Half a line, which a full disk left, would swallow the one behind it.
      if lengthBytes > 0, try file.bytes(at: lengthBytes - 1, count: 1) != [UInt8(ascii: "\n")] {
        bytes.insert(UInt8(ascii: "\n"), at: 0)
      }
      return try file.write(bytes)
    }
  }

  // MARK: - A line

  /// Members of accounts that name a person.
  private static let personal: Set<String> = ["name", "email"]

  private static func line(
    _ submission: DecodedSubmission, _ receipt: Receipt, at time: Timestamp, isShort: Bool = false
  ) -> [UInt8]? {
    var members = MemberWriter()
    members.required("time", time)
    members.required("status", receipt.status)
    switch receipt {
    case .appended, .duplicate: return nil
    case .invalid(let fault):
      // What it says may be anything.
      members.required("error", fault.code.rawValue)
      return members.end()
    case .conflict: if !isShort { members.required("error", "conflict") }
    case .rejected(let rejection):
      members.required("error", rejection.code.rawValue)
      if isShort { break }
      // Of a wrong fact the message quotes what was stated.
      members.optional("message", rejection.mismatch == nil ? rejection.message : nil)
      members.required("details", rejection.particulars)
      members.list("conflicts", rejection.conflicts)
      members.optional("fact", rejection.mismatch?.fact)
    }
    guard case .success(let submission) = submission else { return members.end() }
    members.required("type", submission.type.rawValue)
    members.required("subject", submission.subject.text)
    members.required("actor", submission.content.actor)
    if isShort { return members.end() }
    members.optional("id", submission.id)
    members.optional("source", submission.source)
    var data = MemberWriter()
    let isOfPerson = submission.personal != nil
    for member in EventMembers(of: submission.content.command).members
    where !isOfPerson || !personal.contains("\(member.name)") {
      data.required(member.name, member.value)
    }
    let whole = members.end(with: data)
    return whole.count <= lineLimitBytes
      ? whole : line(.success(submission), receipt, at: time, isShort: true)
  }
}

extension LogPaths {
  /// Refused submissions, the latest ones.
  package var rejected: String { folder + "/rejected.jsonl" }
  /// The refused submissions before them.
  package var rejectedBefore: String { folder + "/rejected-before.jsonl" }
}

extension Rejection {
  /// The particulars as one object; empty where there is nothing to say.
  var particulars: RawJSON {
    var members = MemberWriter()
    for detail in details { members.member(detail.key.rawValue, detail.value) }
    return RawJSON(bytes: members.end())
  }
}

extension Rejection.Value: JSONWritable {
  func appendJSON(to buffer: inout some ByteSink) {
    switch self {
    case .text(let text): text.appendJSON(to: &buffer)
    case .number(let number): number.appendJSON(to: &buffer)
    case .list(let ids): ids.appendJSON(to: &buffer)
    }
  }
}
