/// A time in which a person was a manager, from one event on and up to another.
package struct ManagerSpan: StateRecord {
  package var id: UserID
  fileprivate var first: UInt32
  fileprivate var end: UInt32

  func holds(_ sequence: SequenceNumber) -> Bool { first <= sequence.value && sequence.value < end }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// The notices to all people. Those to the managers stand once, whatever their number, and so do those to many.
package struct Notices: Equatable, Sendable {
  /// True in a state that gathers them.
  package var areKept = false
  /// By person; the record of each leads to the one before.
  var personal = Records<NoticeRecord>()
  var managerial = Records<NoticeRecord>()
  var managers = Records<ManagerSpan>()
  var circulars = Circulars()

  ///
  /// - Parameter isNew: true if the event has not told the person the same yet.
  mutating func add(_ notice: NoticeRecord, isNew: Bool = false) {
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
  ) -> [NoticeRecord] {
    let spans = managers.rows.filter { user == nil || $0.id == user }
    var own = user.map { personal.place(of: $0) ?? -1 } ?? personal.count - 1
    var shared = spans.isEmpty ? -1 : managerial.count - 1
    var circular = circulars.mayReach(user) ? circulars.notices.count - 1 : -1
    var newestFirst: [NoticeRecord] = []
    while own >= 0 || shared >= 0 || circular >= 0 {
      let latest = max(
        own < 0 ? .zero : personal[own].sequence, shared < 0 ? .zero : managerial[shared].sequence,
        circular < 0 ? .zero : circulars.notices[circular].sequence)
      if latest <= sequence || last.map({ newestFirst.count >= $0 }) == true { break }
      var told: [NoticeRecord] = []
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
  package func notices(from sequence: SequenceNumber, count: Int) -> [NoticeRecord] {
    var own = personal.firstPlace(from: sequence)
    var shared = managerial.firstPlace(from: sequence)
    var circular = circulars.notices.firstPlace(from: sequence)
    var found: [NoticeRecord] = []
    var ofFirst = 0
    while found.count - ofFirst < count,
      let next = [
        (personal, own), (managerial, shared), (circulars.notices, circular),
      ].compactMap({ table, place in place < table.count ? table[place].sequence : nil }).min()
    {
      var told: [NoticeRecord] = []
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
  package func only(since sequence: SequenceNumber, about things: Set<UInt32>) -> Notices {
    var part = Notices()
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

extension NoticeRecord {
  /// The same notice to each manager whom it reaches.
  fileprivate func toEach(of spans: [ManagerSpan]) -> [NoticeRecord] {
    spans.filter { $0.holds(sequence) }.compactMap { told(to: $0.id) }
  }
}

extension Records<NoticeRecord> {
  fileprivate func firstPlace(from sequence: SequenceNumber) -> Int {
    indices.firstPlace { self[$0].sequence >= sequence }
  }

  fileprivate func forEach(
    since sequence: SequenceNumber, about things: Set<UInt32>, _ body: (NoticeRecord) -> Void
  ) {
    var first = count
    while first > 0, self[first - 1].sequence > sequence { first -= 1 }
    for place in things.isEmpty ? first..<first : 0..<first
    where things.contains(self[place].subjectIndex) { body(self[place]) }
    for place in first..<count { body(self[place]) }
  }
}

extension [NoticeRecord] {
  fileprivate var inOrder: [NoticeRecord] {
    map { ($0, ($0.id.description, $0.kind.rawValue, $0.subjectID)) }.sorted { $0.1 < $1.1 }
      .map(\.0)
  }
}
