/// Writes arrays as they lie in memory, each from an aligned place on, so that a process of the same
/// build that maps the file uses them where they are.
///
/// Arrays that are read together make a section, which has a checksum of its own:
///
///     ┌────────┬─────────────────────────┬───┬───────────────────────────┬──────────────────────────────┬────────────┐
///     │ header │ section 0: its arrays   │ … │ offset · count · stride … │ arrays · end · checksum …    │ how many   │
///     │        │ array 0 │ array 1 │ …   │   │ of each array             │ of each section              │ of both    │
///     └────────┴─────────────────────────┴───┴───────────────────────────┴──────────────────────────────┴────────────┘
package struct FlatSnapshotWriter {
  private var bytes = [UInt8](repeating: 0, count: SnapshotFile.headerLength)
  private var arrays: [UInt64] = []
  private var sections: [UInt64] = []
  private var sectionStart = SnapshotFile.headerLength

  /// - Parameter lengthBytes: the expected length, so that the bytes need not move as they grow.
  package init(lengthBytes: Int = 0) { bytes.reserveCapacity(lengthBytes) }

  package mutating func add<Element>(_ array: FlatArray<Element>) {
    pad()
    arrays += [UInt64(bytes.count), UInt64(array.count), UInt64(MemoryLayout<Element>.stride)]
    unsafe array.forEachPiece { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func add(_ numbers: [UInt64]) { add(FlatArray(numbers)) }

  /// Makes a section of the arrays since the last one.
  package mutating func endSection() {
    pad()
    let sum = unsafe bytes.withUnsafeBytes { bytes in
      var sum = Checksum()
      unsafe sum.add(UnsafeRawBufferPointer(rebasing: bytes[sectionStart...]))
      return sum.value
    }
    sections += [UInt64(arrays.count / 3), UInt64(bytes.count), sum.0, sum.1]
    sectionStart = bytes.count
  }

  private mutating func pad() {
    let excess = bytes.count % MemoryRegion.alignment
    if excess > 0 {
      bytes.append(contentsOf: repeatElement(0, count: MemoryRegion.alignment - excess))
    }
  }

  /// The whole file; what is not in a section yet is the last.
  package consuming func end(at position: LogPosition) -> [UInt8] {
    if bytes.count > sectionStart || sections.isEmpty { endSection() }
    let directory = arrays + sections + [UInt64(arrays.count / 3), UInt64(sections.count / 4)]
    unsafe directory.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    SnapshotFile.seal(&bytes, at: position, directory: sectionStart)
    return bytes
  }
}

/// Hands out the arrays of a section in the order in which they were written.
package struct FlatSnapshotReader {
  private let region: MemoryRegion
  private let arrays: FlatArray<UInt64>
  private var next: Int
  private let end: Int

  init(_ region: MemoryRegion, _ arrays: FlatArray<UInt64>, _ places: Range<Int>) {
    self.region = region
    self.arrays = arrays
    next = places.lowerBound * 3
    end = places.upperBound * 3
  }

  package var isAtEnd: Bool { next == end }

  package mutating func array<Element>(
    of _: Element.Type = Element.self
  ) throws(SnapshotFault) -> FlatArray<Element> {
    guard next < end else { throw SnapshotFault() }
    let (offset, count) = (arrays[next], arrays[next + 1])
    guard arrays[next + 2] == UInt64(MemoryLayout<Element>.stride),
      offset % UInt64(MemoryRegion.alignment) == 0, offset <= UInt64(region.count),
      count <= (UInt64(region.count) - offset) / UInt64(MemoryLayout<Element>.stride)
    else { throw SnapshotFault() }
    next += 3
    return FlatArray(region, offset: Int(offset), count: Int(count))
  }

  /// An array of exactly the given number of numbers.
  package mutating func numbers(_ count: Int) throws(SnapshotFault) -> [UInt64] {
    let numbers = try array(of: UInt64.self)
    guard numbers.count == count else { throw SnapshotFault() }
    return Array(numbers)
  }
}
