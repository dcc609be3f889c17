import Projections
import ShiftEvents

extension Option<DayWords> {
  /// A day or several.
  static func days(_ name: String, _ placeholder: String, _ help: String) -> Option {
    Option(name, placeholder, help, offering: .days) { (given) throws(UsageError) in
      try given.days()
    }
  }

  /// A single day.
  static func day(_ name: String, _ placeholder: String, _ help: String) -> Option {
    Option(name, placeholder, help, offering: .days) { (given) throws(UsageError) in
      let words = try given.days()
      if words.isOneDay { return words }
      throw given.mustBe("one day", help: "a week is: --week \(shellWord(given.text))")
    }
  }

  /// A week or a month, or that of a day.
  static func span(_ span: DayWords.Span, _ help: String) -> Option {
    let name = span.rawValue
    return Option(name, name.uppercased(), help, offering: .days) { (given) throws(UsageError) in
      let words = try given.days()
      if words.span == span || words.isOneDay { return words }
      let other = words.span.rawValue
      throw UsageError(
        "\(given.option) must be a \(name), and \(quoted(given.text)) is a \(other)",
        help: "the \(other) is: --\(other) \(shellWord(given.text))")
    }
  }
}

extension GivenValue {
  fileprivate func days() throws(UsageError) -> DayWords {
    if let words = try DayWords.parse(text) { return words }
    throw mustBe("a day or a week", help: DayWords.forms)
  }
}

/// The days of `--from`, `--to`, `--week`, `--month` and `--on`, before it is known which day is today.
struct RelativeDates {
  static let options: [any CommandOption] = [
    Options.week, Options.month, Options.from, Options.to,
  ]
  private let from, to, week, month, on: DayWords?
  /// The first two options as they were written.
  private let names: (from: String, to: String)

  init(_ arguments: ParsedArguments) throws(UsageError) {
    from = try arguments[Options.from]
    to = try arguments[Options.to]
    week = try arguments[Options.week]
    month = try arguments[Options.month]
    on = try arguments[Options.on]
    try arguments.refuse(Options.on, beside: Options.week)
    names = (arguments.name(of: Options.from), arguments.name(of: Options.to))
  }

  var isEmpty: Bool {
    from == nil && to == nil && week == nil && month == nil && on == nil
  }

  /// The days that are meant.
  func selection(today: LocalDate) throws(UsageError) -> DateSelection {
    var dates = DateSelection(week: week?.days(from: today).lowerBound.week)
    dates.from = (from ?? on)?.days(from: today).lowerBound
    dates.to = (to ?? on)?.days(from: today).upperBound
    if let from = dates.from, let to = dates.to, from > to {
      throw UsageError(
        "\(names.from) \(from) is later than \(names.to) \(to)", help: "exchange them")
    }
    if let (year, month, _) = month?.days(from: today).lowerBound.components,
      let first = LocalDate(year: year, month: month, day: 1)
    {
      dates.from = max(dates.from ?? first, first)
      let last = first + (LocalDate.length(ofMonth: month, year: year) - 1)
      dates.to = min(dates.to ?? last, last)
    }
    return dates
  }
}
