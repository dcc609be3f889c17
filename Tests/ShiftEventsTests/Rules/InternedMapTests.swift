import TestSupport
import Testing

@testable import ShiftEvents

struct InternedMapTests {
  @Test func `finds what a dictionary finds, in any order of symbols`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      var (map, expected) = (InternedMap(), [UInt32: Int]())
      // Near each other, far apart, and from before the first.
      let spread = UInt32([8, 3000, 200_000].randomElement(using: &random)!)
      for index in 0..<Int.random(in: 0...60, using: &random) {
        let symbol = InternedID(index: .random(in: 1...spread, using: &random))
        map.set(symbol, to: index)
        expected[symbol.index] = index
        if Int.random(in: 0..<40, using: &random) == 0 { map = Self.reread(map) }
      }
      for map in [map, Self.reread(map)] {
        var asked: Set<UInt32> = [1, spread]
        for symbol in expected.keys { asked.formUnion([symbol - 1, symbol, symbol + 1]) }
        for symbol in asked {
          #expect(map[InternedID(index: symbol)] == expected[symbol], "seed \(seed)")
        }
      }
      #expect(map == Self.reread(map), "seed \(seed)")
    }
  }

  @Test func `a few symbols among many take little room`() {
    var map = InternedMap()
    for index in 0..<1000 { map.set(InternedID(index: 5), to: index) }
    map.set(InternedID(index: 5_000_000), to: 1000)
    map.set(InternedID(index: 5_000_001), to: 1001)
    #expect(map.indexes.count < 2000)
    #expect(map[InternedID(index: 5)] == 999)
    #expect(map[InternedID(index: 5_000_001)] == 1001)
    #expect(map[InternedID(index: 4_999_999)] == nil)
  }

  /// As it comes back from a snapshot.
  private static func reread(_ map: InternedMap) -> InternedMap {
    let (first, indexes) = map.trimmed
    return InternedMap(first: first, indexes: FlatArray(indexes))
  }
}
