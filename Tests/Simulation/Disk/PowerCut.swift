import TestSupport

/// The remains, after a power cut, of one change that was not synced.
enum Survival: Hashable {
  case lost
  case whole
  /// The first bytes of a write, and nothing behind them.
  case beginning(Int)
  /// The first bytes, then zero bytes: the file grew before its data came.
  case zeroEnd(Int)
  /// Zero bytes, then the rest: pages written out of order.
  case zeroBeginning(Int)
}

/// The changes that a power cut at a moment decides about, and the disk that it leaves.
struct PowerCut {
  enum Change {
    case content(inode: Int, DiskState.ContentChange)
    case name(DiskState.NameChange.Kind)
  }

  let state: DiskState
  let changes: [Change]

  init(_ state: DiskState) {
    self.state = state
    var changes: [Change] = []
    for (inode, file) in state.files.enumerated() {
      changes += file.pending.map { .content(inode: inode, $0) }
    }
    self.changes = changes + state.pendingNames.map { .name($0.kind) }
  }

  /// The number of bytes at which a change could be torn; 0 for one that is all or nothing.
  func lengthBytes(of change: Int) -> Int {
    guard case .content(_, .write(_, let bytes)) = changes[change] else { return 0 }
    return bytes.count
  }

  /// The disk after a power cut that each change survives as told.
  func disk(_ survivals: [Survival]) -> DiskState {
    var contents = state.files.map(\.durable)
    var names = state.durableNames
    for (change, survival) in zip(changes, survivals) where survival != .lost {
      switch change {
      case .name(let kind): names.apply(kind)
      case .content(let inode, .write(let offset, let bytes)):
        contents[inode].apply(bytes, at: offset, survival)
      case .content(let inode, let truncation): contents[inode].apply(truncation)
      }
    }
    var disk = state
    disk.restart(with: contents, names)
    return disk
  }

  /// A survival for each change.
  func drawn(using random: inout SplitMix64) -> [Survival] {
    changes.indices.map { change in
      let length = lengthBytes(of: change)
      switch Int.random(in: 0..<(length == 0 ? 2 : 6), using: &random) {
      case 0: return .lost
      case 1, 2: return .whole
      case 3: return .beginning(.random(in: 0..<length, using: &random))
      case 4: return .zeroEnd(.random(in: 0..<length, using: &random))
      default: return .zeroBeginning(.random(in: 0..<length, using: &random))
      }
    }
  }

  /// The disk after a power cut that takes everything that was not synced.
  var worst: DiskState { disk(changes.map { _ in .lost }) }
}

extension [UInt8] {
  fileprivate mutating func apply(_ bytes: [UInt8], at offset: Int, _ survival: Survival) {
    switch survival {
    case .lost: break
    case .whole: apply(.write(offset: offset, bytes))
    case .beginning(let cut): apply(.write(offset: offset, Array(bytes.prefix(cut))))
    case .zeroEnd(let cut):
      apply(.write(offset: offset, Array(bytes.prefix(cut))))
      pad(to: offset + bytes.count)
    case .zeroBeginning(let cut):
      apply(.write(offset: offset + cut, Array(bytes.dropFirst(cut))))
    }
  }
}

extension DiskState {
  /// Two disks with the same names and contents have the same, as good as always.
  var fingerprint: Int {
    var hasher = Hasher()
    for (path, inode) in durableNames.sorted(by: { $0.key < $1.key }) {
      hasher.combine(path)
      unsafe files[inode].durable.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }
}
