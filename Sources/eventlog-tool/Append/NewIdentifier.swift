import ShiftEvents

/// Makes ids that are short and free, where a dash stands in place of one: `S12`.
enum NewIdentifier {
  /// The letters that new ids begin with, by the code of a refusal because something has the id already.
  static let letters: [RejectionCode: String] = [
    .shiftExists: "S", .fixedShiftExists: "F", .requestExists: "R", .vacancyExists: "V",
    .absenceExists: "A", .tradeExists: "T", .dealExists: "D", .reservationExists: "B",
    .sessionExists: "ST", .userExists: "u", .publicationExists: "P", .periodExists: "C",
  ]

  /// The letters of a type; `nil` where its subject is there before.
  static func prefix(of type: EventType) -> String? {
    EventGuide.of(type).codes.lazy.compactMap { letters[$0] }.first
  }

  /// Returns an id behind which no other is in use, as far as ids were made here.
  ///
  /// - Complexity: logarithmic in the number of ids with these letters.
  static func make(_ prefix: String, isUsed: (String) -> Bool) -> String {
    var (used, free) = (0, 1)
    while isUsed("\(prefix)\(free)") { (used, free) = (free, 2 * free) }
    return "\(prefix)\((used + 1..<free).firstPlace { !isUsed("\(prefix)\($0)") })"
  }
}
