#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
