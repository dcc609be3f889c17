import Foundation
import Testing

/// A log of many people, and a people file in which each way to tamper with a line has a person of its own.
struct FalseNames {
  /// A way to tamper with the lines of a person, and what it is about.
  struct Tampering: Sendable {
    var name: String
    /// Texts that no answer may have.
    var forbidden: [String]
    /// True if the right line is still there, and its name is to be shown.
    var isShown = false
    var change: @Sendable (_ lines: inout [String: [String]], _ id: String, _ other: String) -> Void
  }

  static func trueName(_ id: String) -> String { "Zoé \(id) True" }

  /// Number, person and the other one of each.
  static let cases: [(tampering: Tampering, id: String, other: String)] =
    tamperings.enumerated().map { ($1, "a\($0 + 10)", "b\($0 + 10)") }

  static let manager = "mia"
  static var people: [String] { [manager] + cases.flatMap { [$0.id, $0.other] } }

  let folder = LogFolder()
  /// The people file as a writer left it, and as it was at an earlier time.
  let rightLines: [String]
  let tampered: [String]

  init() {
    folder.append(Self.story, "--each", "--create", now: Story.now)
    let earlier = Self.lines(of: folder)
    folder.append(Self.laterStory, "--each", now: Story.now)
    rightLines = Self.lines(of: folder)
    var lines: [String: [String]] = [:]
    for line in rightLines { lines[Self.id(of: line), default: []].append(line) }
    for line in earlier {
      let id = Self.id(of: line)
      if lines[id] != [line] { lines["old " + id, default: []].append(line) }
    }
    for (tampering, id, other) in Self.cases { tampering.change(&lines, id, other) }
    tampered = (Self.people + ["ghost"]).flatMap { lines[$0] ?? [] }
    putTampered()
  }

  func putTampered() {
    folder.write(
      Array(tampered.map { $0 + "\n" }.joined().utf8), to: "events.jsonl.d/people.jsonl")
  }

  private static func lines(of folder: LogFolder) -> [String] {
    String(decoding: folder.bytes("events.jsonl.d/people.jsonl"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func id(of line: String) -> String {
    String(line.dropFirst(#"{"id":""#.count).prefix { $0 != "\"" })
  }

  // MARK: - The log

  private static func event(
    _ type: String, _ subject: String, _ actor: String, _ data: String? = nil
  ) -> String {
    Story.event("\(type)-\(subject)-\(actor)", type, subject, actor, nil, data)
  }

  private static func personal(_ id: String, _ name: String) -> String {
    #""name":"\#(name)","email":"\#(id)@example.org""#
  }

  static let story: [String] = {
    var lines = [
      event(
        "workplace.configured", "w", manager,
        #"{"timeZone":"UTC","marketApproval":"owner","suggestionApproval":"owner"}"#),
      event(
        "user.registered", manager, manager,
        #"{"roles":["manager","employee"],\#(personal(manager, trueName(manager)))}"#),
    ]
    for (number, (_, id, other)) in cases.enumerated() {
      for user in [id, other] {
        lines.append(
          event(
            "user.registered", user, manager,
            "{\"roles\":[\"employee\",\"student\"],"
              + personal(user, user == id ? "Former \(id)" : trueName(user)) + "}"))
        lines.append(event("user.followed", manager, user))
        lines.append(event("study.started", "study-\(user)", user))
      }
      let day = 15 + number % 10
      let shift = "S-\(id)"
      lines += [
        event(
          "shift.scheduled", shift, manager,
          #"{"owner":"\#(id)","date":"2026-01-\#(day)","start":"09:00","end":"12:00"}"#),
        event("shift.supplied", shift, id), event("shift.accepted", shift, other),
        event("request.posted", "R-\(id)", id, #"{"date":"2026-02-0\#(number % 9 + 1)"}"#),
        event(
          "absence.recorded", "A-\(other)", other, #"{"date":"2026-03-01"}"#),
      ]
    }
    return lines
  }()

  /// Everybody gets the name that is theirs; some are erased.
  static let laterStory: [String] = cases.flatMap { tampering, id, _ in
    [event("profile.changed", id, id, "{\(personal(id, trueName(id)))}")]
      + (tampering.name.contains("erased") ? [event("user.erased", id, id)] : [])
  }

  // MARK: - Ways to tamper

  private static func text(_ line: String, _ member: String) -> String? {
    guard let start = line.range(of: "\"\(member)\":\"")?.upperBound else { return nil }
    return String(line[start...].prefix { $0 != "\"" })
  }

  private static func replacing(_ line: String, _ old: String, _ new: String) -> String {
    // By bytes: texts that look the same are the same to Swift.
    line.replacingOccurrences(of: old, with: new, options: .literal)
  }

  private static func edit(
    _ name: String, _ forbidden: [String] = ["True"], isShown: Bool = false,
    _ change: @escaping @Sendable (_ line: String, _ id: String, _ other: String) -> [String]
  ) -> Tampering {
    Tampering(name: name, forbidden: forbidden, isShown: isShown) { lines, id, other in
      lines[id] = (lines[id] ?? []).flatMap { change($0, id, lines[other]?.first ?? "") }
    }
  }

  private static func swap(_ member: String) -> Tampering {
    Tampering(name: "two people's \(member)s exchanged", forbidden: ["True", "other True"]) {
      lines, id, other in
      guard let mine = lines[id]?.first, let theirs = lines[other]?.first else { return }
      let (a, b) = (text(mine, member)!, text(theirs, member)!)
      (lines[id], lines[other]) = ([replacing(mine, a, b)], [replacing(theirs, b, a)])
    }
  }

  /// In `forbidden` the word `True` stands for the whole right name, `False` for a false one.
  static let tamperings: [Tampering] = [
    edit("another name", ["True", "False"]) { line, id, _ in
      [replacing(line, trueName(id), "False \(id)")]
    },
    swap("name"), swap("salt"), swap("email"),
    edit("another name before the right line", ["False"], isShown: true) { line, id, _ in
      [replacing(line, trueName(id), "False \(id)"), line]
    },
    edit("another name behind the right line", ["False"], isShown: true) { line, id, _ in
      [line, replacing(line, trueName(id), "False \(id)")]
    },
    Tampering(name: "the line of someone erased", forbidden: ["Former", "True"]) {
      lines, id, other in
      lines[id] = [
        #"{"id":"\#(id)","name":"\#(trueName(id))","salt":"\#(text(lines[other]!.first!, "salt")!)"}"#
      ]
    },
    Tampering(name: "the old file after someone was erased", forbidden: ["Former", "True"]) {
      lines, id, _ in lines[id] = lines["old " + id]
    },
    Tampering(name: "the old file after a change of name", forbidden: ["Former", "True"]) {
      lines, id, _ in lines[id] = lines["old " + id]
    },
    Tampering(name: "an old line behind the new one", forbidden: ["Former"], isShown: true) {
      lines, id, _ in lines[id]! += lines["old " + id]!
    },
    Tampering(name: "somebody who never registered", forbidden: ["False"], isShown: true) {
      lines, id, _ in
      lines["ghost"] = lines[id]!.map {
        replacing(replacing($0, "\"\(id)\"", "\"ghost\""), trueName(id), "False \(id)")
      }
    },
    edit("the name moved into the address") { line, id, _ in
      let salt = text(line, "salt")!
      return [#"{"id":"\#(id)","email":"\#(trueName(id))","salt":"\#(salt)"}"#]
    },
    edit("the address moved into the name", ["True", "@example.org"]) { line, id, _ in
      let salt = text(line, "salt")!
      return [#"{"id":"\#(id)","name":"\#(id)@example.org","salt":"\#(salt)"}"#]
    },
    edit("the case changed", ["True", "FALSE", "Zoé ID TRUE"]) { line, id, _ in
      [replacing(line, trueName(id), trueName(id).uppercased())]
    },
    edit("the accent written otherwise", ["True", "DECOMPOSED"]) { line, id, _ in
      [replacing(line, trueName(id), trueName(id).decomposedStringWithCanonicalMapping)]
    },
    edit("blanks behind") { line, id, _ in [replacing(line, trueName(id), trueName(id) + "  ")] },
    edit("the salt in capitals") { line, _, _ in
      [replacing(line, text(line, "salt")!, text(line, "salt")!.uppercased() + "")]
    },
    edit("an empty name") { line, id, _ in [replacing(line, trueName(id), "")] },
    edit("a line feed in the name") { line, id, _ in
      let salt = text(line, "salt")!
      return [#"{"id":"\#(id)","name":"\#(trueName(id))\n\#(id)@example.org","salt":"\#(salt)"}"#]
    },
    edit("cut short") { line, _, _ in [String(line.dropLast(20))] },
    edit("the line of another log", ["True", "False"]) { _, id, other in
      let salt = text(other, "salt")!
      return [#"{"id":"\#(id)",\#(personal(id, "False \(id)")),"salt":"\#(salt)"}"#]
    },
    edit("a member more") { line, _, _ in [line.dropLast() + #","nick":"x"}"#] },
    edit("the id twice") { line, id, _ in
      [replacing(line, #"{"id""#, #"{"id":"\#(manager)","id""#)]
    },
    edit("a byte order mark") { line, _, _ in ["\u{FEFF}" + line] },
    edit("a carriage return", [], isShown: true) { line, _, _ in [line + "\r"] },
    edit("an invisible letter") { line, id, _ in
      [replacing(line, trueName(id), trueName(id) + "\u{200B}")]
    },
    edit("a letter that looks the same", ["True", "Zоé"]) { line, id, _ in
      [replacing(line, "Zoé", "Zоé")]
    },
    edit("another address", ["True", "false@"]) { line, id, _ in
      [replacing(line, "\(id)@", "false@")]
    },
    edit("no name but null") { line, id, _ in
      [replacing(line, "\"\(trueName(id))\"", "null")]
    },
    edit("two false lines", ["True", "False"]) { line, id, _ in
      [
        replacing(line, trueName(id), "False \(id)"), replacing(line, trueName(id), "Falser \(id)"),
      ]
    },
  ]

  /// The texts that no answer may have, by the way to tamper that brings them.
  static let forbidden: [(text: String, name: String)] = cases.flatMap { tampering, id, other in
    tampering.forbidden.map { word in
      let text =
        switch word {
        case "True": trueName(id)
        case "other True": trueName(other)
        case "False": "False \(id)"
        case "Former": "Former \(id)"
        case "FALSE": trueName(id).uppercased()
        case "DECOMPOSED": trueName(id).decomposedStringWithCanonicalMapping
        case "@example.org": "\(id)@example.org"
        default: word
        }
      return (text, tampering.name)
    }
  }

  /// The ways to tamper whose texts are found in an answer.
  static func found(in text: String) -> [String] {
    let bytes = Data(text.utf8)
    return forbidden.filter { bytes.firstRange(of: Data($0.text.utf8)) != nil }
      .map { "\($0.name): \($0.text)" }
  }
}
