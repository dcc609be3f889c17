import Foundation
import Testing

/// What the README installs, and what it does not depend on.
struct InstallTests {
  @Test func `what the README installs is complete, and goes away again`() {
    let folder = LogFolder()
    let steps = ReadmeChainTests.block("install").components(separatedBy: "tool=$")
    #expect(steps.count == 2 && steps[0].hasPrefix("swift build"))
    let prefix = folder.file("prefix")
    func run(_ script: String) -> Ending {
      folder.startProgram(
        "bash", ["-euc", script], environment: ["TOOL": BuiltTool.path, "PREFIX": prefix]
      ).wait()
    }
    let installed = run("tool=$" + steps[1])
    #expect(installed.code == 0, "\(installed.errors)")
    #expect(folder.shell("prefix/bin/eventlog-tool version").code == 0)
    let files = folder.shell("cd prefix && find . -type f | sort").lines
    #expect(
      files == [
        "./bin/eventlog-tool", "./share/bash-completion/completions/eventlog-tool",
        "./share/fish/vendor_completions.d/eventlog-tool.fish",
        "./share/man/man1/eventlog-tool.1", "./share/zsh/site-functions/_eventlog-tool",
      ])
    let pages = [
      "man": "share/man/man1/eventlog-tool.1", "bash": files[1], "zsh": files[4], "fish": files[2],
    ]
    for (kind, file) in pages {
      let words = kind == "man" ? ["man"] : ["completions", kind]
      let text = folder.start(words).wait().output
      #expect(!text.isEmpty && folder.bytes("prefix/\(file)").elementsEqual(text.utf8))
    }
    #expect(run(ReadmeChainTests.block("uninstall")).code == 0)
    #expect(folder.shell("find prefix -type f").output.isEmpty)
  }

  @Test(arguments: ["ICU_TIMEZONE_FILES_DIR", "ICU_DATA"])
  func `zones are the program's own, whatever the environment names`(variable: String) {
    let folder = LogFolder.withStory()
    for command in ["verify", "show schedule --all --json --now 2026-01-13", "log"] {
      let ending = folder.shell("\(variable)=/tmp $TOOL \(command)")
      #expect(ending.code == 0, "\(command): \(ending)")
      #expect(ending.output == folder.shell("$TOOL \(command)").output)
    }
  }
}
