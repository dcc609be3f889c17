/// Writes the members of an object in the order in which they are given.
struct MemberWriter {
  private(set) var buffer: [UInt8]
  private var isFirst = true

  /// Begins an object of its own.
  init() {
    buffer = []
    // Most objects fit; growing to it from nothing costs five times as much.
    buffer.reserveCapacity(224)
    buffer.append(UInt8(ascii: "{"))
  }

  /// Appends an object to `buffer`, whose bytes stay where they are.
  static func appendObject(to buffer: inout [UInt8], _ body: (inout MemberWriter) -> Void) {
    var writer = MemberWriter(buffer: [])
    swap(&writer.buffer, &buffer)
    writer.buffer.append(UInt8(ascii: "{"))
    body(&writer)
    writer.buffer.append(UInt8(ascii: "}"))
    swap(&writer.buffer, &buffer)
  }

  private init(buffer: [UInt8]) { self.buffer = buffer }

  mutating func required(_ key: StaticString, _ value: some JSONWritable) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    buffer.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { unsafe buffer.append(contentsOf: $0) }
    buffer.append(UInt8(ascii: "\""))
    buffer.append(UInt8(ascii: ":"))
    value.appendJSON(to: &buffer)
  }

  /// Adds a member whose name needs no escapes and is not known when this is compiled.
  mutating func member(_ name: String, _ value: some JSONWritable) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    appendJSONString(name, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    value.appendJSON(to: &buffer)
  }

  mutating func optional(_ key: StaticString, _ value: (some JSONWritable)?) {
    if let value { required(key, value) }
  }

  mutating func list(_ key: StaticString, _ values: [some JSONWritable]) {
    if !values.isEmpty { required(key, values) }
  }

  /// Ends the object with `data` as its last member, left out where it has no members.
  consuming func end(with data: consuming MemberWriter) -> [UInt8] {
    if !data.isFirst {
      buffer.append(contentsOf: ",\"data\":".utf8)
      buffer += data.end()
    }
    return end()
  }

  /// Ends the object and hands over all that was written.
  consuming func end() -> [UInt8] {
    buffer.append(UInt8(ascii: "}"))
    return buffer
  }
}

extension MemberWriter: EventVisitor {
  @inline(__always)
  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _: MemberTraits
  ) { required(key, value) }
}
