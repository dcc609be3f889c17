#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One end of a stream of bytes between two processes of one user on one machine.
///
/// A process that ends, however, ends its streams; the other sees that at once.
package final class LocalSocket {
  package let file: FileDescriptor

  private init(_ file: FileDescriptor) { self.file = file }

  deinit { close(file.rawValue) }

  /// The address at which the sessions on a log meet. It is not in the log's folder, where it would be in the
  /// way of a copy.
  static func address(of log: FileStatus) -> String {
    let name = "shift-events-\(geteuid())-\(log.device)-\(log.inode)"
    #if os(Linux)
      // A name in no folder, which goes with its process.
      return "\0" + name
    #else
      return PosixFileSystem.temporaryFolder + "/" + name
    #endif
  }

  /// Waits for others at an address that no process has.
  static func listening(at path: String) throws(SystemError) -> LocalSocket {
    let socket = try make()
    #if !os(Linux)
      // A process left it that was killed.
      try? PosixFileSystem().remove(path)
      _ = fchmod(socket.file.rawValue, mode_t(FileMode.ownerFile.bits))
    #endif
    try unsafe socket.atAddress(path) { unsafe bind(socket.file.rawValue, $0, $1) }
    _ = try retrying { listen(socket.file.rawValue, 512) }
    try socket.setFlag(O_NONBLOCK)
    return socket
  }

  /// Connects to a process of the same user.
  ///
  /// - Parameter timeoutSeconds: how long connecting and each write may take.
  static func connected(
    to path: String, timeoutSeconds: Double
  ) throws(SystemError) -> LocalSocket {
    let socket = try make()
    try socket.set(SO_SNDTIMEO, seconds: timeoutSeconds)
    try unsafe socket.atAddress(path) { unsafe connect(socket.file.rawValue, $0, $1) }
    guard socket.isOfSameUser else { throw .accessDenied }
    return socket
  }

  /// The next process of the same user that has connected; `nil` where there is none.
  func accepted() -> LocalSocket? {
    while let number = try? retrying({ accept(file.rawValue, nil, nil) }) {
      let socket = LocalSocket(FileDescriptor(rawValue: number))
      Self.sendsNoSignal(number)
      guard fcntl(number, F_SETFD, FD_CLOEXEC) >= 0, socket.isOfSameUser,
        (try? socket.setFlag(O_NONBLOCK)) != nil
      else { continue }
      return socket
    }
    return nil
  }

  /// Sets the longest wait of a read from now on.
  package func waitForReads(seconds: Double) throws(SystemError) {
    try set(SO_RCVTIMEO, seconds: seconds)
  }

  /// Ends the stream for both sides; what was sent and not read yet can still be read.
  package func end() { _ = shutdown(file.rawValue, Int32(SHUT_RDWR)) }

  #if canImport(Glibc)
    package static let kind = Int32(SOCK_STREAM.rawValue)
  #else
    package static let kind = SOCK_STREAM
  #endif

  /// The number of descriptors that this process may have at once.
  static var descriptorLimit: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    return unsafe getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : 256
  }

  private static func make() throws(SystemError) -> LocalSocket {
    let number = try retrying { socket(AF_UNIX, kind, 0) }
    let made = LocalSocket(FileDescriptor(rawValue: number))
    _ = try retrying { fcntl(number, F_SETFD, FD_CLOEXEC) }
    sendsNoSignal(number)
    return made
  }

  /// Makes writes to an ended stream fail, on systems where they would end the process and no flag of a
  /// write prevents it.
  package static func sendsNoSignal(_ socket: Int32) {
    #if canImport(Darwin)
      var isOn: Int32 = 1
      _ = unsafe setsockopt(
        socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private func setFlag(_ flag: Int32) throws(SystemError) {
    let flags = try retrying { fcntl(file.rawValue, F_GETFL) }
    _ = try retrying { fcntl(file.rawValue, F_SETFL, flags | flag) }
  }

  private func set(_ option: Int32, seconds: Double) throws(SystemError) {
    var time = timeval()
    time.tv_sec = .init(seconds)
    time.tv_usec = .init((seconds - seconds.rounded(.down)) * 1e6)
    _ = try retrying {
      unsafe setsockopt(
        file.rawValue, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  private func atAddress(
    _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError(number: ENAMETOOLONG)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    // A name without a folder ends where the address does.
    let length = socklen_t(
      MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + bytes.count
        + (bytes.first == 0 ? 0 : 1))
    _ = try retrying {
      unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, length) }
      }
    }
  }

  private var isOfSameUser: Bool {
    #if canImport(Darwin)
      var (user, group) = (uid_t(), gid_t())
      return unsafe getpeereid(file.rawValue, &user, &group) == 0 && user == geteuid()
    #else
      // The system's `struct ucred`: process, user, group.
      var peer: (Int32, UInt32, UInt32) = (0, .max, .max)
      var length = socklen_t(MemoryLayout.size(ofValue: peer))
      let result = unsafe getsockopt(file.rawValue, SOL_SOCKET, SO_PEERCRED, &peer, &length)
      return result == 0 && peer.1 == geteuid()
    #endif
  }
}

/// Lines of a stream, as far as they have come.
package struct LineBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The end of the bytes that were searched: no line feed stands before it.
  private var searched = 0
  private(set) var isOver = false

  package init() {}

  package static let blockBytes = 64 << 10
  /// A session's line with what is put before it.
  private static let limitBytes = (16 << 20) + 256

  package var hasUnread: Bool { start < bytes.count }

  /// Reads what is there, or waits for something, by way of a block; false at the end of the stream.
  package mutating func fill(
    from file: FileDescriptor, by block: inout [UInt8], _ fileSystem: any FileSystem
  ) throws(SystemError) -> Bool {
    if start > 0 {
      bytes.removeFirst(start)
      (start, searched) = (0, searched - start)
    }
    let count = try fileSystem.read(file, into: &block)
    bytes += block[..<count]
    return count > 0 && bytes.count <= Self.limitBytes
  }

  /// The next whole line, without its line feed. Half a line at the end of a stream never was one.
  package mutating func next() -> [UInt8]? {
    if isOver { return nil }
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  /// The bytes behind the last line feed, as the last line; `nil` if there are none.
  package mutating func takeHalfLine() -> [UInt8]? {
    defer { end() }
    return hasUnread ? Array(bytes[start...]) : nil
  }

  mutating func end() { (isOver, bytes, start, searched) = (true, [], 0, 0) }
}
