/// The terms of deals by their places. Those that lie in a snapshot are decoded when they are asked for.
package struct TermsTable: Sendable {
  /// The terms that were posted or edited since.
  private var own: [Int: DealPosted] = [:]
  private var saved: (@Sendable (Int) -> DealPosted)?
  package private(set) var count = 0

  package init() {}

  /// - Parameter saved: returns the terms at a place before `count`.
  init(count: Int, _ saved: @escaping @Sendable (Int) -> DealPosted) {
    self.count = count
    self.saved = saved
  }

  package subscript(place: Int) -> DealPosted {
    get {
      if let terms = own[place] { return terms }
      guard let saved, place < count else { preconditionFailure("a deal without terms") }
      return saved(place)
    }
    set {
      own[place] = newValue
      count = max(count, place + 1)
    }
  }
}

extension TermsTable: Equatable {
  package static func == (first: Self, second: Self) -> Bool {
    first.count == second.count && (0..<first.count).allSatisfy { first[$0] == second[$0] }
  }
}
