import TestSupport

@testable import ShiftEvents

/// Logs made by hand, with a sound chain, that hold every type of event at one end of its declaration.
extension DeclaredValues {
  /// The lines of a log.
  ///
  /// - Parameters:
  ///   - time: of the first event; each other is a minute later, up to the last time that there is.
  ///   - listCount: how many ids a list of facts names.
  static func log(
    _ end: End, from time: Timestamp = "2026-03-01T08:00:00Z", listCount: Int = 3, seed: UInt64 = 0
  ) -> [UInt8] {
    var encoder = EventEncoder(continuing: .zero)
    var sequence = 0
    var values = DeclaredValues(end, seed: seed)
    values.listCount = listCount
    func add(_ event: Event, by actor: UserID) {
      sequence += 1
      encoder.append(
        Envelope(
          id: "e\(sequence)", source: "/hand",
          time: min(time.advanced(byMinutes: sequence), Timestamp.range.upperBound),
          sequence: SequenceNumber(sequence), actor: actor, attributes: []), event)
    }
    // People with every role, whatever the end is.
    for number in 1...4 {
      let user = Self.id(UserID.self, number)
      add(.userRegistered(UserRegistered(user: user, roles: Role.allCases)), by: user)
    }
    // What takes something away comes last: else nothing would be left.
    let ending = ["erased", "removed", "revoked", "cancelled", "ended", "stopped", "dropped"]
    for type in EventType.allCases.filter({ type in !ending.contains { type.rawValue.hasSuffix($0) }
    }) {
      for number in 1...3 {
        add(values.event(type, about: number), by: Self.id(UserID.self, number % 2 + 1))
      }
    }
    for type in EventType.allCases where ending.contains(where: type.rawValue.hasSuffix) {
      add(values.event(type, about: 3), by: Self.id(UserID.self, 1))
    }
    return encoder.buffer
  }

  /// A submission of each type, one JSON line each; about things that are there, and about new ones.
  static func submissions(_ end: End, seed: UInt64 = 0) -> [String] {
    var values = DeclaredValues(end, seed: seed)
    var lines: [String] = []
    for type in EventType.allCases where !FieldList.of(type).isReserved {
      for number in [1, 9] {
        var command = values.command(type, about: number)
        var data: [UInt8] = []
        MemberWriter<[UInt8]>.appendObject(to: &data) { command.accept(&$0) }
        lines.append(
          #"{"type":"\#(type.rawValue)","actor":"user1","subject":"\#(command.subject.text)","data":"#
            + String(decoding: data, as: UTF8.self) + "}")
      }
    }
    return lines
  }
}
