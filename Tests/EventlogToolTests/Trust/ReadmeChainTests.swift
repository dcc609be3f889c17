import Foundation
import TestSupport
import Testing

/// The README's checks of the chain, which need none of our software.
struct ReadmeChainTests {
  /// The code block that follows a comment in the README.
  static func block(_ name: String) -> String {
    let readme = try! String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
    let rest = readme.components(separatedBy: "<!-- \(name) -->\n")[1]
    return rest.components(separatedBy: "```")[1].split(separator: "\n").dropFirst()
      .joined(separator: "\n")
  }

  @Test(arguments: [("chain", "bash"), ("chain-python", "python3")])
  func `silent on the sample, and names the first line that was changed`(
    _ check: (name: String, program: String)
  ) throws {
    let folder = LogFolder()
    let sample = try String(contentsOfFile: Repository.sample, encoding: .utf8)
    var lines = sample.split(separator: "\n").prefix(120).map(String.init)
    let script = Self.block(check.name)
    func run() -> Ending {
      folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "events-sample.jsonl")
      return folder.startProgram(check.program, ["-c", script]).wait()
    }
    let whole = run()
    #expect(whole.code == 0 && whole.output.isEmpty && whole.errors.isEmpty, "\(whole)")
    let before = lines
    for change in [
      { $0[109] = $0[109].replacingOccurrences(of: "u3", with: "u4") }, { $0.remove(at: 109) },
      { $0.swapAt(109, 110) }, { $0[109] += " " },
    ] as [(inout [String]) -> Void] {
      lines = before
      change(&lines)
      let ending = run()
      let told = ending.output + ending.errors
      #expect(told.contains("BROKEN"), "\(ending)")
      if check.program == "python3" { #expect(told.contains("line 110"), "\(ending)") }
    }
  }
}
