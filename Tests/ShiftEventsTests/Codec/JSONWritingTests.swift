import Foundation
import Testing

@testable import ShiftEvents

@Suite("Writing numbers and strings") struct JSONWritingTests {
  private func written(_ value: Double) -> String {
    var bytes: [UInt8] = []
    appendJSONNumber(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func written(_ text: String) -> String {
    var bytes: [UInt8] = []
    appendJSONString(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "RFC 8785, appendix B",
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
      (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
      (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"), (0x44b5_2d02_c7e1_4af6, "1e+23"),
      (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
      (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
      (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
      (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
      (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
      (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
      (0x41b3_de43_5555_5557, "333333333.33333343"),
      (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
      (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func appendixB(bits: UInt64, expected: String) {
    let value = Double(bitPattern: bits)
    #expect(written(value) == expected)
    #expect(Double(written(value)) == value)
  }

  @Test(
    "layouts of ECMAScript at their borders",
    arguments: [
      (1, "1"), (-1, "-1"), (10, "10"), (0.1, "0.1"), (100.5, "100.5"), (-0.5, "-0.5"),
      (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.5e21, "1.5e+21"),
      (123_456_789_012_345_683_968, "123456789012345680000"), (1e-6, "0.000001"), (1e-7, "1e-7"),
      (1.5e-7, "1.5e-7"), (0.0001, "0.0001"), (0.00001234, "0.00001234"),
      (1e16, "10000000000000000"),
      (1e15, "1000000000000000"), (52.370216, "52.370216"), (4.35, "4.35"), (1e100, "1e+100"),
    ] as [(Double, String)])
  func layouts(value: Double, expected: String) { #expect(written(value) == expected) }

  @Test func `any number reads back as itself, in the fewest digits`() {
    var random = CodecRandom.printed()
    for _ in 0..<6000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = written(value)
      #expect(Double(text) == value, "\(value) as \(text), seed \(random.seed)")
      #expect(scanFault(Array(text.utf8)) == nil, "\(text), seed \(random.seed)")
      let digits = { (text: String) in text.prefix { $0 != "e" }.filter(\.isNumber) }
      let fewest = digits(value.description).drop { $0 == "0" }.reversed().drop { $0 == "0" }
      let used = digits(text).drop { $0 == "0" }.reversed().drop { $0 == "0" }
      #expect(String(used) == String(fewest), "\(text), seed \(random.seed)")
    }
  }

  @Test func `only quote, backslash and control characters are escaped`() {
    #expect(written("a\"b\\c/d") == #""a\"b\\c/d""#)
    #expect(written("\n\t\r\u{8}\u{C}") == #""\n\t\r\b\f""#)
    #expect(written("\u{0}\u{1}\u{1F}\u{B}") == #""\u0000\u0001\u001f\u000b""#)
    #expect(written("é e\u{301} 😀 \u{2028} \u{7F} <>&'") == "\"é e\u{301} 😀 \u{2028} \u{7F} <>&'\"")
  }

  @Test func `a character to escape is found at every place`() {
    for (letter, escaped) in [("\"", #"\""#), (#"\"#, #"\\"#), ("\u{1F}", #"\u001f"#)] {
      for (before, behind) in (0...17).flatMap({ count in (0...count).map { ($0, count - $0) } }) {
        for other in [" ", "!", "#", "[", "]", "\u{7F}", "é"] {
          let (start, end) = (
            String(repeating: other, count: before), String(repeating: other, count: behind)
          )
          #expect(written(start + letter + end) == "\"" + start + escaped + end + "\"")
        }
      }
    }
  }

  @Test func `a written string is read as the same characters`() {
    var random = CodecRandom.printed()
    for _ in 0..<2000 {
      let text = random.text(0...40, controls: true)
      let json = written(text)
      #expect(scanFault(Array(json.utf8)) == nil, "seed \(random.seed)")
      var reader = JSONReader()
      unsafe Array(json.utf8).withUnsafeBytes { unsafe reader.begin(copying: $0) }
      let read = reader.text(at: 0..<json.utf8.count)
      #expect(read.map { reader.string($0).utf8.elementsEqual(text.utf8) } == true)
    }
  }
}
