import Testing

@testable import ShiftEvents

@Suite("SHA-256 of many messages") struct SHA256ManyTests {
  private func hash(_ messages: [[UInt8]]) -> [Digest] {
    // One buffer, so that the messages stay where they are while they are hashed.
    let bytes = messages.flatMap(\.self)
    return unsafe bytes.withUnsafeBytes { all in
      var start = 0
      var parts: [UnsafeRawBufferPointer] = unsafe []
      for message in messages {
        unsafe parts.append(UnsafeRawBufferPointer(rebasing: all[start..<start + message.count]))
        start += message.count
      }
      return unsafe SHA256.hash(parts)
    }
  }

  @Test func `the vectors of FIPS 180-4 come out in every order`() {
    let messages = [
      Array("abc".utf8), [], Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
    ]
    let digests = [
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    ]
    for shift in 0..<4 {
      let order = (0..<4).map { ($0 + shift) % 4 }
      #expect(hash(order.map { messages[$0] }).map(\.description) == order.map { digests[$0] })
    }
  }

  @Test func `messages of every length up to three blocks, any number at once, as one by one`() {
    var random = CodecRandom.printed()
    let messages = (0...192).map { length in
      (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }.shuffled(using: &random)
    #expect(hash(messages) == messages.map { SHA256.hash($0) }, "seed \(random.seed)")
    for count in 0...9 {
      let some = Array(messages.prefix(count))
      #expect(hash(some) == some.map { SHA256.hash($0) }, "seed \(random.seed), \(count)")
    }
  }

  @Test func `lines are linked many at once as one by one`() {
    var random = CodecRandom.printed()
    for count in 0...9 {
      let contents = (0..<count).map { _ in
        (0..<random.number(0...300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      let previous = (0..<count).map { _ in
        Digest(words: (random.next(), random.next(), random.next(), random.next()))
      }
      let all = contents.flatMap(\.self)
      let digits = previous.flatMap { Array($0.description.utf8) }
      let links = unsafe all.withUnsafeBytes { all in
        unsafe digits.withUnsafeBytes { digits in
          var start = 0
          return unsafe SHA256.link(
            contents.map { content in
              defer { start += content.count }
              return unsafe UnsafeRawBufferPointer(rebasing: all[start..<start + content.count])
            }, after: (0..<count).map { unsafe digits.baseAddress! + 64 * $0 })
        }
      }
      #expect(links.map(\.content) == contents.map { SHA256.hash($0) }, "seed \(random.seed)")
      let hashes = zip(previous, contents).map {
        Digest.chain(previous: $0, content: SHA256.hash($1))
      }
      #expect(links.map(\.hash) == hashes, "seed \(random.seed)")
    }
  }

  @Test func `digits are written as they are read`() {
    var random = CodecRandom.printed()
    for _ in 0..<100 {
      let digest = Digest(words: (random.next(), random.next(), random.next(), random.next()))
      var hex: [UInt8] = []
      digest.appendHex(to: &hex)
      #expect(String(decoding: hex, as: UTF8.self) == digest.description)
      #expect(Digest(digest.description) == digest)
    }
  }
}
