/// A time in which a person was a manager, from one event on and up to another.
package struct ManagerSpan: StateRecord {
  package var id: UserID
  fileprivate var first: UInt32
  fileprivate var end: UInt32

  func holds(_ sequence: SequenceNumber) -> Bool { first <= sequence.value && sequence.value < end }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// The notices to all people. Those to the managers stand once, whatever their number, and so do those to many.
package struct Notifications: Equatable, Sendable {
  /// True in a state that gathers them.
  package var areKept = false
  /// By person; the record of each leads to the one before.
  var personal = Records<NotificationRecord>()
  var managerial = Records<NotificationRecord>()
  var managers = Records<ManagerSpan>()
  var circulars = BroadcastNotifications()

  ///
  /// - Parameter isNew: true if the event has not told the person the same yet.
  mutating func add(_ notice: NotificationRecord, isNew: Bool = false) {
    if notice.id.symbol == .none {
      managerial.add(notice)
      return
    }
    if notice.id == notice.actor { return }
    var (notice, last) = (notice, personal.place(of: notice.id))
    // One event tells a person the same once.
    while !isNew, let place = last, personal[place].sequence == notice.sequence {
      let earlier = personal[place]
      if earlier.kind == notice.kind, earlier.subjectIndex == notice.subjectIndex { return }
      last = earlier.before < 0 ? nil : Int(earlier.before)
    }
    notice.before = personal.place(of: notice.id).map { Int32($0) } ?? -1
    personal.add(notice)
  }

  /// Notes that somebody is a manager from an event on, or no more.
  mutating func note(_ user: UserID, isManager: Bool, since sequence: SequenceNumber) {
    if !areKept { return }
    if isManager {
      managers.add(ManagerSpan(id: user, first: UInt32(sequence.value), end: .max))
    } else if let place = managers.place(of: user) {
      managers[place].end = UInt32(sequence.value)
    }
  }

  /// Returns the notices behind a sequence to one person, or to everybody, in the order of the log, and those of one
  /// event by person, kind and subject.
  ///
  /// - Parameter last: the number of the newest that are wanted; nil for all.
  /// - Complexity: linear in the notices that are returned, and of a manager in those to the managers since then.
  package func notices(
    of user: UserID?, since sequence: SequenceNumber = .zero, last: Int? = nil
  ) -> [NotificationRecord] {
    let spans = managers.rows.filter { user == nil || $0.id == user }
    var own = user.map { personal.place(of: $0) ?? -1 } ?? personal.count - 1
    var shared = spans.isEmpty ? -1 : managerial.count - 1
    var circular = circulars.mayReach(user) ? circulars.notices.count - 1 : -1
    var newestFirst: [NotificationRecord] = []
    while own >= 0 || shared >= 0 || circular >= 0 {
      let latest = max(
        own < 0 ? .zero : personal[own].sequence, shared < 0 ? .zero : managerial[shared].sequence,
        circular < 0 ? .zero : circulars.notices[circular].sequence)
      if latest <= sequence || last.map({ newestFirst.count >= $0 }) == true { break }
      var told: [NotificationRecord] = []
      while own >= 0, personal[own].sequence == latest {
        told.append(personal[own])
        own = user == nil ? own - 1 : Int(personal[own].before)
      }
      while shared >= 0, managerial[shared].sequence == latest {
        told += managerial[shared].toEach(of: spans)
        shared -= 1
      }
      while circular >= 0, circulars.notices[circular].sequence == latest {
        told += circulars.told(circular, to: user)
        circular -= 1
      }
      newestFirst += told.count < 2 ? told : told.inOrder.reversed()
    }
    return newestFirst.prefix(last ?? .max).reversed()
  }

  /// Returns the notices to everybody of an event and of those behind it, in their order: of the latter so many at
  /// least, if there are.
  ///
  /// - Complexity: O(log n) in all notices, and linear in those that are returned.
  package func notices(from sequence: SequenceNumber, count: Int) -> [NotificationRecord] {
    var own = personal.firstPlace(from: sequence)
    var shared = managerial.firstPlace(from: sequence)
    var circular = circulars.notices.firstPlace(from: sequence)
    var found: [NotificationRecord] = []
    var ofFirst = 0
    while found.count - ofFirst < count,
      let next = [
        (personal, own), (managerial, shared), (circulars.notices, circular),
      ].compactMap({ table, place in place < table.count ? table[place].sequence : nil }).min()
    {
      var told: [NotificationRecord] = []
      while own < personal.count, personal[own].sequence == next {
        told.append(personal[own])
        own += 1
      }
      while shared < managerial.count, managerial[shared].sequence == next {
        told += managerial[shared].toEach(of: managers.rows.elements)
        shared += 1
      }
      while circular < circulars.notices.count, circulars.notices[circular].sequence == next {
        told += circulars.told(circular, to: nil)
        circular += 1
      }
      if next == sequence { ofFirst = told.count }
      found += told.inOrder
    }
    return found
  }

  /// The notices behind an event, and the earlier ones about some things.
  ///
  /// - Complexity: linear in the notices behind the event; in all of them where things are named.
  package func only(since sequence: SequenceNumber, about things: Set<UInt32>) -> Notifications {
    var part = Notifications()
    part.areKept = areKept
    part.managers = managers
    personal.forEach(since: sequence, about: things) { part.add($0) }
    managerial.forEach(since: sequence, about: things) { part.add($0) }
    circulars.notices.forEach(since: sequence, about: things) { notice in
      let place = circulars.notices.firstPlace(from: notice.sequence)
      part.circulars.add(notice, to: circulars.told(place, to: nil).map(\.id))
    }
    return part
  }
}

extension NotificationRecord {
  /// The same notice to each manager whom it reaches.
  fileprivate func toEach(of spans: [ManagerSpan]) -> [NotificationRecord] {
    spans.filter { $0.holds(sequence) }.compactMap { told(to: $0.id) }
  }
}

extension Records<NotificationRecord> {
  fileprivate func firstPlace(from sequence: SequenceNumber) -> Int {
    indices.firstPlace { self[$0].sequence >= sequence }
  }

  fileprivate func forEach(
    since sequence: SequenceNumber, about things: Set<UInt32>, _ body: (NotificationRecord) -> Void
  ) {
    var first = count
    while first > 0, self[first - 1].sequence > sequence { first -= 1 }
    for place in things.isEmpty ? first..<first : 0..<first
    where things.contains(self[place].subjectIndex) { body(self[place]) }
    for place in first..<count { body(self[place]) }
  }
}

extension [NotificationRecord] {
  fileprivate var inOrder: [NotificationRecord] {
    map { ($0, ($0.id.description, $0.kind.rawValue, $0.subjectID)) }.sorted { $0.1 < $1.1 }
      .map(\.0)
  }
}

/// A notice as the state holds it, in 32 bytes: to one person, to all who were managers then, or to some who are listed.
package struct NotificationRecord: StateRecord {
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
    _ kind: NotificationKind, to user: UserID, _ subject: NotificationSubject, by actor: UserID,
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

  private var spared: NotificationSubject.Spared {
    NotificationSubject.Spared(rawValue: flags >> 2)!
  }

  /// A notice to several as one of them has it; `nil` where that one is not told.
  func told(to user: UserID) -> NotificationRecord? {
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
struct NotificationSubject {
  /// Those of the two people who are not told as managers; or all who are not listed, managers or not.
  enum Spared: UInt8, BitwiseCopyable { case nobody, person, sides, unlisted }

  var symbol: InternedID
  var about: NotificationRecord.About
  /// The owner, requester or whoever else it happens to.
  var person: UserID?
  /// The taker, the new owner, the company.
  var other: UserID?
  var spared = Spared.nobody
}

/// A person who has got a circular.
struct BroadcastReader: StateRecord {
  var id: UserID

  mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// Notices that an event sends to many, each with a bit for every reader. An event sends one at most.
struct BroadcastNotifications: Equatable, Sendable {
  /// Each with the place of its first word.
  var notices = Records<NotificationRecord>()
  /// All who ever got one, in the order in which they first did.
  var readers = Records<BroadcastReader>()
  /// The bits, from the lowest of each word on.
  var words = FlatArray<UInt64>()

  /// Adds a notice to some people, each of whom may be named several times.
  ///
  /// - Parameter isTold: asked about the first naming of each.
  mutating func add(
    _ notice: NotificationRecord, to people: some Sequence<UserID>,
    where isTold: (UserID) -> Bool = { _ in true }
  ) {
    var notice = notice
    let start = words.count
    notice.before = Int32(start)
    for person in people {
      let known = readers.place(of: person)
      if let known, has(known, from: start, to: words.count) { continue }
      if person == notice.actor || !isTold(person) { continue }
      let place = known ?? readers.add(BroadcastReader(id: person))
      while words.count <= start + place / 64 { words.append(0) }
      words[start + place / 64] |= 1 << UInt64(place % 64)
    }
    if words.count > start { notices.add(notice) }
  }

  /// Returns `false` if no circular has reached the person; with `nil`, if there is none.
  func mayReach(_ person: UserID?) -> Bool {
    person.map { readers.place(of: $0) != nil } ?? !notices.isEmpty
  }

  /// The circular in a place as a person has it, or as each reader has it; none where the person did not get it.
  func told(_ place: Int, to person: UserID?) -> [NotificationRecord] {
    let start = Int(notices[place].before)
    let end = place + 1 < notices.count ? Int(notices[place + 1].before) : words.count
    let asked = person.map { readers.place(of: $0).map { $0..<($0 + 1) } ?? 0..<0 }
    return (asked ?? readers.indices).filter { has($0, from: start, to: end) }
      .compactMap { notices[place].told(to: readers[$0].id) }
  }

  private func has(_ reader: Int, from start: Int, to end: Int) -> Bool {
    let word = start + reader / 64
    return word < end && words[word] >> UInt64(reader % 64) & 1 == 1
  }
}
