import Testing

@testable import eventlog_tool

/// People who are named on the command line by id or by name.
struct PersonNamedTests {
  private func folder() -> LogFolder {
    let folder = LogFolder.withStory()
    for (user, name) in [
      ("bas", "Bas Jansen"), ("eva", "Eva Smit"), ("tom", "Bas Jansen"), ("mia", "tom"),
    ] {
      let ending = folder.run(
        "append", "profile.changed", user, "--actor", user, "name=\(name)", "--now", LogFolder.clock
      )
      #expect(ending.code == 0, "\(ending.errors)")
    }
    return folder
  }

  @Test func `a name that one person has is that person`() {
    let folder = folder()
    let byID = folder.run("show", "schedule", "--user", "eva", "--all", "--now", LogFolder.clock)
    #expect(byID.lines.count > 2)
    for name in ["Eva Smit", "eva smit"] {
      let byName = folder.run("show", "schedule", "--user", name, "--all", "--now", LogFolder.clock)
      #expect(byName.output == byID.output, "\(name)")
    }
    #expect(
      folder.run("audit", "--actor", "Eva Smit").output
        == folder.run("audit", "--actor", "eva").output)
    #expect(folder.run("audit", "--user", "Eva Smit").output.hasPrefix("User Eva Smit (eva)   "))
    #expect(
      folder.run("log", "--actor", "Eva Smit").output == folder.run("log", "--actor", "eva").output)
    #expect(
      folder.run("show", "inbox", "--user", "Eva Smit", "--json", "--now", LogFolder.clock).output
        == folder.run("show", "inbox", "--user", "eva", "--json", "--now", LogFolder.clock).output)
  }

  @Test func `a person who takes another's id for a name stands with the own id, everywhere`() {
    // `mia` is called tom, and there is a tom.
    let folder = folder()
    for command in [
      ["audit", "--user", "mia"], ["log", "--format", "table", "--user", "mia"],
      ["show", "users", "--user", "mia"],
    ] {
      let shown = folder.run(command).output
      #expect(shown.contains("tom (mia)"), "\(command): \(shown)")
    }
  }

  @Test func `who acts may be named, too`() {
    let folder = folder()
    let words = ["append", "shift.accepted", "F1.2026-01-26", "--now", LogFolder.clock, "--actor"]
    let named = folder.start(words + ["Eva Smit", "--dry-run"]).wait()
    #expect(named.code == 2 && named.errors.contains("(shiftStarted)"), "\(named)")
    let posted = folder.run(
      "append", "request.posted", "R7", "--actor", "eva smit", "date=2026-03-20", "--now",
      LogFolder.clock)
    #expect(posted.code == 0, "\(posted)")
    #expect(folder.logLines.last?.contains(#""actor":"eva""#) == true)
    let two = folder.start(words + ["Bas Jansen"]).wait()
    #expect(two.code == 64 && two.errors.contains("2 people are called"), "\(two)")
    let nobody = folder.start(words + ["Nobody"]).wait()
    #expect(nobody.code == 2 && nobody.errors.contains("unknownUser"), "\(nobody)")
  }

  @Test func `a name that two people have but for case and accents names nobody`() {
    let folder = LogFolder.withStory()
    for (user, name) in [("eva", "Zoë"), ("tom", "Zoe")] {
      let ending = folder.run(
        "append", "profile.changed", user, "--actor", user, "name=\(name)", "--now", LogFolder.clock
      )
      #expect(ending.code == 0, "\(ending.errors)")
    }
    for name in ["Zoë", "Zoe", "ZOE"] {
      let ending = folder.run("show", "schedule", "--user", name, "--all")
      #expect(
        ending.code == 64
          && ending.errors.hasPrefix("error: 2 people are called \"\(name)\": eva and tom\n"),
        "\(ending)")
    }
  }

  @Test func `an id stays that id, whoever takes it for a name`() {
    let folder = folder()
    // mia is called tom; tom is another person.
    #expect(
      folder.run("audit", "--actor", "tom", "--json").output.contains(#""actor":"tom""#))
  }

  @Test func `a name of two people names nobody, nor does an unknown one`() {
    let folder = folder()
    for words in [
      ["show", "schedule", "--user", "Bas Jansen"], ["audit", "--user", "Bas Jansen"],
      ["log", "--actor", "Bas Jansen"],
    ] {
      let two = folder.start(words).wait()
      #expect(two.code == 64 && two.output.isEmpty)
      #expect(
        two.errors
          == "error: 2 people are called \"Bas Jansen\": bas and tom\nhelp: name one by id\n")
    }
    let unknown = folder.run("show", "schedule", "--user", "Eva Smid")
    #expect(unknown.code == 1 && unknown.errors.contains("did you mean Eva Smit?"))
    let single = folder.run("audit", "--user", "evaa")
    #expect(single.code == 1 && single.errors.contains("did you mean eva?"))
  }
}
