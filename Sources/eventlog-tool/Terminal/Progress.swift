import Foundation
import Synchronization

/// A bar on the last line of a terminal's standard error, for work that takes over half a second.
///
/// It draws nothing if standard error is no terminal, with `-q`, and on a dumb terminal. Any
/// thread may report.
final class Progress: Sendable {
  private struct State {
    var isShown = false
    var isFinished = false
    var nextDraw: Duration = .milliseconds(500)
  }

  private let diagnostics: Diagnostics
  private let isWanted: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(on diagnostics: Diagnostics, environment: (String) -> String? = environmentVariable) {
    self.diagnostics = diagnostics
    isWanted =
      diagnostics.isTerminal && diagnostics.verbosity != .quiet && environment("TERM") != "dumb"
  }

  /// Reports the work done so far. Cheap enough to be called for every block.
  ///
  /// - Parameter totalBytes: the whole work; nil if it is not known.
  func report(events: Int, bytes: Int, of totalBytes: Int?) {
    guard isWanted else { return }
    let elapsed = ContinuousClock.now - start
    state.withLock { state in
      guard !state.isFinished, elapsed >= state.nextDraw else { return }
      if !state.isShown { exitOnInterrupt(erasingLine: true) }
      state.isShown = true
      state.nextDraw = elapsed + .milliseconds(100)
      let done = WorkDone(
        events: events, bytes: bytes, totalBytes: totalBytes, seconds: elapsed / .seconds(1))
      // One column stays free: terminals wrap once the last is taken.
      diagnostics.draw("\r\(done.line(columns: (diagnostics.columns ?? 80) - 1))\u{1B}[K")
    }
  }

  /// Removes the bar from the screen. Called before any other message.
  func finish() {
    state.withLock { state in
      if state.isShown {
        diagnostics.draw("\r\u{1B}[K")
        exitOnInterrupt(erasingLine: false)
      }
      state.isShown = false
      state.isFinished = true
    }
  }

  deinit { finish() }
}

/// The figures of a progress bar at one moment.
struct WorkDone {
  let events: Int
  let bytes: Int
  let totalBytes: Int?
  let seconds: Double

  /// At most `columns` wide: the bar gives way before the numbers.
  func line(columns: Int) -> String {
    let numbers = self.numbers.joined(separator: "  ")
    let barColumns = min(columns - displayWidth(numbers) - 4, 30)
    guard let fraction, barColumns >= 5 else { return truncated(numbers, toColumns: columns) }
    let filled = Int(fraction * Double(barColumns))
    let bar = String(repeating: "█", count: filled)
    return "[\(bar)\(String(repeating: "░", count: barColumns - filled))]  \(numbers)"
  }

  private var fraction: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    return min(max(Double(bytes) / Double(totalBytes), 0), 1)
  }

  private var numbers: [String] {
    let rate = seconds > 0 ? Double(bytes) / seconds : 0
    var numbers = [
      "\(grouped(events)) \(events == 1 ? "event" : "events")", "\(megabytes(Double(bytes))) MB",
      "\(megabytes(rate)) MB/s",
    ]
    if let fraction { numbers.insert("\(Int(fraction * 100)) %", at: 0) }
    if let totalBytes, rate > 0, totalBytes > bytes {
      numbers.append("\(duration(Double(totalBytes - bytes) / rate)) left")
    }
    return numbers
  }
}

private func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  var index = digits.count - 3
  while index > 0 {
    digits.insert(",", at: index)
    index -= 3
  }
  return String(digits)
}

/// Whole megabytes, or one decimal below ten.
private func megabytes(_ bytes: Double) -> String {
  let tenths = Int(min((bytes / 100_000).rounded(), 1e15))
  return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : grouped((tenths + 5) / 10)
}

private func duration(_ seconds: Double) -> String {
  // Nobody waits longer than this, and no conversion traps.
  let whole = Int(min(seconds.rounded(.up), 359_999))
  let (minutes, rest) = (whole / 60, whole % 60)
  return switch whole {
  case ..<60: "\(whole) s"
  case ..<3600: "\(minutes) min \(rest) s"
  default: "\(minutes / 60) h \(minutes % 60) min"
  }
}
