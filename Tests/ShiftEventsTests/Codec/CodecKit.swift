import Foundation
import TestSupport

@testable import ShiftEvents

/// Numbers that follow from a seed, which they keep. `SHIFT_TEST_SEED` repeats a run.
struct CodecRandom: RandomNumberGenerator {
  let seed: UInt64
  private var numbers: SplitMix64
  /// The ids that there are, if there are few.
  let ids: [String]

  init(seed: UInt64, ids: [String] = []) {
    (self.seed, numbers, self.ids) = (seed, SplitMix64(seed: seed), ids)
  }

  /// A new seed for every run, printed so that a failure can be repeated.
  static func printed(_ test: String = #function, ids: [String] = []) -> CodecRandom {
    let given = ProcessInfo.processInfo.environment["SHIFT_TEST_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: .min ... .max)
    Swift.print("\(test): SHIFT_TEST_SEED=\(seed)")
    return CodecRandom(seed: seed, ids: ids)
  }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func isTrue() -> Bool { Bool.random(using: &self) }
  mutating func element<Element>(of list: some Collection<Element>) -> Element {
    list.randomElement(using: &self)!
  }

  /// The line with a byte changed, removed, inserted or doubled, cut, or with two bytes exchanged.
  mutating func changed(_ line: [UInt8]) -> [UInt8] {
    var line = line
    let place = number(0...line.count - 1)
    let bytes =
      Array("\"\\{}[],:0123456789abcefxzAZ.-+ \n\r\t_/~!%\u{7F}".utf8) + [0, 0x80, 0xC3, 0xFF]
    switch number(0...6) {
    case 0: line[place] = element(of: bytes)
    case 1: line[place] = UInt8(truncatingIfNeeded: next())
    case 2: line.remove(at: place)
    case 3: line.insert(element(of: bytes), at: place)
    case 4: line.insert(line[place], at: place)
    case 5: line.removeSubrange(place...)
    default: line.swapAt(place, number(0...line.count - 1))
    }
    return line
  }
}

// MARK: - Fixtures

/// The bytes of a file in `Fixtures`.
func codecFixture(_ name: String) throws -> [UInt8] {
  let folder = Bundle.module.resourceURL!.appendingPathComponent("Fixtures")
  return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
}

func codecFixtureNames(in folder: String) throws -> [String] {
  let path = Bundle.module.resourceURL!.appendingPathComponent("Fixtures/\(folder)").path
  return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
}

/// The lines of a log, without their line feeds.
func linesOf(_ bytes: [UInt8]) -> [[UInt8]] { bytes.split(separator: 10).map(Array.init) }

// MARK: - JSON

/// The fault that keeps a text from being JSON.
func scanFault(_ bytes: [UInt8]) -> JSONRefusal? {
  var reader = JSONReader()
  unsafe bytes.withUnsafeBytes { unsafe reader.begin(copying: $0) }
  if (try? reader.indexText(orRefuse: "")) != nil { return nil }
  return reader.fault?.code == .invalidJson ? reader.fault : nil
}

/// The names of the members of `data`, as they stand in a line.
func dataNames(of line: [UInt8]) -> [String] {
  var reader = JSONReader()
  unsafe line.withUnsafeBytes { unsafe reader.begin(copying: $0) }
  guard (try? reader.indexText(orRefuse: "")) != nil, let data = reader.find("data"),
    let members = try? reader.index(data)
  else { return [] }
  return reader.members[members].map { reader.string($0.name) }
}

/// The same JSON with the members of its objects in another order, with spaces and escapes.
func rewritten(_ line: [UInt8], _ random: inout CodecRandom) -> [UInt8] {
  var reader = JSONReader()
  unsafe line.withUnsafeBytes { unsafe reader.begin(copying: $0) }
  guard (try? reader.indexText(orRefuse: "")) != nil else { return line }
  var text: [UInt8] = []
  append(reader.objectRange, &reader, to: &text, &random)
  return text
}

private func append(
  _ range: Range<Int>, _ reader: inout JSONReader, to text: inout [UInt8],
  _ random: inout CodecRandom
) {
  appendSpace(to: &text, &random)
  switch reader.kind(at: range.lowerBound) {
  case .string:
    let string = reader.text(at: range)!
    appendEscaped(reader.string(string), to: &text, &random)
  case .object:
    reader.offset = range.lowerBound
    let found = (try? reader.index(nesting: 0)) ?? 0..<0
    text.append(UInt8(ascii: "{"))
    for (number, member) in reader.members[found].shuffled(using: &random).enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      appendSpace(to: &text, &random)
      appendEscaped(reader.string(member.name), to: &text, &random)
      appendSpace(to: &text, &random)
      text.append(UInt8(ascii: ":"))
      append(member.range, &reader, to: &text, &random)
    }
    appendSpace(to: &text, &random)
    text.append(UInt8(ascii: "}"))
  case .array:
    text.append(UInt8(ascii: "["))
    for (number, element) in reader.elements(ofListAt: range).enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      append(element, &reader, to: &text, &random)
    }
    appendSpace(to: &text, &random)
    text.append(UInt8(ascii: "]"))
  default: unsafe text.append(contentsOf: reader.bytes(range))
  }
  appendSpace(to: &text, &random)
}

private func appendSpace(to text: inout [UInt8], _ random: inout CodecRandom) {
  if random.number(0...3) == 0 { text.append(random.element(of: [0x20, 0x09])) }
}

private func appendEscaped(
  _ string: String, to text: inout [UInt8], _ random: inout CodecRandom
) {
  text.append(UInt8(ascii: "\""))
  for scalar in string.unicodeScalars {
    let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
    if mustEscape || random.number(0...5) == 0 {
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16, uppercase: random.isTrue())
        text += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      }
    } else {
      text += Array(String(scalar).utf8)
    }
  }
  text.append(UInt8(ascii: "\""))
}

// MARK: - Submissions

func submission(_ bytes: [UInt8]) throws(InvalidSubmission) -> Submission {
  try SubmissionDecoder.decoded(bytes).get()
}

func submission(_ json: String) throws(InvalidSubmission) -> Submission {
  try submission(Array(json.utf8))
}

/// The fault of a submission; `nil` if it is accepted.
func submissionFault(_ bytes: [UInt8]) -> InvalidSubmission? {
  do throws(InvalidSubmission) {
    _ = try submission(bytes)
    return nil
  } catch { return error }
}

func submissionFault(_ json: String) -> InvalidSubmission? { submissionFault(Array(json.utf8)) }

/// The code alone; `nil` if the submission is accepted.
func submissionCode(_ json: String) -> InvalidSubmission.Code? { submissionFault(json)?.code }

// MARK: - Lines of a log

/// The first line of a log, without its line feed.
func encoded(_ envelope: Envelope, _ event: Event) -> [UInt8] {
  var encoder = EventEncoder(continuing: .zero)
  encoder.append(envelope, event)
  return encoder.buffer.dropLast()
}

func recorded(_ line: [UInt8]) throws(LineFault) -> RecordedEvent {
  var decoder = EventDecoder()
  let block = unsafe line.withUnsafeBytes { unsafe LineBlock(copying: $0) }
  return try decoder.decode(RecordedLine(block: block, range: 0..<line.count))
}

func lineFault(_ line: [UInt8]) -> LineFault? {
  do throws(LineFault) {
    _ = try recorded(line)
    return nil
  } catch { return error }
}

func lineFault(_ line: String) -> LineFault? { lineFault(Array(line.utf8)) }

/// A line with everything that a line needs; the hash is right in form only.
func storedLine(
  type: String = "shift.cancelled", subject: String = "\"S1\"", sequence: Int = 1,
  time: String = "2026-01-05T18:02:11.042Z", more: String = "",
  data: String = #"{"owner":"bas","date":"2026-01-12"}"#
) -> String {
  let digits = String(repeating: "0", count: 12 - String(sequence).count) + String(sequence)
  return #"{"specversion":"1.0","id":"e1","source":"/a","type":"\#(type)","subject":\#(subject),"#
    + #""time":"\#(time)","sequence":"\#(digits)","actor":"mia"\#(more),"data":\#(data),"#
    + #""hash":"\#(String(repeating: "0", count: 64))"}"#
}

extension RecordedEvent {
  var envelope: Envelope {
    Envelope(
      id: id, source: source, time: time, sequence: sequence, actor: actor,
      attributes: attributes, more: !isLastOfBatch)
  }
}
