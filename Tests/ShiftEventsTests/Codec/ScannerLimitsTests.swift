import Testing

@testable import ShiftEvents

@Suite("Limits of JSON") struct ScannerLimitsTests {
  private static let head = #"{"type":"shift.supplied","actor":"bas","subject":"S1""#

  /// A submission that is nothing but long.
  private func padded(to length: Int) -> [UInt8] {
    let json = Self.head + "}"
    return Array((json + String(repeating: " ", count: length - json.utf8.count)).utf8)
  }

  @Test func `a submission of 1 MiB is read`() {
    #expect(submissionFault(padded(to: 1 << 20)) == nil)
  }

  @Test func `a byte more is lineTooLong`() {
    let fault = submissionFault(padded(to: 1 << 20 + 1))
    #expect(fault?.code == .lineTooLong)
    #expect(fault?.column == 1)
    #expect(fault?.line == 1)
  }

  @Test func `a million keys are refused at the 1,025th`() {
    let members = (0..<1_000_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let bytes = Array("{\(members)}".utf8)
    #expect(scanFault(bytes)?.message.contains("1024") == true)
    #expect(submissionFault(bytes)?.code == .lineTooLong)
  }

  @Test func `many keys that differ in escapes only are found to be one`() {
    let members = (0..<1000).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(scanFault(Array("{\(members)}".utf8)) == nil)
    #expect(scanFault(Array("{\(members),\"\\u006b999\":0}".utf8)) != nil)
    #expect(scanFault(Array("{\"\\u006b999\":0,\(members)}".utf8)) != nil)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":", " [ "])
  func `a hundred thousand levels neither crash nor hang`(opening: String) {
    let bytes = Array(String(repeating: opening, count: 100_000).utf8)
    #expect(scanFault(bytes)?.message.contains("64") == true)
  }

  @Test func `data may hold 62 levels, a 63rd is one too many`() {
    // The object of the line and `data` itself are the other two.
    func json(_ depth: Int) -> String {
      Self.head + #","data":{"owner":"# + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}}"
    }
    #expect(submissionCode(json(62)) == .invalidField)
    #expect(submissionCode(json(63)) == .invalidJson)
  }

  @Test func `a stored line of 1,024 members is read, of 1,025 is damage`() {
    func line(_ count: Int) -> String {
      storedLine(
        data: "{" + (2...count).map { "\"k\($0)\":0," }.joined()
          + #""owner":"bas","date":"2026-01-12"}"#)
    }
    #expect(lineFault(line(1023)) == nil)
    #expect(lineFault(line(1024))?.kind == .json)
  }

  @Test func `white space alone, a whole MiB of it, is no submission`() {
    let fault = submissionFault([UInt8](repeating: 0x20, count: 1 << 20))
    #expect(fault?.code == .invalidJson)
  }

  @Test func `a reader serves texts one after the other and forgets the last`() {
    var reader = JSONReader()
    for text in [#"{"a":[1,2,3]}"#, "[", "{\"a\":1,\"a\":2}", "{}"] {
      unsafe Array(text.utf8).withUnsafeBytes { unsafe reader.begin(copying: $0) }
      let isRead = (try? reader.indexText(orRefuse: "")) != nil
      #expect(isRead == (text == "{}" || text == #"{"a":[1,2,3]}"#))
      if isRead { #expect(reader.members.count == (text == "{}" ? 0 : 1)) }
    }
  }
}
