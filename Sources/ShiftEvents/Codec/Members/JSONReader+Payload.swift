extension JSONReader {
  /// Reads the payload that begins here: in order, else by an index of it.
  ///
  /// - Parameter nesting: of the object, that of the line counted.
  /// - Returns: the event, and how many members are unknown to its type.
  @inline(__always)
  mutating func event(
    _ type: EventType, nesting: Int
  ) throws(Surprise) -> (Event, unknownMembers: Int) {
    let first = offset
    object = nil
    separator = UInt8(ascii: "{")
    do throws(Surprise) {
      let event = try payload(type)
      if separator == UInt8(ascii: "{") { try expect("{") }
      try expect("}")
      return (event, 0)
    } catch {}
    return try indexedEvent(type, from: first, nesting: nesting)
  }

  @inline(never)
  private mutating func indexedEvent(
    _ type: EventType, from first: Int, nesting: Int
  ) throws(Surprise) -> (Event, unknownMembers: Int) {
    guard byte(at: first) == UInt8(ascii: "{") else { throw Surprise() }
    offset = first
    isInForm = false
    let found = try index(nesting: nesting)
    let end = offset
    ask(found, range: first..<end)
    let event = try payload(type)
    offset = end
    return (event, unaskedCount)
  }

  @inline(never)
  private mutating func payload(_ type: EventType) throws(Surprise) -> Event {
    try Event(type, &self)
  }
}
