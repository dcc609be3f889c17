import Foundation
import Testing

@testable import eventlog_tool

struct LineInputTests {
  private func lines(
    of text: String, limitBytes: Int = 100, blockBytes: Int = 7
  ) throws -> [LineInput.Line] {
    let pipe = TestPipe()
    pipe.send(text.utf8)
    pipe.closeWriteEnd()
    let input = LineInput(
      descriptor: pipe.readEnd, limitBytes: limitBytes, blockBytes: blockBytes)
    var lines: [LineInput.Line] = []
    while let line = try input.next() { lines.append(line) }
    #expect(try input.next() == nil)
    #expect(input.lineNumber == lines.count)
    return lines
  }

  private func line(_ text: String) -> LineInput.Line { .line(Array(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 65536])
  func `lines are the same however they are read`(blockBytes: Int) throws {
    func read(_ text: String) throws -> [LineInput.Line] {
      try lines(of: text, blockBytes: blockBytes)
    }
    #expect(try read("") == [])
    #expect(try read("\n") == [line("")])
    #expect(try read("a") == [line("a")])
    #expect(try read("a\nbc\n") == [line("a"), line("bc")])
    #expect(try read("a\n\nlast") == [line("a"), line(""), line("last")])
    #expect(try read("cr\r\nnul\0x\n") == [line("cr\r"), line("nul\0x")])
  }

  @Test(arguments: [1, 4, 5, 6, 64])
  func `a line over the limit is dropped, the next is read`(blockBytes: Int) throws {
    let text = "12345\n123456\n" + String(repeating: "x", count: 1000) + "\nok\n1234567"
    #expect(
      try lines(of: text, limitBytes: 5, blockBytes: blockBytes)
        == [line("12345"), .tooLong, .tooLong, line("ok"), .tooLong])
  }

  @Test func `lines that have not arrived are not waited for`() throws {
    let pipe = TestPipe()
    let input = LineInput(descriptor: pipe.readEnd, limitBytes: 100)
    #expect(try input.next(waitingAtMost: 0) == .notYet)
    pipe.send("one\ntwo\nthr".utf8)
    #expect(try input.next(waitingAtMost: 0) == line("one"))
    #expect(try input.next(waitingAtMost: 0) == line("two"))
    #expect(try input.next(waitingAtMost: 20) == .notYet)
    pipe.send("ee\n".utf8)
    #expect(try input.next(waitingAtMost: 0) == line("three"))
    pipe.closeWriteEnd()
    #expect(try input.next(waitingAtMost: 0) == nil)
  }

  @Test func `a line without end is streamed away in bounded memory`() throws {
    let zeros = unsafe open("/dev/zero", O_RDONLY)
    defer { close(zeros) }
    let input = LineInput(descriptor: zeros, limitBytes: 1000)
    for _ in 0..<100 { #expect(try input.next(waitingAtMost: 0) == .notYet) }
  }

  @Test func `a folder cannot be read`() {
    let folder = unsafe open("/", O_RDONLY)
    defer { close(folder) }
    let input = LineInput(descriptor: folder, limitBytes: 1000)
    #expect(throws: SystemFailure(code: EISDIR)) { try input.next() }
    #expect(SystemFailure(code: EISDIR).description == "Is a directory")
  }
}
