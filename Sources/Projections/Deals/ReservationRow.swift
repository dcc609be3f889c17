public import ShiftEvents

/// The state of a reservation: the first that holds, in this order.
public enum ReservationStatus: String, CaseIterable, Sendable {
  /// Cancelled, and the payment was paid back.
  case refunded
  /// Cancelled after it was paid, and not paid back yet.
  case refundDue
  /// Given up, or gone with its deal, and never paid.
  case cancelled
  /// Paid.
  case paid
  /// Reserved, and not paid yet.
  case live
}

/// A consumer's seat in a deal.
public struct ReservationRow: Hashable, Sendable {
  /// The id, by which ties of time are broken.
  public var reservation: ReservationID
  /// The deal that the seat is in.
  public var deal: DealID
  /// The consumer who took it.
  public var user: UserID
  /// The time at which it was taken.
  public var reservedAt: Timestamp
  /// The recorded state, which does not depend on the clock.
  public var status: ReservationStatus
}

extension Replay {
  /// The reservations by time and id: all, those of a consumer, or those of a company.
  ///
  /// - Parameters:
  ///   - user: the consumer; `nil` for all.
  ///   - company: the company; `nil` for all.
  ///   - dates: the days on which they were made.
  /// - Complexity: O(n + r log r) for n reservations and r rows.
  public func reservations(
    of user: UserID? = nil, company: UserID? = nil, dates: DateSelection = DateSelection()
  ) -> [ReservationRow] {
    reservations(RowSelection(user: user, dates: dates, company: company))
  }

  fileprivate func reservations(_ chosen: RowSelection) -> [ReservationRow] {
    state.reservations.rows.ordered(
      by: { Int($0.reservedAt.milliseconds) }, then: \.id.description, on: chosen.page
    ) { reservation in
      (chosen.user == nil || reservation.user == chosen.user)
        && (chosen.company == nil || reservation.company == chosen.company)
        && (chosen.dates.isEmpty
          || chosen.dates.contains(timeZone.date(at: reservation.reservedAt)))
    }.map { reservation in
      ReservationRow(
        reservation: reservation.id, deal: reservation.deal, user: reservation.user,
        reservedAt: reservation.reservedAt, status: reservation.status)
    }
  }
}

extension ReservationRecord {
  fileprivate var status: ReservationStatus {
    if isRefunded { return .refunded }
    if !isLive { return isPaid ? .refundDue : .cancelled }
    return isPaid ? .paid : .live
  }
}

extension ProjectionDescriptor {
  /// The seats in deals, by the local day on which they were taken.
  public static let reservations = ProjectionDescriptor(
    "reservations", from: [.deals], ordered: ["reservedAt", "reservation"]
  ) { replay, chosen, _, _ in replay.reservations(chosen) }
}

extension ReservationRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("reservation", "Reservation") { $0.reservation },
    Column("deal", "Deal") { $0.deal },
    .person("user", "User") { $0.user },
    Column("reservedAt", "Reserved") { $0.reservedAt },
    .status { $0.status },
  ]
}
