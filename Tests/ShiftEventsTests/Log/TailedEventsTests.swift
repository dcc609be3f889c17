import Foundation
import ShiftEvents
import Testing

/// Following in the library: an `AsyncSequence` of acknowledged events; and copies of a log.
struct TailedEventsTests {
  private func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/followed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func submission(_ number: Int) throws -> Submission {
    let user = UserID("u\(number)")!
    return try Submission(.registerUser(user, roles: [.employee]), by: user, id: "r\(number)")
  }

  /// A new log with one event.
  private func begun(in folder: String) async throws -> (Recorder, EventLog) {
    let recorder = try Recorder(recordingTo: folder + "/log.jsonl", creating: .ifMissing)
    _ = try await recorder.append(try submission(0))
    return (recorder, try EventLog(opening: folder + "/log.jsonl"))
  }

  @Test func `events come in order while they are recorded, and end with the task`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (recorder, log) = try await begun(in: folder)
    let follower = Task {
      var seen: [Int] = []
      for try await event in log.follow(after: .zero) {
        seen.append(event.sequence.value)
        if seen.count == 20 { break }
      }
      return seen
    }
    for number in 1..<20 { _ = try await recorder.append(try submission(number)) }
    #expect(try await follower.value == Array(1...20))
    let waiting = Task {
      var count = 0
      for try await _ in log.follow(after: SequenceNumber(20)) { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(50))
    waiting.cancel()
    #expect(try await waiting.value == 0)
  }

  @Test func `nothing comes behind a cancellation, also of what was read before`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (recorder, log) = try await begun(in: folder)
    _ = try await recorder.append(contentsOf: (1..<20).map(submission))
    let follower = Task {
      var events = log.follow(after: .zero).makeAsyncIterator()
      let first = try await events.next()
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return (first?.sequence, try await events.next() == nil)
    }
    let (first, isOver) = try await follower.value
    #expect(first == SequenceNumber(1) && isOver)
  }

  @Test func `each call has an async form, and errors say what is wrong`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (recorder, log) = try await begun(in: folder)
    guard case .accepted = try await recorder.judge(try submission(1)) else {
      Issue.record("the submission was refused")
      return
    }
    #expect(recorder.sequence == SequenceNumber(1))
    let path = log.path
    // A path ends where it ends, and not at a byte that the system would stop at.
    for open in [
      { _ = try EventLog(opening: path + "\0.other") },
      { _ = try Recorder(recordingTo: path + "\0.other") },
    ] as [() throws -> Void] {
      let error = try #require(throws: LogError.self) { try open() }
      #expect(error.code == .notFound)
      #expect(error.localizedDescription == error.message && "\(error)" == error.message)
    }
  }

  @Test func `a log that is gone ends it with an error`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (_, log) = try await begun(in: folder)
    let path = log.path
    let follower = Task { () -> LogError.Code? in
      do {
        for try await _ in log.follow() { try FileManager.default.removeItem(atPath: path) }
        return nil
      } catch let error as LogError { return error.code }
    }
    #expect(try await follower.value == .replaced)
  }

  @Test func `a copy is made of a log, and again of what is new`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let recorder = try Recorder(recordingTo: folder + "/log.jsonl", creating: .ifMissing)
    for number in 0..<5 { _ = try recorder.append(try submission(number)) }
    let copy = folder + "/copy.jsonl"
    #expect(try LogImport(from: folder + "/log.jsonl", into: copy, creating: true).run().taken == 5)
    _ = try recorder.append(try submission(5))
    let report = try LogImport(from: folder + "/log.jsonl", into: copy).run()
    #expect((report.taken, report.known) == (1, 5))
    #expect(report.sequence == SequenceNumber(6))
    #expect(
      FileManager.default.contents(atPath: copy)
        == FileManager.default.contents(atPath: folder + "/log.jsonl"))
  }
}
