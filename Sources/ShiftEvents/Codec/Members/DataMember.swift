/// A key with its value, as an object of a log has them.
public struct DataMember: Hashable, Sendable {
  /// The key on the wire.
  public let key: String
  /// The value.
  public let value: Value

  /// A value by its form on the wire and what a person makes of it.
  public enum Value: Hashable, Sendable {
    /// A text: an id, a day, a word.
    case text(String)
    /// A text of several lines.
    case lines(String)
    /// A point in time.
    case instant(Timestamp)
    /// Several texts.
    case list([String])
    /// A number, `true` or `false`, as JSON has it.
    case plain(String)
  }
}

extension DataMember {
  /// A number under its key.
  package init(_ key: String, _ number: Int) { (self.key, value) = (key, .plain("\(number)")) }

  /// A day under its key.
  package init(_ key: String, _ date: LocalDate) { (self.key, value) = (key, .text("\(date)")) }

  /// An attribute of an event's envelope.
  package init(_ attribute: Attribute) {
    key = attribute.name
    value =
      switch attribute.value {
      case .string(let text): .text(text)
      case .boolean(let flag): .plain("\(flag)")
      case .integer(let number): .plain("\(number)")
      }
  }

  fileprivate init(_ member: GivenMember) {
    key = "\(member.name)"
    value = Value(member.value)
  }

  /// True if another member is written alike; texts that `==` equates may differ in their bytes.
  fileprivate func isWritten(as other: DataMember) -> Bool {
    "\(value)".utf8.elementsEqual("\(other.value)".utf8)
  }
}

extension DataMember.Value {
  fileprivate init(_ value: any JSONWritable) {
    if let text = value as? String {
      self = .text(text)
    } else if let text = value as? FreeText {
      self = .lines(text.text)
    } else if let time = value as? Timestamp {
      self = .instant(time)
    } else if let names = value as? [Name] {
      self = .list(names.map(\.description))
    } else {
      // What else stands in quotes has no escapes.
      let json = String(decoding: value.json, as: UTF8.self)
      self =
        json.utf8.first == UInt8(ascii: "\"")
        ? .text(String(json.utf8.dropFirst().dropLast())!) : .plain(json)
    }
  }
}

/// A member that an edit changed.
package struct ChangedMember: Hashable, Sendable {
  package let key: String
  /// The member before; `nil` if it did not apply.
  package let before: DataMember?
  /// The member after; `nil` if it does not apply any more.
  package let after: DataMember?
}

extension [DataMember] {
  /// The members of a new thing that an edit may change.
  package init(of event: Event) {
    self = EventMembers(of: event).members.filter(\.isEditable).map { DataMember($0) }
  }

  /// The members of a shift that an edit may change.
  package init(_ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, _ keys: ShiftDetails) {
    // A vacancy has the same members, and one more.
    let vacancy = VacancyPosted(
      vacancy: .blank, date: date, start: start, end: end, places: 0, keys: keys)
    self.init(of: .vacancyPosted(vacancy))
  }

  /// Takes the members of an edit over; returns those that it changed.
  ///
  /// - Parameter isWhole: false if there may be members that are not known.
  package mutating func edit(by event: Event, isWhole: Bool) -> [ChangedMember] {
    var changes: [ChangedMember] = []
    for member in EventMembers(of: event).members where member.isEditable {
      let after = member.value is JSONNull ? nil : DataMember(member)
      let key = "\(member.name)"
      let place = firstIndex { $0.key == key }
      let before = place.map { self[$0] }
      switch (place, after) {
      case (nil, nil): if isWhole { continue }
      case (let place?, let after?):
        if after.isWritten(as: self[place]) { continue }
        self[place] = after
      case (let place?, nil): remove(at: place)
      case (nil, let after?): append(after)
      }
      changes.append(ChangedMember(key: key, before: before, after: after))
    }
    return changes
  }
}

extension GivenMember {
  /// True of what was submitted about the thing itself; the rules set aside and the reason are the act's own.
  fileprivate var isEditable: Bool {
    presence != .fact && presence != .reserved && !(value is [OverridableRule])
      && "\(name)" != "reason"
  }
}
