// What every reader needs of a snapshot: how many events there were, and the policies of the workplace.

extension EventTally {
  func write(to snapshot: inout FlatSnapshotWriter) {
    let unknown = unknown.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let times = [firstTime, lastTime].map { Int($0?.milliseconds ?? 0) }
    let numbers = [count] + times + [lastSequence.value, unknownEvents, unknownMembers]
    snapshot.add(FlatArray((numbers + known + unknown.map(\.value)).map { Int64($0) }))
    snapshot.add(FlatArray(unknown.flatMap { $0.key.utf8 + [0] }))
  }

  init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    let numbers = try snapshot.array(of: Int64.self).elements.map { Int($0) }
    let types = try snapshot.array(of: UInt8.self).elements
      .split(separator: 0, omittingEmptySubsequences: false).dropLast()
    guard numbers.count == 6 + known.count + types.count else { throw SnapshotFault() }
    count = numbers[0]
    if count > 0 {
      firstTime = Timestamp(milliseconds: Int64(numbers[1]))
      lastTime = Timestamp(milliseconds: Int64(numbers[2]))
    }
    lastSequence = SequenceNumber(numbers[3])
    (unknownEvents, unknownMembers) = (numbers[4], numbers[5])
    known = Array(numbers[6..<6 + known.count])
    for (type, count) in zip(types, numbers[(6 + known.count)...]) {
      unknown[String(decoding: type, as: UTF8.self)] = count
    }
  }
}

extension EffectivePolicies {
  func write(to snapshot: inout FlatSnapshotWriter) {
    let event = id.map { WorkplaceConfigured(workplace: $0, policies: all) }
    snapshot.add([isZoneFixed ? 1 : 0])
    snapshot.add(FlatArray(event?.inSnapshot ?? []))
  }

  init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    isZoneFixed = try snapshot.numbers(1) == [1]
    let event = try snapshot.array(of: UInt8.self).elements
    if event.isEmpty { return }
    guard let event = WorkplaceConfigured(inSnapshot: event) else { throw SnapshotFault() }
    take(event)
  }
}
