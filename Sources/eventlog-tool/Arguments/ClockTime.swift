import ShiftEvents

/// A time of day as people say it: `9:00`, `9`, `9am`, `17.30`, `24:00`.
struct ClockTime {
  let time: TimeOfDay
  /// True of 24:00, the end of a day; its `time` is the 00:00 that follows.
  let isEndOfDay: Bool

  /// The forms that are taken, for messages.
  static let forms = "9:00, 9, 9am, 17.30, noon, midnight, or 24:00 as the end of a day"

  /// - Returns: `nil` if the text is written otherwise.
  /// - Throws: if clocks do not show such a time.
  static func parse(_ text: String) throws(UsageError) -> ClockTime? {
    if let time = TimeOfDay(text) { return ClockTime(time: time, isEndOfDay: false) }
    if text.utf8.count <= 2, text[...].isAllDigits, let hour = Int(text),
      let time = TimeOfDay(hour: hour, minute: 0)
    {
      return ClockTime(time: time, isEndOfDay: false)
    }
    var word = text.lowercased().filter { $0 != " " }
    if word == "noon" { return ClockTime(time: "12:00", isEndOfDay: false) }
    if word == "midnight" { return ClockTime(time: .midnight, isEndOfDay: false) }
    let half = ["am", "a.m.", "pm", "p.m."].first { word.hasSuffix($0) }
    if let half { word.removeLast(half.count) }
    guard let (given, minute) = parts(word) else { return nil }
    var hour = given
    if let half {
      guard (1...12).contains(hour) else {
        throw none(text, "with am and pm, hours go from 1 to 12")
      }
      hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
    }
    if half == nil, hour == 24, minute == 0 { return ClockTime(time: .midnight, isEndOfDay: true) }
    guard let time = TimeOfDay(hour: hour, minute: minute) else {
      throw none(text, "days go from 00:00 to 24:00")
    }
    return ClockTime(time: time, isEndOfDay: false)
  }

  private static func none(_ text: String, _ help: String) -> UsageError {
    UsageError("there is no time of day \(quoted(text))", help: help)
  }

  /// Hours, and minutes of two digits behind a colon, a full stop or an `h`.
  private static func parts(_ word: String) -> (hour: Int, minute: Int)? {
    let mark = word.first { ":.h".contains($0) }
    var parts =
      mark.map { word.split(separator: $0, omittingEmptySubsequences: false) } ?? [word[...]]
    if mark == "h", parts.count == 2, parts[1].isEmpty { parts.removeLast() }
    guard (1...2).contains(parts.count), parts.allSatisfy(\.isAllDigits), parts[0].count <= 2,
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    return (Int(parts[0])!, parts.count == 2 ? Int(parts[1])! : 0)
  }
}
