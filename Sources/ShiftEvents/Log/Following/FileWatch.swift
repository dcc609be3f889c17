#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
