// The clients of Packaging, against the built tool. What they need beside it is in `Tests/Clients/install`.

import Foundation
import TestSupport
import Testing

/// The programs that the tests of the clients are started with.
private enum Programs {
  private static let own = Repository.root + "/.build/clients/bin/"

  static func path(_ name: String) -> String? {
    if FileManager.default.isExecutableFile(atPath: own + name) { return own + name }
    let found = try? Child.run("/usr/bin/env", ["sh", "-c", "command -v \(name)"])
    guard let found, found.code == 0 else { return nil }
    return found.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A Python that knows the types which the client is written with.
  static let python: String? = ["python", "python3"].compactMap(path).first {
    (try? Child.run($0, ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]))?.code == 0
  }
}

@Suite(.besidePrograms) struct PackagedClientTests {
  private static let tests = Repository.root + "/Tests/Clients/packages/"

  /// `.ci/run` tries 100.
  private static let fewMoments = ["MOMENTS": "8"]

  private func expectSuccess(
    _ program: String, _ arguments: [String], _ more: [String: String] = [:]
  )
    throws
  {
    let environment = [
      "EVENTLOG_TOOL": BuiltTool.path, "PYTHONPATH": Repository.root + "/Packaging/python",
      "PYTHONDONTWRITEBYTECODE": "1",
    ].merging(more) { $1 }
    let (output, code) = try Child.run(
      "/usr/bin/env", ["sh", "-c", #"exec "$@" 2>&1"#, "sh", program] + arguments,
      environment: environment, patienceSeconds: 300)
    #expect(code == 0, "\(output.suffix(3_000))")
  }

  @Test(.enabled(if: Programs.python != nil, "there is no Python 3.11 here"))
  func `the Python client answers, survives, follows and refuses, and its types are current`()
    throws
  {
    try expectSuccess(try #require(Programs.python), [Self.tests + "test_client.py"])
  }

  @Test(.enabled(if: Programs.python != nil, "there is no Python 3.11 here"))
  func `what is closed, cancelled, dropped or silent in Python ends in time and leaves nothing`()
    throws
  {
    try expectSuccess(
      try #require(Programs.python), [Self.tests + "test_owning.py"], Self.fewMoments)
  }

  @Test(
    .enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"),
    .enabled(if: Programs.path("mypy") != nil && Programs.path("basedpyright") != nil, "no mypy"),
    arguments: ["mypy", "basedpyright"])
  func `wrong Python programs are refused when they are checked`(checker: String) throws {
    try expectSuccess(
      try #require(Programs.python), [Self.tests + "test_typing.py", checker])
  }

  @Test(
    .enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"),
    .enabled(if: Programs.path("tsc") != nil, "there is no tsc here"))
  func `wrong TypeScript programs are refused when they are checked`() throws {
    try expectSuccess(try #require(Programs.python), [Self.tests + "test_typing.py", "tsc"])
  }

  /// `.ci/run` sends 10,000 with 200 kills.
  @Test(.enabled(if: Programs.python != nil, "there is no Python 3.11 here"))
  func `threads, tasks and processes with kills lose and double nothing`() throws {
    try expectSuccess(
      try #require(Programs.python),
      [Self.tests + "campaign.py", "--submissions", "400", "--kills", "8"])
  }

  @Test(.enabled(if: Programs.path("node") != nil, "there is no node here"))
  func `the JavaScript client answers, survives, follows and refuses`() throws {
    let files = ["client.test.mjs", "owning.test.mjs"].map { Self.tests + $0 }
    try expectSuccess("node", ["--test"] + files, Self.fewMoments)
  }

  @Test(
    .enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"),
    .enabled(if: Programs.path("mypy") != nil && Programs.path("basedpyright") != nil, "no mypy"),
    arguments: ["mypy", "basedpyright"])
  func `the Python client, its tests and the example are typed strictly`(checker: String) throws {
    let files = [
      "Packaging/python/shift_events", "Tests/Clients/packages", "Examples/web/rota.py",
    ].map { Repository.root + "/" + $0 }
    let options = checker == "mypy" ? ["--strict", "--cache-dir", "/dev/null"] : []
    try expectSuccess(
      try #require(Programs.path(checker)),
      options
        + (checker == "mypy"
          ? files
          : [
            "--pythonpath", Programs.python ?? "python3", "--project",
            Self.tests + "pyproject.toml",
          ] + files))
  }

  @Test(
    .enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"),
    .enabled(if: Programs.path("tsc") != nil, "there is no tsc here"))
  func `the JavaScript client and a program that uses it are typed strictly`() throws {
    try expectSuccess(
      try #require(Programs.path("tsc")), ["--project", Self.tests + "tsconfig.json"])
  }
}
