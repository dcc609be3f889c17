/// The place of the one session that writes for the other sessions of its user: a lock on the folder
/// beside the log, and in it a socket to which they come.
///
/// Nothing that a log promises hangs on it. Whoever leads locks the log as any writer does; the lock on
/// the folder only keeps two from taking the socket's name. Both go with their process.
package final class LeaderSeat {
  /// A session that has come, and what goes to and fro.
  package final class Guest {
    fileprivate let socket: LocalSocket
    package var stream: FileDescriptor { socket.file }
    fileprivate var inbox = LineBuffer()
    fileprivate var outbox: [UInt8] = []
    /// For whoever has the seat: whether it has said the right words.
    package var isWelcome = false

    fileprivate init(_ socket: LocalSocket) { self.socket = socket }
  }

  private let fileSystem: any FileSystem
  private let folder: FileDescriptor
  private let path: String
  private let listener: LocalSocket
  private var guests: [Guest] = []
  private var waiting = FileWait()
  private var block = [UInt8](repeating: 0, count: LineBuffer.blockBytes)

  /// The number of sessions, this one counted, that had sent something the last two times.
  private var arrivedCounts = (0, 0)

  private static let guestLimit = 400
  private static let gatheringSeconds = 0.000_1
  /// What a guest may leave unread.
  private static let outboxLimitBytes = 8 << 20

  private init(
    _ folder: FileDescriptor, _ path: String, _ listener: LocalSocket, _ fileSystem: any FileSystem
  ) {
    (self.folder, self.path, self.listener) = (folder, path, listener)
    self.fileSystem = fileSystem
  }

  deinit {
    try? fileSystem.remove(path)
    fileSystem.close(folder)
  }

  package enum Finding {
    /// The seat was free, and is this process's now.
    case free(LeaderSeat)
    /// Another has it, and this leads to it.
    case taken(LocalSocket)
    /// Another is about to take it or to leave it.
    case inBetween
    /// There can be none here.
    case none
  }

  /// Takes the seat beside a log, or connects to who has it.
  package static func find(
    _ paths: LogPaths, timeoutSeconds: Double, _ fileSystem: any FileSystem = PosixFileSystem()
  ) -> Finding {
    guard
      let folder = try? fileSystem.open(
        paths.folder, [.directory, .noFollow], mode: .ownerFolder)
    else { return .none }
    #if os(Linux)
      // By way of the open folder no path is too long for an address, and none leads elsewhere by now.
      let path = "/proc/self/fd/\(folder.rawValue)/\(LogPaths.socketName)"
    #else
      let path = paths.folder + "/" + LogPaths.socketName
    #endif
    do throws(SystemError) {
      if try fileSystem.tryLock(folder, .exclusive) {
        // A process left it that was killed.
        do throws(SystemError) { try fileSystem.remove(path) } catch {
          if error != .noEntry { throw error }
        }
        return .free(
          LeaderSeat(folder, path, try LocalSocket.listening(at: path), fileSystem))
      }
    } catch {
      fileSystem.close(folder)
      return .none
    }
    defer { fileSystem.close(folder) }
    let socket = try? LocalSocket.connected(to: path, timeoutSeconds: timeoutSeconds)
    return socket.map { .taken($0) } ?? .inBetween
  }

  /// Waits until the input can be read or guests have sent something, and then for a moment for those
  /// others that were there the last two times: their lines will wait for a sync in any case.
  ///
  /// - Returns: whether the input can be read.
  package func wait(for input: FileDescriptor, milliseconds: Int32?) -> Bool {
    var isReadable = look(at: input, milliseconds: milliseconds)
    let expected = max(arrivedCounts.0, arrivedCounts.1)
    if expected > 1 {
      let deadline = fileSystem.monotonicSeconds() + Self.gatheringSeconds
      while arrivedCount(isReadable) < expected, fileSystem.monotonicSeconds() < deadline {
        fileSystem.pause(seconds: LogLock.shortestPauseSeconds)
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
    if waiting.isReadable(1) { while let socket = listener.accepted() { welcome(socket) } }
    return waiting.isReadable(0)
  }

  private func welcome(_ socket: LocalSocket) {
    if guests.count < Self.guestLimit { guests.append(Guest(socket)) }
  }

  private func receive(_ guest: Guest) -> Bool {
    do throws(SystemError) {
      return try guest.inbox.fill(from: guest.socket.file, by: &block, fileSystem)
    } catch {
      return error == .wouldBlock
    }
  }

  private func send(_ guest: Guest) {
    do throws(SystemError) {
      while !guest.outbox.isEmpty {
        let count = try unsafe guest.outbox.span.withUnsafeBytes { bytes throws(SystemError) in
          unsafe try fileSystem.write(guest.socket.file, bytes)
        }
        guest.outbox.removeFirst(count)
      }
    } catch {
      if error != .wouldBlock { dismiss(guest) }
    }
  }

  /// Whether guests have sent what is not taken yet.
  package var hasArrived: Bool {
    waiting.removeAll()
    for guest in guests { waiting.add(guest.socket.file) }
    waiting.wait(milliseconds: 0)
    return guests.indices.contains { waiting.isReadable($0) || guests[$0].inbox.hasUnread }
  }

  /// Whole lines that have come, in the order of each guest.
  package func takeLines() -> [(guest: Guest, line: [UInt8])] {
    var lines: [(Guest, [UInt8])] = []
    for guest in guests { while let line = guest.inbox.next() { lines.append((guest, line)) } }
    return lines
  }

  /// Puts a line, without its line feed, beside what goes to a guest next.
  package func add(_ line: [UInt8], to guest: Guest) {
    guest.outbox += line
    guest.outbox.append(UInt8(ascii: "\n"))
  }

  package func sendAll() {
    for guest in guests where !guest.outbox.isEmpty {
      send(guest)
      if guest.outbox.count > Self.outboxLimitBytes { dismiss(guest) }
    }
  }

  /// Ends the connection: the guest then asks the log for itself.
  package func dismiss(_ guest: Guest) {
    guest.inbox.end()
    guest.outbox = []
    guest.socket.end()
  }
}
