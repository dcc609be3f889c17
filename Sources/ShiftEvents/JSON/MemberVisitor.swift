/// A walk over the members of an event's `data`, in the order in which a log holds them.
///
/// A payload names its members once, in its initialiser. Readers, the writer, the shape check and
/// the collectors of facts and identifiers are visitors of it. A reader is given no event and
/// returns what it has read; any other visitor is given the event's own values and returns them.
protocol MemberVisitor {
  associatedtype Fault: Error

  /// Visits the id of the event's subject, which stands beside `data`.
  mutating func subject<ID: InternedIdentifier & PayloadValue>(_ value: ID?) throws(Fault) -> ID
  /// Visits a member that is always recorded.
  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, _ traits: MemberTraits
  ) throws(Fault) -> Value
  /// Visits a member that may be left out.
  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, _ traits: MemberTraits
  ) throws(Fault) -> Value?
  /// Visits a list that is recorded on a condition and else empty.
  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _ value: [Value]?, isRecorded: Bool
  ) throws(Fault) -> [Value]
  /// Visits a member of an edit: `null` takes the value away.
  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _ value: Edit<Value>?, _ traits: MemberTraits
  ) throws(Fault) -> Edit<Value>
  /// Visits a member that is submitted and never recorded.
  mutating func unrecorded<Value: PayloadValue>(
    _ key: StaticString, _ type: Value.Type, _ traits: MemberTraits)
  /// Reports which of the two places of a member the walk is at: `true` for the place at which a writer puts the member.
  mutating func stands(asWritten isAsWritten: Bool)
  /// Learns what submissions of the type obey.
  mutating func rule(_ rule: SubmissionRule)
}

/// A member's part in submissions.
struct MemberTraits: Sendable {
  enum Presence: Sendable {
    /// Submitted always.
    case required
    /// Submitted or left out.
    case optional
    /// Added by the rules; a submission may state what it expects.
    case fact
    /// Recorded, and reserved to the tool itself.
    case reserved
  }

  var presence: Presence
  /// The limits of a whole number without an error code of its own.
  var range: ClosedRange<Int>?
  /// The limits of a recorded number, where they are not those that the shape of a submission has.
  var recorded: ClosedRange<Int>?
  /// The limits of a list that has nothing twice.
  var count: ClosedRange<Int>?
  /// The limits of a text, in code points.
  var length: ClosedRange<Int>?
  /// A shift whose id must not be like those of occurrences.
  var isLoose = false
  /// The form of a text that people compare by its looks.
  var form: PlainText?
  /// `null` is read for it.
  var isRemovable = false
  /// The rules refuse that `null`.
  var isKept = false
  /// The type in submissions, where it is not the recorded one: the rules refuse other values.
  var submittedType: (any PayloadValue.Type)?
  /// The value that a submission without it means.
  var whenOmitted: Default?

  /// Nothing that is counted by references: a walk copies it for each member.
  enum Default: Sendable, BitwiseCopyable {
    /// Always the same number.
    case number(Int)
    /// Always the same word or time, as a log writes it.
    case word(StaticString)
    /// The person who submits it.
    case actor
    /// Always true, or always false.
    case truth(Bool)
    /// The day of the event in the workplace's zone.
    case today
    /// The same, or the first day of the series if that is later.
    case todayOrFirst
    /// The first of the days.
    case firstDay
    /// The time of the event.
    case now
    /// The day on which the times end: the same or the next one, told in these words.
    case usualDays(StaticString)
    /// The owner of the shift before.
    case ownerBefore
    /// The break of the shift, for times that were worked; none for minutes.
    case breakOfShift
    /// The value before the edit; recorded in either case.
    case kept
    /// The policy before, which is not recorded; at first the initial one.
    case policyBefore
  }
}

extension MemberTraits {
  /// True if a value of its type may be refused.
  var hasLimits: Bool { range != nil || count != nil || length != nil || isLoose }

  /// True if help and schemas offer `null`.
  var offersNull: Bool { isRemovable && !isKept }

  /// The limits of a number in a log: nothing behind a reader sums, multiplies or loops over one beyond them.
  var recordedRange: ClosedRange<Int>? { recorded ?? range }

  /// The limits of a recorded value. They are handed on alone: all traits would be written to memory for each member.
  var recordedLimits: RecordedLimits {
    @inline(__always) get {
      RecordedLimits(
        range: recordedRange, count: count, length: length, mayBeEmpty: presence != .required)
    }
  }

  /// Returns what a submitted value must be; `nil` where it is that.
  ///
  /// - Parameter judgesTexts: false for a recorded text, whose form stays.
  func demand(of value: some JSONWritable, judgingTexts judgesTexts: Bool) -> String? {
    let limits = RecordedLimits(range: range, count: count, length: length, mayBeEmpty: false)
    if let demand = limits.demand(ofAny: value, isRecorded: false) { return demand }
    if isLoose, let shift = value as? ShiftID, let demand = shift.demandOfLooseID { return demand }
    if !judgesTexts { return nil }
    if let form, let text = value as? String { return form.demand(of: text) }
    return value.demandOfName
  }
}

/// The limits of a value in a log.
struct RecordedLimits: Sendable {
  var range: ClosedRange<Int>?
  var count: ClosedRange<Int>?
  var length: ClosedRange<Int>?
  /// A list that may be left out may be there and empty: that is a matter of form.
  var mayBeEmpty: Bool

  /// True if a log may hold the value.
  @inline(__always)
  func admit<Value: PayloadValue>(_ value: Value) -> Bool {
    if let range {
      if let number = value as? Int { return range.contains(number) }
      if let number = value as? FiniteNumber { return number.isWithin(range) }
    }
    // A text has no more characters than bytes.
    if let length, length.lowerBound == 1, let text = value as? String,
      length.contains(text.utf8.count)
    {
      return true
    }
    return count == nil && length == nil || demand(of: value) == nil
  }

  /// Returns what a recorded value must be; `nil` where it is that.
  func demand(of value: some JSONWritable) -> String? {
    if mayBeEmpty, (value as? any PayloadList)?.count == 0 { return nil }
    if let range, let number = value as? FiniteNumber, !number.isWithin(range) {
      return "must be a number from \(range.lowerBound) to \(range.upperBound)"
    }
    return demand(ofAny: value, isRecorded: true)
  }

  fileprivate func demand(ofAny value: some JSONWritable, isRecorded: Bool) -> String? {
    if let range, let number = value as? Int, !range.contains(number) {
      return "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
    // A recorded list that names something twice says it once more, and no more.
    if let count, let list = value as? any PayloadList,
      !count.contains(list.count) || !isRecorded && !list.hasNoneTwice
    {
      return "must name \(count.lowerBound) to \(count.upperBound), none twice"
    }
    if let length, let text = value as? String, !length.contains(text.unicodeScalars.count) {
      if length == .notEmpty { return "must not be empty" }
      let least = length.lowerBound == 0 ? "at most" : "\(length.lowerBound) to"
      return "must have \(least) \(length.upperBound) characters"
    }
    return nil
  }
}

extension ClosedRange<Int> {
  /// The length of a text that is not empty.
  static var notEmpty: ClosedRange<Int> { 1...Int.max }
  /// A number of things, or of the smallest coins: as many as JSON keeps exact.
  static var count: ClosedRange<Int> { 0...Int.exactRange.upperBound }
  /// Minutes between two moments that a calendar can name, from 0001 to 9999, in any zones.
  static var minutesApart: ClosedRange<Int> { -5_258_970_000...5_258_970_000 }
}

// MARK: - The words of a payload

extension MemberVisitor {
  /// A member that is always submitted.
  @inline(__always)
  mutating func submitted<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, in range: ClosedRange<Int>? = nil,
    recorded: ClosedRange<Int>? = nil, count: ClosedRange<Int>? = nil,
    length: ClosedRange<Int>? = nil, as type: (any PayloadValue.Type)? = nil
  ) throws(Fault) -> Value {
    try member(
      key, value,
      MemberTraits(
        presence: .required, range: range, recorded: recorded, count: count, length: length,
        submittedType: type))
  }

  /// A member that is submitted, and recorded, or left out.
  @inline(__always)
  mutating func optional<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, in range: ClosedRange<Int>? = nil,
    recorded: ClosedRange<Int>? = nil
  ) throws(Fault) -> Value? {
    try optionalMember(
      key, value, MemberTraits(presence: .optional, range: range, recorded: recorded))
  }

  /// A member that is always recorded, though a submission may leave it out.
  @inline(__always)
  mutating func defaulted<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, _ whenOmitted: MemberTraits.Default,
    recorded: ClosedRange<Int>? = nil
  ) throws(Fault) -> Value {
    try member(
      key, value, MemberTraits(presence: .optional, recorded: recorded, whenOmitted: whenOmitted))
  }

  /// A member that the rules add.
  @inline(__always)
  mutating func fact<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, in recorded: ClosedRange<Int>? = nil
  ) throws(Fault) -> Value {
    try member(key, value, MemberTraits(presence: .fact, recorded: recorded))
  }

  /// A member that the rules add where it applies.
  @inline(__always)
  mutating func optionalFact<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, in recorded: ClosedRange<Int>? = nil
  ) throws(Fault) -> Value? {
    try optionalMember(key, value, MemberTraits(presence: .fact, recorded: recorded))
  }

  /// An optional text of several lines.
  @inline(__always)
  mutating func freeText(_ key: StaticString, _ value: String?) throws(Fault) -> String? {
    try optional(key, value.map(FreeText.init))?.text
  }

  /// A coordinate. A submission may leave it out or give a number that no `Double` holds: the rules
  /// refuse it.
  @inline(__always)
  mutating func coordinate(
    _ key: StaticString, _ value: Double?, in recorded: ClosedRange<Int>
  ) throws(Fault) -> Double {
    try member(
      key, value.map(FiniteNumber.init),
      MemberTraits(presence: .optional, recorded: recorded, submittedType: Double.self)
    ).value
  }

  /// A member of an edit.
  @inline(__always)
  mutating func edit<Value: PayloadValue>(
    _ key: StaticString, _ value: Edit<Value>?, in range: ClosedRange<Int>? = nil,
    recorded: ClosedRange<Int>? = nil, count: ClosedRange<Int>? = nil,
    length: ClosedRange<Int>? = nil, isKept: Bool = false,
    as type: (any PayloadValue.Type)? = nil, _ whenOmitted: MemberTraits.Default? = nil
  ) throws(Fault) -> Edit<Value> {
    try editMember(
      key, value,
      MemberTraits(
        presence: .optional, range: range, recorded: recorded, count: count, length: length,
        isRemovable: true, isKept: isKept, submittedType: type, whenOmitted: whenOmitted))
  }

  /// A member of an edit that is recorded as it is afterwards, given or not. The rules refuse to take it
  /// away.
  @inline(__always)
  mutating func edited<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, in range: ClosedRange<Int>? = nil
  ) throws(Fault) -> Value {
    try member(
      key, value,
      MemberTraits(
        presence: .optional, range: range, isRemovable: true, isKept: true, whenOmitted: .kept))
  }

  /// An edited text of several lines.
  mutating func freeTextEdit(
    _ key: StaticString, _ value: Edit<String>?
  ) throws(Fault) -> Edit<String> { try edit(key, value?.map(FreeText.init)).map(\.text) }

  /// An edited coordinate.
  mutating func coordinateEdit(
    _ key: StaticString, _ value: Edit<Double>?, in recorded: ClosedRange<Int>
  ) throws(Fault) -> Edit<Double> {
    try edit(key, value?.map(FiniteNumber.init), recorded: recorded, isKept: true, as: Double.self)
      .map(\.value)
  }

  @inline(__always)
  mutating func stands(asWritten _: Bool) {}
  @inline(__always)
  mutating func rule(_: SubmissionRule) {}

  /// Ignores a member that is never recorded, unless a visitor handles it.
  mutating func unrecorded<Value: PayloadValue>(_: StaticString, _: Value.Type, _: MemberTraits) {}
}

// MARK: - Visitors of an event that is there

/// A visitor that is given the event's own values.
protocol EventVisitor: MemberVisitor where Fault == Never {
  mutating func subject(_ symbol: InternedID)
  /// Visits a member that the event has.
  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _ traits: MemberTraits)
}

extension EventVisitor {
  mutating func subject(_: InternedID) {}

  mutating func subject<ID: InternedIdentifier & PayloadValue>(_ value: ID?) -> ID {
    subject(value!.symbol)
    return value!
  }

  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, _ traits: MemberTraits
  ) -> Value {
    visit(key, value!, traits)
    return value!
  }

  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, _ traits: MemberTraits
  ) -> Value? {
    if let value { visit(key, value, traits) }
    return value
  }

  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _ value: [Value]?, isRecorded: Bool
  ) -> [Value] {
    if isRecorded { visit(key, value!, MemberTraits(presence: .fact)) }
    return value!
  }

  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _ value: Edit<Value>?, _ traits: MemberTraits
  ) -> Edit<Value> {
    switch value! {
    case .unchanged: break
    case .set(let value): visit(key, value, traits)
    case .removed: visit(key, JSONNull(), traits)
    }
    return value!
  }
}

/// A rule about submissions of a type that no member has alone. The payload's walk says it once: the check of
/// a submission, the message, and the schema follow from it.
enum SubmissionRule: Sendable {
  /// The tool alone records the type.
  case reserved
  /// The id of the subject does not end in a date: such ids are those of fixed shifts' occurrences.
  case looseSubject
  /// At least one member is given.
  case anyMember
  /// At least one member is given that changes the thing itself: not a day, a reason or a rule set aside alone.
  case anyChange
  /// Both members are given, or neither.
  case together(StaticString, StaticString)
  /// One member is given, or two together; all three may be.
  case either(StaticString, or: StaticString, StaticString)
}
