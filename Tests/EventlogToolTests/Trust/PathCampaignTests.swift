import Foundation
import TestSupport
import Testing

/// Every command that takes a path, given every path that a person can mistake for another.
///
/// Afterwards every byte that was there still stands, or the exit status is 0 and the file is exactly
/// the requested one. A new command joins by one line of `commands`, a new kind of file by one of
/// `targets`. A short suite draws half of the targets of each command.
struct PathCampaignTests {
  /// The permitted change of a file by a command that ends with 0.
  enum Licence {
    /// Nothing at all.
    case reads
    /// Makes lines at the end of a log, and keeps its folder.
    case appends
    /// Puts its answer in the place of the target.
    case answers
    /// Moves the events behind a given one from a log into its quarantine.
    case cuts
  }

  struct Command: CustomTestStringConvertible {
    var words: [String]
    var licence: Licence
    var input: String?

    init(_ words: String, _ licence: Licence, input: String? = nil) {
      self.words = words.split(separator: " ").map(String.init)
      self.licence = licence
      self.input = input
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  private static let submission =
    #"{"type":"user.registered","subject":"zoe","actor":"zoe","data":{"roles":["student"]}}"# + "\n"
  private static let registration = "append user.registered zoe --actor zoe roles=student name=Zoe"

  /// `PATH` is the target.
  static let commands = [
    Command("init PATH", .appends),
    Command("init PATH --workplace w --actor zoe", .appends),
    Command("\(registration) -f PATH", .appends),
    Command("\(registration) -f PATH --create", .appends),
    Command("\(registration) -f PATH --dry-run", .reads),
    Command("append - -f PATH", .appends, input: submission),
    Command("append - --each -f PATH", .appends, input: submission),
    Command("append --session -f PATH", .appends, input: submission),
    Command("append PATH -f other.jsonl", .appends),
    Command("append PATH --each -f other.jsonl", .appends),
    Command("extend PATH", .appends),
    Command("replay PATH", .reads),
    Command("show users PATH", .reads),
    Command("show hours -o PATH --format csv -f events.jsonl", .answers),
    Command(
      "show hours --from 2027-01-01 --now 2026-03-01 -o PATH --json -f other.jsonl", .answers),
    Command("audit --user eva PATH", .reads),
    Command("audit --user eva -o PATH --format table -f events.jsonl", .answers),
    Command("log PATH", .reads),
    Command("log --submissions PATH", .reads),
    Command("snapshot PATH", .reads),
    Command("snapshot -o PATH -f events.jsonl", .answers),
    Command("verify PATH", .reads),
    Command("verify --rules PATH", .reads),
    Command("recover PATH", .appends),
    Command("recover PATH --to 1", .cuts),
    Command("recover PATH --to 1 --lose-acknowledged", .cuts),
  ]

  static let targets = [
    "events.jsonl", "events.jsonl.d", "events.jsonl.d/head", "events.jsonl.d/people.jsonl",
    "events.jsonl.d/quarantine/0-00.bin", "events.jsonl.d/snapshots/state",
    "events.jsonl.d/report.csv", "other.jsonl", "other.jsonl.d/head", "other.jsonl.d/people.jsonl",
    "alone.jsonl", "empty.jsonl", "lost.jsonl", "damaged.jsonl", "crlf.csv", "mark.json",
    "pretty.json", "link.csv", "data.json", "notes.txt", "nothing.csv", "zeros.bin", "folder",
    "missing/report.csv", "new.csv",
  ]

  /// Logs with their folders, and files that are no logs.
  private static let files = KeptFiles {
    let folder = LogFolder()
    let people = #","data":{"roles":["employee"],"name":"Eva","email":"eva@example.org"}"#
    for log in ["events.jsonl", "other.jsonl"] {
      folder.run("init", log)
      folder.append(Story.lines + [], "--each", "-f", log)
      folder.append(
        [#"{"type":"user.registered","subject":"ann","actor":"ann"\#(people)}"#], "-f", log)
      folder.shell("mkdir -p \(log).d/quarantine \(log).d/snapshots")
      folder.write(Array("torn".utf8), to: "\(log).d/quarantine/0-00.bin")
      folder.write(Array("cache".utf8), to: "\(log).d/snapshots/state")
    }
    let log = folder.bytes("other.jsonl")
    folder.write(log, to: "alone.jsonl")
    folder.run("init", "empty.jsonl")
    folder.run("init", "lost.jsonl")
    folder.append(Array(Story.lines.prefix(3)), "--each", "-f", "lost.jsonl")
    folder.remove("lost.jsonl")
    folder.write([UInt8(ascii: "x")] + log.dropFirst(), to: "damaged.jsonl")
    folder.write(log.flatMap { $0 == 10 ? [13, 10] : [$0] }, to: "crlf.csv")
    folder.write([0xEF, 0xBB, 0xBF] + log, to: "mark.json")
    folder.write(
      Array(#"{\#n  "specversion": "1.0",\#n  "id": "x"\#n}\#n"#.utf8), to: "pretty.json")
    folder.shell("ln -s events.jsonl link.csv; mkdir folder")
    folder.write(Array(#"{"name":"x"}"#.utf8), to: "data.json")
    folder.write(Array("Some notes.\n".utf8), to: "notes.txt")
    folder.write([], to: "nothing.csv")
    folder.write([UInt8](repeating: 0, count: 5000), to: "zeros.bin")
    return folder
  }

  @Test(arguments: commands)
  func `every byte still stands, or the file is the requested one`(_ command: Command) throws {
    let folder = Self.files.folder()
    let before = Tree(folder.path)
    for target in Rounds.places(in: Self.targets.indices, everyOne: 4).map({ Self.targets[$0] }) {
      let words = command.words.map { $0 == "PATH" ? target : $0 }
      let ending = folder.start(
        words, input: command.input.map { .bytes(Array($0.utf8)) } ?? .nothing
      ).wait()
      let after = Tree(folder.path)
      let place = "\(words.joined(separator: " ")): \(ending)"
      #expect([0, 1, 2, 64, 65, 66, 73, 77].contains(ending.code), "\(place)")
      let answers = command.licence == .answers && ending.code <= 1
      if ending.code == 0 && command.licence != .reads || answers {
        check(before, after, command, target: target, folder, place)
      } else {
        #expect(after.changes(since: before) == [], "\(place)")
      }
      if after != before { before.restore() }
    }
  }

  /// Compares the change by a command with the permitted one.
  private func check(
    _ before: Tree, _ after: Tree, _ command: Command, target: String, _ folder: LogFolder,
    _ place: String
  ) {
    for (name, bytes) in before.files {
      let now = after.files[name]
      switch command.licence {
      case .reads: #expect(now == bytes, "\(name): \(place)")
      case .answers:
        if name == target { continue }
        #expect(now == bytes, "\(name): \(place)")
      case .appends:
        if name.hasSuffix("/head") { continue }
        #expect(now?.starts(with: bytes) ?? false, "\(name): \(place)")
      case .cuts:
        if name.hasSuffix("/head") || name.hasSuffix("/people.jsonl") { continue }
        if name != target {
          #expect(now == bytes, "\(name): \(place)")
          continue
        }
        let kept = after.files.filter {
          $0.key.hasPrefix("\(target).d/quarantine/") && $0.key.hasSuffix(".bin")
            && before.files[$0.key] == nil
        }
        let rest = kept.values.reduce([], +)
        #expect((now ?? []) + rest == bytes, "\(name): \(place)")
        #expect(now?.split(separator: 10).count == 1, "\(name): \(place)")
      }
    }
    guard command.licence == .answers else { return }
    let words = command.words.filter { $0 != "-o" && $0 != "PATH" }
    let answer = folder.start(words).wait().output
    let isAnswer = after.files[target].map { $0.elementsEqual(answer.utf8) }
    #expect(isAnswer == true || target == "link.csv", "\(place)")
  }
}

/// All files in a folder, with their bytes.
struct Tree: Equatable {
  private let root: String
  private(set) var files: [String: [UInt8]] = [:]
  private var folders: Set<String> = []

  init(_ root: String) {
    self.root = root
    let manager = FileManager.default
    for case let name as String in manager.enumerator(atPath: root)! {
      let path = "\(root)/\(name)"
      switch (try? manager.attributesOfItem(atPath: path))?[.type] as? FileAttributeType {
      case .typeDirectory?: folders.insert(name)
      case .typeSymbolicLink?:
        files[name] = Array(((try? manager.destinationOfSymbolicLink(atPath: path)) ?? "").utf8)
      default: files[name] = manager.contents(atPath: path).map { Array($0) } ?? []
      }
    }
  }

  /// The names of files that came, went or changed.
  func changes(since before: Tree) -> [String] {
    let names = Set(files.keys).union(before.files.keys).filter { files[$0] != before.files[$0] }
    return names.union(folders.symmetricDifference(before.folders)).sorted()
  }

  /// Puts everything back as it was.
  func restore() {
    let manager = FileManager.default
    let now = Tree(root)
    for name in now.folders.subtracting(folders).sorted(by: >) {
      try? manager.removeItem(atPath: "\(root)/\(name)")
    }
    for (name, bytes) in now.files where files[name] != bytes {
      try? manager.removeItem(atPath: "\(root)/\(name)")
    }
    for name in folders.subtracting(now.folders).sorted() {
      try? manager.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    }
    for (name, bytes) in files where now.files[name] != bytes {
      let target = String(decoding: bytes, as: UTF8.self)
      if name.hasPrefix("link.") {
        try? manager.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: target)
      } else {
        _ = manager.createFile(
          atPath: "\(root)/\(name)", contents: Data(bytes),
          attributes: [.posixPermissions: 0o600])
      }
    }
  }
}
