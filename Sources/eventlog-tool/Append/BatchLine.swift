import ShiftEvents

/// A line of a batch in words.
struct BatchLine {
  /// Its number in the input, from 1.
  let number: Int
  let bytes: [UInt8]
  private let words: [ShellWord]

  /// A line that no words can be made of.
  struct Unreadable: Error {
    let message: String
    /// The byte at which it fails, from 0.
    let offset: Int
    let line: BatchLine
  }

  /// The lines of an input that have words: neither blank nor a comment.
  static func read(_ source: InputSource) throws -> [BatchLine] {
    let input = LineInput(
      descriptor: source.descriptor, limitBytes: SubmissionDecoder.maximumLength)
    var (lines, lengthBytes): ([BatchLine], Int) = ([], 0)
    while let next = try input.next() {
      let number = input.lineNumber
      guard case .line(let bytes) = next else {
        throw Unreadable(
          message: "an event has at most \(SubmissionDecoder.maximumLength) bytes", offset: 0,
          line: BatchLine(number: number, bytes: [], words: []))
      }
      let line = try BatchLine(number, number == 1 ? Self.withoutMark(bytes) : bytes)
      if line.words.isEmpty { continue }
      lines.append(line)
      lengthBytes += bytes.count
      guard lines.count <= Recorder.maximumBatchCount, lengthBytes <= Recorder.maximumBatchLength
      else {
        throw Unreadable(
          message: "a batch has at most \(Recorder.maximumBatchCount) events and "
            + "\(Recorder.maximumBatchLength) bytes", offset: 0, line: line)
      }
    }
    return lines
  }

  private init(number: Int, bytes: [UInt8], words: [ShellWord]) {
    (self.number, self.bytes, self.words) = (number, bytes, words)
  }

  private init(_ number: Int, _ read: [UInt8]) throws {
    let bytes = read.last == UInt8(ascii: "\r") ? Array(read.dropLast()) : read
    let unread = BatchLine(number: number, bytes: bytes, words: [])
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let remedy =
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        ? "; this converts UTF-16: iconv -f UTF-16 -t UTF-8 FILE" : ""
      throw Unreadable(message: "the line is not UTF-8\(remedy)", offset: 0, line: unread)
    }
    do throws(UnfinishedWord) { words = try ShellWord.split(text) } catch {
      throw Unreadable(message: error.message, offset: error.offset, line: unread)
    }
    (self.number, self.bytes) = (number, bytes)
  }

  /// The first line without the byte order mark that some editors write before it.
  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    let mark = Array("\u{FEFF}".utf8)
    return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  private static let options = WordedLine.options.map(\.spec)

  /// The event that its words say.
  ///
  /// - Parameter default: the actor, where the line names none.
  func event(actor default: String?) throws -> WordedLine {
    let texts = words.map(\.text)
    do {
      let arguments = try parseArguments(texts, options: Self.options)
      if arguments.wantsHelp { throw UsageError("-h stands in no line of a batch") }
      return try WordedLine(arguments, actor: `default`)
    } catch let error as UsageError {
      throw WordError(error, firstWord(of: error, in: texts))
    }
  }

  /// The word with which a mistake of the options is there.
  private func firstWord(of mistake: UsageError, in texts: [String]) -> WordedLine.Location {
    let place = texts.indices.first { place in
      do throws(UsageError) {
        _ = try parseArguments(Array(texts[...place]), options: Self.options)
        return false
      } catch { return error == mistake }
    }
    return place.map { .anyWord($0) } ?? .line
  }

  // MARK: - Places

  /// The bytes of a part of the line.
  func range(of place: WordedLine.Location) -> Range<Int> {
    let parsed = try? parseArguments(words.map(\.text), options: Self.options)
    let found: Int? =
      switch place {
      case .word(let index): parsed.flatMap { $0.places.dropFirst(index).first }
      case .option(let name): parsed?.place(ofOption: name)
      case .anyWord(let index): index
      case .line: nil
      }
    if case .word = place, found == nil { return end }
    return found.map { words[$0].range } ?? whole
  }

  private var whole: Range<Int> {
    words.first.map { $0.range.lowerBound..<end.lowerBound } ?? 0..<1
  }
  private var end: Range<Int> {
    words.last.map { $0.range.upperBound..<$0.range.upperBound + 1 } ?? 0..<1
  }

  /// A fault of the submission that the words were made into, with its place in the line.
  func placing(
    _ fault: InvalidSubmission, _ submission: WordedSubmission, _ event: WordedLine
  ) -> InvalidSubmission {
    let place: WordedLine.Location
    switch submission.place(ofByte: fault.range.lowerBound) {
    case (_, let value?) where value < event.data.count: place = WordedLine.place(ofMember: value)
    case (let member?, _) where member < 2: place = .word(member)
    case (2, _): place = .option(WordedLine.actor.spec.name)
    case (let member?, _) where member - 3 < event.given.count:
      place = .option(event.given[member - 3].option.name)
    default: place = .line
    }
    return InvalidSubmission(fault.code, fault.message, at: range(of: place))
  }
}
