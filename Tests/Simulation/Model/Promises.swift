import Foundation

@testable import ShiftEvents

/// The promises of a log at a moment: the whole model for crash states.
struct Promises: Sendable {
  /// Every log that writers were about to make.
  var chains = [Chain([])]
  /// The latest log, if it was not parsed yet.
  var lastLog: [UInt8]?
  /// The log up to the last acknowledged event.
  var acknowledged: [UInt8] = []
  /// True if a program was told that there is a log.
  var isCreated = false
  /// The submission that was acknowledged last, and its place.
  var last: (submission: Submission, sequence: SequenceNumber)?
  /// True unless a process is writing the head anew, which alone may lose it.
  var keepsHead = true

  /// True if a writer was killed between a cut and its sync, and the next one wrote behind the cut.
  /// If the cut alone is lost, two lines are mixed, and writers refuse until recovery.
  var hasUnsyncedCut = false

  /// Returns the difference between a writer's log and the promises; nil if there is none.
  func violation(in log: [UInt8]) -> String? {
    guard log.begins(with: acknowledged) else { return "acknowledged lines are gone or changed" }
    guard let chain = chain(of: log) else {
      let lines = log.split(separator: UInt8(ascii: "\n")).map {
        String(decoding: $0, as: UTF8.self)
      }
      return "the log holds what nobody submitted: \(lines)"
    }
    return chain.profiles(at: log.count) == nil ? "half a batch is left" : nil
  }

  /// Returns the difference between the people and those of the log; nil if there is none.
  func violation(by people: [Person], of log: [UInt8]) -> String? {
    let left = people.map { Profile(user: $0.user, digest: $0.profile) }
    let profiles = chain(of: log)?.profiles(at: log.count) ?? []
    return Set(left) == profiles && left.count == profiles.count
      ? nil : "the people file holds \(left.count) lines, and the log stands for \(profiles.count)"
  }

  private func chain(of log: [UInt8]) -> Chain? {
    chains.first { $0.bytes.begins(with: log) }
  }

  /// The same promises once these lines were on their way to the log.
  mutating func submitted(_ log: [UInt8]) {
    lastLog = nil
    if chains.contains(where: { $0.bytes.begins(with: log) }) { return }
    chains.removeAll { log.begins(with: $0.bytes) }
    chains.append(Chain(log))
  }
}

/// A commitment of the log to a name.
struct Profile: Hashable {
  var user: UserID
  var digest: Digest
}

/// A log of whole batches, with its state at the end of each.
struct Chain: Sendable {
  let bytes: [UInt8]
  private var profilesAt: [Int: Set<Profile>] = [0: []]
  private var endsByHash: [Digest: Int] = [:]
  /// The first line that does not end its batch.
  private(set) var firstInsideBatch: LogEnd?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var profiles: [UserID: Digest] = [:]
    var offset = 0
    var end = LogEnd.empty
    var decoder = EventDecoder()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let block = unsafe line.withUnsafeBytes { unsafe LineBlock(copying: $0) }
      guard let event = try? decoder.decode(RecordedLine(block: block, range: 0..<line.count))
      else { return }
      offset += line.count + 1
      if case .userRegistered(let user) = event.event { profiles[user.user] = user.profile }
      if case .profileChanged(let change) = event.event { profiles[change.user] = change.profile }
      if case .userErased(let erased) = event.event { profiles[erased.user] = nil }
      endsByHash[event.hash] = offset
      end = end.adding(lengthBytes: UInt64(line.count) + 1, hash: event.hash)
      if !event.isLastOfBatch { firstInsideBatch = firstInsideBatch ?? end }
      if event.isLastOfBatch {
        profilesAt[offset] = Set(profiles.map { Profile(user: $0.key, digest: $0.value) })
      }
    }
  }

  /// The names that the log commits to when it ends there; nil inside a batch.
  func profiles(at offset: Int) -> Set<Profile>? { profilesAt[offset] }

  /// The end of the line with the hash.
  func end(of hash: Digest) -> Int? { endsByHash[hash] }

  /// Returns `true` if a whole line of it stands in a log behind bytes that are not its own.
  func hasLineBehindHole(in log: [UInt8]) -> Bool {
    var start = 0
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") && end < log.count {
      if log[start...end] == bytes[start...end], log[..<start] != bytes[..<start] { return true }
      start = end + 1
    }
    return false
  }
}

extension [UInt8] {
  /// The same as `starts(with:)`, which is slow without optimization.
  func begins(with other: [UInt8]) -> Bool {
    guard other.count <= count else { return false }
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { bytes in
        guard let first = own.baseAddress, let second = bytes.baseAddress else { return true }
        return unsafe memcmp(first, second, bytes.count) == 0
      }
    }
  }
}
