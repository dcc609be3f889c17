/// Writes arrays as they lie in memory, each from an aligned place on, so that a process of the same
/// build that maps the file uses them where they are.
///
///     ┌────────┬─────────┬─────────┬───┬───────────────────────────┬─────────────────────┐
///     │ header │ array 0 │ array 1 │ … │ offset · count · stride … │ number of arrays     │
///     └────────┴─────────┴─────────┴───┴───────────────────────────┴─────────────────────┘
package struct FlatSnapshotWriter {
  private var bytes = [UInt8](repeating: 0, count: SnapshotFile.headerLength)
  private var directory: [UInt64] = []

  package init() {}

  package mutating func add<Element>(_ array: FlatArray<Element>) {
    pad()
    directory += [
      UInt64(bytes.count), UInt64(array.count), UInt64(MemoryLayout<Element>.stride),
    ]
    unsafe array.forEachPiece { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func add(_ numbers: [UInt64]) { add(FlatArray(numbers)) }

  private mutating func pad() {
    let excess = bytes.count % MemoryRegion.alignment
    if excess > 0 {
      bytes.append(contentsOf: repeatElement(0, count: MemoryRegion.alignment - excess))
    }
  }

  /// The whole file.
  package consuming func end(at position: LogPosition) -> [UInt8] {
    pad()
    directory.append(UInt64(directory.count / 3))
    unsafe directory.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    SnapshotFile.seal(&bytes, at: position)
    return bytes
  }
}

/// Hands out the arrays of a file in the order in which they were written.
package struct FlatSnapshotReader {
  private let region: MemoryRegion
  private let directory: FlatArray<UInt64>
  private var next = 0

  package init(_ file: SnapshotFile) throws(SnapshotFault) {
    region = file.region
    let wordCount = region.count / 8
    guard region.count % 8 == 0 else { throw SnapshotFault() }
    let words = FlatArray<UInt64>(region, offset: 0, count: wordCount)
    let length = words[wordCount - 1].multipliedReportingOverflow(by: 3)
    guard !length.overflow, length.partialValue < UInt64(wordCount) else { throw SnapshotFault() }
    let start = wordCount - 1 - Int(length.partialValue)
    directory = FlatArray(region, offset: start * 8, count: Int(length.partialValue))
  }

  /// True if every array was handed out.
  package var isAtEnd: Bool { next == directory.count }

  package mutating func array<Element>(
    of _: Element.Type = Element.self
  ) throws(SnapshotFault) -> FlatArray<Element> {
    guard next + 3 <= directory.count else { throw SnapshotFault() }
    let (offset, count) = (directory[next], directory[next + 1])
    guard directory[next + 2] == UInt64(MemoryLayout<Element>.stride),
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
