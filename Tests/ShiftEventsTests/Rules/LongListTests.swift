import TestSupport
import Testing

@testable import ShiftEvents

/// Lists that only a log made by hand has so long cost no more for each of their elements.
struct LongListTests {
  @Test func `long lists hold what sets hold, whatever is added and removed`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var (index, expected) = (MultiMap(), [Int: Set<Int>]())
    for _ in 0..<6000 {
      let (number, element) = (
        Int.random(in: 0...2, using: &random), Int.random(in: 0...400, using: &random)
      )
      if Int.random(in: 0...2, using: &random) > 0 {
        index.insertNew(element, "mia" as UserID, number)
        expected[number, default: []].insert(element)
      } else {
        index.remove(element, "mia" as UserID, number)
        expected[number]?.remove(element)
      }
      #expect(
        index.contains(element, "mia" as UserID, number)
          == (expected[number]?.contains(element) ?? false), "seed \(seed)")
    }
    for number in 0...2 {
      let elements = index.elements("mia" as UserID, number)
      #expect(elements.sorted() == (expected[number] ?? []).sorted(), "seed \(seed)")
    }
  }

  @Test func `a day is closed while a period that covers it is`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var (days, closed) = (ClosedDays(), [ClosedRange<LocalDate>]())
    let near = LocalDate("2026-01-01")
    for _ in 0..<300 {
      if Int.random(in: 0...2, using: &random) == 0,
        let period = closed.randomElement(using: &random)
      {
        closed.remove(at: closed.firstIndex(of: period)!)
        days.change(from: period.lowerBound, to: period.upperBound, isClosing: false)
      } else {
        let first = near + Int.random(in: 0...90, using: &random)
        let last = [first + Int.random(in: 0...40, using: &random), .last].randomElement(
          using: &random)!
        closed.append(first...last)
        days.change(from: first, to: last, isClosing: true)
      }
      for _ in 0..<5 {
        let day = near + Int.random(in: -5...140, using: &random)
        #expect(days.contains(day) == closed.contains { $0.contains(day) }, "seed \(seed) \(day)")
      }
    }
    for period in closed {
      days.change(from: period.lowerBound, to: period.upperBound, isClosing: false)
    }
    #expect(days == ClosedDays())
  }
}
