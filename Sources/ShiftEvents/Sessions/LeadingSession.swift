/// The session that writes for the others of its user. They bring their clients' lines, it judges and
/// writes them together with its own, with one write and one sync, and gives them the replies.
///
/// It answers a session as the session's own writer would: judged under the log's lock, after the
/// sync. The rest it leaves to the sessions.
///
/// Its place is a lock on the folder beside the log, and a socket to which they come. Nothing that a log
/// promises hangs on it: the leader locks the log as any writer does, and the lock on the folder only keeps
/// two from leading. Both go with their process.
package final class LeadingSession {
  /// A session that has come, and what goes to and fro.
  fileprivate final class Connection {
    let socket: LocalSocket
    var inbox = LineBuffer()
    var outbox: [UInt8] = []
    /// True if it has said the right words.
    var isWelcome = false

    init(_ socket: LocalSocket) { self.socket = socket }
  }

  package struct Request {
    fileprivate let guest: Connection
    package let handed: ForwardedLine

    package func gathered(_ submission: DecodedSubmission) -> GatheredSubmission {
      handed.gathered(submission, stream: guest.socket.file)
    }
  }

  private let greeting: [UInt8]
  private let fileSystem: any FileSystem
  private let folder: FileDescriptor
  private let listener: LocalSocket
  private var guests: [Connection] = []
  private var waiting = FileWait()
  private var block = [UInt8](repeating: 0, count: LineBuffer.blockBytes)

  /// The number of sessions, this one counted, that had sent something the last two times.
  private var arrivedCounts = (0, 0)

  /// The most guests: the descriptors of this process leave some for its own files.
  private static let guestLimit = max(0, min(400, LocalSocket.descriptorLimit - 24))
  private static let gatheringSeconds = 0.000_1
  /// The most bytes that a guest may leave unread.
  private static let outboxLimitBytes = 8 << 20

  private init(
    _ folder: FileDescriptor, _ listener: LocalSocket, _ greeting: SessionGreeting,
    _ fileSystem: any FileSystem
  ) {
    (self.folder, self.listener) = (folder, listener)
    (self.greeting, self.fileSystem) = (greeting.bytes, fileSystem)
  }

  deinit { fileSystem.close(folder) }

  package enum Finding {
    /// The place was free, and is this process's now.
    case free(LeadingSession)
    /// Another has it, and this leads to it.
    case taken(LocalSocket)
    /// Another is about to take it or to leave it.
    case inBetween
    /// There can be none here.
    case none
  }

  /// Takes the lead of the sessions on a log, or connects to who has it.
  package static func find(
    _ paths: LogPaths, greeting: SessionGreeting, timeoutSeconds: Double
  ) -> Finding {
    let fileSystem = paths.fileSystem
    guard
      let folder = try? fileSystem.open(paths.folder, [.directory, .noFollow], mode: .ownerFolder)
    else { return .none }
    do throws(SystemError) {
      if try fileSystem.tryLock(folder, .exclusive) {
        let listener = try LocalSocket.listening(at: greeting.address)
        return .free(LeadingSession(folder, listener, greeting, fileSystem))
      }
    } catch {
      fileSystem.close(folder)
      // One that ends gives up its lock and its socket one after the other.
      return error == .addressInUse ? .inBetween : .none
    }
    defer { fileSystem.close(folder) }
    let socket = try? LocalSocket.connected(to: greeting.address, timeoutSeconds: timeoutSeconds)
    return socket.map { .taken($0) } ?? .inBetween
  }

  /// Waits until the input can be read or guests have sent something, and then for a moment for those
  /// others that were there the last two times: their lines will wait for a sync in any case.
  ///
  /// - Returns: whether the input can be read.
  package func wait(for input: FileDescriptor, milliseconds: Int32? = nil) -> Bool {
    var isReadable = look(at: input, milliseconds: milliseconds)
    let expected = max(arrivedCounts.0, arrivedCounts.1)
    if expected > 1 {
      let deadline = fileSystem.monotonicSeconds() + Self.gatheringSeconds
      while arrivedCount(isReadable) < expected, fileSystem.monotonicSeconds() < deadline {
        fileSystem.pause(seconds: OpenFile.shortestPauseSeconds)
        isReadable = look(at: input, milliseconds: 0)
      }
    }
    arrivedCounts = (arrivedCounts.1, arrivedCount(isReadable))
    return isReadable
  }

  private func arrivedCount(_ isReadable: Bool) -> Int {
    guests.count { $0.inbox.hasUnread } + (isReadable ? 1 : 0)
  }

  private func look(at input: FileDescriptor, milliseconds: Int32?) -> Bool {
    waiting.removeAll()
    waiting.add(input)
    waiting.add(listener.file)
    for guest in guests { waiting.add(guest.socket.file, forRoom: !guest.outbox.isEmpty) }
    waiting.wait(milliseconds: milliseconds)
    for (index, guest) in guests.enumerated() {
      if waiting.hasRoom(index + 2) { send(guest) }
      if waiting.isReadable(index + 2), !receive(guest) { dismiss(guest) }
    }
    guests.removeAll { $0.inbox.isOver }
    while waiting.isReadable(1), let socket = listener.accepted() {
      if guests.count < Self.guestLimit { guests.append(Connection(socket)) }
    }
    return waiting.isReadable(0)
  }

  private func receive(_ guest: Connection) -> Bool {
    do throws(SystemError) {
      return try guest.inbox.fill(from: guest.socket.file, by: &block, fileSystem)
    } catch {
      return error == .wouldBlock
    }
  }

  private func send(_ guest: Connection) {
    do throws(SystemError) {
      while !guest.outbox.isEmpty {
        let count = try unsafe guest.outbox.span.withUnsafeBytes { bytes throws(SystemError) in
          unsafe try fileSystem.write(guest.socket.file, at: nil, bytes)
        }
        guest.outbox.removeFirst(count)
      }
    } catch {
      if error != .wouldBlock { dismiss(guest) }
    }
  }

  /// True if others follow.
  package var hasGuests: Bool { !guests.isEmpty }

  /// True if guests have sent bytes that are not taken yet.
  package var hasArrived: Bool {
    waiting.removeAll()
    for guest in guests { waiting.add(guest.socket.file) }
    waiting.wait(milliseconds: 0)
    return guests.indices.contains { waiting.isReadable($0) || guests[$0].inbox.hasUnread }
  }

  /// The lines that have come, in the order of each guest. The first line of a guest names its
  /// log; the answer gives the end of that log.
  package func takeLines(
    end: () throws(LogError) -> (sequence: SequenceNumber, unknown: Int)
  ) -> [Request] {
    var arrivals: [Request] = []
    for guest in guests {
      while let line = guest.inbox.next() {
        if guest.isWelcome, let handed = ForwardedLine(line) {
          arrivals.append(Request(guest: guest, handed: handed))
        } else if !guest.isWelcome, line == greeting, let end = try? end() {
          guest.isWelcome = true
          answer(Array("\(end.unknown)".utf8), with: end.sequence, to: guest)
        } else {
          dismiss(guest)
        }
      }
    }
    return arrivals
  }

  /// Puts down a reply, with the event that it tells of, if it is recorded; `sendAll` sends it.
  package func answer(_ arrival: Request, _ receipt: Receipt, _ json: [UInt8]) {
    answer(json, with: receipt.recordedSequence ?? .zero, to: arrival.guest)
  }

  private func answer(_ reply: [UInt8], with sequence: SequenceNumber, to guest: Connection) {
    sequence.append(to: &guest.outbox)
    guest.outbox.append(UInt8(ascii: " "))
    guest.outbox += reply
    guest.outbox.append(UInt8(ascii: "\n"))
  }

  package func sendAll() {
    for guest in guests where !guest.outbox.isEmpty {
      send(guest)
      if guest.outbox.count > Self.outboxLimitBytes { dismiss(guest) }
    }
  }

  /// Leaves a line to the session that handed it on.
  package func leave(_ arrival: Request) { dismiss(arrival.guest) }

  /// Ends the connection: the guest then asks the log for itself.
  private func dismiss(_ guest: Connection) {
    guest.inbox.end()
    guest.outbox = []
    guest.socket.end()
  }
}

/// The log and the build that two sessions must have in common for one to write for the other.
package struct SessionGreeting: Sendable {
  let bytes: [UInt8]
  /// The address at which the sessions on that log meet.
  let address: String

  /// - Parameter version: of the program, and what tells its builds apart.
  package init(_ log: FileStatus, version: String) {
    address = LocalSocket.address(of: log)
    bytes = Array("shift-events session 2 \(version) \(log.device) \(log.inode)".utf8)
  }
}
