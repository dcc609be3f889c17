import Foundation
import Testing

/// The README's commands that install the tool with its manual page and completions, and take it away.
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
}
