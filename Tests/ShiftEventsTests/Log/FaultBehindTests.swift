import ShiftEvents
import Testing

/// A fault in a log hides nothing that stands before it, from no reader.
@Suite("Events before a fault") struct FaultBehindTests {
  /// A log of single events and batches, with its lines and the events of whole batches before each.
  private static func make(_ space: Workspace) throws -> (lines: [[UInt8]], whole: [Int]) {
    var options = Recorder.Options()
    options.waitsForDisk = false
    let recorder = try Recorder(recordingTo: space.log, creating: .always, options: options)
    var whole: [Int] = []
    for number in 0..<160 {
      let batch = try (0...number % 4).map { member in
        let user = UserID("u\(number)-\(member)")!
        return try Submission(.registerUser(user, roles: [.student]), by: user)
      }
      whole += batch.map { _ in whole.count }
      _ = try recorder.append(batch: batch)
    }
    let lines = space.logBytes.split(separator: 10).map { Array($0) + [10] }
    return (lines, whole)
  }

  @Test func `following, reading and importing hand out all whole batches before a flipped byte`()
    async throws
  {
    let space = Workspace()
    let (lines, whole) = try Self.make(space)
    let sound = space.logBytes
    var random = CodecRandom.printed()
    for round in 0..<60 {
      // The first, the last, and any.
      let line = round == 0 ? 0 : round == 1 ? lines.count - 1 : random.number(0...lines.count - 1)
      let start = lines[..<line].reduce(0) { $0 + $1.count }
      let place = start + random.number(0...lines[line].count - 1)
      var bytes = sound
      bytes[place] ^= 1 << UInt8(random.number(0...6))
      space.write(bytes, to: space.log)
      let context: Comment = "seed \(random.seed), line \(line + 1), byte \(place - start)"
      let log = try EventLog(opening: space.log)
      let first = random.isTrue() ? 0 : random.number(0...whole[line])

      var followed: [Int] = []
      await #expect(throws: LogError.self, context) {
        for try await event in log.follow(after: SequenceNumber(first)) {
          followed.append(event.sequence.value)
        }
      }
      #expect(followed == Array((first..<whole[line]).map { $0 + 1 }), context)

      var read: [Int] = []
      #expect(throws: LogError.self, context) {
        let reader = try log.events(after: SequenceNumber(first), checksChain: true)
        while let event = try reader.next() { read.append(event.sequence.value) }
      }
      // A reader may also give what a broken batch begins with.
      #expect(read.starts(with: followed) && read.count <= max(line - first, 0), context)

      let copy = space.path + "/copy-\(round).jsonl"
      #expect(throws: LogError.self, context) {
        try LogImport(from: space.log, into: copy, creating: true).run()
      }
      #expect(
        space.bytes(copy) == Array(sound.prefix(lines[..<whole[line]].joined().count)), context)
    }
  }

  @Test func `reading behind an event costs what it is long, and begins there`() throws {
    let space = Workspace()
    let (lines, _) = try Self.make(space)
    let log = try EventLog(opening: space.log)
    for sequence in [0, 1, 2, lines.count - 1, lines.count, lines.count + 1, .max] + Array(60...90)
    {
      let reader = try log.events(after: SequenceNumber(sequence), checksChain: sequence % 2 == 0)
      let next = try reader.next()
      #expect(next?.sequence.value == (sequence < lines.count ? sequence + 1 : nil))
      #expect(next.map { Array($0.json.utf8) + [10] } == (next == nil ? nil : lines[sequence]))
    }
    // Far ahead of it the reader need not have looked.
    var bytes = space.logBytes
    bytes[lines[0].count + 30] ^= 1
    space.write(bytes, to: space.log)
    let behind = SequenceNumber(lines.count - 1)
    #expect(try log.events(after: behind, checksChain: true).next()?.sequence == behind.next)
  }
}
