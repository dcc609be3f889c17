extension EventType {
  static let names = NameTable(allCases.map(\.rawValue))

  /// The type with this name, exactly.
  @inline(__always)
  init?(name: UnsafeRawBufferPointer) {
    guard let index = unsafe Self.names.index(of: name) else { return nil }
    // An enumeration without payloads is its place among the cases.
    self = unsafe unsafeBitCast(UInt8(index), to: EventType.self)
  }
}
