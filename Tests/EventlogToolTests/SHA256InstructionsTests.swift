import Testing

@testable import ShiftEvents
@testable import eventlog_tool

#if arch(x86_64)
  /// The processor's own SHA-256 gives the same as the one in Swift, and both give the vectors that
  /// NIST published.
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

    @Test func `pairs of all lengths up to five blocks, as without them`() {
      var random = SystemRandomNumberGenerator()
      for length in 0...320 {
        let messages = [length, .random(in: 0...320), .random(in: 0...320)].map { length in
          (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        #expect(digests(messages) == messages.map { SHA256.hash($0) }, "\(messages)")
      }
    }

    private static let compress: SHA256.Compression = {
      unsafe SHA256Instructions.compress($0, $1, $2, $3, $4, $5)
    }

    private func digest(_ message: [UInt8]) -> Digest { digests([message])[0] }

    private func digests(_ messages: [[UInt8]]) -> [Digest] {
      unsafe withBuffers(messages) { messages in
        var pairs = unsafe SHA256Pairs(Self.compress)
        return unsafe pairs.hash(messages)
      }
    }

    private func withBuffers<Result>(
      _ messages: [[UInt8]], _ body: ([UnsafeRawBufferPointer]) -> Result
    ) -> Result {
      let buffers = unsafe messages.map { message in
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 1)
        unsafe buffer.copyBytes(from: message)
        return unsafe buffer
      }
      defer { unsafe buffers.forEach { unsafe $0.deallocate() } }
      return unsafe body(buffers.map { UnsafeRawBufferPointer($0) })
    }
  }
#endif
