import Foundation
import TestSupport
import Testing

/// A log with a fault at every one of its lines in turn.
struct FaultyLineTests {
  /// A fault in a line. Some are found by a reader without a head, some only by hashes.
  enum Fault: CaseIterable {
    case unreadable, longer, removed, doubled, emptied

    func apply(to lines: inout [String], at index: Int) {
      switch self {
      case .unreadable: lines[index] = "x" + lines[index].dropFirst()
      // The JSON stays whole, and every byte behind it moves.
      case .longer:
        lines[index] = lines[index].replacingOccurrences(
          of: #""specversion":"1.0","id":""#, with: #""specversion":"1.0","id":"zz"#)
      case .removed: lines.remove(at: index)
      case .doubled: lines.insert(lines[index], at: index)
      case .emptied: lines[index] = ""
      }
    }

    /// The first line that differs from the original, counted from 1.
    func line(at index: Int) -> Int { self == .doubled ? index + 2 : index + 1 }

    /// Returns `true` if reading alone finds it; `verify` and `audit` check hashes.
    func isSeen(withHead: Bool, isLast: Bool) -> Bool {
      switch self {
      case .unreadable, .emptied: true
      case .doubled: !(withHead && isLast)
      case .longer: withHead
      case .removed: withHead || !isLast
      }
    }
  }

  private static let reads = [
    ["log"], ["show", "users", "--json"], ["audit", "--user", "mia", "--json"],
    ["replay", "--json"],
  ]
  private static let places = Rounds.places(in: 0..<Story.events, everyOne: 12)

  /// What the reads say of the whole log up to an event, asked once for all faults.
  private static let sound: [[String]: Ending] = {
    var endings: [[String]: Ending] = [:]
    let folder = LogFolder.withStory()
    // A doubled line is wrong where it stands the second time.
    let ends = Set(places + places.map { $0 + 1 })
    for isHeadThere in [true, false] {
      if !isHeadThere { folder.remove("events.jsonl.d/head") }
      for words in ends.flatMap({ end in reads.map { $0 + ["--at", "\(end)"] } }) {
        endings[words + ["\(isHeadThere)"]] = folder.start(words).wait()
      }
    }
    return endings
  }()

  @Test(arguments: Fault.allCases, [true, false])
  func `the events before it can be read, and the error names that very line`(
    _ fault: Fault, withHead: Bool
  ) throws {
    let folder = LogFolder.withStory()
    let whole = folder.logLines
    if !withHead { folder.remove("events.jsonl.d/head") }
    #expect(whole.count == Story.events)
    for index in Self.places {
      var lines = whole
      fault.apply(to: &lines, at: index)
      let line = fault.line(at: index)
      folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
      // With --at.
      for words in Self.reads {
        let at = words + ["--at", "\(line - 1)"]
        let ending = folder.start(at).wait()
        if line - 1 <= whole.count {
          let sound = try #require(Self.sound[at + ["\(withHead)"]])
          // Of a log whose first line is at fault nobody is known; before the first event the clock is the machine's.
          let isKnown = line > 1 || words[0] != "audit"
          #expect(
            isKnown ? ending.code == sound.code : ending.code < 2, "\(fault) \(at): \(ending)")
          if line > 1 { #expect(ending.output == sound.output, "\(fault) \(at): \(ending)") }
        }
      }
      // Without it.
      for words in Self.reads {
        let vouches = words[0] == "audit"
        let isLast = index == whole.count - 1
        guard
          vouches && !(fault == .removed && isLast && !withHead)
            && !(fault == .doubled && isLast && withHead)
            || fault.isSeen(withHead: withHead, isLast: isLast)
        else { continue }
        let ending = folder.start(words).wait()
        #expect(ending.code == 65, "\(fault) in line \(line), \(words): \(ending)")
        #expect(
          ending.errors.contains("events.jsonl:\(line):"),
          "\(fault) in line \(line), \(words): \(ending)")
        if line > 1 {
          // Behind a hash that does not fit, nothing before it is vouched for.
          let isOpen = ending.errors.contains("no earlier line is vouched for")
          #expect(isOpen == ending.errors.contains("hash"), "\(words): \(ending)")
          #expect(isOpen != ending.errors.contains("--at \(line - 1)"), "\(words): \(ending)")
        }
      }
    }
  }
}
