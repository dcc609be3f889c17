import Projections
import ShiftEvents

/// A point in time as a command line names it: an RFC 3339 time, `now`, or a date (its end, local).
enum Moment {
  case instant(Timestamp)
  case endOf(LocalDate)

  init?(_ text: String) {
    if text == "now" {
      self = .instant(SystemClock().now())
    } else if let time = Timestamp(text) {
      self = .instant(time)
    } else if let date = LocalDate(text) {
      self = .endOf(date)
    } else {
      return nil
    }
  }

  /// The instant, a date's last millisecond on the clocks of `zone`.
  func instant(in zone: Zone) -> Timestamp {
    switch self {
    case .instant(let time): time
    case .endOf(let date):
      zone.instant(date + 1, TimeOfDay(hour: 0, minute: 0)!).advanced(byMilliseconds: -1)
    }
  }
}

/// The end of a read: all of the log, a sequence, or a point in time.
enum ReadLimit {
  case everything
  case sequence(SequenceNumber)
  case moment(Moment)

  func includes(_ event: borrowing RecordedEvent, zone: Zone) -> Bool {
    switch self {
    case .everything: true
    case .sequence(let last): event.sequence <= last
    case .moment(let moment): event.time <= moment.instant(in: zone)
    }
  }

  /// Returns `true` if no event behind this one is needed.
  func ends(at sequence: SequenceNumber) -> Bool {
    if case .sequence(sequence) = self { return true }
    return false
  }
}

extension Invocation {
  /// `--at`: digits alone are a sequence.
  func readLimit() throws(UsageError) -> ReadLimit {
    guard let text = arguments.value("at") else { return .everything }
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      guard text.utf8.count <= 12, let number = Int(text) else {
        throw UsageError("--at \(text) is beyond any sequence")
      }
      return .sequence(SequenceNumber(number))
    }
    guard let moment = Moment(text) else { throw notAMoment("at", text, orElse: "a sequence, ") }
    return .moment(moment)
  }

  /// The moment of `--now`, if given.
  func now() throws(UsageError) -> Moment? {
    guard let text = arguments.value("now") else { return nil }
    guard let moment = Moment(text) else { throw notAMoment("now", text, orElse: "") }
    return moment
  }

  private func notAMoment(_ option: String, _ text: String, orElse: String) -> UsageError {
    UsageError(
      "--\(option) must be \(orElse)an RFC 3339 time, a date or now, found \(quoted(text))",
      help: "for example 2026-01-05T18:02:11Z or 2026-01-05")
  }

  /// The recorder's clock: the machine's, unless `--now` sets it.
  func recorderClock() throws(UsageError) -> any WallClock {
    switch try now() {
    case nil: return SystemClock()
    case .instant(let time): return FixedClock(time)
    case .endOf:
      throw UsageError(
        "--now must be a time with its offset here: a recorder's clock is no local date",
        help: "for example 2026-01-05T18:02:11Z")
    }
  }

  /// `--week`, `--from` and `--to`.
  func dates() throws(UsageError) -> DateSelection {
    var dates = DateSelection(week: try week())
    dates.from = try date("from")
    dates.to = try date("to")
    if let from = dates.from, let to = dates.to, from > to {
      throw UsageError("--from \(from) is later than --to \(to)", help: "exchange them")
    }
    return dates
  }

  /// `--week`.
  func week() throws(UsageError) -> WeekOfYear? {
    guard let text = arguments.value("week") else { return nil }
    guard let week = WeekOfYear(text) else {
      throw UsageError("--week must be a week such as 2026-W03, found \(quoted(text))")
    }
    return week
  }

  private func date(_ option: String) throws(UsageError) -> LocalDate? {
    guard let text = arguments.value(option) else { return nil }
    guard let date = LocalDate(text) else {
      throw UsageError("--\(option) must be a date, YYYY-MM-DD, found \(quoted(text))")
    }
    return date
  }

  /// An option whose value is an id.
  func identifier<ID: SymbolIdentifier>(_ option: String) throws(UsageError) -> ID? {
    guard let text = arguments.value(option) else { return nil }
    guard let id = ID(text) else {
      throw UsageError("--\(option) must be a \(ID.noun) id, found \(quoted(text))")
    }
    return id
  }
}
