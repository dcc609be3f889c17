import Foundation
import TestSupport
import Testing

/// The pictures of the README, which a script makes of what the tool prints.
struct PictureTests {
  private static let pictures = Repository.root + "/Documentation/Pictures"

  @Test func `made again, the pictures have the same bytes, and the README shows each`() throws {
    let folder = LogFolder()
    let made = folder.startProgram(
      Self.pictures + "/make", [folder.path],
      environment: ["EVENTLOG_TOOL": BuiltTool.path, "PATH": "/usr/local/bin:/usr/bin:/bin"]
    ).wait()
    #expect(made.code == 0, "\(made.errors)")
    let names = folder.names(in: "").filter { $0.hasSuffix(".svg") }
    #expect(names.count >= 4)
    let readme = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
    for name in names {
      let kept = FileManager.default.contents(atPath: "\(Self.pictures)/\(name)").map { Array($0) }
      #expect(folder.bytes(name) == kept, "\(name): make the pictures again")
      #expect(readme.contains("Documentation/Pictures/\(name)"), "\(name)")
    }
  }

  @Test func `the first screen of the README is what replay prints of the sample`() throws {
    let screen = LogFolder().run("replay", Repository.root + "/events-sample.jsonl").output
      .replacing(Repository.root + "/", with: "")
    expectGolden(screen, "replay-sample.txt")
    let readme = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
    #expect(readme.contains("<!-- screen -->\n```\n\(screen)```\n"))
  }
}
