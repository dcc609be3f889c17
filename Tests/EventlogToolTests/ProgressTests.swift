import Foundation
import Testing

@testable import eventlog_tool

struct ProgressTests {
  @Test func `the bar shows progress, speed and time left`() {
    let done = WorkDone(
      events: 1_234_567, bytes: 250_000_000, totalBytes: 1_000_000_000, seconds: 2)
    #expect(
      done.line(columns: 100)
        == "[███████░░░░░░░░░░░░░░░░░░░░░░░]  25 %  1,234,567 events  250 MB  125 MB/s  6 s left")
    #expect(done.line(columns: 60).hasPrefix("[█"))
    #expect(done.line(columns: 20) == "25 %  1,234,567 eve…")
    let unknown = WorkDone(events: 1, bytes: 1_550_000, totalBytes: nil, seconds: 1)
    #expect(unknown.line(columns: 79) == "1 event  1.6 MB  1.6 MB/s")
  }

  @Test(arguments: [0, 1, 10, 1000, Int.max], [nil, 0, 1, 1000, Int.max] as [Int?])
  func `odd numbers neither trap nor overflow the line`(count: Int, total: Int?) {
    for seconds in [0, 1e-9, 0.5, 1e6] {
      let done = WorkDone(events: count, bytes: count, totalBytes: total, seconds: seconds)
      for columns in [0, 1, 20, 79, 200] {
        #expect(displayWidth(done.line(columns: columns)) <= columns)
      }
    }
  }

  @Test func `a terminal sees the bar after half a second, and then no more of it`() {
    let terminal = PseudoTerminal(columns: 70)
    let diagnostics = Diagnostics(descriptor: terminal.descriptor)
    let progress = Progress(on: diagnostics, environment: { _ in nil })
    progress.report(events: 1, bytes: 10, of: 100)
    #expect(terminal.received() == "")
    Thread.sleep(forTimeInterval: 0.55)
    progress.report(events: 5, bytes: 50, of: 100)
    progress.report(events: 6, bytes: 60, of: 100)
    let shown = terminal.received()
    #expect(shown.hasPrefix("\r[") && shown.hasSuffix("\u{1B}[K"))
    #expect(shown.contains("50 %") && !shown.contains("60 %"))
    progress.finish()
    #expect(terminal.received() == "\r\u{1B}[K")
    progress.report(events: 9, bytes: 90, of: 100)
    #expect(terminal.received() == "")
  }

  @Test func `a pipe, a quiet user and a dumb terminal see nothing`() {
    let pipe = TestPipe()
    let terminal = PseudoTerminal(columns: 70)
    let silent = [
      Progress(on: Diagnostics(descriptor: pipe.writeEnd)),
      Progress(
        on: Diagnostics(descriptor: terminal.descriptor, verbosity: .quiet)),
      Progress(
        on: Diagnostics(descriptor: terminal.descriptor),
        environment: { $0 == "TERM" ? "dumb" : nil }),
    ]
    Thread.sleep(forTimeInterval: 0.55)
    for progress in silent {
      progress.report(events: 1, bytes: 1, of: 100)
      progress.finish()
    }
    #expect(pipe.received() == "" && terminal.received() == "")
  }
}
