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
