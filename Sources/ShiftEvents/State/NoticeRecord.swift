/// A notice as the state holds it, in 32 bytes: to one person, to all who were managers then, or to some who are listed.
package struct NoticeRecord: StateRecord {
  /// The kind of thing that has a day and times to be shown beside the notice.
  package enum About: UInt8, Sendable, BitwiseCopyable { case nothing, shift, request, trade }

  /// The person who is told; no symbol in a notice to several.
  package private(set) var id: UserID
  package private(set) var actor: UserID
  /// The other of the two people whom the event names; in a notice to the managers the first of them.
  private var person: UserID
  private var subject: UserID
  private var number: UInt32
  /// Three meanings, by the readers of the notice. For one person: the index of that person's notice before this one, -1
  /// for the first. For the managers: the second of the two people. For listed people: the index of their list.
  var before: Int32 = -1
  private let timeHigh: UInt16
  package let kind: NotificationKind
  /// The kind of thing that it is about, and the managers who are spared.
  private let flags: UInt8
  private let timeLow: UInt32

  init(
    _ kind: NotificationKind, to user: UserID, _ subject: NoticeSubject, by actor: UserID,
    at time: Timestamp, _ sequence: SequenceNumber
  ) {
    (self.actor, self.kind, self.subject) = (actor, kind, UserID(subject.symbol))
    (number, timeHigh) = (
      UInt32(sequence.value), UInt16(truncatingIfNeeded: time.milliseconds >> 32)
    )
    timeLow = UInt32(truncatingIfNeeded: time.milliseconds)
    flags = subject.about.rawValue | subject.spared.rawValue << 2
    let (person, other) = (subject.person ?? UserID(.none), subject.other ?? UserID(.none))
    (id, self.person) = (user, user.symbol == .none ? person : user.other(of: person, other))
    if user.symbol == .none { before = Int32(bitPattern: other.symbolIndex) }
  }

  package var time: Timestamp { Timestamp(milliseconds: Int64(timeHigh) << 32 | Int64(timeLow)) }
  package var about: About { About(rawValue: flags & 3)! }
  package var sequence: SequenceNumber { SequenceNumber(Int(number)) }
  /// The id of what the notice tells of.
  package var subjectID: String { subject.description }
  package var subjectIndex: UInt32 { subject.symbolIndex }

  /// The other of the two people whom the event names: the taker, or for the taker the owner.
  package var counterpart: UserID? { person.symbolIndex == 0 ? nil : person }

  private var spared: NoticeSubject.Spared { NoticeSubject.Spared(rawValue: flags >> 2)! }

  /// A notice to several as one of them has it; `nil` where that one is not told.
  func told(to user: UserID) -> NoticeRecord? {
    let other =
      spared == .unlisted ? UserID(.none) : UserID(symbolIndex: UInt32(bitPattern: before))
    let isSpared =
      switch spared {
      case .nobody, .unlisted: false
      case .person: user == person
      case .sides: user == person || user == other
      }
    if isSpared || user == actor { return nil }
    var notice = self
    (notice.id, notice.person) = (user, user.other(of: person, other))
    return notice
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    actor.renumber(new)
    person.renumber(new)
    subject.renumber(new)
    if id.symbol == .none, spared != .unlisted {
      before = Int32(bitPattern: new(UInt32(bitPattern: before)))
    }
  }
}

extension UserID {
  /// The other of two people whom an event names, each of whom may be nobody.
  fileprivate func other(of person: UserID, _ other: UserID) -> UserID {
    if self == other { return person }
    return other.symbol == .none && self != person ? person : other
  }
}

/// The thing that an event's notices are about, and the people whom the event names.
struct NoticeSubject {
  /// Those of the two people who are not told as managers; or all who are not listed, managers or not.
  enum Spared: UInt8, BitwiseCopyable { case nobody, person, sides, unlisted }

  var symbol: Symbol
  var about: NoticeRecord.About
  /// The owner, requester or whoever else it happens to.
  var person: UserID?
  /// The taker, the new owner, the company.
  var other: UserID?
  var spared = Spared.nobody
}
