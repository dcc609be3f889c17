public import ShiftEvents

/// Deals, their reservations, and ratings of companies.
///
/// Memory grows with deals, reservations and pairs of customer and company.
public struct Deals: Projection, Equatable {
  var state: DomainState

  public init() { state = .reader }

  init(_ state: DomainState) { self.state = state }

  public mutating func apply(_ recorded: RecordedEvent) { state.evolve(with: recorded) }
}

extension Replay {
  /// Deals and reservations.
  public var deals: Deals { Deals(state) }
}
