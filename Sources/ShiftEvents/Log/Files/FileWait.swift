#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Waits for several files at once. They are numbered in the order in which they are added.
struct FileWait {
  private var requests: [pollfd] = []

  mutating func add(_ file: FileDescriptor, forRoom: Bool = false) {
    requests.append(
      pollfd(fd: file.rawValue, events: Int16(forRoom ? POLLIN | POLLOUT : POLLIN), revents: 0))
  }

  mutating func removeAll() { requests.removeAll(keepingCapacity: true) }

  /// Waits until there is something to read or an end to see; for ever without a time. False where the
  /// system cannot tell.
  @discardableResult mutating func wait(milliseconds: Int32?) -> Bool {
    let count = nfds_t(requests.count)
    let found = try? retrying {
      unsafe requests.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, count, milliseconds ?? -1)
      }
    }
    return found != nil
  }

  func isReadable(_ index: Int) -> Bool { requests[index].revents & ~Int16(POLLOUT) != 0 }

  func hasRoom(_ index: Int) -> Bool { requests[index].revents & Int16(POLLOUT) != 0 }

  /// True if the other side has ended the stream.
  func isEnded(_ index: Int) -> Bool {
    requests[index].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }
}

extension PosixFileSystem {
  package func ended(_ streams: [FileDescriptor?]) -> [Bool] {
    // Each once: the system takes no more than a process may have open.
    let all = Array(Set(streams.compactMap(\.self)))
    var waiting = FileWait()
    for stream in all { waiting.add(stream) }
    let isKnown = all.isEmpty || waiting.wait(milliseconds: 0)
    let ended = Set(all.indices.filter { !isKnown || waiting.isEnded($0) }.map { all[$0] })
    return streams.map { $0.map(ended.contains) ?? false }
  }
}

/// Wakes a thread that waits for input, from another thread.
package final class WakePipe: Sendable {
  private let mouth: Int32
  private let ear: Int32

  package init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    _ = try retrying { unsafe pipe(&ends) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (ear, mouth) = (ends[0], ends[1])
  }

  deinit {
    close(mouth)
    close(ear)
  }

  /// Ends the waiting, also one that has not begun.
  package func ring() {
    var byte: UInt8 = 0
    _ = unsafe write(mouth, &byte, 1)
  }

  /// Waits until it rings or there is input; for ever without a time.
  ///
  /// - Returns: whether the input can be read.
  package func wait(orInput input: FileDescriptor, milliseconds: Int32?) -> Bool {
    var waiting = FileWait()
    waiting.add(input)
    waiting.add(FileDescriptor(rawValue: ear))
    waiting.wait(milliseconds: milliseconds)
    if waiting.isReadable(1) {
      var heard = [UInt8](repeating: 0, count: 64)
      _ = unsafe read(ear, &heard, heard.count)
    }
    return waiting.isReadable(0)
  }
}

/// Waits until a log or its head changes, the head that is made or put there meanwhile included. If the system
/// cannot tell, it waits for a short while.
///
/// It may wake for nothing; the caller checks what is new.
final class LogWatch {
  private let paths: LogPaths
  /// Hears of changes; `nil` where the system does not tell of any.
  private let queue: FileDescriptor?
  /// True if it hears of all changes.
  private var hearsAll = false

  /// Between two looks where the system does not tell. Linux tells up to 128 watches of one user: of more than that each
  /// looks seldom, so that idle ones leave the processor alone.
  private var pollMilliseconds: Int32 {
    #if os(Linux)
      queue == nil ? 200 : 10
    #else
      10
    #endif
  }

  init(_ paths: LogPaths) {
    self.paths = paths
    #if os(Linux)
      let number = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      queue = number >= 0 ? FileDescriptor(rawValue: number) : nil
    #else
      queue = nil
    #endif
    listen()
  }

  /// Asks to hear of the files that have the names now. A folder comes before what is in it, so that nothing is
  /// made in between unheard.
  private func listen() {
    #if os(Linux)
      guard let queue else { return }
      func hears(_ path: String, of events: UInt32) -> Bool {
        unsafe inotify_add_watch(queue.rawValue, path, events) >= 0
      }
      let gone = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
      let changes = gone | UInt32(IN_MODIFY | IN_ATTRIB)
      let names = gone | UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
      var hearsOfNames = hears(paths.folder, of: names)
      if !hearsOfNames {
        // Of what else is made there it hears once.
        hearsOfNames = hears(paths.parent, of: names | UInt32(IN_ONESHOT))
        _ = hears(paths.folder, of: names)
      }
      let hearsOfHead =
        hears(paths.head, of: changes)
        || hearsOfNames && (try? paths.fileSystem.linkStatus(at: paths.head)) == nil
      hearsAll = hears(paths.log, of: changes) && hearsOfHead
    #endif
  }

  deinit { if let queue { close(queue.rawValue) } }

  /// Waits for a change, at most for a time.
  ///
  /// - Parameters:
  ///   - output: a stream whose reader may go away.
  ///   - input: a stream whose input ends the waiting, too.
  /// - Returns: false if nobody reads the output any more.
  func wait(
    milliseconds: Int32, whileOpen output: FileDescriptor? = nil,
    orInput input: FileDescriptor? = nil
  ) -> Bool {
    var requests = [
      pollfd(fd: queue?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
      // The system passes over descriptors below zero.
      pollfd(fd: output?.rawValue ?? -1, events: 0, revents: 0),
      pollfd(fd: input?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let time = hearsAll ? milliseconds : min(milliseconds, pollMilliseconds)
    let count = nfds_t(requests.count)
    _ = unsafe requests.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, count, time) }
    if requests[0].revents != 0 { forget() }
    return requests[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
  }

  /// Takes what the system has told so far. The names may lead to other files since.
  private func forget() {
    guard let queue else { return }
    var told = [UInt8](repeating: 0, count: 4096)
    while unsafe read(queue.rawValue, &told, told.count) > 0 {}
    listen()
  }
}
