public import ShiftEvents

/// The cells of a grid as texts, each with its marks, which a legend explains.
extension ScheduleGrid {
  /// One shift or absence in a cell.
  package struct Entry: Sendable {
    /// `15:00–20:00s`, `~10:00–12:00`, `away`.
    package let text: String
    /// The length of a shift where its times do not tell it plainly, in the first of its days that the week shows.
    package let length: String?
    /// The shift; `nil` of an absence.
    package let shift: ScheduleRow?

    /// The text with the length behind it.
    package var whole: String { length.map { "\(text) (\($0))" } ?? text }
  }

  /// The entries of a cell: absences, then shifts.
  ///
  /// - Parameter clock: the text of a time of day.
  package func entries(
    of person: UserID, on day: LocalDate, _ clock: (TimeOfDay) -> String = \.description
  ) -> [Entry] {
    absences(of: person, on: day).map { absence in
      let text = isWhole(absence, on: day) ? "away" : "~" + absence.times(on: day, clock)
      return Entry(text: text, length: nil, shift: nil)
    }
      + shifts(of: person, on: day).map { row in
        let isFirst = day == max(row.date, week.monday)
        return Entry(
          text: row.times(on: day, clock) + marks(of: row, on: day),
          length: isFirst ? TimeSpan(row, in: zone).notableLength : nil, shift: row)
      }
  }

  /// The cell of a day that a shift takes whole.
  private static let wholeDay = "–"

  /// The marks of shifts and their meanings, in the order in which a legend tells them.
  public static let marks = [
    (mark: "s", meaning: "supplied"), (mark: "g", meaning: "suggested"),
    (mark: "a", meaning: "awaiting approval"), (mark: "<", meaning: "taken from a colleague"),
    (mark: "!", meaning: "uncovered, or a broken limit"),
  ]

  /// The marks behind the times of a shift; empty where nothing is to be said.
  public func marks(of row: ScheduleRow, on day: LocalDate) -> String {
    let state =
      switch row.status {
      case .supplied: "s"
      case .suggested: "g"
      case .awaiting: "a"
      case .idle, .lapsed: row.owner == row.firstOwner ? "" : "<"
      }
    return state + (isUncovered(row, on: day) || isBroken(row, on: day) ? "!" : "")
  }

  /// The marks that occur in the week.
  public var marks: [(mark: String, meaning: String)] {
    let rows = people.flatMap { shifts(of: $0) }
    let days = days.filter(isChosen)
    let used = Set(
      rows.map { row in days.map { marks(of: row, on: $0) }.joined() }.joined().map(String.init))
    let hasWholeDay = rows.contains { row in
      days.contains { row.presence.lowerBound < $0 && $0 < row.presence.upperBound }
    }
    let hasPartOfDay = people.contains { person in
      days.contains { day in absences(of: person, on: day).contains { !isWhole($0, on: day) } }
    }
    return (hasWholeDay ? [(Self.wholeDay, "on duty all day")] : [])
      + Self.marks.filter { used.contains($0.mark) }
      + (hasPartOfDay ? [("~", "away for a part of the day")] : [])
  }

  /// The grid as rows: the person, then a column a day, such as `15:00–20:00s`; at last the heads and the hours of each
  /// day.
  ///
  /// - Parameters:
  ///   - hasSums: false for the people alone.
  ///   - label: the name of a person.
  public func table(hasSums: Bool = true, label: (UserID) -> String) -> RowTable {
    let rows = people(by: label).map { person in
      [.text(label(person))]
        + days.map { day -> Cell? in
          let texts = entries(of: person, on: day).map(\.whole)
          return texts.isEmpty ? nil : .text(texts.joined(separator: " "))
        }
    }
    let sums = hasSums && !people.isEmpty
    return RowTable(
      columns: [Heading(key: "person", title: "Person")]
        + days.map { Heading(key: $0.description, title: $0.dayText) },
      rows: rows + (sums ? self.sums.map { [.text($0.word)] + $0.cells } : []))
  }

  /// The last lines of a grid, each with its word.
  package var sums: [(word: String, cells: [Cell?])] {
    let words = days.map { closings(on: $0).joined(separator: ", ") }
    let closed = words.map { $0.isEmpty ? nil : Cell.text($0) }
    return (closed.contains { $0 != nil } ? [("Closed", closed)] : []) + [
      ("Heads", days.map { .integer(heads(on: $0)) }),
      ("Hours", days.map { .duration(minutes(on: $0)) }),
    ]
  }
}
