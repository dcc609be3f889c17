import Testing

@testable import ShiftEvents

@Suite("SHA-256 and digests")
struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `FIPS 180-4 and NIST vectors`(text: String, expected: String) {
    #expect(SHA256.hash(Array(text.utf8)).description == expected)
  }

  @Test func `one million 'a'`() {
    #expect(
      SHA256.hash([UInt8](repeating: 0x61, count: 1_000_000)).description
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `sizes around the padding boundary, against sha256sum`() {
    // printf 'a%.0s' {1..n} | sha256sum
    let expected = [
      55: "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
      56: "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
      64: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
    ]
    for (length, digest) in expected {
      #expect(SHA256.hash([UInt8](repeating: 0x61, count: length)).description == digest)
    }
  }

  @Test func `a digest reads the text that it prints, and no other`() {
    let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Digest(text)?.description == text)
    #expect(Digest(text.uppercased()) == nil)
    #expect(Digest(String(text.dropLast())) == nil)
    #expect(Digest(text + "0") == nil)
    #expect(Digest("g" + text.dropFirst()) == nil)
    #expect(Digest.zero.description == String(repeating: "0", count: 64))
  }

  @Test func `a chain hashes the hexadecimal digits of both digests`() {
    let content = SHA256.hash(Array("content".utf8))
    let text = String(repeating: "0", count: 64) + content.description
    #expect(Digest.chain(previous: .zero, content: content) == SHA256.hash(Array(text.utf8)))
  }
}
