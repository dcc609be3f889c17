/// The session that writes for the others of its user. They bring their clients' lines, it judges and
/// writes them together with its own, with one write and one sync, and gives them the replies.
///
/// What it tells a session is what a writer of its own would tell: after the sync, judged under the
/// lock of the log. What it cannot do for them it leaves to them.
package final class SessionLeader {
  private let seat: LeaderSeat
  private let greeting: [UInt8]

  /// A line that another session handed on.
  package struct Arrival {
    fileprivate let guest: LeaderSeat.Guest
    package let handed: HandedLine

    package func gathered(
      _ submission: Result<Submission, InvalidSubmission>
    ) -> GatheredSubmission {
      handed.gathered(submission, stream: guest.stream)
    }
  }

  package init(_ seat: LeaderSeat, greeting: SessionGreeting) {
    self.seat = seat
    self.greeting = greeting.bytes
  }

  /// Waits until the input can be read or others have sent something; says whether the input can.
  package func wait(for input: FileDescriptor, milliseconds: Int32? = nil) -> Bool {
    seat.wait(for: input, milliseconds: milliseconds)
  }

  /// The lines that have come. Whoever comes first says for which log, and is told where it ends.
  package func takeLines(
    end: () throws(LogError) -> SequenceNumber
  ) -> [Arrival] {
    var arrivals: [Arrival] = []
    for (guest, line) in seat.takeLines() {
      if guest.isWelcome, let handed = HandedLine(line) {
        arrivals.append(Arrival(guest: guest, handed: handed))
      } else if !guest.isWelcome, line == greeting, let end = try? end() {
        guest.isWelcome = true
        answer([], at: end, to: guest)
      } else {
        seat.dismiss(guest)
      }
    }
    return arrivals
  }

  /// Puts down a reply; `sendAll` sends it.
  package func answer(_ arrival: Arrival, at end: SequenceNumber, _ reply: [UInt8]) {
    answer(reply, at: end, to: arrival.guest)
  }

  private func answer(_ reply: [UInt8], at end: SequenceNumber, to guest: LeaderSeat.Guest) {
    var line: [UInt8] = []
    line.reserveCapacity(reply.count + 16)
    end.append(to: &line)
    line.append(UInt8(ascii: " "))
    line += reply
    seat.add(line, to: guest)
  }

  /// Whether lines have come that are not taken yet.
  package var hasArrived: Bool { seat.hasArrived }

  package func sendAll() { seat.sendAll() }

  /// Leaves a line to whoever handed it on.
  package func leave(_ arrival: Arrival) { seat.dismiss(arrival.guest) }
}

/// What sessions must have in common for one to write for the other: the same log, judged alike.
package struct SessionGreeting: Sendable {
  let bytes: [UInt8]

  /// - Parameter version: of the program.
  package init(_ log: FileStatus, version: String) {
    bytes = Array("shift-events session 1 \(version) \(log.device) \(log.inode)".utf8)
  }
}
