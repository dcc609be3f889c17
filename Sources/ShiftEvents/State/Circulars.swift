/// A person who has got a circular.
struct CircularReader: StateRecord {
  var id: UserID

  mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// Notices that an event sends to many, each with a bit for every reader. An event sends one at most.
struct Circulars: Equatable, Sendable {
  /// Each with the place of its first word.
  var notices = Records<NoticeRecord>()
  /// All who ever got one, in the order in which they first did.
  var readers = Records<CircularReader>()
  /// The bits, from the lowest of each word on.
  var words = FlatArray<UInt64>()

  /// Adds a notice to some people, each of whom may be named several times.
  ///
  /// - Parameter isTold: asked about the first naming of each.
  mutating func add(
    _ notice: NoticeRecord, to people: some Sequence<UserID>,
    where isTold: (UserID) -> Bool = { _ in true }
  ) {
    var notice = notice
    let start = words.count
    notice.before = Int32(start)
    for person in people {
      let known = readers.place(of: person)
      if let known, has(known, from: start, to: words.count) { continue }
      if person == notice.actor || !isTold(person) { continue }
      let place = known ?? readers.add(CircularReader(id: person))
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
  func told(_ place: Int, to person: UserID?) -> [NoticeRecord] {
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
