import Foundation
import Testing

@testable import ShiftEvents

/// A follower is woken when events are acknowledged, whatever became of the head since it began.
@Suite struct FollowerWakingTests {
  enum Meanwhile: CaseIterable {
    case folderIsMade, headIsMade, nothing, headIsMadeAnew, headIsReplaced, folderIsReplaced
  }

  private let space = Workspace()

  /// The log that the follower meets.
  private func begin(_ meanwhile: Meanwhile) throws {
    switch meanwhile {
    case .folderIsMade: space.write([], to: space.log)
    case .headIsMade:
      space.write([], to: space.log)
      try FileManager.default.createDirectory(
        atPath: space.paths.folder, withIntermediateDirectories: false)
    default: try LogFile.create(space.log)
    }
  }

  private func act(_ meanwhile: Meanwhile) throws {
    let (files, paths) = (FileManager.default, space.paths)
    switch meanwhile {
    case .folderIsMade, .headIsMade, .nothing: return
    case .headIsMadeAnew: try files.removeItem(atPath: paths.head)
    case .headIsReplaced:
      try files.copyItem(atPath: paths.head, toPath: paths.head + ".new")
      try PosixFileSystem().rename(paths.head + ".new", to: paths.head)
    case .folderIsReplaced:
      try files.moveItem(atPath: paths.folder, toPath: paths.folder + ".old")
      try files.copyItem(atPath: paths.folder + ".old", toPath: paths.folder)
    }
  }

  @Test(arguments: Meanwhile.allCases)
  func `each event wakes it at once`(meanwhile: Meanwhile) throws {
    try begin(meanwhile)
    let follower = try LogTail(following: space.log, after: .zero)
    #expect(try follower.next().isEmpty)
    try act(meanwhile)
    let writer = try LogWriter.open(space.log)
    for number in 1...3 {
      // The follower looks between the lines and their acknowledgement, as it may.
      var lines = TestLines(after: try writer.lock().end)
      lines.add()
      let end = try writer.append(
        lines.bytes, sequence: lines.sequence, hash: lines.hash, firstHash: lines.firstHash)
      writer.unlock()
      _ = follower.wait()
      var told = try follower.next()
      let start = ContinuousClock.now
      try writer.commit(upTo: end)
      while told.isEmpty, ContinuousClock.now - start < .seconds(5) {
        _ = follower.wait()
        told = try follower.next()
      }
      #expect(told.map(\.sequence) == [SequenceNumber(number)])
      #expect(ContinuousClock.now - start < .milliseconds(700), "event \(number)")
    }
  }
}
