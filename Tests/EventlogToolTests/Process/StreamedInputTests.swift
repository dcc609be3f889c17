import TestSupport
import Testing

/// Inputs of many lines, of which one group is read while others are judged and wait for the disk.
struct StreamedInputTests {
  private static let submission =
    #"{"type":"user.registered","subject":"u%d","actor":"u%d","data":{"roles":["student"]}}"#

  @Test func `a full group is answered while lines behind it come slowly`() {
    let folder = LogFolder()
    folder.run("init")
    // Writes a full group and a line, then a line at a time until something is answered.
    let script = """
      import select, subprocess, sys, time
      tool = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      def send(numbers):
          tool.stdin.write("".join(sys.argv[1] % (n, n) + chr(10) for n in numbers).encode())
          tool.stdin.flush()
      send(range(5001))
      sent = 5001
      while sent < 9000 and not select.select([tool.stdout], [], [], 0.02)[0]:
          send([sent])
          sent += 1
      print("answered" if sent < 9000 else "not answered")
      tool.stdin.close()
      assert len(tool.stdout.read().splitlines()) == sent
      sys.exit(tool.wait())
      """
    let ending = folder.startProgram(
      "python3",
      [
        "-c", script, Self.submission, BuiltTool.path, "append", "-", "--each", "--sync", "batch",
        "-q", "-f", "events.jsonl",
      ]
    ).wait(seconds: 120)
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(ending.lines.last == "answered")
    folder.expectVerified()
  }

  @Test func `an event in words is answered while the input is open`() {
    let folder = LogFolder()
    folder.run("init")
    let script = """
      import select, subprocess, sys
      tool = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      for n in range(3):
          tool.stdin.write(b"# a comment\\n\\nuser.registered u%d --actor u%d roles=student\\n" % (n, n))
          tool.stdin.flush()
          assert select.select([tool.stdout], [], [], 60)[0], n
          assert b'"sequence":%d' % (n + 1) in tool.stdout.readline(), n
      tool.stdin.close()
      sys.exit(tool.wait())
      """
    let ending = folder.startProgram(
      "python3",
      ["-c", script, BuiltTool.path, "append", "-", "--words", "--each", "-f", "events.jsonl"]
    ).wait(seconds: 200)
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.logLines.count == 3)
  }

  @Test func `what was handed over is recorded though nobody reads the replies any more`() {
    let folder = LogFolder()
    folder.run("init")
    let ending = folder.shell(
      """
      for n in $(seq 6000); do printf '\(Self.submission)\\n' $n $n; done |
        "$TOOL" append - --each -q -f events.jsonl | head -1; echo "${PIPESTATUS[1]}"
      """)
    #expect(ending.lines.last == "0", "\(ending.errors)")
    #expect(folder.logLines.count >= 1_000)
    folder.expectVerified()
  }
}
