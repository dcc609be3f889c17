import Testing

@testable import ShiftEvents

/// The one reader beside the two that it replaces, until it does.
@Suite("The new reader reads what the old ones read") struct DifferentialTests {
  private func describe(_ event: RecordedEvent) -> [String] {
    [
      "\(event.event)", "\(event.sequence) \(event.time) \(event.actor)",
      "\(event.isLastOfBatch) \(event.unknownMembers) \(event.line.range)", "\(event.attributes)",
    ]
  }

  private func describe(_ result: Result<RecordedEvent, LineFault>) -> [String] {
    switch result {
    case .success(let event): describe(event)
    case .failure(let fault): ["\(fault.kind)", "\(fault.range)", fault.message]
    }
  }

  private func compare(_ bytes: [UInt8], _ seed: UInt64) {
    let block = unsafe bytes.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    let line = RecordedLine(block: block, range: 0..<bytes.count)
    var (old, new) = (EventDecoder(), LineReader())
    let expected = Result { () throws(LineFault) in try old.decodeStrictly(line) }
    let read = Result { () throws(LineFault) in try new.decode(line) }
    if describe(expected) != describe(read) {
      Issue.record(
        """
        seed \(seed): \(String(decoding: bytes, as: UTF8.self))
        old \(describe(expected))
        new \(describe(read))
        """)
    }
    guard case .success(let event) = read, event.isCanonical else { return }
    var encoder = EventEncoder(continuing: .zero)
    let content = encoder.content(event.envelope, event.event)
    if !bytes.starts(with: content) {
      Issue.record("seed \(seed): said to be in form: \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: EventType.allCases)
  func `lines as they are written, and changed`(type: EventType) {
    var random = CodecRandom.printed("old and new, \(type.rawValue)")
    for _ in 0..<60 {
      let line = encoded(random.envelope(), random.event(type))
      compare(line, random.seed)
      for _ in 0..<60 {
        var changed = random.changed(line)
        if changed.isEmpty { continue }
        if random.number(0...2) == 0 { changed = random.changed(changed) }
        compare(changed, random.seed)
      }
      for _ in 0..<10 { compare(rewritten(line, &random), random.seed) }
      for _ in 0..<20 { compare(pieces(line, &random), random.seed) }
    }
  }

  @Test func noise() {
    var random = CodecRandom.printed()
    for _ in 0..<5000 {
      compare((0..<random.number(0...60)).map { _ in UInt8(random.number(0...255)) }, random.seed)
    }
    for depth in [10, 61, 62, 63, 64, 65, 66] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      compare(Array(storedLine(data: "{\"owner\":\"a\",\"x\":\(nested)}").utf8), 0)
      compare(Array(nested.utf8), 0)
      let objects = String(repeating: "{\"a\":", count: depth) + "1"
      compare(Array((objects + String(repeating: "}", count: depth)).utf8), 0)
    }
    for count in [15, 16, 17, 1023, 1024, 1025] {
      let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
      compare(Array("{\(members)}".utf8), 0)
      compare(Array("{\(members),\"k3\":1}".utf8), 0)
      compare(
        Array(storedLine(data: "{\"owner\":\"a\",\"date\":\"2026-01-02\",\(members)}").utf8), 0)
    }
  }

  @Test func `the kept fixture`() throws {
    for line in linesOf(try codecFixture("every-type.jsonl")) { compare(line, 0) }
  }

  /// Pieces of JSON put in anywhere.
  private func pieces(_ line: [UInt8], _ random: inout CodecRandom) -> [UInt8] {
    var line = line
    let pieces = [
      "\"", "\\", ",", ":", "{", "}", "[", "]", "\\u", "\\u00e9", "\u{FEFF}", "0", "-", ".", "e",
      "\n", "\r", "\t", " ", "\u{0}", "null", "true", "\u{2028}", "system", "\"a\":1,", "1e400",
      "\\ud83d\\ude00", "\\ud83d", "\\udc00", "\\uffff", "\u{7F}", "\u{85}", "é", "\\ufdd0",
      "-0", "1.0", "\\n", "\\u001b", "\"more\":true,", "\"id\":\"x\",", "\"zz\":null,",
      "\"released\":[],", "\"minutes\":7,", "\"start\":\"10:00\",", "\"end\":\"11:00\",",
    ]
    for _ in 0..<random.number(1...2) {
      let place = random.number(0...line.count)
      let end = min(line.count, place + random.number(0...6))
      switch random.number(0...3) {
      case 0: line.insert(contentsOf: random.element(of: pieces).utf8, at: place)
      case 1: line.replaceSubrange(place..<end, with: random.element(of: pieces).utf8)
      case 2:
        let commas = line.indices.filter { line[$0] == UInt8(ascii: ",") }
        if let comma = commas.randomElement(using: &random) {
          line.insert(contentsOf: random.element(of: pieces).utf8, at: comma + 1)
        }
      default: line.insert(contentsOf: line[place..<end], at: random.number(0...line.count))
      }
    }
    return line
  }

  /// The members of all objects in another order, with spaces and escapes.
  private func rewritten(_ line: [UInt8], _ random: inout CodecRandom) -> [UInt8] {
    var scanner = JSONScanner()
    var text: [UInt8] = []
    unsafe line.withUnsafeBytes { bytes in
      guard (try? unsafe scanner.scan(bytes)) != nil else { return }
      append(0, scanner, rate: random.element(of: [0, 1, 8]), &text, &random)
    }
    return text
  }

  private func append(
    _ index: Int, _ scanner: JSONScanner, rate: Int, _ text: inout [UInt8],
    _ random: inout CodecRandom
  ) {
    let token = scanner.tokens[index]
    if random.number(0...9) < rate { text.append(random.element(of: [0x20, 0x09])) }
    switch token.kind {
    case .string:
      text.append(UInt8(ascii: "\""))
      for scalar in scanner.text(of: token).unicodeScalars {
        if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || random.number(0...99) < rate {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
          }
        } else {
          text += Array(String(scalar).utf8)
        }
      }
      text.append(UInt8(ascii: "\""))
    case .object, .array:
      let width = token.kind == .object ? 2 : 1
      var children: [Int] = []
      var child = index + 1
      for _ in 0..<token.count {
        children.append(child)
        child = Int(scanner.tokens[child + width - 1].next)
      }
      if width == 2, random.isTrue() { children.shuffle(using: &random) }
      text.append(UInt8(ascii: width == 2 ? "{" : "["))
      for (number, child) in children.enumerated() {
        if number > 0 { text.append(UInt8(ascii: ",")) }
        append(child, scanner, rate: rate, &text, &random)
        if width == 2 {
          text.append(UInt8(ascii: ":"))
          append(child + 1, scanner, rate: rate, &text, &random)
        }
      }
      text.append(UInt8(ascii: width == 2 ? "}" : "]"))
    default: unsafe text.append(contentsOf: scanner.bytes[token.range])
    }
  }
}
