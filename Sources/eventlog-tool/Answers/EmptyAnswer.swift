import Projections
import ShiftEvents

/// The reason why a projection has no rows to show, and the options that show some.
struct EmptyAnswer {
  private let query: RowQuery
  private let header: DocumentHeader
  private let selection: RowSelection

  init(_ query: RowQuery, _ header: DocumentHeader) {
    (self.query, self.header) = (query, header)
    selection = query.selection
  }

  /// The reason in a sentence. It says "yet" only of rows that never were.
  var reason: String {
    if let idle { return idle }
    if let lapsed { return lapsed }
    if let hidden { return hidden }
    if let unlimited { return unlimited }
    // An inbox is somebody's.
    let user = query.projection == .inbox ? selection.user : nil
    let others = query.count(RowSelection(user: user, all: true), at: header.now)
    if others > 0 && selection != RowSelection(all: selection.all) {
      return "nothing matches; \(others) without these options"
        + (hidesByItself && !selection.all ? " (with --all)" : "")
    }
    return nothingAtAll
  }

  /// The sentence for a moment at which nothing such is in progress.
  private var idle: String? {
    guard selection.running else { return nil }
    let others = query.count(RowSelection(running: true), at: header.now)
    return others == 0
      ? "nothing is running at \(clock)"
      : "nothing such is running at \(clock); \(others) without these options"
  }

  /// True if `--all` has rows that are hidden without it; a time sheet is of this week.
  private var hidesByItself: Bool {
    if query.projection == .timesheet { return true }
    return switch query.projection.passing {
    case .hiding, .lapsing: true
    case .never: false
    }
  }

  /// The sentence for rows that lapsed since the last event.
  private var lapsed: String? {
    guard case .lapsing = query.projection.passing, !selection.all, let log = nowOfLog else {
      return nil
    }
    let rest =
      "\(log.count) \(log.count == 1 ? "has" : "have") lapsed by then: --all or --now \(log.now)"
    return "\(nothingAtAll) at \(clock); \(rest)"
  }

  /// The sentence for rows that `--all` would show.
  private var hidden: String? {
    guard case .hiding(let what, let others, let isByDay) = query.projection.passing, !selection.all
    else { return nil }
    var wider = selection
    wider.all = true
    let count = query.count(wider, at: header.now)
    if count == 0 { return nil }
    let such = selection == RowSelection() ? "" : "such "
    let none = what.map { "no \(such)\($0)" } ?? "nothing"
    let rest = "\(count) \(others): --all"
    guard isByDay, selection.dates.isEmpty else { return "\(none) at \(clock); \(rest)" }
    let today = header.timeZone.date(at: header.now)
    return "\(none) from \(today) on; \(rest)" + (nowOfLog.map { " or --now \($0.now)" } ?? "")
  }

  /// The day of the last event (or its time, if the day's end hides more), and the number of rows at
  /// that moment; `nil` if it is not the clock that hides the rows.
  private var nowOfLog: (now: String, count: Int)? {
    guard let last = header.asOf.time, last < header.now else { return nil }
    let count = query.count(selection, at: last)
    if count == 0 { return nil }
    let day = header.timeZone.date(at: last)
    let isSame =
      query.count(selection, at: Moment.end(of: day).instant(in: header.timeZone)) == count
    return (isSame ? day.description : last.description, count)
  }

  /// The sentence for hours of which none are as many, or as few, as is asked for.
  private var unlimited: String? {
    let limits = [("over", selection.overMinutes), ("under", selection.underMinutes)]
      .compactMap { word, minutes in minutes.map { "\(word) \(durationText(minutes: $0))" } }
    if limits.isEmpty { return nil }
    let such = selection.user == nil && selection.dates.isEmpty ? "" : "such "
    return "no \(such)sum of hours is \(listed(limits, "and"))"
  }

  private var nothingAtAll: String { query.projection.nothing(of: selection.user) }

  private var clock: String { "\(minuteText(header.now, in: header.timeZone)) \(header.timeZone)" }
}
