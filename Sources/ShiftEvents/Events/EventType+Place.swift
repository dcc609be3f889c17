extension EventType {
  /// The index in `allCases`: an enumeration without payloads is that byte. To hash the name instead
  /// costs more than to count all events.
  package var place: Int { Int(unsafe withUnsafeBytes(of: self) { unsafe $0[0] }) }
}
