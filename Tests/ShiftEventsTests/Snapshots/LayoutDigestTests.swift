import Testing

@testable import ShiftEvents

/// A snapshot is of another version as soon as anything in it lies in memory otherwise.
@Suite struct LayoutDigestTests {
  private enum Kind: UInt8, BitwiseCopyable { case first, second }
  private struct Inner: BitwiseCopyable { var id: ShiftID, kind: Kind }
  private struct Record: BitwiseCopyable { var inner: Inner, other: UserID?, count: UInt32 }

  private enum Again {
    enum Kind: UInt8, BitwiseCopyable { case first, second }
    struct Inner: BitwiseCopyable { var id: ShiftID, kind: Kind }
    struct Record: BitwiseCopyable { var inner: Inner, other: UserID?, count: UInt32 }
  }
  private enum CaseBetween {
    enum Kind: UInt8, BitwiseCopyable { case first, between, second }
    struct Inner: BitwiseCopyable { var id: ShiftID, kind: Kind }
    struct Record: BitwiseCopyable { var inner: Inner, other: UserID?, count: UInt32 }
  }
  private enum CasesSwapped {
    enum Kind: UInt8, BitwiseCopyable { case second, first }
    struct Inner: BitwiseCopyable { var id: ShiftID, kind: Kind }
    struct Record: BitwiseCopyable { var inner: Inner, other: UserID?, count: UInt32 }
  }
  private struct MembersSwapped: BitwiseCopyable { var inner: Inner, count: UInt32, other: UserID? }
  private struct MemberAdded: BitwiseCopyable {
    var inner: Inner, other: UserID?, count: UInt32, more: UInt8
  }
  private struct MemberInPadding: BitwiseCopyable {
    var inner: Inner, flag: Bool, other: UserID?, count: UInt32
  }
  private struct MemberRenamed: BitwiseCopyable { var inner: Inner, other: UserID?, number: UInt32 }
  private struct SignChanged: BitwiseCopyable { var inner: Inner, other: UserID?, count: Int32 }
  private struct OptionalGone: BitwiseCopyable { var inner: Inner, other: UserID, count: UInt32 }

  @Test func `the same layout has one digest, and each other one has another`() {
    let digests = [
      LayoutDigest(of: Record.self), LayoutDigest(of: CaseBetween.Record.self),
      LayoutDigest(of: CasesSwapped.Record.self), LayoutDigest(of: MembersSwapped.self),
      LayoutDigest(of: MemberAdded.self), LayoutDigest(of: MemberInPadding.self),
      LayoutDigest(of: MemberRenamed.self), LayoutDigest(of: SignChanged.self),
      LayoutDigest(of: OptionalGone.self), LayoutDigest(of: Record.self, Kind.self),
      LayoutDigest(of: Kind.self, Record.self), LayoutDigest(of: Int32.self),
      LayoutDigest(of: UInt32.self),
      LayoutDigest(of: UInt64.self), LayoutDigest(of: Kind?.self), LayoutDigest(of: Kind.self),
    ]
    #expect(Set(digests).count == digests.count)
    #expect(LayoutDigest(of: Record.self) == LayoutDigest(of: Again.Record.self))
  }

  @Test func `the state's digest is the same each time, and is the version that a file has`() throws
  {
    var (first, second) = (LayoutDigest(), LayoutDigest())
    DomainState.add(to: &first)
    DomainState.add(to: &second)
    #expect(first == second && first != LayoutDigest())
    let bytes = try FlatSnapshotWriter().end(at: LogPosition(end: .empty, lastTime: nil))
    let version = unsafe bytes.withUnsafeBytes { unsafe $0.load(as: UInt64.self) }
    #expect(version == SnapshotFile.version)
  }

  @Test func `each kind of record is in it`() {
    // A walk that leaves one part out has another digest.
    var whole = LayoutDigest()
    DomainState.add(to: &whole)
    for left in StatePart.allCases {
      var (state, part) = (DomainState(judges: false), LayoutDigest())
      for other in StatePart.allCases where other != left { try? state.visit(other, &part) }
      var with = LayoutDigest()
      for other in StatePart.allCases { try? state.visit(other, &with) }
      #expect(part != with, "\(left)")
    }
  }

  private struct Nested: BitwiseCopyable { var wide: UInt32 = 7, narrow: UInt8 = 8 }
  private struct Holed: BitwiseCopyable {
    var first: UInt8 = 1
    var inner = Nested()
    var perhaps: UInt16? = nil
    var last: UInt64 = 9
    var end: Bool = true
  }

  @Test(.enabled(if: Self.isLinux, "members are told on Linux alone"))
  func `a snapshot has no byte that is of no member`() throws {
    #expect(RecordGaps.of(UInt64.self).isEmpty && RecordGaps.of(Digest.self).isEmpty)
    let stride = MemoryLayout<Holed>.stride
    let gaps = RecordGaps.of(Holed.self).places
    // One behind each number, and what fills the record up.
    #expect(gaps == [1, 2, 3, 9, 13, 14, 15] + Array(25..<32) && stride == 32, "\(gaps)")
    // Memory as it was before.
    let dirty = unsafe [Holed](unsafeUninitializedCapacity: 5_000) { room, count in
      unsafe UnsafeMutableRawBufferPointer(room).initializeMemory(as: UInt8.self, repeating: 0xEE)
      for place in 0..<5_000 {
        unsafe withUnsafeBytes(of: Holed()) { value in
          for byte in 0..<stride where !gaps.contains(byte) {
            unsafe UnsafeMutableRawBufferPointer(room)[place * stride + byte] = value[byte]
          }
        }
      }
      count = 5_000
    }
    var writer = FlatSnapshotWriter()
    writer.add(FlatArray(dirty))
    let bytes = try writer.end(at: LogPosition(end: .empty, lastTime: nil))
    let records = bytes[SnapshotFile.headerLength...].prefix(5_000 * stride)
    #expect(!records.contains(0xEE) && records.filter { $0 == 9 }.count == 5_000)
  }

  private struct Three: BitwiseCopyable { var a: UInt8 = 1, b: UInt8? = nil }

  @Test(.enabled(if: Self.isLinux, "members are told on Linux alone"))
  func `gaps are cleared in records of any length`() {
    let gaps = RecordGaps.of(Three.self)
    var bytes = [UInt8](repeating: 0xEE, count: 7 * MemoryLayout<Three>.stride)
    gaps.clear(in: &bytes, MemoryLayout<Three>.stride)
    #expect(bytes.filter { $0 == 0 }.count == 7 * gaps.places.count)
  }

  private static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
