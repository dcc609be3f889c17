// The event by which each shift has its owner and its times, as checks of a roster tell it.

/// A time and the place of its event among those of the same millisecond, in eight bytes.
package struct Holding: Comparable, Hashable, Sendable, BitwiseCopyable {
  private static let placeBits = 14
  /// Times end before 2^48 milliseconds.
  private var bits: Int64

  init(_ time: Timestamp, _ sequence: SequenceNumber) {
    let place = Int64(truncatingIfNeeded: sequence.value) & (1 << Self.placeBits - 1)
    bits = time.milliseconds << Self.placeBits | place
  }

  package var time: Timestamp { Timestamp(milliseconds: bits >> Self.placeBits) }

  package static func < (first: Self, second: Self) -> Bool {
    if first.bits >> placeBits != second.bits >> placeBits { return first.bits < second.bits }
    // Places begin anew: of two, the later is the one that is ahead by less than half of them.
    let ahead = (second.bits - first.bits) & (1 << placeBits - 1)
    return ahead != 0 && ahead < 1 << (placeBits - 1)
  }
}

/// The rules that the event set aside by which a shift has its owner and its times.
package struct SetAsideRecord: StateRecord {
  package var id: ShiftID
  private var bits: UInt32

  fileprivate init(_ id: ShiftID, _ rules: [OverridableRule]) {
    self.id = id
    bits = rules.reduce(0) { $0 | Self.bit(of: $1) }
  }

  package func contains(_ rule: OverridableRule) -> Bool { bits & Self.bit(of: rule) != 0 }

  private static func bit(of rule: OverridableRule) -> UInt32 {
    1 << UInt32(OverridableRule.allCases.firstIndex(of: rule)!)
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

extension DomainState {
  /// Notes the rules that an event set aside which gave a shift its owner or its times.
  @inline(__always)
  mutating func noteSetAside(_ rules: [OverridableRule], by shift: ShiftID) {
    if !rules.isEmpty || !setAsides.isEmpty { keepSetAside(rules, by: shift) }
  }

  private mutating func keepSetAside(_ rules: [OverridableRule], by shift: ShiftID) {
    let record = SetAsideRecord(shift, rules)
    if let place = setAsides.place(of: shift) {
      setAsides[place] = record
    } else if !rules.isEmpty {
      setAsides.add(record)
    }
  }
}
