/// The names of attributes at the top level of a submission: those of documented extensions, and those that
/// are more likely mistakes than attributes.
package enum AttributeNames {
  /// Tracing, correlation, and the documented extensions of CloudEvents. (`sequence` is our own.)
  package static let documented = [
    "authclaims", "authid", "authtype", "bampid", "bamptxcompleted", "bamptxid", "bamptxsid",
    "bamptxsstatus", "bamtxid", "causationid", "correlationid", "datacategory",
    "dataclassification", "dataref", "dataregulation", "dataschema", "deprecated",
    "deprecationfrom", "deprecationmigration", "deprecationsunset", "expirytime", "opcuastatus",
    "partitionkey", "recordedtime", "sampledrate", "severitynumber", "severitytext", "traceparent",
    "tracestate",
  ]

  /// Members that are easily misspelt, and the number of letters that may be wrong.
  static let misspelt: [(name: String, letters: Int)] = [
    ("subject", 2), ("expectedsequence", 2), ("specversion", 2), ("datacontenttype", 2),
    ("source", 1), ("actor", 1),
  ]

  /// English words as near as that, which mean something else. A plural or a tense of the member itself is none.
  static let words = [
    "abject", "factor", "object", "perversion", "subduct", "sublet", "subnet", "subset", "subtest",
    "subtext", "subvert", "suspect",
  ]

  /// Words of other places, and the place where each belongs.
  static let misplaced: [(names: [String], place: String)] = [
    (["expect"], "did you mean \"expectedsequence\"?"),
    (["now", "at"], "did you mean \"time\"?"),
    (["dryrun"], "to judge alone is append --dry-run"),
    (["sync"], "append --sync says when replies leave"),
    (["limit"], "a submission has no limit"),
    (
      [
        "override", "reason", "roles", "role", "owner", "date", "start", "end", "user", "to",
        "from",
      ], "members of the event stand in \"data\""
    ),
  ]

  private static let documentedTable = NameTable(documented)
  private static let wordTable = NameTable(words)
  private static let misplacedTable = NameTable(misplaced.flatMap(\.names))
  private static let misspeltLetters = misspelt.map { (name, letters) in
    let bytes = Array(name.utf8)
    return (name: name, bytes: bytes, set: letterSet(bytes), letters: letters)
  }

  static func isDocumented(_ name: UnsafeRawBufferPointer) -> Bool {
    unsafe documentedTable.index(of: name) != nil
  }

  /// Returns the remedy, as the end of a sentence, for a name that no submission may have as an attribute;
  /// `nil` for every other.
  static func remedy(for name: UnsafeRawBufferPointer) -> String? {
    if unsafe isDocumented(name) || wordTable.index(of: name) != nil { return nil }
    if unsafe misplacedTable.index(of: name) != nil {
      let text = unsafe String(decoding: name, as: UTF8.self)
      return misplaced.first { $0.names.contains(text) }!.place
    }
    let bytes = unsafe Array(name)
    let set = letterSet(bytes)
    let meant = misspeltLetters.first { other in
      // A wrong letter takes one away and brings one in at most.
      (other.set ^ set).nonzeroBitCount <= 2 * other.letters
        && editDistance(bytes, other.bytes) <= other.letters
    }
    return meant.map { "did you mean \"\($0.name)\"?" }
  }

  /// A bit for each letter and digit of a name; some share theirs.
  private static func letterSet(_ name: [UInt8]) -> UInt64 {
    name.reduce(into: 0) { $0 |= 1 << UInt64($1 & 63) }
  }

  /// The pattern of names that are refused: words of other places, and misspellings by one letter.
  static var mistakenPattern: String {
    let misspellings = misspelt.flatMap { name, _ in
      name.indices.flatMap { place in
        let (before, letter) = (name[..<place], name[place])
        let after = name[name.index(after: place)...]
        let exchanged = after.first.map { ["\(before)\($0)\(letter)\(after.dropFirst())"] } ?? []
        return ["\(before)[a-z0-9]?\(after)", "\(before)[a-z0-9]\(letter)\(after)"] + exchanged
      } + ["\(name)[a-z0-9]"]
    }
    let others = (EnvelopeWords.submitted.map { "\($0)" } + words).joined(separator: "|")
    let mistaken = misplaced.flatMap(\.names) + misspellings
    return "^(?!(?:\(others))$)(?:\(mistaken.joined(separator: "|")))$"
  }
}

extension Attribute {
  /// True if `append` refuses a submission with it, as its name is the tool's own or more likely a mistake.
  package var isRefused: Bool {
    unsafe EnvelopeWords.reserved.contains { name == "\($0)" }
      || name.withBytes { unsafe AttributeNames.remedy(for: $0) } != nil
  }

  /// True if it is a documented one, which a receipt need not name.
  fileprivate var isDocumented: Bool {
    // Short texts are compared as two words; a look at the table takes 150 instructions.
    if name == "correlationid" || name == "causationid" || name == "traceparent" { return true }
    return unsafe name.withBytes { unsafe AttributeNames.isDocumented($0) }
  }
}

extension [Attribute] {
  /// The names of attributes that no documented extension has.
  var undocumentedNames: [String] {
    var names: [String] = []
    for attribute in self where !attribute.isDocumented { names.append(attribute.name) }
    return names
  }
}
