// Pipes, pseudo-terminals and seeded randomness for the tests of the terminal layer.

import Foundation
import TestSupport
import Testing

@testable import eventlog_tool

extension String {
  /// True if a terminal would act on something in here.
  var holdsControl: Bool { unicodeScalars.contains { $0.isTerminalControl } }
}

/// A pipe whose ends are closed with it.
final class TestPipe {
  let readEnd: Int32
  private(set) var writeEnd: Int32

  init() {
    // A child of another test that inherited an end would keep it open.
    (readEnd, writeEnd) = ToolProcess.privatePipe()
  }

  func send(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe write(writeEnd, $0.baseAddress, $0.count)
    }
    precondition(count == bytes.count, "the pipe is full")
  }

  func closeWriteEnd() {
    close(writeEnd)
    writeEnd = -1
  }

  /// The bytes that have arrived.
  func received() -> String { String(decoding: drained(readEnd), as: UTF8.self) }

  deinit {
    close(readEnd)
    if writeEnd >= 0 { close(writeEnd) }
  }
}

/// A terminal without a screen.
final class PseudoTerminal {
  private let controller: Int32
  let descriptor: Int32

  init(columns: UInt16, rows: UInt16 = 24) {
    (controller, descriptor) = openPseudoTerminal()
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    precondition(unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
  }

  func received() -> String { String(decoding: receivedBytes(), as: UTF8.self) }

  func receivedBytes() -> [UInt8] { drained(controller) }

  deinit {
    close(descriptor)
    close(controller)
  }
}

extension LogFolder {
  /// Runs the tool on a terminal of that size, with standard input a terminal, too, unless there is some.
  ///
  /// - Returns: the exit code and the whole screen, errors included.
  func onTerminal(
    columns: UInt16, rows: UInt16 = 24, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:]
  ) -> (code: Int32, text: String) {
    let terminal = PseudoTerminal(columns: columns, rows: rows)
    let tool = start(
      arguments, input: input.map { .bytes(Array($0.utf8)) } ?? .descriptor(terminal.descriptor),
      output: terminal.descriptor, errors: terminal.descriptor,
      environment: environment.merging(["TERM": "xterm"]) { a, _ in a })
    // A character may arrive in two parts.
    var bytes: [UInt8] = []
    let ending = tool.wait(meanwhile: { bytes += terminal.receivedBytes() })
    return (ending.code, String(decoding: bytes + terminal.receivedBytes(), as: UTF8.self))
  }
}

private func openPseudoTerminal() -> (controller: Int32, terminal: Int32) {
  #if os(Linux)
    // Glibc declares the functions for this only with _XOPEN_SOURCE; these are the
    // requests behind them: TIOCSPTLCK and TIOCGPTN.
    let controller = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    precondition(unsafe ioctl(controller, 0x4004_5431, &isLocked) == 0)
    precondition(unsafe ioctl(controller, 0x8004_5430, &number) == 0)
    let terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
  #else
    let controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
    precondition(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0)
    let terminal = unsafe open(ptsname(controller), O_RDWR | O_NOCTTY | O_CLOEXEC)
  #endif
  precondition(terminal >= 0)
  return (controller, terminal)
}

/// The bytes that can be read from `descriptor` without waiting.
private func drained(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, 0) > 0 else { break }
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    if count <= 0 { break }
    bytes += block[..<count]
  }
  return bytes
}

extension SplitMix64 {
  /// Text of pieces that terminals, JSON and alignment get wrong.
  mutating func hostileText(upTo count: Int) -> String {
    let pieces = [
      "a", "bas", " ", "é", "e\u{301}", "日本", "한", "👩‍👩‍👧", "🇳🇱", "❤️", "\u{1B}[2J", "\u{9B}",
      "\u{202E}", "\u{2066}", "\u{200E}", "\u{2028}", "\0", "\n", "\r\n", "\t", "\u{7F}", "\"",
      "\\",
      "\u{200B}", "\u{301}", "क्षि", "ﷺ", "\u{10FFFF}", "\u{1F3FD}", "</script>",
    ]
    return (0..<Int.random(in: 0...count, using: &self))
      .map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }
}
