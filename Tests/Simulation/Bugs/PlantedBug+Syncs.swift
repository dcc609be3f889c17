import Synchronization

@testable import ShiftEvents

private let paths = LogPaths(log: SimulatedDisk.log)

// Syncs that are left out, come too late, or are believed when they should not be.
extension PlantedBug {
  static let syncBugs = [
    pretending("the log is not synced") { $0.name == "syncData" && $0.path == paths.log },
    pretending("no folder is synced") { $0.name == "syncDirectory" },
    pretending("a cut is not synced") { $0.name == "sync" && $0.path == paths.log },
    pretending("a new name is not synced before the log is written") {
      $0.name == "sync" && $0.path == paths.people
    },
    pretending("a rewritten people file is not synced before it is put in place") {
      $0.name == "sync" && $0.path == paths.people + ".new"
    },
    pretending("the name of a rewritten people file is not synced") {
      $0.name == "syncDirectory" && $0.path == paths.folder
    },
    pretending("a quarantine copy is not synced") {
      $0.name == "sync" && $0.path.hasPrefix(paths.quarantine)
    },
    pretending("the folder of the quarantine is not synced") {
      $0.name == "syncDirectory" && $0.path == paths.quarantine
    },
    firstAcknowledgementWithoutNames, replyBeforeSync, headBeforeSync, failedSyncTriedAgain,
  ]

  /// Calls that do nothing and report success.
  static func pretending(
    _ name: String, isRace: Bool = false, _ condition: @escaping @Sendable (SystemCall) -> Bool
  ) -> PlantedBug {
    PlantedBug(name: name, isRace: isRace) { _ in { condition($0) ? .pretended : .proceed } }
  }

  /// A writer that opens another's new log believes that its name is durable.
  private static let firstAcknowledgementWithoutNames = PlantedBug(
    name: "the first acknowledgement does not make names durable"
  ) { _ in
    let isMaker = Mutex(false)
    return { call in
      if call.name == "sync", call.path == paths.log { isMaker.withLock { $0 = true } }
      guard call.name == "syncDirectory", call.path == paths.parent else { return .proceed }
      return isMaker.withLock { $0 } ? .proceed : .pretended
    }
  }

  private static let replyBeforeSync = PlantedBug(name: "the reply leaves before the sync") {
    disk in
    let isOwed = Mutex(false)
    return { call in
      if call.name == "syncData", call.path == paths.log {
        isOwed.withLock { $0 = true }
        return .pretended
      }
      // It is made up for with the next append.
      if call.name == "lock", call.path == paths.log { disk.syncLog(if: isOwed) }
      return .proceed
    }
  }

  private static let headBeforeSync = PlantedBug(name: "the head is written before the sync") {
    disk in
    let isOwed = Mutex(false)
    let isHeadWritten = Mutex(false)
    return { call in
      if isHeadWritten.withLock({ $0 }) {
        isHeadWritten.withLock { $0 = false }
        disk.syncLog(if: isOwed)
      }
      if call.name == "syncData", call.path == paths.log {
        isOwed.withLock { $0 = true }
        return .pretended
      }
      if call.name == "write", call.path == paths.head, isOwed.withLock({ $0 }) {
        isHeadWritten.withLock { $0 = true }
      }
      return .proceed
    }
  }

  /// The first sync fails, and the second, which finds no page to write, is believed.
  private static let failedSyncTriedAgain = PlantedBug(name: "a failed sync is tried again") { _ in
    let count = Mutex(0)
    return { call in
      guard call.name == "syncData", call.path == paths.log else { return .proceed }
      return count.withLock { count in
        count += 1
        return count == 1 ? .dropped : .proceed
      }
    }
  }
}

extension SimulatedDisk {
  fileprivate func syncLog(if isOwed: borrowing Mutex<Bool>) {
    let wasOwed = isOwed.withLock { isOwed in
      defer { isOwed = false }
      return isOwed
    }
    guard wasOwed else { return }
    try? change { state in
      if let inode = state.inode(paths.log) { state.sync(inode) }
    }
  }
}
