import Foundation
import TestSupport
import Testing

/// Rows that a superuser changed, copies that are not what they were, and lines as long as lines may be.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeRowsTests {
  @Test func `a row rewritten by a superuser is named, and nobody gets a copy of it`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    let before = folder.logBytes
    server.tamper(
      "UPDATE shift_events.event SET line = replace(line, '\"eva\"', '\"ivo\"') WHERE sequence = 2")
    let found = folder.run("verify", "--home")
    #expect(found.code == 65 && found.output.contains(":2: hash"), "\(found.output)")
    let cloned = LogFolder().run("clone", server.address("store"), "c.jsonl")
    #expect(cloned.code == 65 && cloned.errors.contains(":2:"), "\(cloned.errors)")
    #expect(folder.run("push", "--restore").code == 73)
    #expect(folder.logBytes == before)
  }

  @Test func `a known line whose bytes were changed, and not the hash that it states, is noticed`()
  {
    let (server, folder) = HomeWriters.log(of: "max", "eva")
    let before = folder.logBytes
    server.tamper(
      "UPDATE shift_events.event SET line = replace(line, '\"eva\"', '\"ivo\"') WHERE sequence = 2")
    for _ in 0..<2 {
      let pulled = folder.run("pull")
      #expect(pulled.code == 65 && pulled.errors.contains("another event 2"), "\(pulled.errors)")
    }
    #expect(folder.logBytes == before)
  }

  @Test func `a row removed by a superuser is named, and nobody gets a copy of the rest`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    let before = folder.logBytes
    server.tamper("DELETE FROM shift_events.event WHERE sequence = 2")
    let found = folder.run("verify", "--home")
    #expect(found.code == 65 && found.output.contains(":2: "), "\(found.output)")
    let cloned = LogFolder().run("clone", server.address("store"), "c.jsonl")
    #expect(cloned.code == 65 && cloned.errors.contains(":2:"), "\(cloned.errors)")
    #expect(folder.run("push", "--restore").code == 73)
    #expect(folder.logBytes == before)
  }

  @Test func `a suffix made anew is whole in itself: a copy or a checkpoint shows it`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    let before = folder.logBytes
    let checkpoint = folder.run("checkpoint", "--origin", "store.example/log")
    #expect(checkpoint.code == 0, "\(checkpoint.errors)")
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 2")
    let other = LogFolder()
    #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
    #expect(
      other.append(
        [HomeWriters.register("ivo"), HomeWriters.register("ann"), HomeWriters.register("joe")],
        "--each"
      )
      .code == 0)
    HomeCampaign.expectSame([other])
    other.write(Array(checkpoint.output.utf8), to: "kept")
    #expect(other.run("verify", "--checkpoint", "kept").code == 1)
    let found = folder.run("verify", "--home")
    #expect(found.code == 65 && found.output.contains(":3: "), "\(found.output)")
    let appended = folder.append([HomeWriters.register("zoe")])
    #expect(
      appended.code == 65 && appended.output.contains("another event 4"), "\(appended.output)")
    #expect(folder.run("pull").code == 65)
    #expect(folder.run("push", "--restore").code == 73)
    #expect(folder.logBytes == before)
  }

  @Test func `a copy in whose place another log stands is had anew`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    let store = folder.logBytes
    for count in [1, 3, 6] {
      let other = LogFolder()
      #expect(other.run("init", "--home", server.address("shop\(count)")).code == 0)
      #expect(other.append((0..<count).map { HomeWriters.register("s\($0)") }).code == 0)
      folder.write(other.logBytes, to: "events.jsonl")
      let appended = folder.append([HomeWriters.register("kim")])
      #expect([65, 74].contains(appended.code), "\(count): \(appended.code) \(appended.output)")
      let pulled = folder.run("pull")
      #expect(pulled.code == 0, "\(count): \(pulled.errors)")
      #expect(folder.logBytes == store, "\(count)")
      #expect(
        server.sql("SELECT count(*) FROM shift_events.event WHERE log = 'store'").output == "3\n")
    }
    HomeCampaign.expectSame([folder])
  }

  @Test func `a copy that is behind takes what it lacks`() {
    let (server, folder) = HomeWriters.log(of: "max")
    let behind = LogFolder()
    #expect(behind.run("clone", server.address("store"), "events.jsonl").code == 0)
    let early = behind.logBytes
    #expect(folder.append([HomeWriters.register("eva"), HomeWriters.register("tom")]).code == 0)
    #expect(behind.append([HomeWriters.register("kim")]).code == 0)
    #expect(behind.logBytes.starts(with: early) && behind.logLines.count == 4)
    // An older state of the file than the one that was acknowledged here.
    behind.write(early, to: "events.jsonl")
    #expect(behind.run("pull").code == 0)
    HomeCampaign.expectSame([behind, folder])
  }

  @Test func `the longest lines and batches arrive as the same bytes, hostile text too`() {
    let (server, folder) = HomeWriters.log(of: "max")
    // A build for debugging takes minutes for a line of 4 MiB and a batch of 16.
    let isLong = HomeCampaign.isSet("SHIFTEVENTS_HOME_LONG")
    let length = isLong ? 4 << 20 : Rounds.count(1 << 17, full: 1 << 19)
    // As long as a line may be, by another client; the trigger checks the chain that it computes.
    func insert(_ sequence: Int, _ length: Int) -> Ending {
      server.sql(
        """
        WITH last AS (SELECT line FROM shift_events.event WHERE log = 'store' AND sequence = \(sequence - 1)),
        begun AS (SELECT left(right(line, 66), 64) AS hash, replace(replace(replace(left(line, -75),
          'max', 'big\(sequence)'), '"data"', '"note":"","data"'), '"\(zeros(sequence - 1))"',
          '"\(zeros(sequence))"') AS content FROM last),
        filled AS (SELECT hash, replace(content, '"note":""', '"note":"' ||
          repeat('ÿ', (\(length) - 75 - octet_length(content)) / 2) ||
          repeat('x', (\(length) - 75 - octet_length(content)) % 2) || '"') AS content FROM begun)
        INSERT INTO shift_events.event SELECT 'store', \(sequence), content || ',"hash":"' ||
          encode(sha256(convert_to(hash || encode(sha256(convert_to(content, 'UTF8')), 'hex'), 'UTF8')),
          'hex') || '"}' FROM filled
        """)
    }
    func zeros(_ sequence: Int) -> String { String(repeating: "0", count: 11) + "\(sequence)" }
    let longest = insert(2, length)
    #expect(longest.code == 0, "\(longest.errors.suffix(500))")
    let pulled = folder.run("pull")
    #expect(pulled.code == 0, "\(pulled.errors.prefix(500))")
    #expect(folder.logLines.last?.utf8.count == length)
    // The database refuses what no reader takes.
    let longer = insert(3, 4 << 20 + 1)
    #expect(
      longer.code != 0 && longer.errors.contains("event_line_check"), "\(longer.errors.suffix(300))"
    )

    // A batch of people whose notes are as long as a submission may be.
    let hostile = #"ÿ ' $$ ; \\\\ \\echo :x -- é́ \u202e 🙂 "#
    let each = isLong ? 1_048_000 : Rounds.count(16_000, full: 64_000)
    let lines = (0..<16).map { number in
      let start = HomeWriters.register("u\(number)").dropLast() + #","note":"\#(number) "#
      let room = each - start.utf8.count - 2
      return start + String(repeating: hostile, count: room / hostile.utf8.count) + #""}"#
    }
    let ending = folder.start(
      ["append", "-", "--lock-timeout", "60", "--now", LogFolder.clock],
      input: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8))
    ).wait(seconds: 120)
    #expect(ending.code == 0, "\(ending.errors.prefix(300))")
    let other = LogFolder()
    #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
    #expect(folder.logLines.count == 18)
    HomeCampaign.expectSame([folder, other])
  }

  @Test func `a clock that is more than five minutes off is refused, with both times`() {
    let (server, folder) = HomeWriters.log(of: "max")
    func shift(_ seconds: Int) {
      let ending = server.sql(
        "CREATE SCHEMA IF NOT EXISTS shifted; CREATE OR REPLACE FUNCTION shifted.clock_timestamp() "
          + "RETURNS timestamptz LANGUAGE sql AS "
          + "'SELECT pg_catalog.clock_timestamp() + interval ''\(seconds) seconds'''; "
          + "ALTER ROLE postgres SET search_path = shifted, pg_catalog")
      #expect(ending.code == 0, "\(ending.errors)")
    }
    for seconds in [330, -330] {
      shift(seconds)
      let refused = folder.append([HomeWriters.register("eva")])
      #expect(refused.code == 77, "\(refused.errors)")
      #expect(refused.errors.ranges(of: "Z").count >= 2 && refused.errors.contains("clock"))
    }
    // The time that a caller gives itself is another thing.
    shift(270)
    #expect(folder.append([HomeWriters.register("eva")]).code == 0)
    #expect(folder.logLines.count == 2)
  }
}
