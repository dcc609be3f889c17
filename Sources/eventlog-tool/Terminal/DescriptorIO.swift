// The read, write and poll of the terminal layer, with what POSIX leaves to the caller: fewer bytes
// than asked for, interruptions, and descriptors that somebody else made non-blocking.

import Foundation

/// A system call said no.
struct SystemFailure: Error, Equatable, CustomStringConvertible {
  let code: Int32

  static var last: SystemFailure { SystemFailure(code: errno) }

  var description: String { unsafe String(cString: strerror(code)) }
}

/// Writes all of `bytes`.
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

/// Reads what is there, at most the size of `block`, and waits where nothing is.
///
/// - Returns: how many bytes now stand at the front of `block`; 0 at the end of the input.
func readSome(into block: inout [UInt8], from descriptor: Int32) throws(SystemFailure) -> Int {
  while true {
    let result = unsafe block.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
    if result >= 0 { return result }
    try recover(from: .last, on: descriptor, waitingFor: POLLIN)
  }
}

/// Whether `descriptor` can be read (or is at its end) before the time is over.
func isReadable(_ descriptor: Int32, withinMilliseconds timeout: Int32) -> Bool {
  isReady(descriptor, for: POLLIN, withinMilliseconds: timeout)
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
