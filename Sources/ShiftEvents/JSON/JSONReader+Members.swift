// Members: where they stand, in their order, or by the index of their object.

extension JSONReader {
  /// No byte of a text, so that no member is found in order.
  private static let noSeparator: UInt8 = 0xFF

  /// Asks an indexed object for its members from now on.
  mutating func ask(_ object: Range<Int>, range: Range<Int>) {
    self.object = object
    objectRange = range
    nextMember = object.lowerBound
    foundCount = 0
    separator = Self.noSeparator
  }

  /// The member with this name; its value is not read.
  mutating func find(_ name: StaticString) -> JSONMember? {
    guard let object else { return nil }
    var candidate = nextMember
    for _ in object {
      if candidate >= object.upperBound { candidate = object.lowerBound }
      if isText(members[candidate].name, name) {
        nextMember = candidate + 1
        foundCount += 1
        members[candidate].isAsked = true
        return members[candidate]
      }
      candidate += 1
    }
    return nil
  }

  var unaskedCount: Int { (object?.count ?? foundCount) - foundCount }

  /// Passes over the name and its colon, if it is the next one in order.
  @inline(__always)
  mutating func skipName(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard byte(at: offset) == separator, byte(at: offset + 1) == UInt8(ascii: "\""),
      isAt(name, offset + 2), byte(at: offset + 2 + count) == UInt8(ascii: "\""),
      byte(at: offset + 3 + count) == UInt8(ascii: ":")
    else { return false }
    offset += count + 4
    separator = UInt8(ascii: ",")
    return true
  }

  // MARK: - The index is asked

  mutating func value<Value: JSONReadable>(
    of member: JSONMember, _ name: StaticString
  ) throws(Mismatch) -> Value {
    offset = member.range.lowerBound
    fault = nil
    do throws(Mismatch) { return try Value.read(&self) } catch {
      let refusal =
        fault
        ?? JSONRefusal(code: .invalidField, range: inText(member.range), message: "is not accepted")
      fault = JSONRefusal(
        code: refusal.code, range: refusal.range,
        message: "\"\(name)\" \(refusal.message), found \(excerpt(refusal.range))")
      throw error
    }
  }

  /// A range of the block as one of the text.
  func inText(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound - text.lowerBound..<range.upperBound - text.lowerBound
  }

  @inline(never)
  mutating func optional<Value: JSONReadable>(
    indexed name: StaticString
  ) throws(Mismatch) -> Value? {
    guard let member = find(name) else { return nil }
    return try value(of: member, name)
  }

  /// Reads a value, and refuses one beyond the limits of its member.
  private mutating func value<Value: PayloadValue>(
    of member: JSONMember, _ name: StaticString, _ limits: RecordedLimits
  ) throws(Mismatch) -> Value {
    let value: Value = try value(of: member, name)
    guard let demand = limits.demand(of: value) else { return value }
    let found = excerpt(inText(member.range))
    throw refuse(member.range, "\"\(name)\" \(demand), found \(found)")
  }

  @inline(never)
  mutating func required<Value: JSONReadable>(
    indexed name: StaticString
  ) throws(Mismatch) -> Value {
    guard let value: Value = try optional(indexed: name) else {
      throw refuse(objectRange, code: .missingField, "\"\(name)\" is missing")
    }
    return value
  }
}

extension JSONReader: MemberVisitor {
  /// The subject stands elsewhere; mostly its symbol is known by now.
  @inline(__always)
  mutating func subject<ID: InternedIdentifier & PayloadValue>(_: ID?) throws(Mismatch) -> ID {
    if subject.symbol != .none, subject.text.count <= ID.maximumLength { return ID(subject.symbol) }
    return try readSubject()
  }

  @inline(never)
  private mutating func readSubject<ID: InternedIdentifier & PayloadValue>() throws(Mismatch) -> ID
  {
    let here = offset
    offset = subject.text.offset
    fault = nil
    do throws(Mismatch) {
      let id = try ID.read(&self)
      offset = here
      return id
    } catch {
      if let refusal = fault {
        fault = JSONRefusal(
          code: refusal.code, range: refusal.range, message: "\"subject\" \(refusal.message)")
      }
      throw error
    }
  }

  @inline(__always)
  mutating func member<Value: PayloadValue>(
    _ name: StaticString, _: Value?, _ traits: MemberTraits
  ) throws(Mismatch) -> Value {
    if skipName(name) { return try admitted(traits.recordedLimits) }
    return try indexed(name, traits.recordedLimits)
  }

  /// Reads a value in its place.
  @inline(__always)
  private mutating func admitted<Value: PayloadValue>(
    _ limits: RecordedLimits
  ) throws(Mismatch) -> Value {
    let value = try Value.read(&self)
    if !limits.admit(value) { throw Mismatch() }
    return value
  }

  @inline(never)
  private mutating func indexed<Value: PayloadValue>(
    _ name: StaticString, _ limits: RecordedLimits
  ) throws(Mismatch) -> Value {
    guard let member = find(name) else { return try required(indexed: name) }
    return try value(of: member, name, limits)
  }

  @inline(__always)
  mutating func optionalMember<Value: PayloadValue>(
    _ name: StaticString, _: Value?, _ traits: MemberTraits
  ) throws(Mismatch) -> Value? {
    if skipName(name) {
      let value: Value = try admitted(traits.recordedLimits)
      if traits.count != nil { note(value) }
      return value
    }
    if object == nil { return nil }
    return try indexedOptional(name, traits.recordedLimits)
  }

  @inline(never)
  private mutating func indexedOptional<Value: PayloadValue>(
    _ name: StaticString, _ limits: RecordedLimits
  ) throws(Mismatch) -> Value? {
    guard let member = find(name) else { return nil }
    let value: Value = try value(of: member, name, limits)
    if limits.count != nil { note(value) }
    return value
  }

  @inline(never)
  private mutating func note(_ list: some PayloadValue) {
    guard let list = list as? any PayloadList, list.count == 0 else { return }
    (hasEmptyList, isInForm) = (true, false)
  }

  mutating func stands(asWritten isAsWritten: Bool) { if !isAsWritten { isInForm = false } }

  /// A writer leaves the list out on the same condition.
  @inline(__always)
  mutating func listMember<Value: PayloadValue>(
    _ name: StaticString, _: [Value]?, isRecorded: Bool
  ) throws(Mismatch) -> [Value] {
    let list: [Value]? = try optionalMember(name, nil, MemberTraits(presence: .fact))
    if (list != nil) != isRecorded { isInForm = false }
    return list ?? []
  }

  @inline(__always)
  mutating func editMember<Value: PayloadValue>(
    _ name: StaticString, _: Edit<Value>?, _ traits: MemberTraits
  ) throws(Mismatch) -> Edit<Value> {
    if skipName(name) { return skip("null") ? .removed : .set(try admitted(traits.recordedLimits)) }
    return try indexedEdit(name, traits.recordedLimits)
  }

  @inline(never)
  private mutating func indexedEdit<Value: PayloadValue>(
    _ name: StaticString, _ limits: RecordedLimits
  ) throws(Mismatch) -> Edit<Value> {
    guard let member = find(name) else { return .unchanged }
    if byte(at: member.range.lowerBound) == UInt8(ascii: "n") { return .removed }
    return .set(try value(of: member, name, limits))
  }
}
