import Dispatch
import Synchronization
import Testing

@testable import ShiftEvents

/// The law: several threads read the same as one.
@Suite("Several threads read what one reads") struct ParallelReadingTests {
  @Test(arguments: [0, 1, 3])
  func `results come in the order of the pieces, each once`(helpers: Int) throws {
    var next = 0
    let pipeline = OrderedPipeline<Int, Int>(
      helpers: helpers,
      source: {
        next += 1
        return next > 500 ? nil : next
      },
      work: { piece in
        // Uneven work, so that later pieces are done first.
        (0..<(piece % 7) * 2000).reduce(piece) { $0 &+ $1 &* 0 }
      })
    var results: [Int] = []
    while let result = try pipeline.next() { results.append(result) }
    #expect(results == Array(1...500))
  }

  @Test func `a reader that stops early leaves no thread waiting`() throws {
    for _ in 0..<50 {
      let pipeline = OrderedPipeline<Int, Int>(helpers: 3, source: { 1 }, work: { $0 })
      #expect(try pipeline.next() == 1)
    }
  }

  /// However long one piece takes, results of others do not pile up behind it.
  @Test func `no thread works far ahead of a slow piece`() throws {
    let gate = DispatchSemaphore(value: 0)
    let taken = Mutex(0)
    let pipeline = OrderedPipeline<Int, Int>(
      helpers: 1,
      source: {
        taken.withLock {
          $0 += 1
          // No thread should reach this piece: release the one that waits for the first.
          if $0 == 100 { gate.signal() }
          return $0 > 1000 ? nil : $0
        }
      },
      work: { piece in
        if piece == 1 { _ = gate.wait(timeout: .now() + 0.2) }
        return piece
      })
    #expect(try pipeline.next() == 1)
    #expect(taken.withLock { $0 } < 10)
    while try pipeline.next() != nil {}
  }

  /// A log of several blocks.
  private func log(count: Int) -> [UInt8] {
    var random = CodecRandom.printed()
    var encoder = EventEncoder(continuing: .zero)
    for sequence in 1...count {
      let type = random.element(of: EventType.allCases)
      var envelope = random.envelope()
      envelope.sequence = SequenceNumber(sequence)
      envelope.time = Timestamp(milliseconds: Int64(sequence) * 1000)
      envelope.more = false
      encoder.append(envelope, random.event(type))
    }
    return encoder.buffer
  }

  private func read(_ path: String, helpers: Int) -> (
    sequences: [Int], end: LogEnd, fault: String?
  ) {
    var sequences: [Int] = []
    guard let input = try? LogInput(path) else { return ([], .empty, "cannot open") }
    var cursor = EventCursor(input.blocks(), path: path, helpers: helpers)
    do throws(LogError) {
      while let event = try cursor.next() { sequences.append(event.sequence.value) }
      return (sequences, cursor.position.end, "ended")
    } catch {
      return (sequences, cursor.position.end, error.message)
    }
  }

  @Test func `events, their end and the fault of a line are the same`() {
    let workspace = Workspace()
    let whole = log(count: 4000)
    var random = CodecRandom.printed()
    for round in 0..<12 {
      var bytes = whole
      switch round % 4 {
      case 0: break
      case 1: bytes[random.number(0...bytes.count - 1)] ^= 1
      case 2: bytes.removeLast(random.number(1...bytes.count / 2))
      default: bytes.insert(10, at: random.number(0...bytes.count - 1))
      }
      let path = workspace.path + "-\(round)"
      workspace.write(bytes, to: path)
      let one = read(path, helpers: 0)
      let several = read(path, helpers: 3)
      #expect(one.sequences == several.sequences, "seed \(random.seed), round \(round)")
      #expect(one.end == several.end, "seed \(random.seed), round \(round)")
      #expect(one.fault == several.fault, "seed \(random.seed), round \(round)")
    }
  }
}
