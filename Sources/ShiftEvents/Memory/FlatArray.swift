internal import Synchronization

/// An array of plain values. It may begin in a snapshot that is mapped into memory, so that opening a
/// snapshot costs nothing until somebody reads an element.
///
///                             tail: chunks that came since
///     ┌───────────────────────┬─────────┬─────────┬──────┐
///     │ base: in the snapshot │  4,096  │  4,096  │ rest │
///     └───────────────────────┴─────────┴─────────┴──────┘
///
/// A long array never copies its elements to grow. A value like any other: changing a copy leaves the original as it is.
package struct FlatArray<Element: BitwiseCopyable & Sendable>: Sendable {
  private var base: FlatBase?
  private var baseCount = 0
  /// Full chunks, and a last one that need not be.
  private var tail: [[Element]] = []
  private var tailCount = 0
  private static var chunkBits: Int { 12 }
  private static var chunkCount: Int { 1 << chunkBits }

  package init() {}

  package init(_ elements: [Element]) {
    tail = stride(from: 0, to: elements.count, by: Self.chunkCount).map {
      Array(elements[$0..<Swift.min($0 + Self.chunkCount, elements.count)])
    }
    tailCount = elements.count
  }

  package init(repeating element: Element, count: Int) {
    tail = stride(from: 0, to: count, by: Self.chunkCount).map {
      [Element](repeating: element, count: Swift.min(count - $0, Self.chunkCount))
    }
    tailCount = count
  }

  /// The elements as they lie in the region from `offset`, which is inside it and aligned.
  ///
  /// - Parameter late: checks the elements before they are read, where nobody has yet.
  package init(_ region: MemoryRegion, offset: Int, count: Int, late: LateRange? = nil) {
    precondition(offset % MemoryLayout<Element>.alignment == 0)
    precondition(offset + count * MemoryLayout<Element>.stride <= region.count)
    base = FlatBase(region, offset: offset, late)
    baseCount = count
  }

  @inline(__always)
  package mutating func append(_ element: Element) {
    if tailCount % Self.chunkCount == 0 { addChunk() }
    tail[tail.count - 1].append(element)
    tailCount += 1
  }

  package mutating func append(repeating element: Element, count: Int) {
    var missing = count
    while missing > 0 {
      if tailCount % Self.chunkCount == 0 { addChunk() }
      let some = Swift.min(missing, Self.chunkCount - tailCount % Self.chunkCount)
      tail[tail.count - 1].append(contentsOf: repeatElement(element, count: some))
      tailCount += some
      missing -= some
    }
  }

  /// Removes elements from the end.
  package mutating func removeLast(_ removed: Int) {
    if removed > tailCount { copyBase() }
    precondition(removed <= tailCount)
    tailCount -= removed
    tail.removeLast(tail.count - (tailCount + Self.chunkCount - 1) / Self.chunkCount)
    if let last = tail.last {
      tail[tail.count - 1].removeLast(last.count - (tailCount - (tail.count - 1) * Self.chunkCount))
    }
  }

  @inline(never)
  private mutating func addChunk() {
    tail.append([])
    if tailCount > 0 { tail[tail.count - 1].reserveCapacity(Self.chunkCount) }
  }

  /// The elements as an array like any other.
  package var elements: [Element] {
    if base == nil, tail.count < 2 { return tail.first ?? [] }
    return elements(0..<count)
  }

  /// The whole as it lies in memory, piece by piece.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    if let base {
      base.require(0, count: baseCount, Element.self)
      unsafe body(UnsafeRawBufferPointer(base.elements(Element.self, count: baseCount)))
      withExtendedLifetime(base) {}
    }
    for chunk in tail { unsafe chunk.withUnsafeBytes { unsafe body($0) } }
  }

  /// The next elements from an index on, which is 0 or the end of the block before; empty at the end of the array.
  /// Another module loops over such an array without generic code.
  package func block(from start: Int) -> [Element] {
    guard start < baseCount else {
      return start < endIndex ? tail[tailPlace(start).chunk] : []
    }
    let blockCount = Swift.max(256, 16_384 / MemoryLayout<Element>.stride)
    return elements(start..<Swift.min(start + blockCount, baseCount))
  }

  /// Some of the elements as an array like any other.
  package func elements(_ places: Range<Int>) -> [Element] {
    precondition(places.lowerBound >= 0 && places.upperBound <= count)
    let stride = MemoryLayout<Element>.stride
    return unsafe [Element](unsafeUninitializedCapacity: places.count) { room, initialized in
      let bytes = UnsafeMutableRawBufferPointer(room)
      while places.lowerBound + initialized < places.upperBound {
        let place = places.lowerBound + initialized
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(initialized * stride)...])
        if place < baseCount, let base {
          let end = Swift.min(places.upperBound, baseCount)
          base.require(place, count: end - place, Element.self)
          unsafe free.copyMemory(
            from: UnsafeRawBufferPointer(
              start: base.start + place * stride, count: (end - place) * stride))
          initialized += end - place
        } else {
          let (chunk, start) = tailPlace(place)
          let count = Swift.min(places.upperBound - place, tail[chunk].count - start)
          unsafe tail[chunk].withUnsafeBytes {
            unsafe free.copyMemory(
              from: UnsafeRawBufferPointer(rebasing: $0[start * stride..<(start + count) * stride]))
          }
          initialized += count
        }
      }
    }
  }

  /// The elements inside the region; `nil` if the array has others too.
  var mapped: UnsafeMutableBufferPointer<Element>? {
    base?.require(0, count: baseCount, Element.self)
    return unsafe unchecked
  }

  /// The same before anything of it is checked: for each element `require` comes first.
  var unchecked: UnsafeMutableBufferPointer<Element>? {
    unsafe tail.isEmpty ? base?.elements(Element.self, count: baseCount) : nil
  }

  var isCheckedLate: Bool { base?.isLate == true }

  /// Checks some elements that lie in a region.
  func require(_ places: Range<Int>) {
    precondition(places.lowerBound >= 0 && places.upperBound <= baseCount)
    base?.require(places.lowerBound, count: places.count, Element.self)
  }

  package var owner: FlatBase? { base }

  /// The chunk of the tail that has an element, and its place there.
  @inline(__always)
  private func tailPlace(_ index: Int) -> (chunk: Int, place: Int) {
    let place = index - baseCount
    return (place >> Self.chunkBits, place & (Self.chunkCount - 1))
  }

  /// Called before a change of the base: takes a copy of it if another array shares it, or did.
  @inline(__always)
  private mutating func ownBase() {
    if !isKnownUniquelyReferenced(&base) || base?.isCopied == true { copyBase() }
  }

  @inline(never)
  private mutating func copyBase() {
    guard let base else { return }
    var copy: FlatArray = base.copy(count: baseCount)
    for chunk in tail { for element in chunk { copy.append(element) } }
    self = copy
  }
}

extension FlatArray: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { baseCount + tailCount }

  package var count: Int { baseCount + tailCount }

  package subscript(index: Int) -> Element {
    @inline(__always) get {
      if index < baseCount, let base {
        precondition(index >= 0)
        base.require(index, count: 1, Element.self)
        return unsafe base.elements(Element.self, count: baseCount)[index]
      }
      let (chunk, place) = tailPlace(index)
      return tail[chunk][place]
    }
    // No coroutine for a change in place: it would take memory at each.
    @inline(__always) set {
      if index < baseCount { ownBase() }
      if index < baseCount, let base {
        precondition(index >= 0)
        base.require(index, count: 1, Element.self)
        unsafe base.elements(Element.self, count: baseCount)[index] = newValue
      } else {
        let (chunk, place) = tailPlace(index)
        tail[chunk][place] = newValue
      }
    }
  }
}

extension FlatArray: Equatable where Element: Equatable {
  package static func == (first: FlatArray, second: FlatArray) -> Bool {
    first.elements == second.elements
  }
}

/// The beginning of an array inside a region. Each array has one of its own, whose reference count
/// tells if a copy of the array shares the elements.
@safe package final class FlatBase: @unchecked Sendable {
  // `@unchecked`: only an array that alone refers to this object writes to its elements, and none once they are copied.
  private let region: MemoryRegion
  /// The elements in chunks, once an array that shared them was to change. The next one shares these chunks: else
  /// each refused batch would copy whole arrays (19 million instructions at a million events).
  private let chunks = Mutex<(any Sendable)?>(nil)
  private let hasCopy = Atomic<Bool>(false)
  @usableFromInline package let start: UnsafeMutableRawPointer
  private let late: LateRange?

  fileprivate init(_ region: MemoryRegion, offset: Int, _ late: LateRange?) {
    self.region = region
    unsafe start = region.bytes.baseAddress! + offset
    self.late = late
  }

  /// To be called before elements are read or changed.
  @inline(__always)
  fileprivate func require<Element>(_ first: Int, count: Int, _: Element.Type) {
    if late != nil { check(first, count: count, stride: MemoryLayout<Element>.stride) }
  }

  /// Apart, as code that is seldom run makes what calls it longer. It releases nothing that a caller has: told so, the
  /// compiler retains no array for a look at an element (15 % of the instructions of `show schedule`).
  @_effects(releasenone) @inline(never)
  private func check(_ first: Int, count: Int, stride: Int) {
    late?.require(first * stride..<(first + count) * stride)
  }

  fileprivate var isLate: Bool { late != nil }

  fileprivate var isCopied: Bool { hasCopy.load(ordering: .relaxed) }

  /// The elements as an array that is not in the region. All who ask share its chunks.
  fileprivate func copy<Element: BitwiseCopyable & Sendable>(count: Int) -> FlatArray<Element> {
    chunks.withLock { chunks in
      if let chunks = chunks as? FlatArray<Element> { return chunks }
      require(0, count: count, Element.self)
      let copy = unsafe FlatArray([Element](elements(Element.self, count: count)))
      chunks = copy
      hasCopy.store(true, ordering: .relaxed)
      return copy
    }
  }

  @inlinable
  package func elements<Element>(
    _: Element.Type, count: Int
  ) -> UnsafeMutableBufferPointer<Element> {
    unsafe UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: Element.self), count: count)
  }
}
