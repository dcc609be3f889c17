/// The people who may approve that work changes hands: every manager and, where the policy says so, the
/// owner. Those who gain by it may not, except the only manager where the owner has no say.
package struct Approvers {
  /// The owner, where the policy gives them a say.
  private let owner: UserID?
  /// The people who gain by it.
  private let sides: [UserID]

  fileprivate init(of owner: UserID?, taker: UserID) { (self.owner, sides) = (owner, [taker]) }

  /// The approvers of a trade.
  package init(ofTradeBetween from: UserID, and to: UserID) {
    owner = nil
    sides = [from, to]
  }

  package var ownerHasSay: Bool { owner != nil }

  func include(_ user: UserID, isManager: Bool, managerCount: Int) -> Bool {
    if owner == nil, managerCount == 1 { return isManager }
    return !sides.contains(user) && (isManager || user == owner)
  }

  /// The approvers among the managers, and the owner behind them.
  package func list(managers: [UserID]) -> [UserID] {
    let others = [owner].compactMap(\.self).filter { !managers.contains($0) }
    return managers.filter { include($0, isManager: true, managerCount: managers.count) }
      + others.filter { include($0, isManager: false, managerCount: managers.count) }
  }
}

extension DomainState {
  /// Returns those who may approve that `taker` takes the owner's shift, by the policy as it is now.
  package func approvers(owner: UserID, taker: UserID, via: AcceptanceRoute) -> Approvers {
    let ownerHasSay =
      switch via {
      case .market: workplace.marketApproval == .owner
      case .suggestion: workplace.suggestionApproval == .owner
      }
    return Approvers(of: ownerHasSay ? owner : nil, taker: taker)
  }
}
