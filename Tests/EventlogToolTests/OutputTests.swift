import Foundation
import Testing

@testable import eventlog_tool

struct OutputTests {
  @Test func `lines are gathered until they are flushed`() throws {
    let pipe = TestPipe()
    let output = Output(descriptor: pipe.writeEnd)
    try output.line("one")
    try output.lines(["two", ""])
    #expect(pipe.received() == "")
    try output.flush()
    #expect(pipe.received() == "one\ntwo\n\n")
    try output.write("end")
    try output.finish()
    #expect(pipe.received() == "end")
  }

  @Test func `a full block goes out by itself`() throws {
    let pipe = TestPipe()
    let output = Output(descriptor: pipe.writeEnd)
    try output.write(repeatElement(UInt8(ascii: "x"), count: Output.blockBytes))
    #expect(pipe.received().utf8.count == Output.blockBytes)
  }

  @Test func `a closed pipe is no failure to report`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    let opened = unsafe pipe(&ends)
    #expect(opened == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = Output(descriptor: ends[1])
    try output.line("to nobody")
    #expect(throws: OutputError.closedPipe) { try output.flush() }
    #expect(throws: OutputError.closedPipe) { try output.line("still nobody") }
    #expect(OutputError.closedPipe.exitCode == .done)
    #expect(OutputError.closedPipe.message == nil)
  }

  #if os(Linux)
    @Test func `a full disk is an error`() throws {
      let full = unsafe open("/dev/full", O_WRONLY)
      defer { close(full) }
      let output = Output(descriptor: full)
      try output.line("no room")
      let error = #expect(throws: OutputError.self) { try output.finish() }
      #expect(error == .failed(SystemFailure(code: ENOSPC)))
      #expect(error?.exitCode == .ioFailed)
      #expect(error?.message == "cannot write to standard output: No space left on device")
      #expect(throws: OutputError.self) { try output.finish() }
    }
  #endif

  @Test func `more than a non-blocking pipe holds waits for the reader`() throws {
    let pipe = TestPipe()
    let writeEnd = pipe.writeEnd
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    Thread.detachNewThread {
      try? writeAll([UInt8](repeating: UInt8(ascii: "y"), count: 1 << 20), to: writeEnd)
    }
    var block = [UInt8](repeating: 0, count: 5000)
    var count = 0
    while count < 1 << 20 { count += try readSome(into: &block, from: pipe.readEnd) }
    #expect(count == 1 << 20)
  }

  @Test func `a pipe has no width, a terminal its own`() {
    let pipe = TestPipe()
    #expect(Output(descriptor: pipe.writeEnd, environment: { _ in "132" }).columns == nil)
    #expect(Output(descriptor: pipe.writeEnd, environment: { _ in "132" }).size.rows == 24)
    let terminal = PseudoTerminal(columns: 57, rows: 31)
    #expect(Output(descriptor: terminal.descriptor, environment: { _ in "132" }).columns == 57)
    #expect(Output(descriptor: terminal.descriptor, environment: { _ in "132" }).size.rows == 31)
    let unsized = PseudoTerminal(columns: 0, rows: 0)
    func size(_ given: String?) -> ScreenSize {
      screenSize(of: unsized.descriptor, environment: { _ in given })
    }
    #expect(size("132") == ScreenSize(columns: 132, rows: 132))
    #expect(size("-1") == ScreenSize(columns: 80, rows: 24))
    #expect(size(nil) == ScreenSize(columns: 80, rows: 24))
  }

  @Test(arguments: [
    (ColorChoice.auto, [:], true, true),
    (.auto, [:], false, false),
    (.auto, ["NO_COLOR": "1"], true, false),
    (.auto, ["NO_COLOR": ""], true, true),
    (.auto, ["TERM": "dumb"], true, false),
    (.auto, ["TERM": "xterm"], true, true),
    (.auto, ["CLICOLOR_FORCE": "1"], false, true),
    (.auto, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, true),
    (.auto, ["CLICOLOR_FORCE": "0"], false, false),
    (.auto, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
    (.always, ["NO_COLOR": "1"], false, true),
    (.never, ["CLICOLOR_FORCE": "1"], true, false),
  ])
  func `colour needs a terminal or a request`(
    choice: ColorChoice, environment: [String: String], onTerminal: Bool, isUsed: Bool
  ) {
    #expect(choice.usesColor(onTerminal: onTerminal) { environment[$0] } == isUsed)
  }
}
