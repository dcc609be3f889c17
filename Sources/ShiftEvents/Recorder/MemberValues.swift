/// The members of an event's `data` by name, each in the form that a log holds.
struct MemberValues {
  private var values: [String: [UInt8]] = [:]

  init(of event: Event) {
    var writer = MemberWriter()
    event.write(to: &writer)
    let data = writer.end()
    unsafe data.withUnsafeBytes { bytes in
      var scanner = JSONScanner()
      guard (try? unsafe scanner.scan(bytes)) != nil else { return }
      var key = 1
      for _ in 0..<scanner.tokens[0].count {
        let value = scanner.tokens[key + 1]
        let widening = value.kind == .string ? 1 : 0
        values[scanner.text(of: scanner.tokens[key])] =
          unsafe Array(bytes[Int(value.start) - widening..<Int(value.end) + widening])
        key = Int(value.next)
      }
    }
  }

  subscript(_ name: StaticString) -> [UInt8]? { values["\(name)"] }
}
