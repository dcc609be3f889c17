/// A time in which a person was a manager, from one event on and up to another.
package struct ManagerSpan: StateRecord {
  package var id: UserID
  fileprivate var first: UInt32
  fileprivate var end: UInt32

  fileprivate func holds(_ sequence: SequenceNumber) -> Bool {
    first <= sequence.value && sequence.value < end
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// The notices to all people. Those to the managers stand once, whatever their number.
package struct Notices: Equatable, Sendable {
  /// True in a state that gathers them.
  package var areKept = false
  /// By person; the record of each leads to the one before.
  var personal = Records<NoticeRecord>()
  var managerial = Records<NoticeRecord>()
  var managers = Records<ManagerSpan>()

  mutating func add(_ notice: NoticeRecord) {
    if notice.id.symbol == .none {
      managerial.add(notice)
      return
    }
    if notice.id == notice.actor { return }
    var (notice, last) = (notice, personal.place(of: notice.id))
    // One event tells a person the same once.
    while let place = last, personal[place].sequence == notice.sequence {
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
    var newestFirst: [NoticeRecord] = []
    while own >= 0 || shared >= 0 {
      let latest = max(
        own < 0 ? .zero : personal[own].sequence, shared < 0 ? .zero : managerial[shared].sequence)
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
      newestFirst += told.count < 2 ? told : told.inOrder.reversed()
    }
    return newestFirst.prefix(last ?? .max).reversed()
  }

  /// The notices of one event alone.
  package func only(_ sequence: SequenceNumber) -> Notices {
    var part = Notices()
    part.areKept = areKept
    part.managers = managers
    for notice in personal.newest(of: sequence) { part.add(notice) }
    for notice in managerial.newest(of: sequence) { part.add(notice) }
    return part
  }
}

extension NoticeRecord {
  /// The same notice to each manager whom it reaches.
  fileprivate func toEach(of spans: [ManagerSpan]) -> [NoticeRecord] {
    spans.filter { $0.holds(sequence) && reaches($0.id) }.map { span in
      var notice = self
      notice.id = span.id
      return notice
    }
  }
}

extension Records<NoticeRecord> {
  /// The notices of an event that is the last, in the order in which they were added.
  fileprivate func newest(of sequence: SequenceNumber) -> [NoticeRecord] {
    var first = count
    while first > 0, self[first - 1].sequence == sequence { first -= 1 }
    return (first..<count).map { self[$0] }
  }
}

extension [NoticeRecord] {
  fileprivate var inOrder: [NoticeRecord] {
    map { ($0, ($0.id.description, $0.kind.rawValue, $0.subjectID)) }.sorted { $0.1 < $1.1 }
      .map(\.0)
  }
}
