/// The place where a log lives that several hosts write to; each host has a copy of it in a file.
///
/// A home fetches what is new, appends behind an end that is known, and makes durable. It judges nothing.
/// A home is used by one thread at a time.
package protocol LogHome: AnyObject {
  /// The name of the home in messages.
  var name: String { get }
  /// Makes the calls that follow give up at a time of the monotonic clock.
  func begin(until deadlineSeconds: Double)
  /// Gives up the connection, whatever it waits for, and makes a new one to the host that takes writes.
  ///
  /// - Returns: what was said meanwhile, and is no failure.
  func reconnect() throws(HomeFailure) -> [String]
  /// The lines from a sequence on, in order. The first page of some lines has two of them at least.
  func lines(from sequence: UInt64) throws(HomeFailure) -> HomePage
  /// The names that the home has for these users.
  func persons(of users: [UserID]) throws(HomeFailure) -> [Person]
  /// Appends lines, with the names that they commit to, all or nothing. All that was seen of the home is then as
  /// durable as they are. A turn may end with it.
  ///
  /// - Returns: `false` if the log does not end where the record continues it, or another host has its turn;
  ///   nothing was appended.
  func append(_ record: HomeRecord) throws(HomeFailure) -> Bool
  /// Waits until all that was ever seen of the home is as durable as what it acknowledges.
  func makeDurable() throws(HomeFailure)
  /// Waits for this host's turn among those that append. It is a courtesy: nothing rests on it.
  ///
  /// - Returns: the lines from a sequence on, as `lines(from:)` does.
  func takeTurn(from sequence: UInt64) throws(HomeFailure) -> HomePage
  func endTurn()
  /// Returns advice about a log that ends inside the batch which begins at a sequence.
  func adviceOnOpenEnd(from sequence: UInt64) -> String
}

/// Lines of a home that come at once, without line feeds; a page may end inside a batch.
package struct HomePage {
  package var lines: ArraySlice<[UInt8]>
  /// True if it has all that a page may have: more lines may follow.
  package var isFull: Bool

  package init(lines: ArraySlice<[UInt8]>, isFull: Bool) {
    (self.lines, self.isFull) = (lines, isFull)
  }
}

/// Lines for a home, with what else changes in the same moment.
package struct HomeRecord: Sendable {
  /// The end behind which they belong.
  package var known: LogEnd
  /// Lines, each with its line feed.
  package var lines: [UInt8]
  package var count: Int
  /// The names that the lines commit to.
  package var persons: [Person]
  /// The users whose names before that go.
  package var outdated: [UserID]
  /// Names of such users that are there already and stay.
  package var kept: [Person] = []

  package init(known: LogEnd, lines: [UInt8], count: Int, persons: [Person], outdated: [UserID]) {
    (self.known, self.lines, self.count) = (known, lines, count)
    (self.persons, self.outdated) = (persons, outdated)
  }

  /// A list of objects with the id of each outdated user and the salt of the name that stays, which no name has if it
  /// is empty.
  package var outdatedJSON: [UInt8] {
    let salts = Dictionary(kept.map { ($0.user, $0.salt) }, uniquingKeysWith: { $1 })
    return outdated.map { Person(user: $0, name: nil, email: nil, salt: salts[$0] ?? "") }.json
  }
}

extension [Person] { package var arrayJSON: [UInt8] { json } }

extension [UserID] { package var arrayJSON: [UInt8] { json } }

package enum HomeFailure: Error {
  /// Nothing was done; the same call may work now.
  case again
  /// The connection is gone or in doubt. An append may have been done, or may still be.
  case unknown(String)
  /// Nothing was done, and trying again does not help.
  case refused(LogError)
}

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
  func identified(_ submissions: [DecodedSubmission], at time: Timestamp) -> [DecodedSubmission] {
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
