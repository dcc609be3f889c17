import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

/// Hostile numbers in the files beside a log, with checksums that are right: every command goes on, or says what is wrong.
@Suite(.besidePrograms)
struct SideFileNumbersTests {
  private enum Location: CaseIterable {
    case acknowledged, written, mark, people, poisoned, home, snapshot
  }

  private static let numbers: [UInt64] = [
    0, 1, 2, UInt64(Int32.max), 1 << 53 - 1, 1 << 60, UInt64(Int64.max) - 1, UInt64(Int64.max),
    1 << 63, .max - 1, .max,
  ]

  private static let line =
    #"{"type":"user.registered","subject":"zoe","actor":"mia","data":{"roles":["employee"],"name":"Zoë"}}"#

  private static let commands: [[String]] = [
    ["append", "-", "--each", "--lock-timeout", "1"], ["append", "-", "--dry-run"],
    ["append", "--session", "--lock-timeout", "1"], ["show", "users", "--json"],
    ["show", "hours", "--all", "--json"], ["audit", "--user", "mia", "--json"], ["verify"],
    ["verify", "--rules"], ["replay"], ["log"], ["log", "--last", "1"], ["snapshot"],
    ["snapshot", "--check", "events.jsonl.d/snapshots/state"], ["recover"], ["prove", "2"],
    ["checkpoint"], ["extend"],
  ]

  /// A log with a name and a snapshot, and the position of that.
  private static let story: (files: KeptFiles, position: LogPosition) = {
    var folded = WriterState()
    let files = try! KeptFiles {
      let folder = LogFolder.withStory()
      folder.append([
        #"{"type":"profile.changed","subject":"bas","actor":"bas","data":{"name":"Bas","email":"bas@example.org"}}"#
      ])
      let reader = try LogReader(reading: folder.log)
      while let event = try reader.next() {
        folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
      }
      try SnapshotStore(LogPaths(log: folder.log)).save(at: folded.position) {
        folded.write(to: &$0)
      }
      return folder
    }
    return (files, folded.position)
  }()

  @Test func `verify --rules holds the snapshot beside a log against its events`() throws {
    let folder = Self.story.files.folder()
    let sound = folder.run("verify", "--rules")
    #expect(sound.code == 0 && sound.output.contains("equals a fresh replay"), "\(sound)")
    // The state of other events, at the place of these.
    var (folded, decoder) = (WriterState(), EventDecoder())
    let reader = try LogReader(reading: folder.log)
    while let event = try reader.next() {
      let text = Array(event.json.replacing("employee", with: "manager").utf8)
      let block = unsafe text.withUnsafeBytes { unsafe LineBlock(copying: $0) }
      let other = try decoder.decode(RecordedLine(block: block, range: 0..<text.count))
      folded.fold(other, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
    try SnapshotStore(LogPaths(log: folder.log)).save(at: folded.position) { folded.write(to: &$0) }
    #expect(folder.run("verify").code == 0)
    let ending = folder.run("verify", "--rules")
    #expect(ending.code == 1 && ending.output.contains("differs from a fresh replay"), "\(ending)")
    let answer = folder.run("verify", "--rules", "--json")
    #expect(answer.code == 1 && answer.output.contains(#""sound":false"#), "\(answer)")
    // A bit changed where no command has looked yet.
    let whole = folder.bytes("events.jsonl.d/snapshots/state")
    for place in [whole.count / 2, whole.count - 200] {
      var changed = whole
      changed[place] ^= 1
      folder.write(changed, to: "events.jsonl.d/snapshots/state")
      let damaged = folder.run("verify", "--rules")
      #expect(damaged.code == 1 && damaged.output.contains("was not compared"), "\(damaged)")
    }
    folder.shell("truncate -s 1T events.jsonl.d/snapshots/state")
    let sparse = folder.run("verify", "--rules")
    #expect(sparse.code == 0 && sparse.output.contains("are whole"), "\(sparse)")
    folder.shell("rm events.jsonl.d/snapshots/state; mkdir events.jsonl.d/snapshots/state")
    #expect(folder.run("verify", "--rules").code == 0)
    folder.remove("events.jsonl.d/snapshots/state")
    folder.write([1, 2, 3], to: "events.jsonl.d/snapshots/state")
    #expect(folder.run("verify", "--rules").output.contains("are whole"))
  }

  /// Puts a number into a file beside the log, and returns what it did.
  private func put(
    _ number: UInt64, _ place: Location, in folder: LogFolder, _ random: inout SplitMix64
  ) throws -> String {
    let paths = LogPaths(log: folder.log)
    var frontier = AcknowledgedEnd(folder.bytes("events.jsonl.d/head")).state(firstHash: nil)
      .end!
    let isLength = Bool.random(using: &random)
    switch place {
    case .acknowledged, .written:
      if isLength { frontier.lengthBytes = number } else { frontier.sequence = number }
      var head = folder.bytes("events.jsonl.d/head")
      let role: AcknowledgedEndRecord.Role = place == .written ? .written : .acknowledged
      let bytes = AcknowledgedEndRecord(role, frontier, isSynced: true).bytes
      let offsets =
        place == .written
        ? [AcknowledgedEndRecord.writtenOffset] : AcknowledgedEndRecord.acknowledgedOffsets
      for offset in offsets {
        head.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
      }
      folder.write(head, to: "events.jsonl.d/head")
      return "\(place) \(isLength ? "length" : "sequence")"
    case .mark:
      var head = folder.bytes("events.jsonl.d/head")
      let bytes = AcknowledgedEndRecord.filled(
        AcknowledgedEndRecord.poisonMark + Array(" \(number)".utf8))
      head.replaceSubrange(Int(AcknowledgedEndRecord.markOffset)..., with: bytes)
      folder.write(head, to: "events.jsonl.d/head")
    case .people:
      let key = ["id", "name", "email", "salt", "sequence"].randomElement(using: &random)!
      let texts = ["id": "bas", "salt": String(repeating: "0", count: 32)]
      let members = Set(["id", "name", "salt", key]).sorted().map { name in
        #""\#(name)":"# + (name == key ? "\(number)" : "\"\(texts[name] ?? "Bas")\"")
      }
      folder.write(
        folder.bytes("events.jsonl.d/people.jsonl") + "{\(members.joined(separator: ","))}\n".utf8,
        to: "events.jsonl.d/people.jsonl")
      return "people \(key)"
    case .poisoned:
      folder.write("a sync failed: \(number)\n".utf8, to: "events.jsonl.d/poisoned")
    case .home:
      try HomeMark(
        address: "postgresql://127.0.0.1:\(number)/\(number)?log=\(number)",
        firstHash: frontier.firstHash
      ).write(paths)
      if isLength {
        let mark = String(decoding: folder.bytes("events.jsonl.d/home"), as: UTF8.self)
        folder.write(
          mark.replacing("home 1", with: "home \(number)").utf8, to: "events.jsonl.d/home")
      }
    case .snapshot: return putIntoSnapshot(number, in: folder, &random)
    }
    return "\(place)"
  }

  private func putIntoSnapshot(
    _ number: UInt64, in folder: LogFolder, _ random: inout SplitMix64
  ) -> String {
    let name = "events.jsonl.d/snapshots/state"
    var bytes = folder.bytes(name)
    func words(_ range: Range<Int>) -> [UInt64] {
      stride(from: range.lowerBound, to: range.upperBound, by: 8).map { place in
        (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * $1) }
      }
    }
    let offset = Int(words(112..<120)[0])
    var directory = words(offset..<bytes.count)
    var (position, place) = (Self.story.position, offset)
    let told: String
    switch Int.random(in: 0..<8, using: &random) {
    case 0: (position.end.lengthBytes, told) = (number, "snapshot's length")
    case 1: (position.end.sequence, told) = (number, "snapshot's sequence")
    case 2:
      position.lastTime = Timestamp(milliseconds: Int64(bitPattern: number))
      told = "snapshot's time"
    case 3: (place, told) = (Int(truncatingIfNeeded: number), "snapshot's offset")
    default:
      let index = directory.indices.randomElement(using: &random)!
      directory[index] = number
      told = "number \(index) of \(directory.count) of the snapshot's directory"
    }
    let header = SnapshotFile.header(
      at: position, directory: directory, offset: place)
    bytes.replaceSubrange(..<SnapshotFile.headerLength, with: header)
    bytes.replaceSubrange(
      offset...,
      with: directory.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      })
    folder.write(bytes, to: name)
    return told
  }

  @Test func `no number beside a log stops a command or lets it grow`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<Rounds.count(8, full: 600) {
      let folder = Self.story.files.folder()
      let number = Self.numbers.randomElement(using: &random)!
      let place = Location.allCases.randomElement(using: &random)!
      let told = try put(number, place, in: folder, &random)
      let command = Self.commands.randomElement(using: &random)!
      let ending = folder.startProgram(
        "bash",
        [
          "-c", "ulimit -v 4000000; exec \"$TOOL\" \"$@\" <<<'\(Self.line)'", "-",
        ] + command + (command[0] == "append" ? ["-f"] : []) + ["events.jsonl"],
        environment: ["TOOL": BuiltTool.path]
      ).wait(seconds: 60)
      let isAnswer =
        !ending.isTimedOut && ending.code <= 128 && ending.code != 64 && ending.code != 70
      #expect(
        isAnswer,
        "seed \(seed): \(number) as \(told), \(command): \(ending.code) \(ending.errors.suffix(600))"
      )
    }
  }
}
