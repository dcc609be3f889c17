import ShiftEvents
import ShiftEventsHome

/// The way of a command to the homes of logs.
struct HomeAccess {
  private let invocation: Invocation
  let timeoutSeconds: Double

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    timeoutSeconds = try invocation.lockTimeoutSeconds
  }

  /// The home at an address, connected.
  func home(_ address: HomeAddress) throws(LogError) -> PostgresHome {
    let home = PostgresHome(address, lockTimeoutSeconds: timeoutSeconds)
    for remark in try home.connect(forSeconds: timeoutSeconds) {
      invocation.diagnostics.detail("\(home.name): \(remark)")
    }
    return home
  }

  /// The same for work on a whole log.
  func homeForLong(_ address: HomeAddress) throws(LogError) -> PostgresHome {
    let home = try home(address)
    home.begin(until: PosixFileSystem().monotonicSeconds() + 86_400)
    return home
  }

  private func recorder(
    of path: String, lockTimeoutSeconds: Double, endsAtOnce: Bool, takesNames: Bool = true
  ) throws(LogError) -> Recorder {
    var options = Recorder.Options(path, lockTimeoutSeconds, invocation.diagnostics)
    options.mapsSnapshot = endsAtOnce
    options.takesNames = takesNames
    options.reachHomes()
    return try Recorder(recordingTo: path, options: options)
  }

  /// Returns the poll that brings news of the home to followers of a log; `nil` for a log without a home, and
  /// if this account may not read the mark of a home or write the copy.
  func poll(of path: String) throws(LogError) -> HomePoll? {
    do throws(LogError) {
      guard try HomeCopy(path).address() != nil else { return nil }
      return try HomePoll(
        of: path, by: try recorder(of: path, lockTimeoutSeconds: 3, endsAtOnce: false))
    } catch {
      if error.code == .notPermitted { return nil }
      throw error
    }
  }

  /// Makes an empty copy.
  func make(_ copy: HomeCopy, of address: HomeAddress) throws {
    let place = try copy.lockFolder(timeoutSeconds: timeoutSeconds)
    defer { place?.unlock() }
    do throws(LogError) { try copy.make(of: address) } catch { throw error.ofCreating }
  }

  /// Takes what is new into a copy; returns its last event.
  func pull(_ copy: HomeCopy, forSeconds seconds: Double? = nil) throws(LogError)
    -> SequenceNumber
  {
    let recorder = try self.recorder(
      of: copy.path, lockTimeoutSeconds: seconds ?? timeoutSeconds, endsAtOnce: true)
    let last = try recorder.pull()
    copy.notePulled()
    recorder.leaveSnapshotIfDue()
    return last
  }

  /// The same, and puts a new copy in the place of one that is damaged, gone, or another log.
  func pullMending(_ copy: HomeCopy) throws -> SequenceNumber {
    // Another process may be mending it just now.
    let place = try copy.lockFolder(timeoutSeconds: timeoutSeconds)
    defer { place?.unlock() }
    var isWhole = false
    var options = LogVerifier.Options()
    options.lockTimeoutSeconds = timeoutSeconds
    do throws(LogError) {
      isWhole = try !LogVerifier.verify(copy.path, options).isDamaged
    } catch {
      if ![.notFound, .damaged].contains(error.code) { throw error }
    }
    if isWhole {
      do throws(LogError) { return try pull(copy) } catch {
        if !error.isOfCopy { throw error }
      }
    }
    invocation.diagnostics.note(
      "\(copy.path) was damaged, gone or another log: it is fetched again from its home")
    try copy.renew(
      from: try home(try copy.requireAddress()), timeoutSeconds: timeoutSeconds
    ) { (fetched) throws(LogError) in
      do throws(LogError) {
        let recorder = try self.recorder(
          of: fetched.path, lockTimeoutSeconds: timeoutSeconds, endsAtOnce: true, takesNames: false)
        _ = try recorder.pull()
      } catch {
        // What is fetched is gone with the error.
        var error = error
        error.message = error.message.replacing(fetched.path, with: copy.path)
        throw error
      }
    }
    return try pull(copy)
  }

  /// The path of the copy of a log that was named by its address.
  ///
  /// - Parameters:
  ///   - isRead: true for a command that reads: the copy is pulled for it, and if the home is out of reach, it is told
  ///     as of when the answer is.
  ///   - mayBegin: true for a command that may make the log, which has no events yet.
  ///   - mayBeOld: true for a session, which answers from a copy that is there, whatever keeps it from the home.
  func copy(
    of address: HomeAddress, isRead: Bool, mayBegin: Bool = false, mayBeOld: Bool = false
  ) throws -> String {
    let cache =
      environmentVariable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environmentVariable("HOME").map { $0 + "/.cache" }
    guard let cache else {
      throw UsageError("there is no folder for copies", help: "set XDG_CACHE_HOME or HOME")
    }
    let copy = try HomeCopy.cached(address, in: cache) { () throws(LogError) in
      if !mayBegin { try home(address).requireEvents() }
    }
    if !mayBegin, !copy.isKnown { try home(address).requireEvents() }
    guard isRead else {
      // A writer would have to fetch all of it before its time is over.
      if !copy.isThere { _ = try pullMending(copy) }
      if !copy.isKnown { _ = try pull(copy) }
      return copy.path
    }
    let seconds = mayBeOld && copy.isKnown ? min(timeoutSeconds, 3) : timeoutSeconds
    do throws(LogError) { _ = try pull(copy, forSeconds: seconds) } catch {
      if error.isOfCopy || error.code == .notFound {
        _ = try pullMending(copy)
      } else if copy.isKnown, mayBeOld || [.ioFailed, .locked].contains(error.code) {
        invocation.diagnostics.warning("\(error.message); \(copy.age)")
      } else {
        throw error
      }
    }
    return copy.path
  }

  /// Reports of a copy that is read as it is as of when it is.
  static func reportAge(of path: String, _ diagnostics: Diagnostics) {
    let copy = HomeCopy(path)
    guard path != LogInput.standardInput, (try? copy.address()) ?? nil != nil else { return }
    diagnostics.note("\(path): \(copy.age)")
  }
}

extension LogError {
  /// True if a new copy mends it: the home's own answers carry no place in the file.
  fileprivate var isOfCopy: Bool { damage != nil || code == .poisoned || code == .replaced }
}
