import ShiftEvents

/// The terms of deals by their places. Those that lie in a snapshot are decoded when they are asked for.
struct DealTerms: Sendable {
  /// The terms that were posted or edited since.
  private var own: [Int: DealPosted] = [:]
  private var snapshot: Snapshot?
  private var count = 0

  private struct Snapshot: Sendable {
    var body: [UInt8]
    var starts: [UInt32]
    var symbols: SnapshotSymbols
  }

  init() {}

  subscript(place: Int) -> DealPosted {
    get {
      if let terms = own[place] { return terms }
      guard let snapshot, place < snapshot.starts.count else {
        preconditionFailure("a deal without terms")
      }
      var body = SnapshotReader(snapshot.body, from: Int(snapshot.starts[place]))
      guard let terms = try? DealPosted(from: &body, snapshot.symbols) else {
        preconditionFailure("the terms of a deal do not decode under a true checksum")
      }
      return terms
    }
    set {
      own[place] = newValue
      count = max(count, place + 1)
    }
  }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    var body = SnapshotWriter()
    var starts: [UInt32] = []
    for place in 0..<count {
      starts.append(UInt32(body.count))
      self[place].write(to: &body, numbering)
    }
    snapshot.add(FlatArray(starts))
    snapshot.add(FlatArray(body.end()))
  }

  init(from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    let starts = try snapshot.array(of: UInt32.self).elements
    let body = try snapshot.array(of: UInt8.self).elements
    self.snapshot = Snapshot(body: body, starts: starts, symbols: symbols)
    count = starts.count
  }
}

extension DealTerms: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    first.count == second.count && (0..<first.count).allSatisfy { first[$0] == second[$0] }
  }
}
