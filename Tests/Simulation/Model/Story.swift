@testable import ShiftEvents

/// The acts of writers, and the promises at each moment of a simulated disk.
final class Story {
  let disk: SimulatedDisk
  private(set) var promises: Promises
  /// The promises from each moment on.
  private var timeline: [(moment: Int, promises: Promises)] = []
  private let bug: PlantedBug?
  private var recorder: Recorder?
  private var process: SimulatedProcess?
  /// True if the recorder waits for the disk.
  private var waits = true

  static let log = SimulatedDisk.log

  init(on state: DiskState, _ promises: Promises = Promises(), bug: PlantedBug? = nil) {
    disk = SimulatedDisk(state, keepsMoments: true)
    self.promises = promises
    self.bug = bug
    timeline = [(0, promises)]
  }

  /// The moments of the disk, each with the most that was promised while it lasted. All lines that
  /// were ever on their way count as submitted at each of them.
  var moments: [(state: DiskState, promises: Promises)] {
    var promised = 0
    return disk.moments.enumerated().map { index, state in
      while promised + 1 < timeline.count, timeline[promised + 1].moment <= index { promised += 1 }
      var promises = timeline[promised].promises
      promises.chains = self.promises.chains
      return (state, promises)
    }
  }

  private func promise(_ change: (inout Promises) -> Void) {
    for state in disk.moments.dropFirst(timeline.last?.moment ?? 0) {
      if let log = state.contents(Self.log), log.last == UInt8(ascii: "\n") {
        promises.submitted(log)
      }
    }
    change(&promises)
    timeline.append((disk.moments.count - 1, promises))
  }

  private func newProcess() -> SimulatedProcess {
    let process = disk.process(bug)
    self.process = process
    return process
  }

  func create() {
    guard (try? LogFile.create(Self.log, newProcess())) != nil else { return }
    promise { $0.isCreated = true }
  }

  /// The process ends; another one opens the log with the next append.
  func end() { (recorder, process) = (nil, nil) }

  /// The clock of the next process, in weeks after the first one's.
  var weeksLater = 0

  func append(each submissions: Submission..., waitsForDisk: Bool = true) {
    append(submissions, waitsForDisk) { (recorder) throws(LogError) in
      try recorder.append(contentsOf: submissions)
    }
  }

  func append(batch submissions: Submission..., waitsForDisk: Bool = true) {
    append(submissions, waitsForDisk) { (recorder) throws(LogError) in
      try recorder.append(batch: submissions)
    }
  }

  private func append(
    _ submissions: [Submission], _ waitsForDisk: Bool,
    _ body: (Recorder) throws(LogError) -> [Receipt]
  ) {
    guard let recorder = openRecorder(waitsForDisk) else { return }
    let receipts = (try? body(recorder)) ?? []
    promise { promises in
      guard waitsForDisk, receipts.contains(where: \.isRecorded) else { return }
      promises.acknowledged = disk.state.contents(Self.log) ?? []
      for (submission, receipt) in zip(submissions, receipts) {
        guard case .appended(let event) = receipt else { continue }
        promises.last = (submission, event.sequence)
      }
    }
  }

  private func openRecorder(_ waitsForDisk: Bool) -> Recorder? {
    if waits != waitsForDisk { recorder = nil }
    if recorder == nil {
      waits = waitsForDisk
      recorder = try? Recorder(
        recordingTo: Self.log,
        options: .simulated(waitsForDisk: waitsForDisk, weeksLater: weeksLater), newProcess())
    }
    return recorder
  }

  func extend() {
    guard (try? openRecorder(true)?.extend()) != nil else { return }
    promise { $0.acknowledged = disk.state.contents(Self.log) ?? [] }
  }

  func recover() {
    promise { $0.keepsHead = false }
    guard let file = try? LogFile.open(Self.log, newProcess()) else { return }
    _ = try? OperatorRecovery.recover(file)
  }

  /// Leaves a snapshot of all that is recorded.
  func leaveSnapshot() {
    let fileSystem = process ?? newProcess()
    guard let reader = try? LogReader(reading: Self.log, fileSystem) else { return }
    var folded = WriterState()
    while let event = try? reader.next() {
      folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
    let store = SnapshotStore(LogPaths(log: Self.log, fileSystem))
    try? store.save(at: folded.position) { folded.write(to: &$0) }
  }

  /// Somebody copies the log and puts the copy in its place.
  func replaceLog() {
    try? disk.change { state in
      let bytes = state.contents(Self.log) ?? []
      let copy = state.make(Self.log + ".copy", isFolder: false)
      state.change(copy, .write(offset: 0, bytes))
      state.rename(Self.log + ".copy", to: Self.log)
      state.settle()
    }
  }

  /// Bytes that a crash left behind the end.
  func tear(_ bytes: [UInt8]) {
    try? disk.change { state in
      guard let inode = state.inode(Self.log) else { return }
      state.change(inode, .write(offset: state.files[inode].cached.count, bytes))
      state.settle()
    }
  }
}
