import TestSupport
import Testing

/// `export xlsx`, as a zip archive of XML.
@Suite(.besidePrograms) struct WorkbookTests {
  private static let now = ["--now", Story.now]

  private func export(_ words: String..., in folder: LogFolder) -> Ending {
    folder.run(["export", "xlsx"] + words + Self.now)
  }

  /// The names of an archive's files, and their texts, as Python reads them.
  private func files(_ name: String, in folder: LogFolder) -> [String] {
    let script = """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None and not archive.comment
      for info in archive.infolist():
          assert info.date_time == (1980, 1, 1, 0, 0, 0) and info.compress_type == 0, info
          print(info.filename, archive.read(info).decode().replace("\\n", " "))
      """
    let ending = folder.startProgram("python3", ["-c", script, folder.file(name)]).wait()
    #expect(ending.code == 0, "\(ending.errors)")
    return ending.lines
  }

  @Test func `the same rows are the same bytes, without formulas, links and people who made them`()
    throws
  {
    let folder = LogFolder.withStory()
    for name in ["a.xlsx", "b.xlsx"] {
      let ending = export("-o", name, in: folder)
      #expect(ending.code == 0, "\(ending.errors)")
    }
    #expect(folder.bytes("a.xlsx") == folder.bytes("b.xlsx"))
    let files = files("a.xlsx", in: folder)
    let names = files.map { String($0.prefix { $0 != " " }) }
    #expect(
      names.contains("xl/worksheets/sheet1.xml") && !names.contains { $0.hasPrefix("docProps") })
    #expect(!files.contains { $0.contains("<f>") || $0.contains("hyperlink") })
    let sheets = files[names.firstIndex(of: "xl/workbook.xml")!].matches(of: /<sheet name="(\w+)"/)
    #expect(sheets.first?.1 == "grid" && sheets.contains { $0.1 == "attention" })
    let piped = folder.startProgram(
      "bash", ["-c", "'\(BuiltTool.path)' export xlsx --now \(Story.now) > c.xlsx"]
    ).wait()
    #expect(piped.code == 0 && folder.bytes("c.xlsx") == folder.bytes("a.xlsx"), "\(piped.errors)")
  }

  @Test func `criteria are those of the sheets, and a sheet without one is named`() {
    let folder = LogFolder.withStory()
    let told = export("hours", "schedule", "--by", "month", "-o", "a.xlsx", in: folder)
    #expect(told.code == 0 && told.errors.contains("--by does not choose rows of schedule"))
    #expect(files("a.xlsx", in: folder).contains { $0.contains("2026-01<") })
    for words in [
      ["hours", "--near", "1,2"], ["grid", "--all"], ["hours", "hours"], ["hours", "a", "a"],
      ["hours", "--raw"], ["candidates"],
    ] {
      let ending = folder.run(["export", "xlsx", "-o", "none.xlsx"] + words)
      #expect(ending.code == 64 && !folder.exists("none.xlsx"), "\(words): \(ending)")
    }
    #expect(export("hours", "-o", "none.xlsx", "--user", "nobody", in: folder).code == 1)
    #expect(export("hours", "none.jsonl", "-o", "none.xlsx", in: folder).code == 66)
    #expect(!folder.exists("none.xlsx"))
  }

  @Test func `a terminal gets no workbook`() {
    let folder = LogFolder.withStory()
    let script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
    let ending = folder.startProgram(
      "python3", ["-c", script, BuiltTool.path, "export", "xlsx", "hours"]
    ).wait()
    #expect(ending.code == 64 && ending.output.contains("no text for a terminal"), "\(ending)")
  }
}
