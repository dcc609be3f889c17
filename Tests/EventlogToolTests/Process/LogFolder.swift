import Foundation
import TestSupport
import Testing

/// The built tool, beside the bundle of the tests; `CAMPAIGN_TOOL` names another.
enum BuiltTool {
  static let path = ProcessInfo.processInfo.environment["CAMPAIGN_TOOL"] ?? own

  /// The folder of what was built with the tests: modules and objects, too, which are not beside another tool.
  static let products = URL(fileURLWithPath: own).deletingLastPathComponent().path

  private static let own: String = {
    var folder = Bundle.module.bundleURL
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let path = folder.appendingPathComponent("eventlog-tool").path
      var isFolder: ObjCBool = false
      if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: path)
      {
        return path
      }
    }
    preconditionFailure("the tests do not find eventlog-tool; build it first")
  }()
}

/// A folder of its own for a test, in which the tool is run; removed with the test.
final class LogFolder {
  let path: String
  /// The folder for input and output of programs, apart from their own.
  private let scratch: String
  /// The recorder's clock, unless a test says otherwise.
  static let clock = "2026-03-01T12:00:00Z"

  init() {
    let base =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("eventlog-\(UUID().uuidString)").path
    path = base + "/here"
    scratch = base + "/scratch"
    for folder in [path, scratch] {
      try! FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: String(path.dropLast("/here".count)))
  }

  // MARK: - Files

  var log: String { path + "/events.jsonl" }
  var side: String { log + ".d" }
  var head: String { side + "/head" }
  var logBytes: [UInt8] { bytes("events.jsonl") }

  var logLines: [String] {
    String(decoding: logBytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func file(_ name: String) -> String { name.hasPrefix("/") ? name : "\(path)/\(name)" }

  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: file(name)).map { Array($0) } ?? []
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// Overwrites in place, so that a file that is there stays the same one.
  func write(_ bytes: some Collection<UInt8>, to name: String) {
    let path = file(name)
    if !exists(name) { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    let handle = FileHandle(forWritingAtPath: path)!
    try! handle.truncate(atOffset: 0)
    try! handle.write(contentsOf: Data(bytes))
    try! handle.close()
  }

  /// Writes a program. Another process makes the file, since a child that is just being started may keep one that this
  /// process writes open, and then it is "busy".
  func writeProgram(_ text: String, to name: String) {
    write(Array(text.utf8), to: name + ".text")
    shell("cp '\(name).text' '\(name)' && chmod +x '\(name)'")
  }

  func remove(_ name: String) { try! FileManager.default.removeItem(atPath: file(name)) }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []).sorted()
  }

  // MARK: - Programs

  /// - Parameter place: the current folder of the tool, within this one.
  func start(
    _ arguments: [String], in place: String = "", input: ToolProcess.Input = .nothing,
    output: Int32? = nil, errors: Int32? = nil, environment: [String: String] = [:]
  ) -> ToolProcess {
    startProgram(
      BuiltTool.path, arguments, in: place, input: input, output: output, errors: errors,
      environment: environment)
  }

  func startProgram(
    _ program: String, _ arguments: [String], in place: String = "",
    input: ToolProcess.Input = .nothing,
    output: Int32? = nil, errors: Int32? = nil, environment: [String: String] = [:]
  ) -> ToolProcess {
    try! ToolProcess(
      program == "python3" ? Self.python : program, arguments, in: file(place), input: input,
      output: output, errors: errors,
      environment: environment, scratch: scratch)
  }

  /// What `python3` in PATH leads to: it may be a script that looks for Python each time.
  private static let python: String = {
    let folder = LogFolder()
    let words = ["-c", "import sys; print(sys.executable)"]
    let told = try! ToolProcess("python3", words, in: folder.path, scratch: folder.scratch).wait()
    return withExtendedLifetime(folder) { told.lines.first ?? "python3" }
  }()

  /// Runs the tool to its end.
  @discardableResult
  func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Ending {
    start(
      arguments, input: input.map { .bytes(Array($0.utf8)) } ?? .nothing,
      environment: environment
    ).wait(sourceLocation: sourceLocation)
  }

  /// The same with words that are made elsewhere.
  @discardableResult
  func run(
    _ arguments: [String], input: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Ending {
    start(arguments, input: input.map { .bytes(Array($0.utf8)) } ?? .nothing)
      .wait(sourceLocation: sourceLocation)
  }

  /// Runs a shell script with the tool as `$TOOL`.
  @discardableResult
  func shell(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) -> Ending {
    startProgram("bash", ["-c", script], environment: ["TOOL": BuiltTool.path])
      .wait(sourceLocation: sourceLocation)
  }

  /// Appends lines of input with the fixed clock.
  @discardableResult
  func append(
    _ lines: [String], _ options: String..., now: String = LogFolder.clock,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Ending {
    start(
      ["append", "-", "--now", now] + options,
      input: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8))
    ).wait(sourceLocation: sourceLocation)
  }

  /// The log with the story that most tests begin with.
  static func withStory() -> LogFolder { story.folder() }

  private static let story = KeptFiles {
    let folder = LogFolder()
    folder.run("init")
    let ending = folder.append(Story.lines, "--each")
    #expect(ending.code == 0, "\(ending.errors)")
    return folder
  }

  // MARK: - Checks

  /// The chain by the README's check in Python: our own code has no part in it. The one in bash, which `ChainTests`
  /// takes, starts three programs for each line.
  func expectWholeChain(sourceLocation: SourceLocation = #_sourceLocation) {
    let check = startProgram("python3", ["-c", ReadmeChainTests.block("chain-python"), log])
    let ending = check.wait(seconds: 120, sourceLocation: sourceLocation)
    #expect(ending.code == 0 && ending.output.isEmpty, sourceLocation: sourceLocation)
  }

  /// `verify` finds nothing.
  func expectVerified(sourceLocation: SourceLocation = #_sourceLocation) {
    let ending = run("verify")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)", sourceLocation: sourceLocation)
  }
}

extension Repository {
  static let golden = root + "/Tests/EventlogToolTests/Golden"
  static let fixtures = root + "/Tests/EventlogToolTests/Fixtures"
}

/// A shop in Amsterdam: bas gives a Monday away, eva takes it and works it, tom asks for work.
enum Story {
  static let lines: [String] = [
    event(
      "s01", "workplace.configured", "shop", "mia", "2026-01-02T08:00:00.000Z",
      #"{"timeZone":"Europe/Amsterdam","marketApproval":"owner"}"#),
    event(
      "s02", "user.registered", "mia", "mia", "2026-01-02T08:01:00.000Z",
      #"{"roles":["manager"]}"#),
    event(
      "s03", "user.registered", "bas", "mia", "2026-01-02T08:02:00.000Z",
      #"{"roles":["employee"]}"#),
    event(
      "s04", "user.registered", "eva", "mia", "2026-01-02T08:02:00.000Z",
      #"{"roles":["employee"]}"#),
    event(
      "s05", "user.registered", "tom", "mia", "2026-01-02T08:02:00.000Z",
      #"{"roles":["employee"]}"#),
    event(
      "s06", "fixedshift.registered", "F1", "bas", "2026-01-02T08:03:00.000Z",
      #"{"weekday":"monday","start":"15:00","end":"20:00"}"#),
    event("s07", "shift.supplied", "F1.2026-01-12", "bas", "2026-01-03T09:14:00.000Z"),
    event("s08", "shift.accepted", "F1.2026-01-12", "eva", "2026-01-05T18:02:11.042Z"),
    event("s09", "shift.approved", "F1.2026-01-12", "mia", "2026-01-06T13:04:00.000Z"),
    event(
      "s10", "hours.recorded", "F1.2026-01-12", "eva", "2026-01-12T19:30:00.000Z",
      #"{"minutes":300}"#),
    event(
      "s11", "request.posted", "R1", "tom", "2026-01-13T10:00:00.000Z",
      #"{"date":"2026-01-19"}"#),
    event(
      "s12", "shift.suggested", "F1.2026-01-19", "bas", "2026-01-13T11:00:00.000Z",
      #"{"request":"R1"}"#),
    event("s13", "shift.supplied", "F1.2026-01-26", "bas", "2026-01-13T12:00:00.000Z"),
    event("s14", "shift.supplied", "F1.2026-02-02", "bas", "2026-01-13T12:00:00.000Z"),
    event("s15", "shift.accepted", "F1.2026-02-02", "eva", "2026-01-13T13:00:00.000Z"),
  ]

  /// The number of events that the lines make: the fixed shift is scheduled eight times.
  static let events = 23
  /// A moment at which the story is in full swing.
  static let now = "2026-01-14T12:00:00Z"

  /// A submission as a JSON line.
  static func event(
    _ id: String, _ type: String, _ subject: String, _ actor: String, _ time: String? = nil,
    _ data: String? = nil
  ) -> String {
    #"{"id":"\#(id)","source":"/test","type":"\#(type)","actor":"\#(actor)","subject":"\#(subject)""#
      + (time.map { #","time":"\#($0)""# } ?? "") + (data.map { #","data":\#($0)"# } ?? "") + "}"
  }
}
