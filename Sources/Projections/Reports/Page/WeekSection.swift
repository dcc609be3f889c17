import ShiftEvents

/// A week as HTML: a table of people and days, on a phone a day at a time.
struct WeekSection {
  let week: ReportWeek
  let people: [UserID]
  private let days: [LocalDate]
  private let id: String

  init(_ week: ReportWeek, number: Int) {
    self.week = week
    id = "week\(number)"
    people = week.people
    days = week.grid.days
  }

  var html: String {
    "<section class=\"sheet\(isTight ? " tight" : "")\" id=\"\(id)\">\n<h2>\(heading)</h2>\n"
      + (week.isEmpty ? "<p class=\"soft\">\(week.nothing)</p>\n" : picks + table + legend)
      + "</section>\n"
  }

  private var heading: String {
    let text = "Week \(week.grid.week.description.suffix(2).drop { $0 == "0" })"
    // On paper each week is a page of its own.
    let (first, last) = (week.dates.first ?? days[0], week.dates.last ?? days[6])
    let words = ["\(first.shortText) to \(last.longText)"] + week.words
    return "\(text) <small>\(Projections.html(words.joined(separator: ", ")))</small>"
  }

  /// The days to choose from on a phone: today, or else the first, of those of the page.
  private var picks: String {
    let first = week.dates.first.flatMap(days.firstIndex) ?? 0
    let chosen =
      week.dates.contains(anyOf: week.today...week.today)
      ? days.firstIndex(of: week.today) ?? first : first
    var text = ""
    for (index, day) in days.enumerated() {
      text +=
        "<input class=\"pick\" type=\"radio\" name=\"\(id)\" id=\"\(id)d\(index + 1)\""
        + " aria-label=\"\(day.shortText)\(day == week.today ? ", today" : "")\""
        + "\(index == chosen ? " checked" : "")>\n"
    }
    text += "<div class=\"days\">"
    for (index, day) in days.enumerated() {
      let words = day.dayText.split(separator: " ")
      text +=
        "<label for=\"\(id)d\(index + 1)\"\(mark(day))>\(words[0])<b>\(words[1])</b>\(now(day))</label>"
    }
    return text + "</div>\n"
  }

  private var table: String {
    var text =
      "<div class=\"grid\"><table class=\"week\" style=\"\(sizes)\">\n"
      + "<thead><tr><th scope=\"col\">Person</th>"
    for day in days {
      text += "<th scope=\"col\"\(mark(day))>\(day.dayText)\(now(day))</th>"
    }
    text += "<th scope=\"col\" class=\"sum\">Hours</th></tr></thead>\n"
    let closed = self.closed
    if !closed.isEmpty || !week.vacancies.isEmpty {
      text += "<tbody class=\"wanted\">\n\(closed)"
      if !week.vacancies.isEmpty { text += rows("Open shifts", sum: "", week.openChips) }
      text += "</tbody>\n"
    }
    text += "<tbody class=\"people\">\n"
    for person in people { text += row(of: person) }
    return text + "</tbody>\n<tbody class=\"sums\">\n\(sums)</tbody>\n</table></div>\n"
  }

  /// The row of what closes each day; empty where nothing does.
  private var closed: String {
    let texts = week.closings
    if texts.allSatisfy(\.isEmpty) { return "" }
    return row(
      "Closed", nil, kind: "closed", sum: "",
      texts.map { $0.isEmpty ? [] : [Projections.html($0)] })
  }

  private func now(_ day: LocalDate) -> String { day == week.today ? " <small>today</small>" : "" }

  private func row(of person: UserID) -> String {
    let sum = week.sum(of: person)
    return rows(week.label(person), id: person, sum: "\(sum.hours) <small>\(sum.days)</small>") {
      week.chips(of: person, on: $0)
    }
  }

  /// The row of a person, or several where there is more in a day than one has room for.
  private func rows(
    _ name: String, id: UserID? = nil, sum: String, _ chips: (LocalDate) -> [WeekChip]
  ) -> String {
    let cells = days.map { day in chips(day).map(\.html) }
    let most = cells.map(\.count).max() ?? 0
    return stride(from: 0, to: max(most, 1), by: Self.mostLines).map { first in
      row(
        name, id, isMore: first > 0, sum: first == 0 ? sum : "",
        cells.map { $0.dropFirst(first).prefix(Self.mostLines) })
    }.joined()
  }

  /// A row has a class of each day on which it is empty, so that these go last on a phone.
  private func row(
    _ name: String, _ id: UserID?, kind: String? = nil, isMore: Bool = false, sum: String,
    _ chips: [ArraySlice<String>]
  ) -> String {
    let cells = zip(days, chips).map { "<td\(mark($0))>\($1.joined())</td>" }.joined()
    let kinds =
      [kind].compactMap(\.self) + chips.indices.filter { chips[$0].isEmpty }.map { "f\($0 + 1)" }
    let kind = kinds.isEmpty ? "" : " class=\"\(kinds.joined(separator: " "))\""
    // What tells people of one name apart is never cut.
    var tail: String?
    if let id, name.hasSuffix(" (\(id))") { tail = "(\(id))" }
    let own = tail.map { String(name.dropLast($0.count + 1)) } ?? name
    let title = shortened(own) == own ? "" : " title=\"\(Projections.html(name))\""
    let long = own.count > Self.plainName ? " class=\"long\"" : ""
    let rest = [tail, isMore ? "more" : nil].compactMap(\.self)
    let text = Projections.html(shortened(own))
    let shown =
      rest.isEmpty
      ? "<bdi>\(text)"
      : "<bdi class=\"two\"><span>\(text)</span> <small>\(Projections.html(rest.joined(separator: ", ")))</small>"
    return "<tr\(kind)><th scope=\"row\"\(long)\(title)>\(shown)</bdi></th>"
      + "\(cells)<td class=\"sum\">\(sum)</td></tr>\n"
  }

  /// The most shifts and absences of a day, of each row; at least one.
  var linesOfRows: [Int] {
    let grid = week.grid
    func lines(_ count: (LocalDate) -> Int) -> [Int] {
      let most = max(days.map(count).max() ?? 1, 1)
      return stride(from: 0, to: most, by: Self.mostLines).map { min(most - $0, Self.mostLines) }
    }
    let wanted = week.vacancies.isEmpty ? [] : lines { week.vacancies(on: $0).count }
    let longest = week.closings.map(\.count).max() ?? 0
    let closed =
      longest == 0
      ? [] : [min((longest + Self.lineOfClosed - 1) / Self.lineOfClosed, Self.mostLines)]
    return closed + wanted
      + people.flatMap { person in
        lines { grid.shifts(of: person, on: $0).count + grid.absences(of: person, on: $0).count }
      } + [1, 1, 1]
  }

  /// The labels with their colours, and the words that occur.
  private var legend: String {
    var items = week.labels.map {
      "<li class=\"key\(week.styles.classes(of: $0))\">\(Projections.html($0.description))</li>\n"
    }
    let mark = isTight ? "<em> or !</em>" : ""
    items += week.meanings.map {
      let word = $0.word == "–" ? "–" : "<i>\($0.word)</i>"
      return "<li>\(word)\($0.word == WeekChip.check ? mark : "") \($0.meaning)</li>\n"
    }
    return items.isEmpty ? "" : "<ul class=\"keys\">\n\(items.joined())</ul>\n"
  }

  private var sums: String {
    week.sums.map { name, texts, whole, isUrgent in
      let cells = zip(days, texts).map { day, text in
        "<td\(mark(day))>\(isUrgent && !text.isEmpty ? "<b>\(text)</b>" : text)</td>"
      }
      return
        "<tr><th scope=\"row\">\(name)</th>\(cells.joined())<td class=\"sum\">\(whole)</td></tr>\n"
    }.joined()
  }

  private func mark(_ day: LocalDate) -> String { day == week.today ? " class=\"now\"" : "" }
}

extension WeekSection {
  /// The heights of rows and shifts on paper, and the size of their text.
  var sizes: String {
    func points(_ size: Double) -> String { "\(plainNumber((size * 10).rounded(.down) / 10))pt" }
    let row = rowPoints
    let text = min(row * 0.63, 9)
    let names = row < Self.rowOfTwoLines ? "" : "; --names: normal"
    let sizes = "--row: \(points(row)); --chip: \(points(row - 1))\(names)"
    func letters(_ size: Double) -> String {
      "--text: \(points(size)); --small: \(points(min(size, Self.smallText)))"
    }
    if WeekChip.words(in: week).isEmpty { return "\(sizes); \(letters(text))" }
    // Times with minutes and a word are wider than a day: two lines, or one of smaller letters.
    return isTight
      ? "\(sizes); \(letters(min(text, Self.wordText)))"
      : "\(sizes); \(letters(inTwo)); --box: grid"
  }

  /// The size of text of which a shift on paper has room for two lines.
  private var inTwo: Double { min((rowPoints - 1) / 2, 9) }

  /// True if a shift on paper has one line for its times and words, where the second word is a mark.
  var isTight: Bool { inTwo < Self.wordText && !WeekChip.words(in: week).isEmpty }

  /// The height of a shift on paper, in points: so that 30 people fit on one landscape page of A4 or Letter, and
  /// twice as many on two.
  ///
  /// A row stands on one page, so that each page but the last may end with a gap as high as the highest row. No row has
  /// more than ``mostLines``, so that a further page always has room for more than its gap takes, and enough pages for
  /// rows of the least height are found without a search.
  private var rowPoints: Double {
    let heights = linesOfRows
    let lines = Double(heights.reduce(0, +))
    let highest = Double(heights.max() ?? 1)
    let rules = Double(heights.count) * Self.rule
    let missing = lines * Self.leastRow + rules - Self.firstPage
    let needed = (missing / (Self.furtherPage - highest * Self.leastRow)).rounded(.up)
    let further = max(needed, Double((people.count + 29) / 30 - 1), 0)
    let height = Self.firstPage + further * Self.furtherPage - rules
    return min(height / (lines + further * highest), Self.mostRow)
  }

  /// The most shifts and absences of a day in one row; what is more stands in a row below it.
  static let mostLines = 40

  /// The points that rows may take: what A4 has between its margins, without heading, days and legend.
  private static let firstPage = 470.0
  private static let furtherPage = 526.0
  private static let rule = 0.5
  private static let leastRow = 7.5
  private static let mostRow = 22.0
  /// The size of text at which the longest word, with a mark, fits behind the longest times.
  private static let wordText = 6.3
  /// The height of a row with room for two lines of a long name.
  private static let rowOfTwoLines = 15.0
  /// The most that long names and two words of a shift have.
  private static let smallText = 7.0
  /// The characters of a day's closures that surely fit one line on paper.
  private static let lineOfClosed = 12
  /// The characters of a name that paper has room for in letters of every size.
  private static let plainName = 15
}
