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
package final class Bell: Sendable {
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

/// Waits until a file changes. If the system cannot tell, it waits for a short while.
///
/// It may wake for nothing; the caller checks what is new.
final class FileWatch {
  /// Hears of changes; `nil` where the system does not tell of any.
  private let queue: FileDescriptor?

  /// Between two looks where the system does not tell.
  private static let pollMilliseconds: Int32 = 10

  init(_ paths: [String]) {
    #if os(Linux)
      let number = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      let events = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
      let isWatched =
        number >= 0 && paths.allSatisfy { unsafe inotify_add_watch(number, $0, events) >= 0 }
      if number >= 0, !isWatched { close(number) }
      queue = isWatched ? FileDescriptor(rawValue: number) : nil
    #else
      queue = nil
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
    let time = queue == nil ? min(milliseconds, Self.pollMilliseconds) : milliseconds
    let count = nfds_t(requests.count)
    _ = unsafe requests.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, count, time) }
    if requests[0].revents != 0 { forget() }
    return requests[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
  }

  /// Takes what the system has told so far.
  private func forget() {
    guard let queue else { return }
    var told = [UInt8](repeating: 0, count: 4096)
    while unsafe read(queue.rawValue, &told, told.count) > 0 {}
  }
}
