import Foundation
import TestSupport
import Testing

/// A day at the desk as `Documentation/Desk.md` tells it, and the tasks of `Examples/desk`.
@Suite(.besidePrograms)
struct DeskTests {
  /// A folder in which `eventlog-tool` is the built tool with the clock of the file `clock`.
  private let folder = LogFolder()

  /// What a shell does first to find it.
  private let clockwork = """
    export DESK="$PWD" PATH="$PWD:$PATH" NO_COLOR=1 EVENTLOG_FILE=store.jsonl LC_ALL=C.UTF-8

    """

  /// Commands that take the last event's time for now are given no clock but where they ask for it by `--now now`.
  init() {
    folder.writeProgram(
      """
      #!/bin/sh
      clock=$(cat "$DESK/clock")
      case "$* " in
      *"--now now "*) for word; do
        [ "$word" = now ] && word=$clock
        shift
        set -- "$@" "$word"
      done ;;
      replay*|report*|snapshot*|audit*|diff*|blame*) ;;
      *) set -- "$@" --now "$clock" ;;
      esac
      exec '\(BuiltTool.path)' "$@"

      """,
      to: "eventlog-tool")
  }

  // MARK: - The page

  private static let page = Repository.root + "/Documentation/Desk.md"

  /// A block of the page: commands behind `$ `, what goes on behind `> `, and what the tool prints.
  private struct Block {
    let text: Substring
    let clock: Substring

    /// A script that prints each command and what it answers.
    var script: String {
      var script = "echo '\(clock)' > clock\n"
      var command: [Substring] = []
      let lines: [Substring] =
        text.split(separator: "\n", omittingEmptySubsequences: false) + ["$ "]
      for line in lines {
        if line.hasPrefix("> ") { command.append(line) }
        guard line.hasPrefix("$ ") else { continue }
        if !command.isEmpty {
          script += "cat <<'SHOWN'\n" + command.joined(separator: "\n") + "\nSHOWN\n"
          script += command.map { $0.dropFirst(2) }.joined(separator: "\n") + "\n"
        }
        command = [line]
      }
      return script
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `each command of the page answers what stands there`() throws {
    let text = try String(contentsOfFile: Self.page, encoding: .utf8)
    let found = text.matches(of: /<!-- clock ([^ ]+) -->\n```console\n((?:.|\n)*?)```\n/)
    #expect(found.count > 5)
    let border = "==== next block"
    let scripts = found.map {
      Block(text: $0.output.2, clock: $0.output.1).script
    }
    let run =
      clockwork + "stty cols 100 rows 40\n" + scripts.joined(separator: "echo '\(border)'\n")
    folder.write(Array(run.utf8), to: "run.sh")
    let ending = folder.shell("script -qec 'sh run.sh' /dev/null < /dev/null")
    let answers = ending.output.replacing("\r\n", with: "\n").split(
      separator: "\(border)\n", omittingEmptySubsequences: false)
    try #require(answers.count == found.count, "\(ending.output)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      var new = text
      for (block, answer) in zip(found, answers).reversed() {
        new.replaceSubrange(block.output.2.startIndex..<block.output.2.endIndex, with: answer)
      }
      try new.write(toFile: Self.page, atomically: true, encoding: .utf8)
      Issue.record("recorded Desk.md; look at it, then run without RECORD_GOLDEN")
      return
    }
    // Hashes differ, as ids and salts are drawn.
    func plain(_ text: Substring) -> String {
      text.replacing(/[0-9a-f]{64}/, with: "HASH").replacing(/\/[0-9a-f]{16}/, with: "/NAME")
        .description
    }
    for (block, answer) in zip(found, answers) { #expect(plain(block.output.2) == plain(answer)) }
  }

  // MARK: - The tasks

  private static let tasks = ["set-up", "week", "month-end"]

  /// Does the tasks one after the other, and returns what stands in the log then.
  private func rows(after kind: String) throws -> [String] {
    let folder = Repository.root + "/Examples/desk/"
    var script = clockwork + "export PATH=\"$PATH:/usr/bin\"\n"
    for task in Self.tasks {
      script += "echo \"$(sed -n 's/^# clock //p' \(folder)\(kind)\(task).sh)\" > clock\n"
      script += "sh -eu \(folder)\(kind)\(task).sh > /dev/null\n"
    }
    let ending = self.folder.shell("set -eu\n" + script)
    #expect(ending.code == 0, "\(ending.errors)")
    return ["schedule", "hours", "absences", "vacancies", "users", "points"].map { name in
      self.folder.shell(clockwork + "eventlog-tool show \(name) --all --format ndjson")
        .output
    }
  }

  private func words(of kind: String) throws -> Int {
    try Self.tasks.reduce(0) { sum, task in
      let path = Repository.root + "/Examples/desk/\(kind)\(task).sh"
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      return sum
        + lines.filter { !$0.hasPrefix("#") }.reduce(0) { $0 + $1.split(separator: " ").count }
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq"), "there is no jq here"))
  func `a manager's tasks take half the words that they took, and record the same`() throws {
    let (now, before) = (try words(of: ""), try words(of: "before/"))
    #expect(now * 2 <= before, "\(now) words, and \(before) before")
    #expect(try rows(after: "") == (try DeskTests().rows(after: "before/")))
  }
}
