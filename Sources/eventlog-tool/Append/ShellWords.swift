/// A word of a line, without its quotes, and the bytes of the line that it was written in.
struct ShellWord: Equatable {
  var text: String
  var range: Range<Int>

  /// The words of a line, quoted as in a shell: `'…'`, `"…"`, `\`, and a comment behind `#`. Nothing is
  /// expanded.
  static func split(_ line: String) throws(UnfinishedWord) -> [ShellWord] {
    var splitter = ShellSplitter(rest: Array(line.unicodeScalars)[...])
    return try splitter.words()
  }
}

/// A quote that is never closed, or a backslash with nothing behind it.
struct UnfinishedWord: Error, Equatable {
  let message: String
  /// The byte at which it stands, from 0.
  let offset: Int
}

private struct ShellSplitter {
  var rest: ArraySlice<Unicode.Scalar>
  var offset = 0
  /// The end of the word that is being read.
  var wordEnd = 0
  var word: ShellWord?
  var found: [ShellWord] = []

  mutating func words() throws(UnfinishedWord) -> [ShellWord] {
    while let scalar = next() {
      switch scalar {
      case " ", "\t": endWord()
      case "#" where word == nil: return found
      case "'", "\"": try quote(scalar)
      case "\\": try escaped()
      default: add(scalar)
      }
      if word != nil { wordEnd = offset }
    }
    endWord()
    return found
  }

  private mutating func next() -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    offset += UTF8.width(scalar)
    return scalar
  }

  private mutating func begin(at start: Int) {
    if word == nil { word = ShellWord(text: "", range: start..<start) }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    begin(at: offset - UTF8.width(scalar))
    word!.text.unicodeScalars.append(scalar)
  }

  private mutating func endWord() {
    guard var word else { return }
    word.range = word.range.lowerBound..<wordEnd
    found.append(word)
    self.word = nil
  }

  private mutating func quote(_ mark: Unicode.Scalar) throws(UnfinishedWord) {
    let start = offset - 1
    begin(at: start)
    while let scalar = next() {
      if scalar == mark { return }
      if mark == "\"", scalar == "\\", let behind = rest.first,
        "\"\\$`".unicodeScalars.contains(behind)
      {
        add(next()!)
      } else {
        add(scalar)
      }
    }
    throw UnfinishedWord(message: "the quote \(mark) is never closed", offset: start)
  }

  private mutating func escaped() throws(UnfinishedWord) {
    let start = offset - 1
    begin(at: start)
    guard let scalar = next() else {
      throw UnfinishedWord(
        message: "a backslash ends the line; an event in words takes one line", offset: start)
    }
    add(scalar)
  }
}
