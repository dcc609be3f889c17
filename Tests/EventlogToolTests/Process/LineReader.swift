import Foundation
import Testing

/// The lines of a pipe, read as they come.
struct LineReader: ~Copyable {
  /// The longest wait for more before a test gives up.
  let patienceSeconds: Int
  private var descriptor: Int32
  private var received: [UInt8] = []

  init(_ descriptor: Int32, patienceSeconds: Int) {
    self.descriptor = descriptor
    self.patienceSeconds = patienceSeconds
  }

  deinit { if descriptor >= 0 { Foundation.close(descriptor) } }

  mutating func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  /// The next line, without its line feed; `nil` at the end, however it came.
  mutating func line() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        return line
      }
      guard receive() else { return nil }
    }
  }

  /// All that is still to come.
  mutating func rest() -> String {
    while receive() {}
    let text = String(decoding: received, as: UTF8.self)
    received = []
    return text
  }

  private mutating func receive() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, Int32(patienceSeconds * 1000)) > 0 else {
      Issue.record("nothing came within \(patienceSeconds) seconds")
      return false
    }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 { received += block[..<count] }
    return count > 0
  }
}
