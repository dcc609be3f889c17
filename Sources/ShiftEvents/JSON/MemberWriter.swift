/// Writes the members of an object in the order in which they are given.
struct MemberWriter<Sink: ByteSink> {
  private(set) var buffer: Sink
  private var isFirst = true

  /// Appends an object to `sink`, which is the writer's own meanwhile.
  @inline(__always)
  static func appendObject(to sink: inout Sink, _ body: (inout MemberWriter) -> Void) {
    var writer = MemberWriter(buffer: Sink())
    swap(&writer.buffer, &sink)
    writer.buffer.append(UInt8(ascii: "{"))
    body(&writer)
    writer.buffer.append(UInt8(ascii: "}"))
    swap(&writer.buffer, &sink)
  }

  mutating func required(_ key: StaticString, _ value: some JSONWritable) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    buffer.append(UInt8(ascii: "\""))
    buffer.append(key)
    buffer.append("\":")
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
}

extension MemberWriter where Sink == [UInt8] {
  /// Begins an object of its own.
  init() {
    self.init(buffer: [])
    // Most objects fit; growing to it from nothing costs five times as much.
    buffer.reserveCapacity(224)
    buffer.append(UInt8(ascii: "{"))
  }

  /// Ends the object with `data` as its last member, left out where it has no members.
  consuming func end(with data: consuming MemberWriter) -> [UInt8] {
    data.isFirst ? end() : end(withData: data.end())
  }

  /// Ends the object with `data`, an object as JSON, as its last member.
  consuming func end(withData data: [UInt8]) -> [UInt8] {
    buffer.append(",\"data\":")
    buffer += data
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
