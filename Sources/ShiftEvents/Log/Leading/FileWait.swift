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
    var places: [FileDescriptor: Int] = [:]
    var waiting = FileWait()
    for case let stream? in streams where places[stream] == nil {
      places[stream] = places.count
      waiting.add(stream)
    }
    if places.isEmpty { return streams.map { _ in false } }
    let isKnown = waiting.wait(milliseconds: 0)
    return streams.map { $0.map { !isKnown || waiting.isEnded(places[$0]!) } ?? false }
  }
}
