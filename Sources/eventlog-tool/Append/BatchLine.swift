import ShiftEvents

/// A line of a batch in words.
struct BatchLine {
  /// Its number in the input, from 1.
  private let number: Int
  private let bytes: [UInt8]
  private let words: [ShellWord]

  /// The events of the lines of an input that have words: neither blank nor a comment.
  ///
  /// - Parameters:
  ///   - actor: that of the lines that name none.
  ///   - isBatch: false to return some of them, no more than a batch may have.
  ///   - waits: false to return those that have arrived, once there is one.
  /// - Returns: `nil` where there is none.
  static func entries(
    of input: LineInput, actor: String?, isBatch: Bool, waits: Bool
  ) throws -> [WordedEntry]? {
    var (entries, lengthBytes): ([WordedEntry], Int) = ([], 0)
    while isBatch || entries.count < Recorder.maximumBatchCount,
      isBatch || lengthBytes < Recorder.maximumBatchLength,
      let next = try input.next(waitingAtMost: isBatch || waits || entries.isEmpty ? nil : 0)
    {
      let number = input.lineNumber
      if next == .notYet { break }
      guard case .line(let bytes) = next else {
        let message = "an event has at most \(SubmissionDecoder.maximumLength) bytes"
        entries.append(try unread(number, [], .lineTooLong, message))
        continue
      }
      guard
        let entry = try entry(number, number == 1 ? Self.withoutMark(bytes) : bytes, actor: actor)
      else { continue }
      entries.append(entry)
      lengthBytes += bytes.count
      guard
        !isBatch
          || entries.count <= Recorder.maximumBatchCount
            && lengthBytes <= Recorder.maximumBatchLength
      else {
        entries[entries.count - 1] = try unread(
          number, bytes, .batchTooLarge,
          "a batch has at most \(Recorder.maximumBatchCount) events and "
            + "\(Recorder.maximumBatchLength) bytes")
        break
      }
    }
    return entries.isEmpty ? nil : entries
  }

  /// A line that no words can be made of.
  private static func unread(
    _ number: Int, _ bytes: [UInt8], _ code: InvalidSubmission.Code, _ message: String,
    at offset: Int = 0
  ) throws -> WordedEntry {
    try unread(number, bytes, code, UsageError(message), at: offset)
  }

  private static func unread(
    _ number: Int, _ bytes: [UInt8], _ code: InvalidSubmission.Code, _ cause: any Error,
    at offset: Int
  ) throws -> WordedEntry {
    let passage = Passage(line: number, text: bytes, range: offset..<offset + 1)
    return try WordedEntry(number, passage: { _ in passage }) {
      throw try WordedFault(WordError(cause, .line, code), at: passage)
    }
  }

  private static func entry(_ number: Int, _ read: [UInt8], actor: String?) throws -> WordedEntry? {
    let bytes = read.last == UInt8(ascii: "\r") ? Array(read.dropLast()) : read
    // Behind its first line, UTF-16 begins with the other half of a line feed.
    let isRest =
      bytes.first == 0 && (bytes.count == 1 || wideEncoding(of: bytes.dropFirst()) != nil)
    let wide = wideEncoding(of: bytes[...]) ?? (isRest ? "UTF-16" : nil)
    guard wide == nil, let text = String(validating: bytes, as: UTF8.self) else {
      let encoding = wide ?? "WINDOWS-1252"
      let cause = CommandError(
        .invalidData, "the line is not UTF-8",
        help: "if it is \(encoding), this converts it: iconv -f \(encoding) -t UTF-8 FILE")
      return try unread(
        number, bytes, .invalidField, cause, at: firstNoText(in: bytes) ?? 0)
    }
    if CombiningMarks.areTooMany(in: text) {
      return try unread(
        number, bytes, .invalidField,
        CommandError(.invalidData, "the line has \(CombiningMarks.tooMany)"),
        at: 0)
    }
    let words: [ShellWord]
    do throws(UnfinishedWord) { words = try ShellWord.split(text) } catch {
      return try unread(number, bytes, .invalidField, error.message, at: error.offset)
    }
    if words.isEmpty { return nil }
    let line = BatchLine(number: number, bytes: bytes, words: words)
    return try WordedEntry(
      number, passage: { Passage(line: number, text: bytes, range: line.range(of: $0)) },
      { try line.event(actor: actor) })
  }

  /// The first line without the byte order mark that some editors write before it.
  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    let mark = Array("\u{FEFF}".utf8)
    return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  private static let options = WordedLine.options.map(\.spec) + [.help]

  /// The event that its words say.
  ///
  /// - Parameter default: the actor, where the line names none.
  private func event(actor default: String?) throws -> WordedLine {
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
  private func range(of place: WordedLine.Location) -> Range<Int> {
    let parsed = try? parseArguments(words.map(\.text), options: Self.options)
    let found: Int? =
      switch place {
      case .word(let index): parsed.flatMap { $0.places.dropFirst(index).first }
      case .option(let name): parsed?.place(ofOption: name)
      case .anyWord(let index): index
      case .line, .missing: nil
      }
    switch place {
    case .word where found == nil, .missing: return end
    default: break
    }
    return found.map { words[$0].range } ?? whole
  }

  private var whole: Range<Int> {
    words.first.map { $0.range.lowerBound..<end.lowerBound } ?? 0..<1
  }
  private var end: Range<Int> {
    words.last.map { $0.range.upperBound..<$0.range.upperBound + 1 } ?? 0..<1
  }
}

extension WordedLine {
  /// The part of the line that a fault of its submission stands in.
  func location(of fault: InvalidSubmission, in submission: WordedSubmission) -> Location {
    if fault.code == .missingField,
      let lacking = type.members.first(where: { member in
        fault.message.contains(quoted(member.name)) && !data.contains { $0.key == member.name }
      })
    {
      return .missing(lacking.name)
    }
    return switch submission.place(ofByte: fault.range.lowerBound) {
    case (_, let value?) where value < data.count: Self.place(ofMember: value)
    case (let member?, _) where member < 2: .word(member)
    case (2, _): .option(WordedLine.actor.spec.name)
    case (let member?, _) where member - 3 < given.count: .option(given[member - 3].option.name)
    default: .line
    }
  }
}
