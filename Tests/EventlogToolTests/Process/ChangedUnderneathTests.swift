import Foundation
import Testing

/// A log that is shortened, deleted or replaced while a process has it open: reported, and never made
/// anew.
@Suite(.besidePrograms) struct ChangedUnderneathTests {
  private static let changes = [
    "truncate -s -40 events.jsonl", "truncate -s 0 events.jsonl", "rm events.jsonl",
    "cp events.jsonl o; mv o events.jsonl", "rm events.jsonl; mkfifo events.jsonl",
    "rm events.jsonl; mkdir events.jsonl", "mv events.jsonl o; ln -s o events.jsonl",
  ]

  private static let line = Story.event(
    "n", "user.registered", "zoe", "mia", nil, #"{"roles":["employee"]}"#)

  @Test(arguments: changes, [false, true])
  func `a session reports it at each request, and writes nothing`(
    change: String, hasWritten: Bool
  ) {
    let folder = LogFolder.withStory()
    let tool = folder.start(["append", "--session", "--now", LogFolder.clock], input: .pipe)
    let first = Story.event("f", "user.followed", "eva", "mia")
    tool.send(hasWritten ? first + "\n" : "{\"op\":\"ping\"}\n")
    wait(for: 2, from: tool)
    folder.shell(change)
    let names = folder.names(in: ".")
    let before = folder.logBytes
    tool.send(Self.line + "\n" + #"{"op":"show","projection":"users"}"# + "\n")
    wait(for: 4, from: tool)
    tool.closeInput()
    let ending = tool.wait()
    let reply = OrderedJSON(ending.lines.count > 2 ? ending.lines[2] : "{}")
    #expect(reply["status"]?.text == "failed", "\(change): \(ending.output)\(ending.errors)")
    #expect(folder.names(in: ".") == names && folder.logBytes == before, "\(change)")
    #expect(ending.lines.count == 4, "\(change)")
  }

  /// Asked before its last event, a session has folded less than it recorded.
  @Test(arguments: [false, true])
  func `a session answers nothing from another log that has come in the place of its own`(
    isLonger: Bool
  ) {
    let folder = LogFolder.withStory()
    let tool = folder.start(["append", "--session", "--now", LogFolder.clock], input: .pipe)
    let question = #"{"op":"show","projection":"users"}"# + "\n"
    tool.send(question)
    wait(for: 2, from: tool)
    folder.shell("cp -r . ../kept")
    tool.send(Self.line + "\n")
    wait(for: 3, from: tool)
    folder.shell("rm -r events.jsonl events.jsonl.d; cp -r ../kept/events.jsonl* .")
    let others = ["yes", "ken"].map { user in
      Story.event(user, "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
    }
    if isLonger { #expect(folder.append(others, "--each").code == 0) }
    let more = #"{"op":"audit","user":"eva","at":"3"}"# + "\n" + #"{"op":"follow","after":3}"#
    tool.send(question + #"{"op":"audit","user":"eva"}"# + "\n" + more + "\n" + question)
    wait(for: 8, from: tool)
    tool.closeInput()
    let ending = tool.wait()
    for reply in ending.lines.dropFirst(3) {
      #expect(OrderedJSON(reply)["status"]?.text == "failed", "\(reply.prefix(300))")
    }
    #expect(ending.lines.count == 8, "\(ending.output) \(ending.errors)")
  }

  @Test(arguments: changes.filter { !$0.hasPrefix("cp ") })
  func `the next writer refuses it too`(change: String) {
    let folder = LogFolder.withStory()
    folder.shell(change)
    let names = folder.names(in: ".")
    let before = folder.logBytes
    let ending = folder.append([Self.line], "--lock-timeout", "2")
    #expect([65, 66, 77].contains(ending.code), "\(change): \(ending.code) \(ending.errors)")
    #expect(folder.names(in: ".") == names && folder.logBytes == before, "\(change)")
  }

  private func wait(for lines: Int, from tool: ToolProcess) {
    let deadline = ContinuousClock.now + .seconds(10)
    while tool.outputSoFar.split(separator: "\n").count < lines, .now < deadline { usleep(500) }
  }
}
