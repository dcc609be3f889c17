/// The members of an event's `data` by name, each in the form that a log holds.
struct MemberValues {
  /// `{"name":value,…}` as the encoder writes it: plain names, no white space.
  private let data: [UInt8]

  init(of event: Event) {
    var writer = MemberWriter()
    event.write(to: &writer)
    data = writer.end()
  }

  subscript(_ name: StaticString) -> ArraySlice<UInt8>? {
    var place = 1
    while place < data.count, data[place] == UInt8(ascii: "\"") {
      let value = place + name.utf8CodeUnitCount + 3
      let isFound = name.withUTF8Buffer { name in
        guard value < data.count, data[value - 2] == UInt8(ascii: "\"") else { return false }
        return unsafe data[place + 1..<value - 2].elementsEqual(name)
      }
      if isFound { return data[value..<end(ofValueAt: value)] }
      place = end(ofValueAt: end(ofValueAt: place) + 1) + 1
    }
    return nil
  }

  /// Where the text, number, list or word ends that begins at `start`.
  private func end(ofValueAt start: Int) -> Int {
    var depth = 0
    var place = start
    while true {
      switch data[place] {
      case UInt8(ascii: "\""): place = closingQuote(ofTextAt: place)
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"):
        if depth == 0 { return place }
      default: break
      }
      place += 1
    }
  }

  private func closingQuote(ofTextAt start: Int) -> Int {
    var place = start + 1
    while data[place] != UInt8(ascii: "\"") {
      place += data[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place
  }
}
