/// A notice as the state holds it, in 40 bytes: to one person, or to all who were managers then.
package struct NoticeRecord: StateRecord {
  /// The kind of thing that has a day and times to be shown beside the notice.
  package enum About: UInt8, Sendable, BitwiseCopyable { case nothing, shift, request, trade }

  /// The person who is told; no symbol in a notice to the managers.
  package var id: UserID
  package var actor: UserID
  private var person: UserID
  private var other: UserID
  private var subject: UserID
  private var number: UInt32
  package let time: Timestamp
  /// The place of the person's notice before it; -1 of the first.
  var before: Int32 = -1
  package let kind: NotificationKind
  package let about: About
  private let spared: NoticeSubject.Spared

  init(
    _ kind: NotificationKind, to user: UserID, _ subject: NoticeSubject, by actor: UserID,
    at time: Timestamp, _ sequence: SequenceNumber
  ) {
    (id, self.actor, self.kind, self.time) = (user, actor, kind, time)
    (person, other) = (subject.person ?? UserID(.none), subject.other ?? UserID(.none))
    (self.subject, about, spared) = (UserID(subject.symbol), subject.about, subject.spared)
    number = UInt32(sequence.value)
  }

  package var sequence: SequenceNumber { SequenceNumber(Int(number)) }
  /// The id of what the notice tells of.
  package var subjectID: String { subject.description }
  package var subjectIndex: UInt32 { subject.symbolIndex }

  /// The other of the two people whom the event names: the taker, or for the taker the owner.
  package var counterpart: UserID? {
    let other = id == other ? person : [other, person].first { $0.symbolIndex != 0 && $0 != id }
    return other.flatMap { $0.symbolIndex == 0 ? nil : $0 }
  }

  /// Returns `true` if a notice to the managers is one to this manager.
  func reaches(_ manager: UserID) -> Bool {
    switch spared {
    case .nobody: manager != actor
    case .person: manager != actor && manager != person
    case .sides: manager != actor && manager != person && manager != other
    }
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    actor.renumber(new)
    person.renumber(new)
    other.renumber(new)
    subject.renumber(new)
  }
}

/// The thing that an event's notices are about, and the people whom the event names.
struct NoticeSubject {
  /// Those of the two people who are not told as managers.
  enum Spared: UInt8, BitwiseCopyable { case nobody, person, sides }

  var symbol: Symbol
  var about: NoticeRecord.About
  /// The owner, requester or whoever else it happens to.
  var person: UserID?
  /// The taker, the new owner, the company.
  var other: UserID?
  var spared = Spared.nobody
}
