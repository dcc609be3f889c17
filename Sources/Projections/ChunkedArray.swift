/// An array in chunks that stay where they are: growing copies no element and leaves no room behind
/// that was outgrown, where a flat array has half as much again while it moves.
struct ChunkedArray<Element> {
  private var chunks: [[Element]] = []
  private(set) var count = 0

  private static var chunkLength: Int { 1 << 10 }

  @inline(__always)
  private static func place(_ index: Int) -> (chunk: Int, index: Int) {
    (index >> 10, index & (chunkLength - 1))
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    let (chunk, index) = Self.place(count)
    if index == 0 {
      chunks.append([])
      chunks[chunk].reserveCapacity(Self.chunkLength)
    }
    chunks[chunk].append(element)
    count += 1
  }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      let (chunk, index) = Self.place(index)
      return chunks[chunk][index]
    }
    @inline(__always) _modify {
      let (chunk, index) = Self.place(index)
      yield &chunks[chunk][index]
    }
  }
}

extension ChunkedArray: Equatable where Element: Equatable {}
extension ChunkedArray: Sendable where Element: Sendable {}
