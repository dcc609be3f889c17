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

/// The origin of a shift that a split made, or that somebody has since an event that set rules aside; few have one.
package struct OriginRecord: StateRecord {
  package var id: ShiftID
  private var rootIndex: UInt32 = 0
  private var bits: UInt32 = 0

  init(id: ShiftID) { self.id = id }

  /// The shift that was whole once: of a part that was split again, too; `nil` of a shift that no split made.
  package var root: ShiftID? {
    get { rootIndex == 0 ? nil : ShiftID(symbolIndex: rootIndex) }
    set { rootIndex = newValue?.symbolIndex ?? 0 }
  }

  /// Takes the rules over that the event set aside by which the shift has its owner and its times.
  fileprivate mutating func setAside(_ rules: [OverridableRule]) {
    bits = rules.reduce(0) { $0 | Self.bit(of: $1) }
  }

  package func setsAside(_ rule: OverridableRule) -> Bool { bits & Self.bit(of: rule) != 0 }

  private static func bit(of rule: OverridableRule) -> UInt32 {
    1 << UInt32(OverridableRule.allCases.firstIndex(of: rule)!)
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    rootIndex = new(rootIndex)
  }
}

extension DomainState {
  /// Notes the rules that an event set aside which gave a shift its owner or its times.
  @inline(__always)
  mutating func noteSetAside(_ rules: [OverridableRule], by shift: ShiftID) {
    if !rules.isEmpty || !origins.isEmpty { keepSetAside(rules, by: shift) }
  }

  private mutating func keepSetAside(_ rules: [OverridableRule], by shift: ShiftID) {
    let known = origins.place(of: shift)
    if known == nil, rules.isEmpty { return }
    origins[known ?? origins.add(OriginRecord(id: shift))].setAside(rules)
  }
}
