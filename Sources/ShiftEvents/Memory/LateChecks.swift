internal import Synchronization

/// Has the chunks of a file held against their checksums, each before an array first reads or changes it, so that a
/// process that looks at little of a large file pays for that alone.
///
/// `@unchecked Sendable`: the flags are atomic, and one thread at a time holds a chunk against its checksum: none that
/// another may have changed.
@safe package final class LateChecks: @unchecked Sendable {
  /// The bytes of a chunk: less would make more checksums, more would read more around an element.
  package static let chunkLength = 64 << 10

  private let count: Int
  private let flags: UnsafeMutablePointer<Atomic<Bool>>
  /// The chunks that a state has been given; one thread at a time holds a chunk against its checksum.
  private let inUse = Mutex<[Chunks]>([])

  /// No range: the first list of ranges of a process would look for conformances, 270,000 instructions.
  private struct Chunks {
    let first: Int
    let end: Int
  }
  private let isAsWritten: @Sendable (Int) -> Bool
  private let beginAnew: @Sendable (Bool) -> Never
  private let hasWritten = Atomic<Bool>(false)

  /// - Parameters:
  ///   - isAsWritten: holds the chunk of a number against its checksum.
  ///   - beginAnew: called where a chunk is damaged, by a thread that cannot go on without it. It is told if something
  ///     was written that came of the others.
  init(
    count: Int, isAsWritten: @escaping @Sendable (Int) -> Bool,
    beginAnew: @escaping @Sendable (_ hasWritten: Bool) -> Never
  ) {
    self.count = count
    self.isAsWritten = isAsWritten
    self.beginAnew = beginAnew
    unsafe flags = .allocate(capacity: count)
    for chunk in 0..<count { unsafe (flags + chunk).initialize(to: Atomic(false)) }
  }

  deinit { unsafe flags.deallocate() }

  /// To be called before something is written: what came of damaged bytes can be forgotten no longer.
  package func noteWriting() { hasWritten.store(true, ordering: .relaxed) }

  /// To be called before chunks are handed out.
  func noteUse(of chunks: Range<Int>) {
    inUse.withLock { $0.append(Chunks(first: chunks.lowerBound, end: chunks.upperBound)) }
  }

  /// Returns `true` if all chunks that were handed out are as they were written.
  func areAllAsWritten() -> Bool {
    inUse.withLock { $0 }.allSatisfy { ($0.first..<$0.end).allSatisfy(holds) }
  }

  /// Checks all chunks that were handed out.
  package func requireAll() {
    if !areAllAsWritten() { beginAnew(hasWritten.load(ordering: .relaxed)) }
  }

  func require(_ chunks: ClosedRange<Int>) {
    var chunk = chunks.lowerBound
    while chunk <= chunks.upperBound {
      precondition(chunk >= 0 && chunk < count)
      if unsafe !flags[chunk].load(ordering: .acquiring) { check(chunk) }
      chunk += 1
    }
  }

  @inline(never)
  private func check(_ chunk: Int) {
    if !holds(chunk) { beginAnew(hasWritten.load(ordering: .relaxed)) }
  }

  private func holds(_ chunk: Int) -> Bool {
    inUse.withLock { _ in
      if unsafe flags[chunk].load(ordering: .relaxed) { return true }
      if !isAsWritten(chunk) { return false }
      unsafe flags[chunk].store(true, ordering: .releasing)
      return true
    }
  }
}

/// The bytes of an array in a file that is checked late.
package struct LateRange: Sendable {
  private let checks: LateChecks
  /// The place of the array if its section's first chunk were the file's.
  private let offset: Int

  /// - Parameters:
  ///   - offset: the array's place in the file.
  ///   - section: where its section begins, whose first chunk has the number `first`.
  init(_ checks: LateChecks, offset: Int, section: Int, first: Int) {
    self.checks = checks
    let chunkLength = LateChecks.chunkLength
    self.offset = offset + (first - section / chunkLength) * chunkLength
  }

  /// To be called before bytes of the array are read or changed.
  func require(_ bytes: Range<Int>) {
    if bytes.isEmpty { return }
    let chunkLength = LateChecks.chunkLength
    checks.require(
      (offset + bytes.lowerBound) / chunkLength...(offset + bytes.upperBound - 1) / chunkLength)
  }
}
