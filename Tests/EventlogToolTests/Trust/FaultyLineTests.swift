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

  @Test(arguments: Fault.allCases, [true, false])
  func `the events before it can be read, and the error names that very line`(
    _ fault: Fault, withHead: Bool
  ) throws {
    let folder = LogFolder.withStory()
    let bytes = folder.logBytes
    let whole = folder.logLines
    if !withHead { folder.remove("events.jsonl.d/head") }
    let reads = [
      ["log"], ["show", "users", "--json"], ["audit", "--user", "mia", "--json"],
      ["replay", "--json"],
    ]
    for index in Rounds.places(in: whole.indices, everyOne: 4) {
      var lines = whole
      fault.apply(to: &lines, at: index)
      let line = fault.line(at: index)
      // With --at.
      for words in reads {
        let at = words + ["--at", "\(line - 1)"]
        folder.write(bytes, to: "events.jsonl")
        let expected = folder.start(at).wait()
        folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
        let ending = folder.start(at).wait()
        let sound = line - 1 > whole.count ? nil : expected
        if let sound {
          #expect(ending.code == sound.code, "\(fault) \(at): \(ending)")
          // Before the first event the clock is the machine's.
          if line > 1 { #expect(ending.output == sound.output, "\(fault) \(at): \(ending)") }
        }
      }
      // Without it.
      for words in reads {
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
