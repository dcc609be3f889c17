import Synchronization

@testable import ShiftEvents

private let paths = LogPaths(log: SimulatedDisk.log)

// Locks and the mark of a failed sync, not taken seriously.
extension PlantedBug {
  static let lockBugs = [
    pretending("the log is not locked", isRace: true) {
      $0.name == "lock" && $0.path == paths.log
    },
    pretending("the head is not locked", isRace: true) {
      $0.name == "lock" && $0.path == paths.head
    },
    pretending("the inode is not compared after locking") {
      $0.name == "status" && $0.path == paths.log && $0.isByPath
    },
    PlantedBug(name: "the lock is given up before the decision", isRace: true) { disk in
      { call in
        if call.name == "read", call.path == paths.log { disk.unlockLog() }
        return .proceed
      }
    },
    pretending("a leader does not look whether its followers have left", isRace: true) {
      $0.name == "ended"
    },
    PlantedBug(name: "a leader looks for that before it has the lock", isRace: true) { disk in
      let before = Mutex(false)
      return { call in
        if call.name == "ended" { return before.withLock { $0 } ? .proceed : .pretended }
        if call.name != "lock", !disk.isLogLocked {
          let hasEnded = (try? disk.withContents { !$0.endedStreams.isEmpty }) ?? false
          before.withLock { $0 = hasEnded }
        }
        return .proceed
      }
    },
    PlantedBug(name: "the mark of a failed sync is ignored") { _ in
      { call in
        let isLook = call.name == "status" && call.isByPath && call.path == paths.poisoned
        return isLook ? .fail(.noEntry) : .proceed
      }
    },
    PlantedBug(name: "no mark of a failed sync is left") { _ in
      { call in
        if call.name == "open", call.path == paths.poisoned { return .fail(.noSpace) }
        let isMark = call.offset == Int(AcknowledgedEndRecord.markOffset)
        return call.name == "write" && call.path == paths.head && isMark ? .pretended : .proceed
      }
    },
    PlantedBug(name: "recovery does not write again what a failed sync lost") { _ in
      { call in
        call.name == "write" && call.path == paths.log && call.offset != nil ? .pretended : .proceed
      }
    },
  ]
}

extension SimulatedDisk {
  fileprivate var isLogLocked: Bool {
    let isLocked = try? withContents { contents in
      contents.state.inode(paths.log).map { contents.locks[$0] != nil }
    }
    return isLocked.flatMap { $0 } ?? false
  }

  /// Another process can get the lock now; the holder does not know that.
  fileprivate func unlockLog() {
    try? withContents { contents in
      if let inode = contents.state.inode(paths.log) { contents.locks[inode] = nil }
    }
  }
}
