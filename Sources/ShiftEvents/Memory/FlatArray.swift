/// An array of plain values. It may begin in a snapshot that is mapped into memory, so that opening a
/// snapshot costs nothing until somebody reads an element.
///
///     ┌──────────────────────┬────────────┐
///     │ base: in the snapshot│ tail: since│
///     └──────────────────────┴────────────┘
///
/// A value like any other: changing a copy leaves the original as it is.
package struct FlatArray<Element: BitwiseCopyable & Sendable>: Sendable {
  private var base: FlatBase?
  private var baseCount = 0
  private var tail: [Element] = []

  package init() {}

  package init(_ elements: [Element]) { tail = elements }

  package init(repeating element: Element, count: Int) {
    tail = [Element](repeating: element, count: count)
  }

  /// The elements as they lie in the region from `offset`, which is inside it and aligned.
  package init(_ region: MemoryRegion, offset: Int, count: Int) {
    precondition(offset % MemoryLayout<Element>.alignment == 0)
    precondition(offset + count * MemoryLayout<Element>.stride <= region.count)
    base = FlatBase(region, offset: offset)
    baseCount = count
  }

  package mutating func append(_ element: Element) { tail.append(element) }

  package mutating func append(repeating element: Element, count: Int) {
    tail.append(contentsOf: [Element](repeating: element, count: count))
  }

  /// The elements as an array like any other.
  package var elements: [Element] {
    if base == nil { return tail }
    return unsafe [Element](unsafeUninitializedCapacity: count) { room, initialized in
      var free = UnsafeMutableRawBufferPointer(room)
      unsafe forEachPiece { piece in
        unsafe free.copyMemory(from: piece)
        unsafe free = UnsafeMutableRawBufferPointer(rebasing: free[piece.count...])
      }
      initialized = count
    }
  }

  /// The whole as it lies in memory, in one or two pieces.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    if let base {
      unsafe body(UnsafeRawBufferPointer(base.elements(Element.self, count: baseCount)))
      withExtendedLifetime(base) {}
    }
    unsafe tail.withUnsafeBytes { unsafe body($0) }
  }

  /// Some elements from a place on, none at the end. A loop over them costs another module no generics.
  package func block(from start: Int) -> [Element] {
    guard start < baseCount, let base else { return start == baseCount ? tail : [] }
    let piece = unsafe UnsafeRawBufferPointer(
      UnsafeBufferPointer(
        rebasing: base.elements(Element.self, count: baseCount)[
          start..<Swift.min(start + 256, baseCount)]))
    return unsafe [Element](unsafeUninitializedCapacity: 256) { room, initialized in
      unsafe UnsafeMutableRawBufferPointer(room).copyMemory(from: piece)
      initialized = piece.count / MemoryLayout<Element>.stride
    }
  }

  /// The elements inside the region; `nil` if the array has others too.
  var mapped: UnsafeMutableBufferPointer<Element>? {
    unsafe tail.isEmpty ? base?.elements(Element.self, count: baseCount) : nil
  }

  package var owner: FlatBase? { base }

  /// Called before a change of the base: makes a copy of it if another array shares it.
  @inline(__always)
  private mutating func ownBase() { if !isKnownUniquelyReferenced(&base) { copyBase() } }

  @inline(never)
  private mutating func copyBase() {
    tail = elements
    base = nil
    baseCount = 0
  }
}

extension FlatArray: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { baseCount + tail.count }

  package subscript(index: Int) -> Element {
    @inline(__always) get {
      if index < baseCount, let base {
        precondition(index >= 0)
        return unsafe base.elements(Element.self, count: baseCount)[index]
      }
      return tail[index - baseCount]
    }
    @inline(__always) set {
      if index < baseCount { ownBase() }
      if index < baseCount, let base {
        precondition(index >= 0)
        unsafe base.elements(Element.self, count: baseCount)[index] = newValue
      } else {
        tail[index - baseCount] = newValue
      }
    }
    @inline(__always) _modify {
      if index < baseCount { ownBase() }
      if index < baseCount, let base {
        precondition(index >= 0)
        yield unsafe &base.elements(Element.self, count: baseCount)[index]
      } else {
        yield &tail[index - baseCount]
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
  // `@unchecked`: only an array that alone refers to this object writes to its elements.
  private let region: MemoryRegion
  @usableFromInline package let start: UnsafeMutableRawPointer

  fileprivate init(_ region: MemoryRegion, offset: Int) {
    self.region = region
    unsafe start = region.bytes.baseAddress! + offset
  }

  @inlinable
  package func elements<Element>(
    _: Element.Type, count: Int
  ) -> UnsafeMutableBufferPointer<Element> {
    unsafe UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: Element.self), count: count)
  }
}
