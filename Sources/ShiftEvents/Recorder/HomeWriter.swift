/// A session's way to the home of its log: the connection, and what is kept from one attempt to the next.
///
/// The class is open to subclasses in this package, so that tests can plant mistakes in it.
package class HomeWriter {
  package let home: any LogHome
  private var ids = UUIDv7()
  /// The appends since another host was met; below `quietTurnsAtMost`, appending begins by taking a turn.
  private var quietTurns = HomeWriter.quietTurnsAtMost
  /// True if the connection may not be trusted.
  var isInDoubt = true

  private static let quietTurnsAtMost = 8

  package init(_ home: any LogHome) { self.home = home }

  /// Gives each submission an id that brings none. A submission then has the same id in every attempt.
  func identified(
    _ submissions: [DecodedSubmission], at time: Timestamp
  ) -> [DecodedSubmission] {
    submissions.map { submission in
      submission.map { submission in
        submission.id == nil ? submission.identified(as: ids.next(at: time)) : submission
      }
    }
  }

  /// Returns `true` if the lines that are new begin with those of an attempt, byte for byte.
  func isFound(_ attempt: [UInt8], in news: ArraySlice<[UInt8]>) -> Bool {
    !attempt.isEmpty && Self.begin(news, with: attempt)
  }

  static func begin(_ news: ArraySlice<[UInt8]>, with known: [UInt8]) -> Bool {
    if known.isEmpty { return true }
    var rest = known[...]
    for line in news {
      guard rest.count > line.count, areEqual(rest.prefix(line.count), line[...]) else {
        return false
      }
      rest = rest.dropFirst(line.count + 1)
      if rest.isEmpty { return true }
    }
    return false
  }

  var takesTurns: Bool { quietTurns < Self.quietTurnsAtMost }

  func hasMetOthers() { quietTurns = 0 }
  func hasMetNobody() { if takesTurns { quietTurns += 1 } }
}
