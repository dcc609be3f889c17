import Foundation
import Testing

/// Appending from outside: words, batches, line by line, and making logs.
struct AppendTests {
  // MARK: - Words

  @Test func `line by line a program reads refusals in replies, and standard error has the sum`() {
    let folder = LogFolder.withStory()
    let lines = (1...20).map { Story.event("x\($0)", "shift.supplied", "F9.\($0)", "bas") }
    let ending = folder.append(
      lines + [Story.event("y", "shift.revoked", "F1.2026-01-26", "bas"), "no JSON"], "--each",
      now: Story.now)
    #expect(ending.code == 2 && ending.lines.count == 22)
    #expect(
      ending.errors == "-: 1 appended, 21 refused: unknownShift 20, invalidJson 1\n",
      "\(ending.errors)")
    let quiet = folder.append(lines, "--each", "-q", now: Story.now)
    #expect(quiet.code == 2 && quiet.errors.isEmpty && quiet.lines.count == 20)
  }

  @Test func `an event in words is recorded and answered on standard output`() {
    let folder = LogFolder.withStory()
    let ending = folder.run(
      "append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--id", "w1", "--now",
      Story.now)
    let hash = OrderedJSON(folder.logLines.last ?? "{}")["hash"]?.text ?? ""
    #expect(ending.code == 0 && ending.errors.isEmpty)
    #expect(
      ending.output
        == #"{"status":"appended","sequence":24,"id":"w1","hash":"\#(hash)","count":1}"# + "\n")
    folder.expectWholeChain()
  }

  @Test func `words are typed as the event type declares them`() {
    let folder = LogFolder.withStory()
    let ending = folder.run(
      "append", "user.registered", "ann", "--actor", "mia", "roles=employee,student", "--now",
      LogFolder.clock)
    #expect(ending.code == 0)
    #expect(folder.logLines.last?.contains(#""data":{"roles":["employee","student"]}"#) == true)
    let json = folder.run(
      "append", "shift.scheduled", "L1", "--actor", "mia", "owner=ann", "date=2026-03-04",
      "start=09:00", #"end:="12:00""#, "--now", LogFolder.clock)
    #expect(json.code == 0)
    let hours = folder.run(
      "append", "hours.recorded", "L1", "--actor", "ann", "minutes=180", "--now",
      "2026-03-04T18:00:00Z")
    #expect(hours.code == 0)
    #expect(folder.logLines.last?.contains(#""minutes":180"#) == true)
    folder.expectVerified()
  }

  @Test func `a fixed shift in words counts all that it caused`() {
    let folder = LogFolder.withStory()
    let ending = folder.run(
      "append", "fixedshift.registered", "F2", "--actor", "eva", "weekday=tuesday", "start=18:00",
      "end=23:00", "--now", LogFolder.clock)
    let reply = OrderedJSON(ending.output)
    #expect(reply["sequence"]?.number == 24 && reply["count"]?.number == 9)
    #expect(folder.logLines.count == 32)
    folder.expectWholeChain()
  }

  @Test func `a refusal is a reply on standard output and a message on standard error`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let ending = folder.run(
      "append", "shift.accepted", "F1.2026-01-26", "--actor", "bas", "--now", Story.now)
    #expect(ending.code == 2)
    #expect(OrderedJSON(ending.output)["error"]?.text == "ownShift")
    #expect(ending.errors.hasPrefix("rejected: ") && ending.errors.contains("(ownShift)"))
    #expect(ending.errors.hasSuffix("nothing was written\n"))
    #expect(folder.logBytes == before)
  }

  @Test func `words that are not an event end in 64 and write nothing`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    for words in [
      ["append"], ["append", "shift.suplied", "X", "--actor", "bas"],
      ["append", "shift.supplied", "--actor", "bas"], ["append", "shift.supplied", "X"],
      ["append", "shift.supplied", "X", "--actor", "bas", "loose"],
      ["append", "-", "--actor", "bas"],
      ["append", "shift.supplied", "X", "--actor", "b", "--each"],
      ["append", "shift.supplied", "X", "--actor", "bas", "-f", "-"],
    ] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 64 && ending.output.isEmpty, "\(words)")
      #expect(ending.errors.hasPrefix("error: "), "\(words)")
    }
    #expect(folder.logBytes == before)
  }

  // MARK: - Batches

  @Test func `a batch is recorded whole`() {
    let folder = LogFolder()
    folder.run("init")
    let ending = folder.append(Story.lines)
    #expect(ending.code == 0)
    #expect(ending.lines.count == Story.lines.count)
    let lines = folder.logLines
    #expect(lines.dropLast().allSatisfy { $0.contains(#","more":true,"data""#) })
    #expect(lines.last?.contains(#""more""#) == false)
    for (reply, line) in zip(ending.lines.suffix(9), lines.suffix(9)) {
      #expect(OrderedJSON(reply)["hash"]?.text == OrderedJSON(line)["hash"]?.text)
    }
    folder.expectVerified()
    folder.expectWholeChain()
  }

  @Test func `one bad line and the whole batch is refused, each line with a reply`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let ending = folder.append(
      [
        Story.event("b1", "shift.revoked", "F1.2026-01-26", "bas"),
        Story.event("b2", "shift.accepted", "F1.2026-01-26", "eva"),
        Story.event("b3", "request.withdrawn", "R1", "tom"),
      ], now: Story.now)
    let codes = ending.lines.map { OrderedJSON($0)["error"]?.text }
    #expect(codes == ["batchRejected", "notOnMarketplace", "batchRejected"])
    #expect(ending.code == 2)
    #expect(ending.errors.contains("nothing was written"))
    #expect(!ending.errors.contains("batchRejected"))
    #expect(folder.logBytes == before)
  }

  @Test func `in a batch wrong shapes and what rules refuse are told at once`() {
    let folder = LogFolder.withStory()
    let ending = folder.append(
      [
        Story.event("b1", "shift.accepted", "F1.2026-01-19", "bas"), "{}",
        Story.event("b3", "request.withdrawn", "R1", "tom"),
      ], now: Story.now)
    #expect(
      ending.lines.map { OrderedJSON($0)["error"]?.text } == [
        "notOnMarketplace", "missingField", "batchRejected",
      ])
    #expect(ending.code == 2)
  }

  @Test func `a batch of a file, and a file that is not there`() {
    let folder = LogFolder()
    folder.run("init")
    folder.write((Story.lines.joined(separator: "\r\n") + "\n").utf8, to: "in.jsonl")
    #expect(folder.run("append", "in.jsonl", "--now", LogFolder.clock).code == 0)
    #expect(folder.logLines.count == Story.events)
    #expect(folder.run("append", "none.jsonl").code == 66)
  }

  @Test func `an empty input writes nothing and reports it`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let ending = folder.run("append", "-")
    #expect(ending.code == 0 && ending.output.isEmpty && ending.errors.contains("empty"))
    #expect(folder.logBytes == before)
  }

  @Test func `a batch has at most twenty thousand submissions`() {
    let folder = LogFolder.withStory()
    let line = Story.event("x", "shift.supplied", "F1.2026-01-12", "bas")
    let ending = folder.append([String](repeating: line, count: 20_001))
    #expect(ending.lines.count == 20_001 && ending.code == 65)
    #expect(OrderedJSON(ending.lines.last!)["error"]?.text == "batchTooLarge")
    #expect(folder.logLines.count == Story.events)
  }

  // MARK: - Line by line

  @Test func `line by line good ones go in and every line is answered in order`() {
    let folder = LogFolder.withStory()
    let ending = folder.append(
      [
        Story.event("e1", "shift.revoked", "F1.2026-01-26", "bas"), "nonsense",
        Story.event("e2", "shift.accepted", "F1.2026-01-26", "eva"),
        Story.event("e3", "request.withdrawn", "R1", "tom"),
      ], "--each", now: Story.now)
    #expect(
      ending.lines.map { OrderedJSON($0)["status"]?.text } == [
        "appended", "invalid", "rejected", "appended",
      ])
    #expect(OrderedJSON(ending.lines[1])["line"]?.number == 2)
    // The first code that was not 0.
    #expect(ending.code == 65)
    #expect(folder.logLines.count == Story.events + 2)
    folder.expectVerified()
  }

  @Test func `a reply leaves before the next line comes`() {
    let folder = LogFolder.withStory()
    let tool = folder.start(["append", "-", "--each", "--now", Story.now], input: .pipe)
    for (number, actor) in ["eva", "eva", "eva"].enumerated() {
      tool.send(Story.event("p\(number)", "shift.supplied", "F1.2026-01-12", actor) + "\n")
      let deadline = ContinuousClock.now + .seconds(10)
      while tool.outputSoFar.count(where: { $0 == "\n" }) <= number, .now < deadline { usleep(500) }
      #expect(tool.outputSoFar.count(where: { $0 == "\n" }) == number + 1)
    }
    tool.closeInput()
    #expect(tool.wait().code == 2)
  }

  @Test(arguments: ["always", "batch", "none"])
  func `every kind of sync records the same`(sync: String) {
    let folder = LogFolder()
    folder.run("init")
    #expect(folder.append(Story.lines, "--each", "--sync", sync).code == 0)
    #expect(folder.logBytes == LogFolder.withStory().logBytes)
  }

  // MARK: - Dry runs

  @Test func `a dry run tells the facts that would be recorded, and writes nothing`() {
    let folder = LogFolder.withStory()
    let (before, names) = (folder.logBytes, folder.names(in: "events.jsonl.d"))
    let lines = [
      Story.event("d1", "shift.revoked", "F1.2026-01-26", "bas"),
      Story.event("d2", "shift.supplied", "F1.2026-01-26", "bas"),
      Story.event("d3", "shift.accepted", "F1.2026-01-26", "bas"),
    ]
    let dryRun = folder.append(lines, "--each", "--dry-run", now: Story.now)
    #expect(folder.logBytes == before && folder.names(in: "events.jsonl.d") == names)
    let real = folder.append(lines, "--each", now: Story.now)
    #expect(dryRun.code == real.code && dryRun.lines.last == real.lines.last)
    let told = dryRun.lines.prefix(2).map(OrderedJSON.init)
    #expect(told.map(\.keys) == [["status", "count", "data"], ["status", "count", "data"]])
    for (reply, line) in zip(told, folder.logLines.suffix(2)) {
      #expect(reply["status"]?.text == "accepted" && reply["count"]?.text == "1")
      #expect(reply["data"]?.text == OrderedJSON(line)["data"]?.text, "\(reply)")
    }
    let again = folder.append(lines, "--each", "--dry-run", now: Story.now)
    #expect(again.output == folder.append(lines, "--each", now: Story.now).output)
    #expect(again.output.contains("duplicate"))
    let words = folder.run(
      "append", "request.withdrawn", "R1", "--actor", "tom", "--dry-run", "--now", Story.now)
    #expect(words.code == 0 && words.errors.contains("nothing was written"))
    #expect(folder.logLines.count == Story.events + 2)
  }

  // MARK: - Making logs

  @Test func `a log that is not there is made only when asked to`() {
    let folder = LogFolder()
    let line = Story.lines[0]
    let missing = folder.append([line])
    #expect(missing.code == 66 && missing.errors.contains("init"))
    #expect(!folder.exists("events.jsonl"))
    #expect(folder.append([line], "--create").code == 0)
    #expect(folder.append([Story.lines[1]], "--create").code == 0)
    #expect(folder.logLines.count == 2)
  }

  @Test func `init makes a log that nobody else reads, and leaves one alone`() {
    let folder = LogFolder()
    let made = folder.run("init")
    #expect(made.code == 0 && made.output.isEmpty && made.errors == "created events.jsonl\n")
    let mode = try! FileManager.default.attributesOfItem(atPath: folder.log)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(folder.run("init").code == 73)
    folder.append(Story.lines)
    let again = folder.run("init")
    #expect(again.code == 73)
    #expect(
      again.errors == "error: there is something at events.jsonl already; it was left alone\n")
    let before = folder.logBytes
    #expect(folder.run("init", "--workplace", "w", "--actor", "a", "timeZone=UTC").code == 73)
    #expect(folder.logBytes == before)
    #expect(folder.run("init", "nowhere/events.jsonl").code == 73)
  }

  @Test func `a lost log is not made anew over its remains`() {
    let folder = LogFolder.withStory()
    folder.remove("events.jsonl")
    for command in [["init"], ["append", "-", "--create"]] {
      let ending = folder.start(command).wait()
      #expect(ending.code == 73 && ending.errors.contains("earlier log whose file is gone"))
    }
    #expect(!folder.exists("events.jsonl"))
  }

  @Test func `init with a workplace records it first`() {
    let folder = LogFolder()
    let bad = folder.run(
      "init", "--workplace", "shop", "--actor", "mia", "timeZone=Atlantis/Capital")
    #expect(bad.code == 65 && !folder.exists("events.jsonl"))
    #expect(folder.run("init", "--actor", "mia").code == 64)
    #expect(folder.run("init", "timeZone=UTC").code == 64)
    let ending = folder.run(
      "init", "--workplace", "shop", "--actor", "mia", "timeZone=Europe/Amsterdam",
      "marketApproval=manager", "--now", LogFolder.clock)
    #expect(ending.code == 0)
    #expect(OrderedJSON(ending.output)["sequence"]?.number == 1)
    #expect(
      folder.logLines[0].contains(
        #""data":{"timeZone":"Europe/Amsterdam","marketApproval":"manager"}"#))
    folder.expectWholeChain()
  }

  @Test func `extending twice appends nothing the second time`() {
    let folder = LogFolder.withStory()
    let first = folder.run("extend", "--now", "2026-03-01T12:00:00Z")
    #expect(
      first.output
        == #"{"status":"appended","sequence":24,"count":8,"scheduled":8,"posted":0,"skipped":0}"#
        + "\n")
    let before = folder.logBytes
    let second = folder.run("extend", "--now", "2026-03-01T12:00:00Z")
    let nothing = #"{"status":"appended","count":0,"scheduled":0,"posted":0,"skipped":0}"#
    #expect(second.output == nothing + "\n" && second.code == 0)
    #expect(folder.logBytes == before)
    #expect(folder.logLines.suffix(8).allSatisfy { !$0.contains("causationid") })
    folder.expectVerified()
    folder.expectWholeChain()
  }

  @Test func `a log that cannot be made is no log that cannot be read`() {
    let folder = LogFolder.withStory()
    for words in [
      ["append", "user.registered", "eva", "--actor", "eva", "roles=employee"],
      ["append", "--session"], ["import", "events.jsonl"], ["append", "-"],
    ] {
      let ending = folder.run(words + ["--create", "-f", "no/x.jsonl"])
      #expect(ending.code == 73 && ending.errors.contains("no/x.jsonl"), "\(words): \(ending)")
    }
    #expect(folder.run("init", "no/x.jsonl").code == 73)
  }
}
