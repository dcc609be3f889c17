import Foundation
import Testing

@testable import ShiftEvents

/// What names cost a writer, and what a people file that is not the log's own does to one.
@Suite("People with names") struct NamedPeopleTests {
  private let space = Workspace()

  /// `SHIFTEVENTS_PEOPLE=10000` registers so many.
  private static let count =
    ProcessInfo.processInfo.environment["SHIFTEVENTS_PEOPLE"].flatMap(Int.init) ?? 400

  private func registration(_ number: Int) throws -> Submission {
    let user: UserID = try #require(UserID("p\(number)"))
    return try Submission(
      .registerUser(
        user, roles: [.student],
        PersonalData(name: "Person \(number)", email: "p\(number)@example.org")), by: user)
  }

  @Test func `registering a named person costs the same at the end of many as at their start`()
    throws
  {
    var options = Recorder.Options()
    options.waitsForDisk = false
    options.leavesSnapshots = false
    let recorder = try Recorder(recordingTo: space.log, creating: .ifMissing, options: options)
    var durations: [Duration] = []
    for number in 0..<Self.count {
      let start = ContinuousClock.now
      #expect(try recorder.append(registration(number)).isRecorded)
      durations.append(ContinuousClock.now - start)
    }
    // The fastest of some: other processes slow down single ones.
    let part = Self.count / 10
    let (first, last) = (durations.prefix(part).min()!, durations.suffix(part).min()!)
    let all = durations.reduce(.zero, +)
    print("\(Self.count) named people: \(all), the first in \(first), the last in \(last)")
    #expect(last < first * 3)
    let start = ContinuousClock.now
    let fresh = try Recorder(recordingTo: space.log, options: options)
    #expect(try !fresh.append(registration(0)).isRecorded)
    print("a fresh writer answered in \(ContinuousClock.now - start)")
    let mail = try Submission(
      .registerUser("new", roles: [.student], PersonalData(email: "P7@Example.org")), by: "new")
    #expect(try recorder.append(mail).status == "rejected")
  }

  @Test func `a library reads the names that the log commits to, and learns of the others`() throws
  {
    let recorder = try Recorder(recordingTo: space.log, creating: .ifMissing)
    for number in 0..<3 { _ = try recorder.append(registration(number)) }
    let text = String(decoding: space.bytes(space.paths.people), as: UTF8.self)
    space.write(
      Array(text.replacing("Person 1", with: "Nobody").utf8), to: space.paths.people)
    let people = try EventLog(opening: space.log).people()
    #expect(people.withheld == [])
    #expect(people.name(of: "p0") == "Person 0" && people.name(of: "p2") == "Person 2")
    #expect(people.name(of: "p1") == nil && people.email(of: "p1") == nil)
    #expect(people.withheld == ["p1"])
    let report = try LogVerifier.verify(log: space.log)
    #expect(report.findings.map(\.kind) == [.name] && report.findings[0].line == 2)
    #expect(!report.isDamaged)
  }

  @Test func `a refusal is kept under its own submission, also where a session has left`() throws {
    var options = Recorder.Options()
    options.keepsRejections = true
    let recorder = try Recorder(recordingTo: space.log, creating: .ifMissing, options: options)
    _ = try recorder.append(registration(0))
    let pipe = Pipe()
    try pipe.fileHandleForWriting.close()
    let left = FileDescriptor(rawValue: pipe.fileHandleForReading.fileDescriptor)
    let replies = try recorder.replies(toGathered: [
      GatheredSubmission(.success(registration(1)), stream: left),
      GatheredSubmission(.success(registration(2))),
      GatheredSubmission(.success(registration(0))),
    ])
    #expect(replies.count == 3)
    let kept = try RejectedSubmissions(space.paths).lines().map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(kept.count == 1)
    #expect(kept.first?.contains("\"subject\":\"p0\"") == true, "\(kept)")
  }
}
