extension History {
  /// The file of this history.
  func snapshot() -> [UInt8] {
    var writer = SnapshotWriter()
    state.write(to: &writer)
    index.write(to: &writer)
    writer.numbers(milestones)
    return SnapshotFile.encode(writer.end(), at: LogPosition(end: end, lastTime: lastTime))
  }

  /// The history that a file holds.
  init(_ file: SnapshotFile) throws(SnapshotFault) {
    var reader = try file.body()
    let state = try DomainState(from: &reader)
    let index = try EventIndex(from: &reader)
    let milestones: [UInt64] = try reader.numbers()
    guard reader.isAtEnd,
      milestones.count == (Int(file.position.end.sequence) + Self.stride - 1) / Self.stride
    else { throw SnapshotFault() }
    self.init(
      state: state, index: index, end: file.position.end, lastTime: file.position.lastTime,
      milestones: milestones)
  }
}
