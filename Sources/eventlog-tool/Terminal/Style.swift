import Foundation
import Projections

/// The look of a piece of text, if colour is wanted.
enum Style: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case cyan = "36"
  case boldRed = "1;31"

  /// Returns `text` between the ANSI sequences for this style, or `text` itself if `usesColor` is
  /// false.
  func applied(to text: String, usesColor: Bool) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// The user's choice of colour: `--color`, or `never` for `--no-color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Returns `true` if output to a terminal, or elsewhere, is coloured in this environment.
  ///
  /// The command line comes before the environment; there, refusing (`NO_COLOR`) comes before
  /// forcing (`CLICOLOR_FORCE`), and both before guessing from `TERM`.
  func usesColor(onTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment("NO_COLOR")?.isEmpty == false { return false }
    if let force = environment("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
    return onTerminal && environment("TERM") != "dumb"
  }
}

extension Heading {
  /// The colour of a word in this column, which says the same as the word; `nil` for most.
  func style(of word: String) -> Style? { isStatus ? statusStyles[word] : nil }
}

extension ScheduleStatus {
  /// The colour of shifts that are in motion.
  var style: Style? {
    switch self {
    case .idle: nil
    case .supplied: .yellow
    case .suggested: .cyan
    case .awaiting: .blue
    case .lapsed: .dim
    }
  }
}

/// The colours of the words for statuses. Words of different projections that are spelled alike mean alike.
private let statusStyles: [String: Style] = {
  var styles: [String: Style] = [
    RequestStatus.open.rawValue: .yellow, RequestStatus.closed.rawValue: .dim,
    ReservationStatus.live.rawValue: .green, ReservationStatus.paid.rawValue: .green,
    ReservationStatus.cancelled.rawValue: .dim, ReservationStatus.refundDue.rawValue: .red,
    ReservationStatus.refunded.rawValue: .dim, AvailabilityStatus.free.rawValue: .green,
    AvailabilityStatus.partly.rawValue: .yellow, AvailabilityStatus.absent.rawValue: .dim,
  ]
  for status in ScheduleStatus.allCases { styles[status.rawValue] = status.style }
  return styles
}()

/// The value of an environment variable, if it is set.
func environmentVariable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Returns `true` if the descriptor is a terminal.
func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The place that there is for an answer.
struct ScreenSize: Equatable {
  /// The columns to fit lines into; nil if there is no limit.
  var columns: Int?
  /// The lines that are in sight at once.
  var rows: Int

  /// The place in what is no terminal: as much as in a usual one, but lines of any length.
  static let ofPipe = ScreenSize(columns: nil, rows: 24)
}

/// The size of the terminal, by itself or by the environment, or else the usual one.
func screenSize(
  of descriptor: Int32, environment: (String) -> String? = environmentVariable
) -> ScreenSize {
  guard isTerminal(descriptor) else { return .ofPipe }
  var size = winsize()
  if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
  func given(_ size: UInt16, _ name: String) -> Int? {
    if size > 0 { return Int(size) }
    let number = environment(name).flatMap(UInt16.init).map(Int.init)
    return number.flatMap { $0 > 0 ? $0 : nil }
  }
  return ScreenSize(
    columns: given(size.ws_col, "COLUMNS") ?? 80, rows: given(size.ws_row, "LINES") ?? 24)
}
