import Testing

@testable import ShiftEvents

/// Arrays whose beginning lies in a snapshot are arrays like any other.
@Suite struct FlatArrayTests {
  private func mapped(_ elements: [Int32]) -> FlatArray<Int32> {
    let bytes = unsafe elements.withUnsafeBytes { unsafe Array($0) }
    return FlatArray(MemoryRegion(copying: bytes), offset: 0, count: elements.count)
  }

  @Test func `the same moves make the same elements, mapped or not`() {
    var random = CodecRandom.printed()
    for round in 0..<200 {
      var plain = (0..<Int32(round % 20)).map { $0 * 3 }
      var flat = mapped(plain)
      var copies: [(FlatArray<Int32>, [Int32])] = []
      for _ in 0..<60 {
        switch random.number(0...4) {
        case 0:
          let element = Int32(random.number(0...1_000))
          plain.append(element)
          flat.append(element)
        case 1 where !plain.isEmpty:
          let index = random.number(0...(plain.count - 1))
          plain[index] &+= 7
          flat[index] &+= 7
        case 2 where copies.count < 4: copies.append((flat, plain))
        case 3 where copies.last?.1.isEmpty == false:
          let copy = copies.count - 1
          let index = random.number(0...(copies[copy].1.count - 1))
          copies[copy].0[index] &-= 5
          copies[copy].1[index] &-= 5
        case 4 where !copies.isEmpty: copies.removeLast()
        default: #expect(Array(flat) == plain, "seed \(random.seed)")
        }
      }
      #expect(Array(flat) == plain && flat == FlatArray(plain), "seed \(random.seed)")
      for (flat, plain) in copies { #expect(Array(flat) == plain, "seed \(random.seed)") }
    }
  }

  @Test func `some of the elements are those, before the end of the region and behind it`() {
    var random = CodecRandom.printed()
    for length in [0, 10, 5_000] {
      var plain = (0..<Int32(length)).map { $0 * 3 }
      var flat = mapped(plain)
      for element in 0..<10_000 {
        plain.append(Int32(element))
        flat.append(Int32(element))
      }
      for _ in 0..<300 {
        let start = random.number(0...plain.count)
        let places = start..<random.number(start...plain.count)
        #expect(flat.elements(places) == Array(plain[places]), "\(places), seed \(random.seed)")
      }
    }
  }

  @Test func `changing a copy leaves the region as it was`() {
    let original = mapped([1, 2, 3])
    var copy = original
    copy[1] = 20
    #expect(Array(original) == [1, 2, 3] && Array(copy) == [1, 20, 3])
  }

  @Test func `copies that change and go leave a long array as it was, through changes of its own`()
  {
    var plain = (0..<20_000).map(Int32.init)
    var array = mapped(plain)
    for round in 0..<10 {
      var copy = array
      copy[round * 1_999] = -1
      copy.append(-2)
      #expect(copy[round * 1_999] == -1 && Array(array) == plain, "round \(round)")
      if round % 3 == 2 {
        array[round] = -3
        plain[round] = -3
        array.append(-4)
        plain.append(-4)
      }
    }
    #expect(Array(array) == plain)
  }

  @Test func `pieces are the written elements`() {
    var array = mapped([1, 2])
    array.append(3)
    var bytes: [UInt8] = []
    unsafe array.forEachPiece { unsafe bytes.append(contentsOf: $0) }
    #expect(bytes == [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])
  }
}
