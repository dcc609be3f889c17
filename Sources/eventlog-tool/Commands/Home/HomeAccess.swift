import ShiftEvents

/// The way of a command to the homes of logs.
struct HomeAccess {
  private let invocation: Invocation
  private let timeoutSeconds: Double

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    let arguments = invocation.arguments
    let seconds =
      arguments.declares("lock-timeout")
      ? try arguments.wholeNumber("lock-timeout", in: 0...86_400) : nil
    timeoutSeconds = Double(seconds ?? 10)
  }

  /// The home at an address, connected.
  func home(_ address: HomeAddress) throws(LogError) -> PostgresHome {
    let home = PostgresHome(address, lockTimeoutSeconds: timeoutSeconds)
    try home.connect(forSeconds: timeoutSeconds)
    return home
  }

  /// The same for work on a whole log.
  func homeForLong(_ address: HomeAddress) throws(LogError) -> PostgresHome {
    let home = try home(address)
    home.begin(until: PosixFileSystem().monotonicSeconds() + 86_400)
    return home
  }

  /// Takes what is new into a copy; returns its last event.
  func pull(_ copy: HomeCopy) throws(LogError) -> SequenceNumber {
    var options = Recorder.Options()
    options.lockTimeoutSeconds = timeoutSeconds
    options.reachHomes()
    options.leavesSnapshots = false
    let (diagnostics, path) = (invocation.diagnostics, copy.path)
    options.onNotice = { diagnostics.warning("\(path): \($0)") }
    let recorder = try Recorder(recordingTo: copy.path, options: options)
    let last = try recorder.pull()
    copy.notePulled(at: SystemClock().now())
    return last
  }

  /// The same, and puts a new copy in the place of one that is damaged or gone.
  func pullMending(_ copy: HomeCopy) throws -> SequenceNumber {
    var isWhole = false
    do throws(LogError) {
      isWhole = try !LogVerifier.verify(copy.path).isDamaged
    } catch {
      if ![.notFound, .damaged].contains(error.code) { throw error }
    }
    if isWhole {
      do throws(LogError) { return try pull(copy) } catch {
        // What the home answered carries no place in the file.
        if error.damage == nil, error.code != .poisoned { throw error }
      }
    }
    try copy.renew(from: try home(try copy.requireAddress()))
    invocation.diagnostics.note("\(copy.path) was damaged or gone: it is had anew from its home")
    return try pull(copy)
  }

  /// The path of the copy of a log that was named by its address.
  ///
  /// - Parameter mayBeOld: true for a command that reads: it is told as of when the answer is, if the home is
  ///   out of reach.
  func copy(of address: HomeAddress, mayBeOld: Bool) throws -> String {
    let cache =
      environmentVariable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environmentVariable("HOME").map { $0 + "/.cache" }
    guard let cache else {
      throw UsageError("there is no folder for copies", help: "set XDG_CACHE_HOME or HOME")
    }
    let copy = try HomeCopy.cached(address, in: cache)
    guard mayBeOld else { return copy.path }
    do throws(LogError) { _ = try pull(copy) } catch {
      guard error.code == .ioFailed || error.code == .programMissing else {
        if error.damage == nil { throw error }
        _ = try pullMending(copy)
        return copy.path
      }
      let reader = try LogReader(reading: copy.path)
      while try reader.next() != nil {}
      let last = reader.position.sequence
      invocation.diagnostics.warning(
        "\(error.message); as of event \(last), pulled at \(copy.pulledAt)")
    }
    return copy.path
  }
}
