import Foundation
import Projections
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// A snapshot and the events behind it make what all events make, wherever the snapshot was left: for
/// the rules, for every part of a replay and for every row, with any log that the rules allow.
@Suite struct SnapshotLawTests {
  /// A log that is folded at each of its events.
  enum Story: CustomStringConvertible {
    case sample
    case promises
    case weekly
    case clock
    case walk(seed: UInt64)

    var description: String {
      switch self {
      case .sample: "the sample"
      case .promises: "a story of promises"
      case .weekly: "a story of weekly work"
      case .clock: "a story of work by the clock"
      case .walk(let seed): "the walk of seed \(seed)"
      }
    }

    func lines() throws -> LogLines {
      switch self {
      case .sample: LogLines(try Data(contentsOf: URL(fileURLWithPath: Repository.sample)))
      case .promises: try LogLines(Data(PromiseStory.log().lines))
      case .weekly: try LogLines(Data(WeeklyStory.log().lines))
      case .clock: try LogLines(Data(RefusedStory.log().lines))
      case .walk(let seed): try LogLines(Data(Self.log(seed).lines))
      }
    }

    /// A walk whose people change their names now and then, which one by itself never does.
    private static func log(_ seed: UInt64) throws -> MemoryLog {
      var walk = RandomWalk(seed: seed)
      walk.splits = true
      var log = MemoryLog(clock: walk.clock)
      for (number, user) in ["mia", "bas", "eva", "tom"].enumerated() {
        try walk.go(on: &log, for: submissions / 4)
        let names: JSON = ["name": .text("N\(number)"), "email": .text("\(user)@example.com")]
        let line: JSON = [
          "type": "profile.changed", "actor": .text(user), "subject": .text(user),
          "id": .text("n\(number)"), "data": names,
        ]
        _ = try log.append([Submission.read("\(line)")])
      }
      return log
    }
  }

  private static let submissions = 480

  /// The numbers of events after which a snapshot of a log of so many is tried.
  private static func places(in count: Int) -> [Int] {
    Rounds.places(in: 0..<count + 1, everyOne: 586)
  }

  /// Events of every type, and a walk that nobody went before.
  private static let stories: [Story] = {
    var stories: [Story] = [.sample, .promises, .weekly, .clock]
    var missing = missingTypes(of: stories)
    // Those of the first walks were looked for; where the rules are others now, others are.
    for seed in [371, 372, 392] + Array(400...500) as [UInt64] where !missing.isEmpty {
      let types = (try? types(of: .walk(seed: seed))) ?? []
      if types.isDisjoint(with: missing) { continue }
      stories.append(.walk(seed: seed))
      missing.subtract(types)
    }
    return stories + [.walk(seed: .random(in: 1_000 ... .max))]
  }()

  /// The stories that are told of: in a short suite one of them.
  private static let tried = Array(stories.shuffled().prefix(Rounds.count(1, full: stories.count)))

  private static func types(of story: Story) throws -> Set<EventType> {
    Set(try story.lines().events().compactMap(\.event.type))
  }

  private static func missingTypes(of stories: [Story]) -> Set<EventType> {
    stories.reduce(Set(EventType.allCases)) { $0.subtracting((try? types(of: $1)) ?? []) }
  }

  @Test func `the logs of the law have events of every type`() {
    #expect(Self.missingTypes(of: Self.stories.dropLast()) == [])
  }

  @Test(arguments: tried)
  func `snapshot + tail = fold of all, at every event, with numbers that are looked up`(
    story: Story
  ) throws {
    let events = try story.lines().events()
    let whole = FoldedLog(events)
    let rows = whole.rows()
    var inbox = Replay(inboxOf: nil)
    for event in events { inbox.apply(event) }
    let told = FoldedLog.rows(of: .inbox, in: inbox, at: events.last!.time)
    try #require(!told.hasSuffix("no rows"))
    var (growing, folded) = (FoldedLog(), 0)
    for position in Self.places(in: events.count) {
      let place: Comment = "\(story), at event \(position)"
      growing.fold(events[folded..<position])
      folded = position
      let bytes = try growing.snapshot()
      let file = try SnapshotFile(bytes)
      let symbols = try file.symbols()
      // Before the first person there are none to look up.
      try #require(!symbols.isAsInSnapshot || growing.rules.state.users.isEmpty, place)
      var restored = try FoldedLog(file, symbols)
      try #require(restored == growing, place)
      restored.fold(events[position...])
      try #require(restored == whole, place)
      try #require(restored.finds(events[max(position - 1, 0)...].prefix(2)), place)
      // Rows follow from the state; that is looked at now and then.
      if position % 5 == 0 {
        try #require(restored.rows() == rows && restored.finds(events[...]), place)
      }
      // The parts that a projection asks for are enough for it; each has its turn, and the inbox every time.
      let turn = position % ProjectionDescriptor.replayed.count
      for (projection, expected) in [
        (ProjectionDescriptor.replayed[turn], rows[turn]), (.inbox, told),
      ] {
        // The state that was read first has changed its file where it lies.
        let again = try SnapshotFile(bytes)
        var replay = try Replay(again, try again.symbols(), projection.parts)
        for event in events[position...] { replay.apply(event) }
        try #require(
          FoldedLog.rows(of: projection, in: replay, at: events.last!.time) == expected,
          "\(projection.name) of \(story), at event \(position)")
      }
    }
  }

  #if os(Linux)
    @Test(arguments: tried)
    func `snapshot + tail = fold of all, at every event, used as it lies in the file`(
      story: Story
    ) async throws {
      let folder = try Self.folder(of: story)
      // A process without identifiers, which forks another for each event.
      await #expect(processExitsWith: .success, "\(story)") { [path = folder.path as String] in
        let log = try KeptLog(path)
        for position in try log.positions {
          let code = codeOfFork {
            let file = try log.snapshot(at: position)
            let symbols = try file.symbols()
            if !symbols.isAsInSnapshot {
              try log.tell("at event \(position), its numbers are looked up")
            }
            var restored = try FoldedLog(file, symbols)
            let tail = try log.lines.events(from: position)
            restored.fold(tail)
            try log.requireRows(restored, "at event \(position)")
            // The rules' state has no rows. It is held against one that is folded here, now and then.
            if position % 10 == 0 { try log.requireState(restored, "at event \(position)") }
          }
          if code != 0 { exit(code) }
        }
      }
      expectNoDifference(folder, "\(story)")
    }

    @Test(arguments: [[Story.sample, .walk(seed: 359)], [.walk(seed: 359), .sample]])
    func `two logs in one process, the first used as it lies, the second looked up`(
      stories: [Story]
    ) async throws {
      func folder(_ number: Int) throws -> Workspace {
        try Self.folder(of: stories[number]) { Self.positions(number, in: $0) }
      }
      let (first, second) = (try folder(0), try folder(1))
      let paths = [first.path, second.path]
      await #expect(processExitsWith: .success, "\(stories)") { [paths = paths as [String]] in
        let logs = try paths.map { try KeptLog($0) }
        let counts = logs.map(\.lines.ranges.count)
        for (first, second) in zip(
          SnapshotLawTests.positions(0, in: counts[0]), SnapshotLawTests.positions(1, in: counts[1])
        ) {
          let code = codeOfFork {
            let positions = [first, second]
            var restored: [FoldedLog] = []
            for (log, position) in zip(logs, positions) {
              let file = try log.snapshot(at: position)
              let symbols = try file.symbols()
              // Of the first few events of a log there may be no identifiers.
              if position > 10, symbols.isAsInSnapshot != restored.isEmpty {
                try log.tell("at \(positions), the wrong one is used as it lies")
              }
              restored.append(try FoldedLog(file, symbols))
            }
            // In turns, so that each log makes identifiers known while the other goes on.
            var tails = try zip(logs, positions).map { try $0.lines.events(from: $1)[...] }
            while !(tails[0].isEmpty && tails[1].isEmpty) {
              for index in 0..<2 {
                if let event = tails[index].popFirst() { restored[index].fold(event) }
              }
            }
            for (log, restored) in zip(logs, restored) {
              try log.requireRows(restored, "at \(positions)")
              try log.requireState(restored, "at \(positions)")
            }
          }
          if code != 0 { exit(code) }
        }
      }
      for (folder, story) in zip([first, second], stories) {
        expectNoDifference(folder, "\(stories), in \(story)")
      }
    }

    /// The numbers of events at which the first or the second of two logs is tried: at other distances from the end in
    /// each, and all of them in the end.
    fileprivate static func positions(_ number: Int, in count: Int) -> [Int] {
      stride(from: 0, to: 12, by: Rounds.count(6, full: 1)).map {
        number == 0 ? ($0 * 41 + 12) % count : $0 * count / 12
      }
    }

    /// A folder with the log, its snapshots at some numbers of events, and what its rows are in the end.
    private static func folder(
      of story: Story, at places: (Int) -> [Int] = places
    ) throws -> Workspace {
      let folder = Workspace()
      let lines = try story.lines()
      folder.write(Array(lines.bytes), to: folder.log)
      let events = try lines.events()
      var (growing, folded) = (FoldedLog(), 0)
      for position in places(events.count).sorted() {
        growing.fold(events[folded..<position])
        folded = position
        folder.write(try growing.snapshot(), to: "\(folder.path)/\(position)")
      }
      growing.fold(events[folded...])
      folder.write(Array(growing.rows().joined().utf8), to: "\(folder.path)/rows")
      return folder
    }

    private func expectNoDifference(_ folder: Workspace, _ story: String) {
      guard folder.exists(folder.path + "/difference") else { return }
      let difference = folder.bytes(folder.path + "/difference")
      Issue.record("\(story): \(String(decoding: difference, as: UTF8.self))")
    }
  #endif
}

#if os(Linux)
  private struct Difference: Error {}

  /// What `folder(of:)` left, in a process that knows none of its identifiers yet.
  private struct KeptLog {
    let path: String
    let lines: LogLines
    let rows: String

    init(_ path: String) throws {
      self.path = path
      lines = LogLines(try Data(contentsOf: URL(fileURLWithPath: path + "/events.jsonl")))
      rows = try String(contentsOfFile: path + "/rows", encoding: .utf8)
    }

    /// The numbers of events that it has a snapshot of.
    var positions: [Int] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: path).compactMap { Int($0) }.sorted()
      }
    }

    func snapshot(at position: Int) throws -> SnapshotFile {
      try SnapshotFile(Array(Data(contentsOf: URL(fileURLWithPath: "\(path)/\(position)"))))
    }

    /// Requires the rows of a fold without snapshots, in another process.
    func requireRows(_ restored: FoldedLog, _ place: String) throws {
      if restored.rows().joined() != rows { try tell("\(place), other rows") }
    }

    /// Requires the state of a fold without snapshots, made now.
    func requireState(_ restored: FoldedLog, _ place: String) throws {
      let events = try lines.events()
      if restored != FoldedLog(events) { try tell("\(place), another state") }
      if !restored.finds(events[...]) { try tell("\(place), an event is not found again") }
    }

    func tell(_ difference: String) throws {
      try Data(difference.utf8).write(to: URL(fileURLWithPath: path + "/difference"))
      throw Difference()
    }
  }

  /// Runs a function in a process that begins as a copy of this one; 0 if it throws nothing.
  private func codeOfFork(_ body: () throws -> Void) -> Int32 {
    let child = fork()
    if child == 0 {
      alarm(60)
      do { try body() } catch { _exit(1) }
      _exit(0)
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
#endif

/// A log's lines in memory. They are decoded when they are asked for: that makes identifiers known.
struct LogLines {
  let bytes: Data
  let ranges: [Range<Int>]
  private let block: LineBlock

  init(_ bytes: Data) {
    self.bytes = bytes
    var start = 0
    ranges = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      defer { start += line.count + 1 }
      return start..<start + line.count
    }
    block = unsafe bytes.withUnsafeBytes { unsafe LineBlock(copying: $0) }
  }

  func events(from first: Int = 0) throws -> [RecordedEvent] {
    var decoder = EventDecoder()
    return try ranges[first...].map { try decoder.decode(RecordedLine(block: block, range: $0)) }
  }
}

/// What a writer folds and leaves, and the replay that a reader makes of it.
struct FoldedLog: Equatable {
  private(set) var rules = WriterState()
  private(set) var replay = Replay()

  init() {}

  init(_ events: [RecordedEvent]) { fold(events) }

  init(_ file: SnapshotFile, _ symbols: SnapshotIDs) throws(SnapshotFault) {
    rules = try WriterState(file, symbols)
    replay = try Replay(file, symbols)
  }

  mutating func fold(_ event: RecordedEvent) {
    rules.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    replay.apply(event)
  }

  mutating func fold(_ events: some Sequence<RecordedEvent>) {
    for event in events { fold(event) }
  }

  func snapshot() throws -> [UInt8] { try rules.snapshot() }

  /// Whether each event is found by its source and id.
  func finds(_ events: ArraySlice<RecordedEvent>) -> Bool {
    events.allSatisfy { event in
      unsafe event.withSourceAndID { source, id in
        unsafe rules.index.sequences(of: rules.index.hash(source: source, id: id))
          .contains(event.sequence)
      }
    }
  }

  /// All rows of each projection as of the last event, and the summary.
  func rows() -> [String] {
    let now = rules.lastTime!
    return ProjectionDescriptor.replayed.map { Self.rows(of: $0, in: replay, at: now) }
      + [String(decoding: replay.jsonSummary(at: now), as: UTF8.self)]
  }

  static func rows(
    of projection: ProjectionDescriptor, in replay: Replay, at now: Timestamp
  ) -> String {
    let table = replay.table(projection, RowSelection(all: true), at: now, names: { _ in nil })
    guard let table else { return "\(projection.name): no rows" }
    return projection.name + ":\n"
      + table.jsonRows().map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  static func == (one: FoldedLog, other: FoldedLog) -> Bool {
    one.rules.state == other.rules.state && one.rules.end == other.rules.end
      && one.rules.lastTime == other.rules.lastTime
      && one.rules.places == other.rules.places
      && one.replay == other.replay
  }
}
