import Synchronization

@testable import ShiftEvents

private let paths = LogPaths(log: SimulatedDisk.log)

// Bytes that recovery wrongly throws away or keeps, and false heads.
extension PlantedBug {
  static let recoveryBugs = [
    pretending("torn bytes are not cut off") { $0.name == "truncate" && $0.path == paths.log },
    pretending("the quarantine copy is empty") {
      $0.name == "write" && $0.path.hasPrefix(paths.quarantine)
    },
    PlantedBug(name: "lines behind the acknowledged end are thrown away") { disk in
      { call in
        if call.name == "lock", call.path == paths.log { disk.cutToHead() }
        return .proceed
      }
    },
    PlantedBug(name: "the head is written anew, not beside what counts") { disk in
      { call in
        let isRecord = AcknowledgedEndRecord.acknowledgedOffsets.contains { Int($0) == call.offset }
        if call.name == "write", call.path == paths.head, isRecord { disk.writeHeadAnew() }
        return .proceed
      }
    },
    PlantedBug(name: "the first line of a batch is acknowledged by itself") { disk in
      { call in
        // The note of the written end comes right behind the lines.
        if call.name == "write", call.path == paths.head,
          call.offset == Int(AcknowledgedEndRecord.writtenOffset)
        {
          disk.acknowledgeFirstOfBatch()
        }
        return .proceed
      }
    },
    PlantedBug(name: "old names are taken away before the log is written") { disk in
      { call in
        if call.name == "sync", call.path == paths.people { disk.dropOldNames() }
        return .proceed
      }
    },
  ]

  static let all = syncBugs + lockBugs + recoveryBugs
}

extension SimulatedDisk {
  fileprivate func cutToHead() {
    try? change { state in
      guard let log = state.inode(paths.log), let bytes = state.contents(paths.head),
        case .valid(let frontier, _) = AcknowledgedEnd(bytes).state(firstHash: nil),
        state.files[log].cached.count > Int(frontier.lengthBytes)
      else { return }
      state.change(log, .truncate(Int(frontier.lengthBytes)))
    }
  }

  fileprivate func writeHeadAnew() {
    try? change { state in
      guard let head = state.inode(paths.head), let bytes = state.contents(paths.head) else {
        return
      }
      state.change(head, .truncate(0))
      state.change(head, .write(offset: 0, bytes))
    }
  }

  fileprivate func acknowledgeFirstOfBatch() {
    try? change { state in
      guard let head = state.inode(paths.head), let log = state.contents(paths.log) else { return }
      let chain = Chain(log)
      guard let first = chain.firstInsideBatch else { return }
      let record = AcknowledgedEndRecord(.acknowledged, first, isSynced: true).bytes
      state.change(head, .write(offset: 0, record))
    }
  }

  fileprivate func dropOldNames() {
    try? change { state in
      guard let people = state.inode(paths.people), let bytes = state.contents(paths.people) else {
        return
      }
      var latest: [UserID: ArraySlice<UInt8>] = [:]
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        if let person = Person(line: line) { latest[person.user] = line }
      }
      state.change(people, .truncate(0))
      state.change(
        people,
        .write(offset: 0, latest.values.flatMap { Array($0) + [UInt8(ascii: "\n")] }))
    }
  }
}
