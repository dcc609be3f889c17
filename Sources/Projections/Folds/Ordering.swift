package import ShiftEvents

/// Sorts by a number, then by the bytes of a text, which is computed only for equal numbers.
///
/// - Complexity: O(n log n) in the number of rows.
func ordered<Row>(_ rows: [Row], by number: (Row) -> Int, then text: (Row) -> String) -> [Row] {
  var places = rows.indices.map { (number: number(rows[$0]), place: $0) }
  places.sort { $0.number < $1.number }
  var start = 0
  while start < places.count {
    var end = start + 1
    while end < places.count, places[end].number == places[start].number { end += 1 }
    if end - start > 1 {
      let tied = places[start..<end].map { (text: text(rows[$0.place]), entry: $0) }
      places.replaceSubrange(start..<end, with: tied.sorted { $0.text < $1.text }.map(\.entry))
    }
    start = end
  }
  return places.map { rows[$0.place] }
}

/// A person's place among others; equal scores share a rank, the next rank counts them all (1, 1, 3).
struct Ranked: Equatable {
  var rank: Int
  var user: UserID
  var score: Int
}

/// Ranks by falling score, within a rank by the bytes of the user ids.
func ranked(_ scores: [(user: UserID, score: Int)]) -> [Ranked] {
  // `~` turns the order around and, unlike a minus sign, knows no overflow.
  let sorted = ordered(scores, by: { ~$0.score }, then: { $0.user.description })
  var ranks: [Ranked] = []
  ranks.reserveCapacity(sorted.count)
  for (index, entry) in sorted.enumerated() {
    let tied = ranks.last.flatMap { $0.score == entry.score ? $0.rank : nil }
    ranks.append(Ranked(rank: tied ?? index + 1, user: entry.user, score: entry.score))
  }
  return ranks
}

/// An instant together with the local day that a workplace's clocks show at it.
struct LocalMoment {
  let now: Timestamp
  let zone: Zone
  let today: LocalDate

  init(_ now: Timestamp, in zone: Zone) {
    (self.now, self.zone) = (now, zone)
    today = zone.date(at: now)
  }

  /// Returns `true` if a shift of that date and start has begun.
  ///
  /// The clocks are asked only about days next to today: a change at midnight can show a day again.
  func hasStarted(_ date: LocalDate, _ start: TimeOfDay) -> Bool {
    let days = date - today
    if days < -1 { return true }
    if days > 1 { return false }
    return zone.instant(date, start) <= now
  }
}

extension Zone {
  /// The real minutes of a shift.
  package func elapsedMinutes(
    _ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, days: Int16? = nil
  ) -> Int {
    instant(date, start).minutes(until: instant(date + dayOfEnd(start, end, days: days), end))
  }
}
