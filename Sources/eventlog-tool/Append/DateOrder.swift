import ShiftEvents

/// The order of the parts of a day in digits: `--dates`.
enum DateOrder: String, CaseIterable {
  case dmy, mdy, ymd

  fileprivate var words: String {
    switch self {
    case .dmy: "day, month"
    case .mdy: "month, day"
    case .ymd: "year, month, day"
    }
  }
}

/// A day in digits that does not begin with its year: `3/4`, `03.04.2026`.
private struct DayInDigits {
  let first: Int, second: Int
  let year: Int?
  /// True where a full stop stands behind the first: only days do.
  let hasStop: Bool

  init?(_ text: Substring) {
    guard let mark = text.first(where: { "/.-".contains($0) }) else { return nil }
    var parts = text.split(separator: mark, omittingEmptySubsequences: false)
    if mark == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard (2...3).contains(parts.count), parts.allSatisfy(\.isAllDigits),
      parts.prefix(2).allSatisfy({ $0.count <= 2 }), parts.count == 2 || parts[2].count == 4
    else { return nil }
    (first, second, hasStop) = (Int(parts[0])!, Int(parts[1])!, mark == ".")
    year = parts.count == 3 ? Int(parts[2]) : nil
  }

  /// The day in words that are read in one way alone; `nil` where the calendar has none.
  func text(_ order: DateOrder) -> String? {
    let (day, month) = order == .dmy ? (first, second) : (second, first)
    guard order != .ymd, let date = LocalDate(year: year ?? 2000, month: month, day: day) else {
      return nil
    }
    return year == nil ? "\(day) \(Self.months[month - 1])" : date.description
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The orders in which the calendar has it.
  var orders: [DateOrder] {
    let orders = (hasStop ? [.dmy] : [DateOrder.dmy, .mdy]).filter { text($0) != nil }
    return first == second ? [] : orders
  }
}

/// The days of a column, read in one order throughout.
struct DateColumn {
  /// The order that is given, or that one of the cells shows; `nil` where none does, or several do.
  let order: DateOrder?
  /// True where no option gives the order and some cell depends on it.
  let isFound: Bool

  init(_ cells: [String], as given: DateOrder?) {
    let orders =
      given == nil ? cells.compactMap { DayInDigits($0[Self.digits(of: $0)])?.orders } : []
    let plain = Set(orders.filter { $0.count == 1 }.map { $0[0] })
    order = given ?? (plain.count == 1 ? plain.first : nil)
    isFound = given == nil && order != nil && orders.contains { $0.count > 1 }
  }

  /// The line about an order that was found.
  func note(_ name: String) -> String? {
    guard isFound, let order else { return nil }
    return "\(quoted(name)): days are read as \(order.words), which one of them shows"
  }

  /// The part of a cell that is a day in digits, if it has one: a weekday may stand before it, a time behind it.
  private static func digits(of text: String) -> Range<String.Index> {
    var rest = text[...]
    let word = rest.prefix(while: \.isLetter)
    if word.endIndex < rest.endIndex, Weekday(word: String(word)) != nil {
      rest = rest[word.endIndex...].drop { $0.isWhitespace || $0 == "," || $0 == "." }
    }
    return rest.startIndex..<(rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex)
  }

  /// A cell in words that are read in one way alone.
  func plain(_ text: String) throws(UsageError) -> String {
    let digits = Self.digits(of: text)
    guard let day = DayInDigits(text[digits]) else { return text }
    if let order {
      guard let plain = day.text(order) else {
        throw UsageError(
          "\(quoted(text)) is no day in the order \(order.words)",
          help: "the order of the column is given by --dates "
            + DateOrder.allCases.map(\.rawValue).joined(separator: "|"))
      }
      let weekday = text[..<digits.lowerBound].filter(\.isLetter)
      return weekday + (weekday.isEmpty ? "" : " ") + plain + text[digits.upperBound...]
    }
    guard day.orders.count > 1, let first = day.text(.dmy), let second = day.text(.mdy) else {
      return text
    }
    throw UsageError(
      "\(quoted(text)) may be \(first) or \(second)",
      help: "say which with --dates dmy or --dates mdy")
  }
}
