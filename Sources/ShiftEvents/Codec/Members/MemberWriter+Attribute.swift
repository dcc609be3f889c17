extension MemberWriter {
  mutating func add(_ attribute: Attribute) {
    switch attribute.value {
    case .string(let text): member(attribute.name, text)
    case .boolean(let value): member(attribute.name, value)
    case .integer(let value): member(attribute.name, Int(value))
    }
  }
}
