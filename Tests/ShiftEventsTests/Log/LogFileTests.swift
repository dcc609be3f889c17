import Foundation
import Synchronization
import Testing

@testable import ShiftEvents

@Suite("Opening, creating and locking")
struct LogFileTests {
  private func openError(_ path: String) -> LogError? {
    logError { _ = try LogFile.open(path) }
  }

  @Test func `a log that is not there is not made, and init is named`() {
    let space = Workspace()
    for path in [space.log, space.path + "/no/folder/events.jsonl"] {
      let error = openError(path)
      #expect(error?.code == .notFound)
      #expect(error?.message.contains("eventlog-tool init") == true)
    }
    #expect(space.names(in: space.path).isEmpty)
  }

  @Test func `a link, pipe, hard link, folder or device in place of the log is refused`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let files = FileManager.default
    let (link, pipe, twin) = (space.path + "/link", space.path + "/pipe", space.path + "/twin")
    try files.createSymbolicLink(atPath: link, withDestinationPath: space.log)
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [link, pipe, space.path, "/dev/null"] {
      #expect(openError(path)?.code == .notRegularFile, "\(path)")
    }
    try files.linkItem(atPath: space.log, toPath: twin)
    for path in [space.log, twin] { #expect(openError(path)?.code == .notRegularFile) }
    try files.removeItem(atPath: twin)
    #expect(openError(space.log) == nil)
  }

  @Test func `a log on a network file system is refused`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let network = FaultyFileSystem { $0.name == "fileSystemName" ? .short(1) : nil }
    let error = logError { _ = try LogFile.open(space.log, network) }
    #expect(error?.code == .networkFileSystem)
    #expect(error?.message.contains("nfs4") == true)
  }

  @Test func `a read-only log is not permitted`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let disk = FaultyFileSystem { call in
      call.name == "open" && call.path == space.log ? .fail(.readOnly) : nil
    }
    #expect(logError { _ = try LogFile.open(space.log, disk) }?.code == .notPermitted)
  }

  @Test func `a new log is empty, for its owner alone, and there once`() throws {
    let space = Workspace()
    try LogFile.create(space.log)
    let status = try PosixFileSystem().status(at: space.log)
    #expect(status.mode.bits == 0o600)
    #expect(try PosixFileSystem().status(at: space.paths.folder).mode.bits == 0o700)
    #expect(try PosixFileSystem().status(at: space.paths.head).mode.bits == 0o600)
    #expect(space.acknowledged == .empty)
    #expect(logError { try LogFile.create(space.log) }?.code == .alreadyExists)
    let report = try LogWriter.open(space.log).lock()
    #expect(report == TailReport(end: .empty, acknowledged: .empty))
  }

  @Test func `a lost log is not made anew over its remains`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    try FileManager.default.removeItem(atPath: space.log)
    let error = logError { try LogFile.create(space.log) }
    #expect(error?.code == .alreadyExists)
    #expect(error?.path == space.paths.folder)
    #expect(!space.exists(space.log))
  }

  @Test func `every call of a creation that fails leaves no log or a good one`() throws {
    let counting = FaultyFileSystem { _ in nil }
    let first = Workspace()
    try LogFile.create(first.log, counting)
    for failing in 0..<counting.calls.count {
      let space = Workspace()
      let disk = FaultyFileSystem { $0.index == failing ? .fail(.noSpace) : nil }
      let error = logError { try LogFile.create(space.log, disk) }
      if error != nil {
        #expect(!space.exists(space.log), "call \(failing): \(counting.calls[failing])")
        try LogFile.create(space.log)
      }
      #expect(try LogWriter.open(space.log).appendLines().sequence == 1)
    }
  }

  @Test(arguments: ["head", "people.jsonl", "poisoned", "quarantine"])
  func `a link or pipe in place of a side file is not followed`(name: String) throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    space.addUnacknowledged(Array("torn".utf8))
    let (side, target) = (space.paths.folder + "/" + name, space.path + "/target")
    for isLink in [true, false] {
      try? FileManager.default.removeItem(atPath: side)
      if isLink {
        try FileManager.default.createSymbolicLink(atPath: side, withDestinationPath: target)
      } else {
        #expect(unsafe mkfifo(side, 0o600) == 0)
      }
      let error = logError {
        let writer = try LogWriter.open(space.log)
        let people = try PeopleFile(space.paths)
        try people.add([])
        try writer.appendLines()
      }
      #expect(error?.code == (name == "poisoned" ? .poisoned : .notRegularFile))
      #expect(!space.exists(target))
    }
  }

  @Test func `a lock that is not given up in time names its holder and is not stolen`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = ["flock", space.log, "sh", "-c", "echo locked; read line"]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    defer {
      try? input.fileHandleForWriting.close()
      holder.waitUntilExit()
    }
    #expect(
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "locked\n")
    let error = logError { _ = try LogWriter.open(space.log, lockTimeoutSeconds: 0.05).lock() }
    #expect(error?.code == .locked)
    #if os(Linux)
      #expect(error?.message.contains("process \(holder.processIdentifier)") == true)
    #endif
    #expect(TestLines.log(1).bytes == space.logBytes)
  }

  /// On a thread of its own: tasks share few threads, and the one that is to give up the lock would
  /// wait for other tests.
  @Test func `a writer waits for a lock that is given up`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let holder = try LogWriter.open(space.log)
    _ = try holder.lock()
    let path = space.log
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let appended = Mutex<UInt64?>(nil)
    Thread.detachNewThread {
      begun.signal()
      let end = try? LogWriter.open(path, lockTimeoutSeconds: 120).appendLines().sequence
      appended.withLock { $0 = end }
      ended.signal()
    }
    begun.wait()
    Thread.sleep(forTimeInterval: 0.05)
    #expect(appended.withLock { $0 } == nil)
    holder.unlock()
    ended.wait()
    #expect(appended.withLock { $0 } == 2)
  }
}
