/// A session for which another writes: it hands its client's lines on and brings back the replies.
package final class ForwardingSession {
  private let socket: LocalSocket
  private var inbox = LineBuffer()
  private var block = [UInt8](repeating: 0, count: LineBuffer.blockBytes)
  private let fileSystem = PosixFileSystem()
  /// The end of the log when the leader took it in.
  package private(set) var firstEnd = SequenceNumber.zero
  /// The number of events then that this version does not know.
  package private(set) var unknown = 0
  /// The leader was silent for too long; it may still be there.
  package private(set) var hasLostPatience = false

  /// The silence of a leader after which its followers help themselves.
  package static let patienceSeconds = 4.0

  /// Asks the leader for its help; whether it is given shows later.
  package init?(_ socket: LocalSocket, greeting: SessionGreeting) {
    self.socket = socket
    guard (try? fileSystem.writeAll(socket.file, greeting.bytes + [UInt8(ascii: "\n")])) != nil
    else { return nil }
  }

  package enum Welcome { case given, refused, notYet }

  package func welcome(waitingSeconds: Double) -> Welcome {
    var waiting = FileWait()
    waiting.add(socket.file)
    waiting.wait(milliseconds: Int32(waitingSeconds * 1000))
    guard waiting.isReadable(0) else { return .notYet }
    guard (try? socket.waitForReads(seconds: Self.patienceSeconds)) != nil, let first = reply()
    else { return .refused }
    firstEnd = first.sequence
    unknown = Int(String(decoding: first.json, as: UTF8.self)) ?? 0
    return .given
  }

  /// Hands lines on, and waits for the replies to them.
  ///
  /// - Returns: as many replies as came, and the last event that they tell of. If some are missing, the leader is gone
  ///   or was too slow; then it takes up none of the others any more.
  package func exchange(
    _ lines: ArraySlice<ForwardedLine>
  ) -> (replies: [[UInt8]], last: SequenceNumber) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.line.count + 64 })
    for line in lines { line.append(to: &bytes) }
    var replies: [[UInt8]] = []
    var last = SequenceNumber.zero
    if (try? fileSystem.writeAll(socket.file, bytes)) != nil {
      while replies.count < lines.count, let (sequence, json) = reply() {
        replies.append(json)
        last = max(last, sequence)
      }
    }
    // Before the log is asked for them: the leader looks for this under the log's lock.
    if replies.count < lines.count { socket.end() }
    return (replies, last)
  }

  private func reply() -> (sequence: SequenceNumber, json: [UInt8])? {
    while true {
      if let line = inbox.next() {
        guard line.count > 12,
          let sequence = unsafe line[..<12].withUnsafeBytes({ unsafe SequenceNumber(digits: $0) })
        else { return nil }
        return (sequence, Array(line[13...]))
      }
      do throws(SystemError) {
        guard try inbox.fill(from: socket.file, by: &block, fileSystem) else { return nil }
      } catch {
        hasLostPatience = error == .wouldBlock
        return nil
      }
    }
  }
}

/// A submission that a session hands on to the one that writes for it.
///
///     n 000000000057 0198c2…-…d41 {"type":…}
///     │ │            │            └ the client's line
///     │ │            └ the id that it gets if it brings none
///     │ └ of one in doubt: the event behind which its own stands, if it is recorded
///     └ new, or in doubt: d
package struct ForwardedLine: Sendable {
  package let line: [UInt8]
  /// Given before the line leaves: so it can be found in the log, and is recorded once, whatever
  /// becomes of the leader.
  package let id: String
  /// The last event that was acknowledged before it left first, or that a line before it became; `nil` unless it was
  /// handed on before and what became of it is not known.
  package var inDoubtSince: SequenceNumber?

  package init(_ line: [UInt8], id: String) { (self.line, self.id) = (line, id) }

  private static let idPlace = 15..<51
  private static let space = UInt8(ascii: " ")

  package func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: inDoubtSince == nil ? "n" : "d"))
    bytes.append(Self.space)
    (inDoubtSince ?? .zero).append(to: &bytes)
    bytes.append(Self.space)
    bytes += id.utf8
    bytes.append(Self.space)
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Reads what `append` wrote; `nil` for anything else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > Self.idPlace.upperBound, bytes[1] == Self.space, bytes[14] == Self.space,
      bytes[51] == Self.space,
      let knownEnd = unsafe bytes[2..<14].withUnsafeBytes({ unsafe SequenceNumber(digits: $0) })
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "d"): inDoubtSince = knownEnd
    default: return nil
    }
    let id = bytes[Self.idPlace]
    let isID = id.allSatisfy { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    guard isID else { return nil }
    self.id = String(decoding: id, as: UTF8.self)
    line = Array(bytes[(Self.idPlace.upperBound + 1)...])
  }
}

extension ForwardedLine {
  /// Returns the line as it is judged.
  package func gathered(
    _ submission: DecodedSubmission, stream: FileDescriptor? = nil
  ) -> GatheredSubmission {
    GatheredSubmission(
      submission.map { $0.identified(as: id) }, line: id, inDoubtSince: inDoubtSince,
      stream: stream)
  }
}
