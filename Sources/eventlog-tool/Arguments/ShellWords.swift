/// A word of a line, without its quotes, and the bytes of the line that it was written in.
struct ShellWord: Equatable {
  var text: String
  var range: Range<Int>

  /// The words of a line, quoted as in a shell: `'…'`, `"…"`, `\`, and a comment behind `#`. Nothing is
  /// expanded.
  static func split(_ line: String) throws(UnfinishedWord) -> [ShellWord] {
    var splitter = ShellSplitter(line: Array(line.utf8))
    return try splitter.words()
  }
}

/// A quote that is never closed, or a backslash with nothing behind it.
struct UnfinishedWord: Error, Equatable {
  let message: String
  /// The byte at which it stands, from 0.
  let offset: Int
}

/// It goes by bytes: all that means something is ASCII.
private struct ShellSplitter {
  let line: [UInt8]
  var offset = 0
  /// The word that is being read, and the byte at which it begins.
  var word: [UInt8] = []
  var start: Int?
  var found: [ShellWord] = []

  mutating func words() throws(UnfinishedWord) -> [ShellWord] {
    found.reserveCapacity(line.count / 8)
    word.reserveCapacity(64)
    while let byte = next() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): endWord(at: offset - 1)
      case UInt8(ascii: "#") where start == nil: return found
      case UInt8(ascii: "'"), UInt8(ascii: "\""): try quote(byte)
      case UInt8(ascii: "\\"): try escaped()
      default:
        add(byte)
        addRun { $0 > UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") }
      }
    }
    endWord(at: offset)
    return found
  }

  private mutating func next() -> UInt8? {
    if offset == line.count { return nil }
    offset += 1
    return line[offset - 1]
  }

  private mutating func begin() { if start == nil { start = offset - 1 } }

  private mutating func add(_ byte: UInt8) {
    begin()
    word.append(byte)
  }

  /// Adds the bytes that come next, as far as they stand for themselves.
  private mutating func addRun(where isPlain: (UInt8) -> Bool) {
    var end = offset
    while end < line.count, isPlain(line[end]) { end += 1 }
    word += line[offset..<end]
    offset = end
  }

  private mutating func endWord(at end: Int) {
    guard let start else { return }
    found.append(ShellWord(text: String(decoding: word, as: UTF8.self), range: start..<end))
    word.removeAll(keepingCapacity: true)
    self.start = nil
  }

  private mutating func quote(_ mark: UInt8) throws(UnfinishedWord) {
    begin()
    let opened = offset - 1
    while let byte = next() {
      if byte == mark { return }
      if mark == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), offset < line.count,
        "\"\\$`".utf8.contains(line[offset])
      {
        add(next()!)
      } else {
        add(byte)
        addRun { $0 != mark && $0 != UInt8(ascii: "\\") }
      }
    }
    throw UnfinishedWord(
      message: "the quote \(Unicode.Scalar(mark)) is never closed", offset: opened)
  }

  private mutating func escaped() throws(UnfinishedWord) {
    begin()
    let start = offset - 1
    guard let byte = next() else {
      throw UnfinishedWord(
        message: "a backslash ends the line; an event in words takes one line", offset: start)
    }
    word.append(byte)
  }
}
