/// A manager's reason for a change of a shift, and how long before the start the change came where that shift is
/// published. Most changes have neither, and then this is one word.
public struct ChangeNote: Hashable, Sendable {
  private var contents = Contents.none

  private indirect enum Contents: Hashable {
    case none
    case some(reason: String?, notice: Int?)
  }

  /// A note of what is given.
  public init(reason: String? = nil, notice: Int? = nil) {
    if reason != nil || notice != nil { contents = .some(reason: reason, notice: notice) }
  }

  /// The reason, in one line; `nil` where none was given.
  public var reason: String? {
    guard case .some(let reason, _) = contents else { return nil }
    return reason
  }

  /// The whole minutes from the change to the earlier of the starts before and after it, negative behind that start;
  /// `nil` where the shift is not published.
  public var notice: Int? {
    guard case .some(_, let notice) = contents else { return nil }
    return notice
  }
}

extension MemberVisitor {
  /// Visits a manager's reason.
  @inline(__always)
  mutating func reason(_ value: String?) throws(Fault) -> String? {
    try optionalMember(
      "reason", value, MemberTraits(presence: .optional, length: 1...200, form: .sentence))
  }

  /// Visits the reason of a change.
  @inline(__always)
  mutating func reason(_ note: ChangeNote?) throws(Fault) -> String? { try reason(note?.reason) }

  /// Visits the notice of a change, its last fact, and returns the whole note.
  @inline(__always)
  mutating func notice(_ note: ChangeNote?, _ reason: String?) throws(Fault) -> ChangeNote {
    ChangeNote(reason: reason, notice: try optionalFact("notice", note?.notice, in: .minutesApart))
  }
}
