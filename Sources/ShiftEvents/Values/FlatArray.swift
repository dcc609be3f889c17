/// An array of plain values whose beginning may lie in a snapshot that is mapped into memory, so
/// that taking it in costs nothing until an element is looked at.
///
///     ┌──────────────────────┬────────────┐
///     │ base: in the snapshot│ tail: since│
///     └──────────────────────┴────────────┘
///
/// A value like any other: changing a copy leaves the original as it is.
struct FlatArray<Element: BitwiseCopyable & Sendable>: Sendable {
  private var base: FlatBase?
  private var baseCount = 0
  private var tail: [Element] = []

  init() {}

  init(_ elements: [Element]) { tail = elements }

  init(repeating element: Element, count: Int) {
    tail = [Element](repeating: element, count: count)
  }

  /// The elements as they lie in the region from `offset`, which is inside it and aligned.
  init(_ region: MemoryRegion, offset: Int, count: Int) {
    precondition(offset % MemoryLayout<Element>.alignment == 0)
    precondition(offset + count * MemoryLayout<Element>.stride <= region.count)
    base = FlatBase(region, offset: offset)
    baseCount = count
  }

  mutating func append(_ element: Element) { tail.append(element) }

  mutating func append(contentsOf elements: some Swift.Sequence<Element>) {
    tail.append(contentsOf: elements)
  }

  /// The whole as it lies in memory, in one or two pieces.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    if let base {
      unsafe body(UnsafeRawBufferPointer(base.elements(Element.self, count: baseCount)))
      withExtendedLifetime(base) {}
    }
    unsafe tail.withUnsafeBytes { unsafe body($0) }
  }

  /// The elements inside the region, where the array has nothing else.
  var mapped: UnsafeMutableBufferPointer<Element>? {
    unsafe tail.isEmpty ? base?.elements(Element.self, count: baseCount) : nil
  }

  /// What keeps the elements inside the region where they are.
  var owner: AnyObject? { base }

  /// Before the base is changed: has it to itself, or gives it up for a copy.
  @inline(__always)
  private mutating func ownBase() {
    if !isKnownUniquelyReferenced(&base) { copyBase() }
  }

  @inline(never)
  private mutating func copyBase() {
    tail = Array(self)
    base = nil
    baseCount = 0
  }
}

extension FlatArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }

  var endIndex: Int { baseCount + tail.count }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      if let base, index < baseCount {
        precondition(index >= 0)
        return unsafe base.elements(Element.self, count: baseCount)[index]
      }
      return tail[index - baseCount]
    }
    @inline(__always) _modify {
      if index < baseCount { ownBase() }
      if let base, index < baseCount {
        precondition(index >= 0)
        yield unsafe &base.elements(Element.self, count: baseCount)[index]
      } else {
        yield &tail[index - baseCount]
      }
    }
  }
}

extension FlatArray: Equatable where Element: Equatable {
  static func == (first: FlatArray, second: FlatArray) -> Bool { first.elementsEqual(second) }
}

/// The beginning of an array inside a region; each array has one of its own, by which it knows
/// whether a copy of it shares the elements.
private final class FlatBase: Sendable {
  private let region: MemoryRegion
  private let offset: Int

  init(_ region: MemoryRegion, offset: Int) {
    self.region = region
    self.offset = offset
  }

  @inline(__always)
  func elements<Element: BitwiseCopyable>(
    _: Element.Type, count: Int
  ) -> UnsafeMutableBufferPointer<Element> {
    let start = unsafe region.bytes.baseAddress! + offset
    return unsafe UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: Element.self), count: count)
  }
}
