import ShiftEvents

/// Makes ids that are short and free, where a dash stands in place of one: `S12`.
enum NewIdentifier {
  /// The letters that new ids of a type begin with; `nil` where its subject is there before.
  static func prefix(of type: EventType) -> String? {
    switch type {
    case .shiftScheduled, .shiftClaimed: "S"
    case .fixedShiftRegistered: "F"
    case .requestPosted: "R"
    case .vacancyPosted: "V"
    case .absenceRecorded: "A"
    case .tradeOffered, .tradeRecorded: "T"
    case .dealPosted: "D"
    case .dealReserved: "B"
    case .studyStarted: "ST"
    case .userRegistered: "u"
    case .schedulePublished: "P"
    case .periodClosed: "C"
    default: nil
    }
  }

  /// The codes of a refusal because something has the id already.
  static let takenCodes: Set<RejectionCode> = [
    .shiftExists, .fixedShiftExists, .requestExists, .vacancyExists, .absenceExists, .tradeExists,
    .dealExists, .reservationExists, .sessionExists, .userExists, .publicationExists, .periodExists,
  ]

  /// Returns an id behind which no other is in use, as far as ids were made here.
  ///
  /// - Complexity: logarithmic in the number of ids with these letters.
  static func make(_ prefix: String, isUsed: (String) -> Bool) -> String {
    var (used, free) = (0, 1)
    while isUsed("\(prefix)\(free)") { (used, free) = (free, 2 * free) }
    while free - used > 1 {
      let middle = (used + free) / 2
      if isUsed("\(prefix)\(middle)") { used = middle } else { free = middle }
    }
    return "\(prefix)\(free)"
  }
}
