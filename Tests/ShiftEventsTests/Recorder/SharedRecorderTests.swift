import Testing

import ShiftEvents

struct SharedRecorderTests {
  private let space = Workspace()
  private var path: String { space.log }

  @Test func `one recorder serves many tasks`() async throws {
    let recorder = try Recorder(recordingTo: path, creating: .always)
    let receipts = try await register(16, times: 25) { _ in recorder }
    try expectWhole(receipts, count: 16 * 25)
  }

  @Test func `recorders of one process share a log`() async throws {
    try LogFile.create(path)
    let path = path
    let receipts = try await register(4, times: 25) { _ in try Recorder(recordingTo: path) }
    try expectWhole(receipts, count: 4 * 25)
  }

  @Test func `of tasks that want the same one has it`() async throws {
    let recorder = try Recorder(recordingTo: path, creating: .always)
    let codes = try await withThrowingTaskGroup(of: String.self) { group in
      for task in 0..<16 {
        group.addTask {
          let submission = try Submission(
            .registerUser("eva", roles: [.student], PersonalData()), by: "eva", id: "\(task)")
          switch try await recorder.append(submission) {
          case .appended: return "appended"
          case .rejected(let rejection): return rejection.code.rawValue
          default: return "other"
          }
        }
      }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(codes == ["appended": 1, "userExists": 15])
  }

  @Test func `each call has a form that waits without a thread of the pool`() async throws {
    let recorder = try Recorder(recordingTo: path, creating: .always)
    let batch = try ["eva", "tom"].map { (user: UserID) in
      try Submission(.registerUser(user, roles: [.student], PersonalData()), by: user)
    }
    #expect(try await recorder.append(batch: batch).allSatisfy(\.isRecorded))
    #expect(try await recorder.append(batch: batch).allSatisfy { !$0.isRecorded })
    #expect(try await recorder.extend().count == 0)
    #expect(try await recorder.refresh().value == 2)
    await #expect(throws: LogError.self) { try await recorder.pull() }
  }

  /// Registers users from several tasks at once; answers the sequences given out.
  private func register(
    _ tasks: Int, times: Int, by recorder: @escaping @Sendable (Int) throws -> Recorder
  ) async throws -> [Int] {
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for task in 0..<tasks {
        group.addTask {
          let recorder = try recorder(task)
          var sequences: [Int] = []
          for number in 0..<times {
            let user = UserID("u\(task)-\(number)")!
            let submission = try Submission(
              .registerUser(user, roles: [.student], PersonalData()), by: user)
            guard case .appended(let event) = try await recorder.append(submission) else {
              Issue.record("\(user) was not registered")
              continue
            }
            sequences.append(event.sequence.value)
          }
          return sequences
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private func expectWhole(_ sequences: [Int], count: Int) throws {
    #expect(sequences.sorted() == Array(1...count))
    let reader = try LogReader(reading: path)
    var events = 0
    while let event = try reader.next() {
      events += 1
      #expect(event.sequence.value == events)
    }
    #expect(events == count)
  }
}
