#if arch(x86_64)
  import ShiftEvents
  import _Builtin_intrinsics.intel
  import _Builtin_intrinsics.intel.cpuid

  /// SHA-256 by the SHA extensions of x86-64, some four times as fast as without them (S. Gulley and
  /// others, "Intel SHA Extensions", 2013).
  ///
  /// The compiler must be allowed to name the instructions (see `Package.swift`), and the
  /// processor must have them, which is asked when the program runs.
  enum SHA256Instructions {
    /// Makes the library hash with these, if the processor has the instructions.
    static func use() {
      guard isSupported else { return }
      unsafe SHA256.instructions = { unsafe SHA256Instructions.compress($0, $1, $2, $3, $4, $5) }
    }

    /// Bit 29 of EBX in leaf 7 of CPUID.
    static var isSupported: Bool {
      var (eax, ebx, ecx, edx) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
      let isThere = unsafe __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)
      return isThere != 0 && ebx >> 29 & 1 == 1
    }

    private typealias Words = SIMD4<UInt32>

    /// Adds whole blocks of 64 bytes to the eight words of a state. Those of two messages are added
    /// in turns: one proceeds while the other waits for its rounds.
    static func compress(
      _ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer?, _ blockCount: Int,
      _ otherState: UnsafeMutablePointer<UInt32>, _ otherBlocks: UnsafeRawPointer?,
      _ otherCount: Int
    ) {
      unsafe SHA256.constants.withUnsafeBytes { constants in
        let constants = constants.baseAddress!
        let shared = min(blockCount, otherCount)
        var (rounds, others) = unsafe (Rounds(state), Rounds(otherState))
        for block in 0..<shared {
          unsafe rounds.add(blocks! + 64 * block, constants)
          unsafe others.add(otherBlocks! + 64 * block, constants)
        }
        for block in shared..<blockCount { unsafe rounds.add(blocks! + 64 * block, constants) }
        for block in shared..<otherCount { unsafe others.add(otherBlocks! + 64 * block, constants) }
        if otherCount > 0 { unsafe others.store(to: otherState) }
        if blockCount > 0 { unsafe rounds.store(to: state) }
      }
    }

    /// The working variables in the order in which the instructions take them, last ones first.
    private struct Rounds {
      private var feba: Words
      private var hgdc: Words

      init(_ state: UnsafeMutablePointer<UInt32>) {
        unsafe feba = Words(state[5], state[4], state[1], state[0])
        unsafe hgdc = Words(state[7], state[6], state[3], state[2])
      }

      func store(to state: UnsafeMutablePointer<UInt32>) {
        for place in 0..<2 {
          unsafe state[place] = feba[3 - place]
          unsafe state[2 + place] = hgdc[3 - place]
          unsafe state[4 + place] = feba[1 - place]
          unsafe state[6 + place] = hgdc[1 - place]
        }
      }

      @inline(__always)
      mutating func add(_ block: UnsafeRawPointer, _ constants: UnsafeRawPointer) {
        let before = self
        unsafe compress(block, constants)
        feba &+= before.feba
        hgdc &+= before.hgdc
      }

      @inline(__always)
      private mutating func compress(_ block: UnsafeRawPointer, _ constants: UnsafeRawPointer) {
        var (a, b, c, d) = unsafe (word(block, 0), word(block, 1), word(block, 2), word(block, 3))
        unsafe turn(a, constants)
        unsafe turn(b, constants + 16)
        unsafe turn(c, constants + 32)
        unsafe turn(d, constants + 48)
        for quarter in 1..<4 {
          let constants = unsafe constants + 64 * quarter
          a = schedule(a, b, c, d)
          unsafe turn(a, constants)
          b = schedule(b, c, d, a)
          unsafe turn(b, constants + 16)
          c = schedule(c, d, a, b)
          unsafe turn(c, constants + 32)
          d = schedule(d, a, b, c)
          unsafe turn(d, constants + 48)
        }
      }

      /// Four rounds.
      @inline(__always)
      private mutating func turn(_ words: Words, _ constants: UnsafeRawPointer) {
        let sums = unsafe words &+ constants.loadUnaligned(as: Words.self)
        hgdc = vector(_mm_sha256rnds2_epu32(vector(hgdc), vector(feba), vector(sums)))
        let rest = Words(sums[2], sums[3], sums[2], sums[3])
        feba = vector(_mm_sha256rnds2_epu32(vector(feba), vector(hgdc), vector(rest)))
      }

      /// The four words of the schedule behind sixteen.
      @inline(__always)
      private func schedule(_ a: Words, _ b: Words, _ c: Words, _ d: Words) -> Words {
        let between = Words(c[1], c[2], c[3], d[0])
        let sums = vector(_mm_sha256msg1_epu32(vector(a), vector(b))) &+ between
        return vector(_mm_sha256msg2_epu32(vector(sums), vector(d)))
      }

      /// Four words of a block, each in the byte order of the processor.
      @inline(__always)
      private func word(_ block: UnsafeRawPointer, _ index: Int) -> Words {
        let bytes = unsafe block.loadUnaligned(fromByteOffset: 16 * index, as: SIMD2<Int64>.self)
        let pairs = _mm_or_si128(_mm_slli_epi16(bytes, 8), _mm_srli_epi16(bytes, 8))
        return vector(_mm_or_si128(_mm_slli_epi32(pairs, 16), _mm_srli_epi32(pairs, 16)))
      }

      @inline(__always)
      private func vector(_ words: Words) -> SIMD2<Int64> {
        unsafe unsafeBitCast(words, to: SIMD2<Int64>.self)
      }

      @inline(__always)
      private func vector(_ vector: SIMD2<Int64>) -> Words {
        unsafe unsafeBitCast(vector, to: Words.self)
      }
    }
  }
#endif
