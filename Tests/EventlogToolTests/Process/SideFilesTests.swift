import Foundation
import ShiftEvents
import TestSupport
import Testing

/// Links, pipes and the like in place of files beside the log: never followed, never written through,
/// never waited for. In place of caches they are ignored, otherwise refused.
struct SideFilesTests {
  /// The thing that an attacker, or a mistake, puts there.
  enum Kind: String, CaseIterable, Sendable {
    case link, danglingLink, pipe, folder, device, hardLink, socket
  }

  private static let canMakeDevices = getuid() == 0

  private static let line = Story.event(
    "n", "user.registered", "zoe", "mia", nil, #"{"roles":["employee"]}"#)

  private static let longCount = 9_900
  /// A short suite draws one of those that a snapshot could be written through.
  private static let ofLongLogs: [Kind] =
    Rounds.areFull ? [.link, .hardLink, .pipe] : [[.link, .hardLink, .pipe].randomElement()!]

  private static func people(_ numbers: Range<Int>) -> [String] {
    numbers.map {
      Story.event("u\($0)", "user.registered", "u\($0)", "mia", nil, #"{"roles":["company"]}"#)
    }
  }

  private static let long = KeptFiles {
    let folder = named.folder()
    let bulk = folder.append(
      people(0..<longCount), "--each", "--sync", "batch", now: LogFolder.clock)
    #expect(bulk.code == 0, "\(bulk.errors)")
    return folder
  }

  /// A log with names, a torn end and a snapshot folder, so that a writer looks at every side file.
  private func folder() -> LogFolder { Self.named.folder() }

  private static let named = KeptFiles {
    let folder = LogFolder.withStory()
    folder.append([
      Story.event(
        "p", "profile.changed", "bas", "bas", nil, #"{"name":"Bas","email":"bas@example.org"}"#)
    ])
    folder.write("keep me".utf8, to: "precious")
    return folder
  }

  private func put(_ kind: Kind, at name: String, in folder: LogFolder) {
    let place = name.hasPrefix("./") ? name : "events.jsonl.d/\(name)"
    folder.shell(
      """
      rm -rf \(place)
      case \(kind.rawValue) in
        link) ln -s "$PWD/precious" \(place);;
        danglingLink) ln -s "$PWD/nowhere" \(place);;
        pipe) mkfifo \(place);;
        folder) mkdir \(place);;
        device) mknod \(place) c 1 5;;
        hardLink) ln precious \(place);;
        socket) python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' \(place);;
      esac
      """)
  }

  private func expectUntouched(_ folder: LogFolder, _ name: Comment) {
    #expect(folder.bytes("precious") == Array("keep me".utf8), name)
    #expect(!folder.exists("nowhere"), name)
  }

  @Test(arguments: ["head", "people.jsonl"], Kind.allCases)
  func `in place of the head or the people file it is refused with 77, and reads go on`(
    file: String, kind: Kind
  ) {
    if kind == .device && !Self.canMakeDevices { return }
    let folder = folder()
    let before = folder.logBytes
    put(kind, at: file, in: folder)
    let name: Comment = "\(kind) as \(file)"
    let ending = folder.append([Self.line], "--lock-timeout", "2")
    #expect(ending.code == 77, "\(name): \(ending.errors)")
    #expect(!ending.errors.isEmpty && folder.logBytes == before, name)
    expectUntouched(folder, name)
    // The log itself can be read; names may not be, and those of a file with another name are none of this log.
    #expect(folder.run("log").lines.count == Story.events + 1, name)
    let isForeign = file == "people.jsonl" && kind == .hardLink
    #expect(folder.run("verify").code == (isForeign ? 1 : 0), name)
    let users = folder.run("show", "users")
    #expect(file == "head" ? users.code == 0 : [0, 66, 77].contains(users.code), name)
  }

  @Test(arguments: [
    "postgresql://db/roster", "postgresql://eva:secret@db/roster?log=store", "nowhere",
  ])
  func `a mark with an address that cannot be used is damaged, and reads go on`(address: String)
    throws
  {
    let folder = folder()
    let before = folder.logBytes
    try HomeMark(address: address, firstHash: .zero).write(
      LogPaths(log: folder.file("events.jsonl")))
    for words in [["append", "-"], ["append", "--session"], ["extend"], ["pull"]] {
      let ending = folder.run(words, input: Self.line + "\n")
      #expect(ending.code == 65 && ending.errors.contains("is damaged"), "\(words): \(ending)")
      #expect(!ending.errors.contains("secret"))
    }
    #expect(folder.logBytes == before && folder.run("log").code == 0)
  }

  @Test(arguments: Kind.allCases)
  func `as the mark of a failed sync anything counts`(kind: Kind) {
    if kind == .device && !Self.canMakeDevices { return }
    let folder = folder()
    let before = folder.logBytes
    put(kind, at: "poisoned", in: folder)
    #expect(folder.append([Self.line]).code == 74)
    #expect(folder.logBytes == before)
    let recovery = folder.run("recover")
    #expect(kind == .folder || recovery.code == 0, "\(kind): \(recovery.errors)")
    expectUntouched(folder, "\(kind)")
  }

  @Test(arguments: ["snapshots", "snapshots/state"], Kind.allCases)
  func `in place of snapshots it is passed over: they are caches`(file: String, kind: Kind) {
    if kind == .device && !Self.canMakeDevices { return }
    // So many events that a snapshot is due with a few more.
    let isLong = Self.ofLongLogs.contains(kind)
    let folder = isLong ? Self.long.folder() : folder()
    #expect(!folder.exists("events.jsonl.d/snapshots"))
    folder.shell("mkdir -p events.jsonl.d/snapshots")
    put(kind, at: file, in: folder)
    let ending = folder.append([Self.line])
    #expect(ending.code == 0, "\(kind) as \(file): \(ending.errors)")
    if isLong {
      let more = Self.people(Self.longCount..<Self.longCount + 200)
      let bulk = folder.append(more, "--each", "--sync", "batch", now: LogFolder.clock)
      #expect(bulk.code == 0, "\(kind) as \(file): \(bulk.errors)")
    }
    expectUntouched(folder, "\(kind) as \(file)")
    folder.expectVerified()
  }

  @Test(arguments: Kind.allCases)
  func `in place of the quarantine torn bytes are not taken off`(kind: Kind) {
    if kind == .device && !Self.canMakeDevices { return }
    let folder = folder()
    let whole = folder.logBytes
    let torn = whole + Array(#"{"specversion":"1.0","id"#.utf8)
    folder.write(torn, to: "events.jsonl")
    put(kind, at: "quarantine", in: folder)
    let ending = folder.append([Self.line])
    if kind == .folder {
      #expect(ending.code == 0 && folder.names(in: "events.jsonl.d/quarantine").count == 1)
    } else {
      #expect(ending.code == 77, "\(kind): \(ending.errors)")
      #expect(folder.logBytes == torn, "\(kind)")
    }
    expectUntouched(folder, "\(kind)")
  }

  @Test(arguments: Kind.allCases)
  func `in place of the folder of side files writers refuse and reads go on`(kind: Kind) {
    if kind == .device && !Self.canMakeDevices { return }
    let folder = LogFolder.withStory()
    folder.write("keep me".utf8, to: "precious")
    folder.shell("mkdir target; mv events.jsonl.d saved")
    let before = folder.logBytes
    switch kind {
    case .link: folder.shell("ln -s target events.jsonl.d")
    case .folder: folder.shell("mkdir events.jsonl.d")
    default: put(kind, at: "./events.jsonl.d", in: folder)
    }
    let ending = folder.append([Self.line])
    #expect(ending.code == (kind == .folder ? 0 : 77), "\(kind): \(ending.errors)")
    if kind != .folder { #expect(folder.logBytes == before, "\(kind)") }
    #expect(folder.names(in: "target").isEmpty, "\(kind)")
    expectUntouched(folder, "\(kind)")
    #expect(folder.run("log").lines.count >= Story.events, "\(kind)")
  }
}
