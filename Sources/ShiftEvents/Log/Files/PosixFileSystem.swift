#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The operating system's own files.
package struct PosixFileSystem: FileSystem {
  package init() {}

  package func open(
    _ path: String, _ options: OpenOptions, mode: FileMode
  ) throws(SystemError) -> FileDescriptor {
    var flags = O_CLOEXEC | O_NOCTTY | (options.contains(.write) ? O_RDWR : O_RDONLY)
    if options.contains(.append) { flags |= O_APPEND }
    if options.contains(.create) { flags |= O_CREAT }
    if options.contains(.exclusive) { flags |= O_EXCL }
    if options.contains(.noFollow) { flags |= O_NOFOLLOW }
    if options.contains(.nonBlocking) { flags |= O_NONBLOCK }
    if options.contains(.directory) { flags |= O_DIRECTORY }
    let number = try retrying { systemOpen(path, flags, mode_t(mode.bits)) }
    return FileDescriptor(rawValue: number)
  }

  package func close(_ file: FileDescriptor) {
    // Not again after EINTR: the descriptor is gone then, or another file's.
    _ = systemClose(file.rawValue)
  }

  package func read(
    _ file: FileDescriptor, at offset: UInt64?, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    try retrying {
      guard let offset else {
        return unsafe systemRead(file.rawValue, buffer.baseAddress, buffer.count)
      }
      return unsafe pread(file.rawValue, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  package func write(
    _ file: FileDescriptor, at offset: UInt64?, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int {
    try retrying {
      guard let offset else {
        return unsafe systemWrite(file.rawValue, bytes.baseAddress, bytes.count)
      }
      return unsafe pwrite(file.rawValue, bytes.baseAddress, bytes.count, off_t(offset))
    }
  }

  package func truncate(
    _ file: FileDescriptor, to lengthBytes: UInt64
  ) throws(SystemError) {
    _ = try retrying { ftruncate(file.rawValue, off_t(lengthBytes)) }
  }

  package func syncData(_ file: FileDescriptor) throws(SystemError) {
    #if canImport(Darwin)
      // fsync leaves the bytes in the drive's own cache there.
      _ = try retrying { fcntl(file.rawValue, F_FULLFSYNC) }
    #else
      _ = try retrying { fdatasync(file.rawValue) }
    #endif
  }

  package func sync(_ file: FileDescriptor) throws(SystemError) {
    #if canImport(Darwin)
      _ = try retrying { fcntl(file.rawValue, F_FULLFSYNC) }
    #else
      _ = try retrying { fsync(file.rawValue) }
    #endif
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    let folder = try open(path, [.directory], mode: .ownerFolder)
    defer { close(folder) }
    _ = try retrying { fsync(folder.rawValue) }
  }

  package func tryLock(
    _ file: FileDescriptor, _ kind: LockKind
  ) throws(SystemError) -> Bool {
    let operation = kind == .shared ? LOCK_SH : LOCK_EX
    do {
      _ = try retrying { systemLock(file.rawValue, operation | LOCK_NB) }
      return true
    } catch {
      guard error == .wouldBlock else { throw error }
      return false
    }
  }

  package func unlock(_ file: FileDescriptor) throws(SystemError) {
    _ = try retrying { systemLock(file.rawValue, LOCK_UN) }
  }

  package func waitForInput(
    _ file: FileDescriptor, timeoutMilliseconds: Int32?
  ) throws(SystemError) -> Bool {
    var request = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return try retrying { unsafe poll(&request, 1, timeoutMilliseconds ?? -1) } > 0
  }

  package func monotonicSeconds() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package func pause(seconds: Double) {
    // No sleep is that short: the system adds 50 µs.
    if seconds < 0.000_02 {
      sched_yield()
      return
    }
    var time = timespec(
      tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    _ = unsafe nanosleep(&time, nil)
  }
}

/// Makes a call until no signal interrupts it; below zero it has failed.
func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = SystemError.last
    if error != .interrupted { throw error }
  }
}

// The methods above have the names of the calls they make.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

private func systemLock(_ file: Int32, _ operation: Int32) -> Int32 { flock(file, operation) }
