#if os(Linux)
  @_spi(Reflection) internal import Swift
#endif
internal import Synchronization

/// A digest of how values of some types lie in memory: of strides, of the names, types and order of members, and of the
/// names and order of cases, down to the last of them.
///
/// It reads what the compiler leaves about each type (`docs/ABI/TypeMetadata.rst` of Swift) where that lies: asking
/// the runtime costs 0.6 ms for the state of a log, this some ten microseconds. The names of a type's members are
/// given relative to where they are told, and so are the types that a member's type names:
///
///     type ─► descriptor: flags · parent · name · accessor · fields ─┐
///                                                                    ▼
///                          fields: … · kind · size · count, then of each: flags · type · name
package struct LayoutDigest: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325
  /// The types that were told, by the address of their descriptors: a further time their number stands for them.
  private var told: [UInt] = []

  package init() {}

  package static func == (first: Self, second: Self) -> Bool { first.value == second.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }

  package init<each Value>(of types: repeat (each Value).Type) { repeat add(each types) }

  package mutating func add<Value>(_ type: Value.Type) {
    add(MemoryLayout<Value>.stride)
    add(MemoryLayout<Value>.alignment)
    let metadata = unsafe unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    // Structs, enums and optionals have a descriptor; others are told by their size.
    guard unsafe (0x200...0x202).contains(metadata.load(as: UInt.self)) else { return }
    unsafe addNominal(metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self))
  }

  package mutating func add(_ number: Int) {
    value = (value ^ UInt64(bitPattern: Int64(number))) &* 0x0000_0100_0000_01b3
  }

  private mutating func addNominal(_ descriptor: UnsafeRawPointer) {
    let address = UInt(bitPattern: descriptor)
    if let number = told.firstIndex(of: address) { return add(number) }
    told.append(address)
    if let name = unsafe target(descriptor + 8) { unsafe addText(name) }
    guard let fields = unsafe target(descriptor + 16) else { return }
    let count = unsafe Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    add(count)
    for index in 0..<count {
      let field = unsafe fields + 16 + index * 12
      if let type = unsafe target(field + 4) { unsafe addType(type) }
      if let name = unsafe target(field + 8) { unsafe addText(name) }
    }
  }

  /// Adds a name, or a type's name as far as it is text.
  private mutating func addText(_ text: UnsafeRawPointer) {
    var place = unsafe text
    while case let byte = unsafe place.load(as: UInt8.self), byte != 0 {
      add(Int(byte))
      unsafe place += 1
    }
    add(0)
  }

  /// Adds the type of a member. Its name is text, but for types that it points to.
  private mutating func addType(_ name: UnsafeRawPointer) {
    var place = unsafe name
    while case let byte = unsafe place.load(as: UInt8.self), byte != 0 {
      add(Int(byte))
      switch byte {
      case 0x01: if let type = unsafe target(place + 1) { unsafe addNominal(type) }
      case 0x02:
        if let type = unsafe target(place + 1)?.load(as: UnsafeRawPointer?.self) {
          unsafe addNominal(type)
        }
      default: break
      }
      // A pointer of four bytes, or of eight, has no end of text in it.
      unsafe place += byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
    }
    add(0)
  }

  /// The place to which four bytes point from where they lie; `nil` of none.
  private func target(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe pointer.loadUnaligned(as: Int32.self)
    return distance == 0 ? nil : unsafe pointer + Int(distance)
  }
}

/// The bytes of a record that belong to none of its members. The compiler leaves there what lay in memory before,
/// such as a piece of a submission.
struct RecordGaps {
  private static let known = Mutex<[ObjectIdentifier: RecordGaps]>([:])
  /// The bytes of members of each type that was met. Asking the runtime again for those of a number costs more than all else.
  private static let met = Mutex<[ObjectIdentifier: [Bool]]>([:])

  /// The places of these bytes in each record, in order.
  let places: [Int]
  /// The words that have some, of `width` bytes, each with the bits of members.
  private let words: [(place: Int, mask: UInt64)]
  /// 8, 4 or 1: the records lie at multiples of it.
  private let width: Int

  var isEmpty: Bool { places.isEmpty }

  /// The gaps of a type, which are looked for once a process.
  static func of<Record>(_ type: Record.Type) -> RecordGaps {
    if let gaps = known.withLock({ $0[ObjectIdentifier(type)] }) { return gaps }
    let gaps = RecordGaps(type)
    known.withLock { $0[ObjectIdentifier(type)] = gaps }
    return gaps
  }

  private init<Record>(_ type: Record.Type) {
    let stride = MemoryLayout<Record>.stride
    let members = Self.members(of: type)
    let isMember = members + [Bool](repeating: false, count: stride - members.count)
    places = isMember.indices.filter { !isMember[$0] }
    width = stride % 8 == 0 ? 8 : stride % 4 == 0 ? 4 : 1
    words = Swift.stride(from: 0, to: stride, by: width).compactMap { [width] place in
      let bytes = (0..<width).map { isMember[place + $0] ? 0xFF << (8 * UInt64($0)) : 0 as UInt64 }
      let mask = bytes.reduce(0, |)
      return mask == .max >> (64 - 8 * UInt64(width)) ? nil : (place, mask)
    }
  }

  /// Puts zeros into the gaps of records that follow each other.
  func clear(in records: inout [UInt8], _ stride: Int) {
    unsafe records.withUnsafeMutableBytes { room in
      switch width {
      case 8: unsafe clear(in: room, stride, as: UInt64.self)
      case 4: unsafe clear(in: room, stride, as: UInt32.self)
      default: unsafe clear(in: room, stride, as: UInt8.self)
      }
    }
  }

  private func clear<Word: FixedWidthInteger>(
    in room: UnsafeMutableRawBufferPointer, _ stride: Int, as type: Word.Type
  ) {
    guard let first = room.baseAddress else { return }
    let count = room.count / stride
    for (place, mask) in words {
      let mask = Word(truncatingIfNeeded: mask).littleEndian
      var word = unsafe first + place
      for _ in 0..<count {
        unsafe word.storeBytes(of: word.load(as: Word.self) & mask, as: Word.self)
        unsafe word += stride
      }
    }
  }

  /// A truth for each byte of a value: whether it is of a member.
  private static func members(of type: any Any.Type) -> [Bool] {
    if let known = met.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    let count = _openExistential(type, do: size)
    var fields: [(offset: Int, type: any Any.Type)] = []
    #if os(Linux)
      unsafe _forEachField(of: type) { _, offset, member, _ in
        fields.append((offset, member))
        return true
      }
    #endif
    // A type without members, such as a number or an enumeration, is one itself.
    var isMember = [Bool](repeating: fields.isEmpty, count: count)
    for field in fields {
      for (place, isOfMember) in members(of: field.type).enumerated() where isOfMember {
        isMember[field.offset + place] = true
      }
    }
    met.withLock { $0[ObjectIdentifier(type)] = isMember }
    return isMember
  }
}
