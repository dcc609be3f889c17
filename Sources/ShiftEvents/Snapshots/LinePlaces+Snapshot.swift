extension LinePlaces {
  func write(to snapshot: inout FlatSnapshotWriter) {
    snapshot.add(offsets)
    snapshot.endSection()
  }

  /// The places of the lines up to the position of a snapshot.
  package init(_ file: SnapshotFile) throws(SnapshotFault) {
    var section = try file.section(DomainState.sectionCount)
    guard let places = LinePlaces(try section.array(), upTo: file.position.end), section.isAtEnd
    else { throw SnapshotFault() }
    self = places
  }
}
