import Foundation

// The read, write and poll of the terminal layer. They handle fewer bytes than asked for,
// interruptions, and descriptors that another program made non-blocking.
/// A failed system call.
struct SystemFailure: Error, Equatable, CustomStringConvertible {
  let code: Int32

  static var last: SystemFailure { SystemFailure(code: errno) }

  var description: String { unsafe String(cString: strerror(code)) }
}

func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFailure) {
  var written = 0
  while written < bytes.count {
    let result = unsafe bytes.withUnsafeBytes { buffer in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
      return unsafe write(descriptor, rest.baseAddress, rest.count)
    }
    if result >= 0 {
      written += result
    } else {
      try recover(from: .last, on: descriptor, waitingFor: POLLOUT)
    }
  }
}

/// Reads the available bytes, at most what fits into `block` from a place on; waits if there are none.
///
/// - Returns: the number of bytes read; 0 at the end of the input.
func readSome(
  into block: inout [UInt8], at place: Int = 0, from descriptor: Int32
) throws(SystemFailure) -> Int {
  while true {
    let result = unsafe block.withUnsafeMutableBytes { buffer in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[place...])
      return unsafe read(descriptor, room.baseAddress, room.count)
    }
    if result >= 0 { return result }
    try recover(from: .last, on: descriptor, waitingFor: POLLIN)
  }
}

/// Returns `true` if `descriptor` can be read (or is at its end) before the time is over.
func isReadable(_ descriptor: Int32, withinMilliseconds timeout: Int32) -> Bool {
  isReady(descriptor, for: POLLIN, withinMilliseconds: timeout)
}

/// Returns `true` if some bytes can be written to `descriptor` before the time is over.
func isWritable(_ descriptor: Int32, withinMilliseconds timeout: Int32) -> Bool {
  isReady(descriptor, for: POLLOUT, withinMilliseconds: timeout)
}

private func recover(
  from failure: SystemFailure, on descriptor: Int32, waitingFor events: some BinaryInteger
) throws(SystemFailure) {
  switch failure.code {
  case EINTR: return
  case EAGAIN, EWOULDBLOCK: _ = isReady(descriptor, for: events, withinMilliseconds: -1)
  default: throw failure
  }
}

private func isReady(
  _ descriptor: Int32, for events: some BinaryInteger, withinMilliseconds timeout: Int32
) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return unsafe poll(&request, 1, timeout) > 0
}

/// Opens a file of input; `nil` if there is none of that name.
func openForReading(_ path: String) throws(CommandError) -> Int32? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  if descriptor >= 0 { return descriptor }
  if errno == ENOENT || errno == ENOTDIR { return nil }
  throw CommandError(.cannotRead, "cannot read \(quoted(path)): \(SystemFailure(code: errno))")
}

/// Writes to a device or a pipe by its name.
func writing(
  toStream path: String, _ pieces: (_ put: ([UInt8]) throws -> Void) throws -> Void
) throws {
  let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw CommandError(.cannotCreate, "cannot write \(quoted(path)): \(SystemFailure.last)")
  }
  defer { close(descriptor) }
  try pieces { bytes in
    do throws(SystemFailure) { try writeAll(bytes, to: descriptor) } catch {
      if error.code == EPIPE { throw OutputError.closedPipe }
      throw CommandError(.ioFailed, "cannot write \(quoted(path)): \(error)")
    }
  }
}
