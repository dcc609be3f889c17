import Testing

/// Each reading command tells all that stands before a fault, and then fails loudly.
struct FaultBehindToolTests {
  @Test func `log, log --follow and import tell what stands before a broken line`() {
    let folder = LogFolder.withStory()
    let (bytes, lines) = (folder.logBytes, folder.logLines)
    var whole = 0
    for (index, line) in lines.enumerated() {
      var broken = bytes
      broken[lines[..<index].reduce(0) { $0 + $1.utf8.count + 1 } + 1] ^= 4
      folder.write(broken, to: "events.jsonl")
      let followed = folder.run("log", "--follow", "--after", "0")
      #expect(followed.code == 65 && followed.lines == Array(lines[..<whole]), "line \(index + 1)")
      #expect(followed.errors.contains("events.jsonl:\(index + 1)"), "\(followed.errors)")
      let told = folder.run("log", "--raw")
      #expect(told.code == 65 && told.lines.starts(with: followed.lines), "line \(index + 1)")
      #expect(told.lines == Array(lines[..<told.lines.count]) && told.lines.count <= index)
      let copy = "copy-\(index).jsonl"
      let taken = folder.shell("cat events.jsonl | $TOOL import - --create -f \(copy)")
      #expect(taken.code == 65, "\(taken.errors)")
      #expect(folder.bytes(copy) == Array(lines[..<whole].map { $0 + "\n" }.joined().utf8))
      if !line.contains(#","more":true,"#) { whole = index + 1 }
    }
    #expect(whole == lines.count)
  }
}
