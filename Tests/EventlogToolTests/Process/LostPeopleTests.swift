import Testing

/// A log whose people file is gone, as that of a replica is.
@Suite struct LostPeopleTests {
  private static func registration(_ user: String) -> String {
    Story.event(
      user, "user.registered", user, user, nil,
      #"{"roles":["student"],"name":"\#(user.uppercased())","email":"one@example.org"}"#)
  }

  @Test(arguments: ["mkdir", "mkfifo", "ln -s /dev/null"])
  func `verify says that it did not check names that it cannot read`(command: String) {
    let folder = LogFolder.withStory()
    folder.shell("rm -f events.jsonl.d/people.jsonl; \(command) events.jsonl.d/people.jsonl")
    let ending = folder.run("verify")
    #expect(ending.output.contains("names were not checked: "), "\(ending)")
  }

  @Test func `an address is taken only while the file has it; names are gone with the file`() {
    let folder = LogFolder()
    folder.run("init")
    #expect(folder.append([Self.registration("ann")]).code == 0)
    let taken = folder.append([Self.registration("bob")])
    #expect(taken.code == 2 && taken.output.contains(#""error":"emailTaken""#))
    #expect(folder.run("show", "users", "--json").output.contains(#""user":"ann","name":"ANN""#))
    folder.remove("events.jsonl.d/people.jsonl")
    #expect(folder.run("show", "users", "--json").output.contains(#""user":"ann","roles""#))
    #expect(folder.append([Self.registration("bob")]).code == 0)
    // The submitted name of ann can no longer be compared with anything.
    #expect(folder.append([Self.registration("ann")]).output.contains(#""status":"duplicate""#))
    folder.expectVerified()
    #expect(folder.run("verify", "--rules").code == 0)
  }
}
