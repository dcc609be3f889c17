import Foundation
import TestSupport
import Testing

/// The programs of `Examples/engines`, against the engines that are installed; Kafka's is a mock broker.
@Suite(.besidePrograms) struct EnginesTests {
  /// The Python of `Tests/Clients/install .build/clients`, where it is there.
  private static let python: String = {
    let own = Repository.root + "/.build/clients/bin/python"
    return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
  }()

  @Test(arguments: ["postgres", "nats", "kafka"])
  func `a log goes out to an engine, and submissions come in`(engine: String) throws {
    let folder = LogFolder()
    let ending = folder.startProgram(
      Self.python,
      [Repository.root + "/Tests/Clients/engines.py", BuiltTool.path, Repository.sample, engine]
    ).wait(seconds: 240)
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    // A skipped engine is told in the log of the tests.
    print(ending.lines.last ?? "")
    #expect(
      ending.output.contains("\(engine): passed") || ending.output.contains("\(engine): skipped"))
  }
}
