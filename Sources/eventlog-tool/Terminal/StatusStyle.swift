import Projections

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
