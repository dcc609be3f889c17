/// The folds of readers that a recorder takes along. They are left in the snapshot beside the rules'
/// state, so that nobody reads again what was just written.
package protocol FoldedAlong: Sendable {
  init()
  mutating func apply(_ recorded: RecordedEvent)
  /// Numbers its symbols in a snapshot.
  func number(in numbering: inout SymbolNumbering)
  /// Writes its sections, the first of which has the number `SnapshotFile.firstSectionAlong`.
  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering)
  init(_ file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault)
}

extension SnapshotFile {
  /// The first section behind those of the symbols, of the rules and of the people.
  package static let firstSectionAlong = 3
}

extension RecordedEvent {
  /// An event that is about to be recorded, for folds: its line is not there yet.
  init(_ event: Event, _ envelope: Envelope) {
    self.init(
      sequence: envelope.sequence, time: envelope.time, actor: envelope.actor, event: event,
      isLastOfBatch: !envelope.more, unknownMembers: 0,
      line: RecordedLine(block: .empty, range: 0..<0))
  }
}

extension LineBlock {
  fileprivate static let empty = LineBlock(capacity: 0)
}
