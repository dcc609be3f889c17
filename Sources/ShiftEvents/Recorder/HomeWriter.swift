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

  /// Returns what is left of an attempt behind lines that are new; `nil` if they are not its own, byte for byte.
  func rest(of attempt: ArraySlice<UInt8>, behind news: ArraySlice<[UInt8]>) -> ArraySlice<UInt8>? {
    Self.rest(of: attempt, behind: news)
  }

  static func rest(
    of known: ArraySlice<UInt8>, behind lines: ArraySlice<[UInt8]>
  ) -> ArraySlice<UInt8>? {
    var rest = known
    for line in lines {
      if rest.isEmpty { break }
      guard rest.count > line.count, areEqual(rest.prefix(line.count), line[...]) else {
        return nil
      }
      rest = rest.dropFirst(line.count + 1)
    }
    return rest
  }

  var takesTurns: Bool { quietTurns < Self.quietTurnsAtMost }

  func hasMetOthers() { quietTurns = 0 }
  func hasMetNobody() { if takesTurns { quietTurns += 1 } }
}
