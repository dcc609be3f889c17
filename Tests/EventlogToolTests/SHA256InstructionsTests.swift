import ShiftEvents
import Testing

@testable import eventlog_tool

#if arch(x86_64)
  /// The processor's own SHA-256 gives what the one in Swift gives, which has the published vectors of
  /// its own, and both what NIST published.
  @Suite(
    .enabled(if: SHA256Instructions.isSupported, "this processor has no instructions for SHA-256"))
  struct SHA256InstructionsTests {
    @Test(
      "published vectors (FIPS 180-4)",
      arguments: [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
          "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
      ])
    func vectors(text: String, count: Int, digits: String) {
      let message = Array(String(repeating: text, count: count).utf8)
      #expect(digest(message).description == digits)
    }

    @Test func `every length up to five blocks, as without them`() {
      var random = SystemRandomNumberGenerator()
      for length in 0...320 {
        let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(digest(message) == SHA256.hash(message), "\(message)")
      }
    }

    /// Pads a message and takes its blocks into the initial state.
    private func digest(_ message: [UInt8]) -> Digest {
      let zeros = 63 - (message.count + 8) % 64
      var padded = message + [0x80] + [UInt8](repeating: 0, count: zeros)
      for shift in stride(from: 56, through: 0, by: -8) {
        padded.append(UInt8(truncatingIfNeeded: (message.count * 8) >> shift))
      }
      var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
      ]
      unsafe state.withUnsafeMutableBufferPointer { state in
        unsafe padded.withUnsafeBytes { blocks in
          unsafe SHA256Instructions.compress(
            state.baseAddress!, blocks.baseAddress!, blocks.count / 64)
        }
      }
      func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
      return Digest(words: (word(0), word(2), word(4), word(6)))
    }
  }
#endif
