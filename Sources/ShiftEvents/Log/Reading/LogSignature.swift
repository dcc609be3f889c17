/// Recognises a log by its first bytes.
///
/// Writers and recovery leave every other file alone: a name that was mistyped costs nobody a file.
package enum LogSignature: Hashable, Sendable {
  /// The first line begins as every first line of a writer does.
  case log
  case empty
  /// A part of the first line's beginning, and nothing behind it: a crash left it.
  case torn
  /// A part of that, perhaps none, and then a zero byte: of pages that never came to the disk.
  case zeros
  /// Another file, or a log that another program has written anew.
  case foreign(Cause)

  /// The reason why a file is no log, as far as its first bytes tell.
  package enum Cause: Hashable, Sendable {
    case byteOrderMark, wideCharacters, carriageReturns, prettyPrinted, noEvent
  }

  /// The bytes that every log begins with.
  package static let bytes = Array(#"{"specversion":"1.0","id":""#.utf8)
  /// The bytes of a file that are looked at, from its first.
  static let lookedAtBytes = 4 << 10

  /// - Parameter first: the first `lookedAtBytes` of a file, or all of them where there are fewer.
  init(_ first: [UInt8]) {
    let common = zip(first, LogSignature.bytes).prefix { $0 == $1 }.count
    if first.isEmpty {
      self = .empty
    } else if common == LogSignature.bytes.count {
      let end = first.firstIndex(of: UInt8(ascii: "\n")) ?? 0
      self = end > 0 && first[end - 1] == UInt8(ascii: "\r") ? .foreign(.carriageReturns) : .log
    } else if common == first.count {
      self = .torn
    } else if first[common] == 0 {
      self = .zeros
    } else {
      self = .foreign(Cause(first))
    }
  }

  /// Returns `true` if a writer may take the file for a log.
  ///
  /// - Parameter hasHead: whether a head file beside it says that it is one.
  func isLog(hasHead: Bool) -> Bool {
    switch self {
    case .log, .empty, .torn: true
    case .zeros: hasHead
    case .foreign: false
    }
  }

  /// True if the file holds a log, even one that a writer would refuse.
  package var holdsLog: Bool {
    switch self {
    case .log, .torn: true
    case .empty, .zeros, .foreign(.noEvent): false
    case .foreign: true
    }
  }
}

extension LogSignature.Cause {
  fileprivate init(_ first: [UInt8]) {
    let text = first.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first.starts(with: [0xEF, 0xBB, 0xBF, UInt8(ascii: "{")]) {
      self = .byteOrderMark
    } else if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) {
      self = .wideCharacters
    } else if text.filter({ ![0x20, 0x09, 0x0A, 0x0D].contains($0) })
      .starts(with: LogSignature.bytes)
    {
      self = .prettyPrinted
    } else {
      self = .noEvent
    }
  }

  /// Says what is wrong with a file and which command undoes it.
  package func message(of path: String) -> String {
    let word = shellWord(path)
    let (what, remedy): (String, String?) =
      switch self {
      case .byteOrderMark: ("begins with a byte order mark", "tail -c +4 \(word)")
      case .wideCharacters:
        ("begins with the byte order mark of UTF-16", "iconv -f UTF-16 -t UTF-8 \(word)")
      case .carriageReturns: ("has lines that end in CR LF", "tr -d '\\r' < \(word)")
      case .prettyPrinted:
        ("has events that are spread over lines or spaced out", "jq -c . \(word)")
      case .noEvent: ("does not begin with an event", nil)
      }
    guard let remedy else { return "the file \(what): it is no log" }
    let cause = "the file \(what), which no log does; another program wrote it"
    if (try? LogPaths(log: path).isCopyOfHome) ?? false {
      return "\(cause); \(HomeMark.remedy(path))"
    }
    let (copy, old) = (
      shellWord(Self.freeName("mended", beside: path)),
      shellWord(Self.freeName("before", beside: path))
    )
    // Names and the acknowledged end are found beside the log alone.
    return
      "\(cause). This undoes it: \(remedy) > \(copy) && mv \(word) \(old) && mv \(copy) \(word) "
      + "&& eventlog-tool verify \(word)"
  }

  /// A name at which nothing stands yet.
  private static func freeName(_ mark: String, beside path: String) -> String {
    let stem = path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path
    let names = (1...).lazy.map { "\(stem)-\(mark)\($0 == 1 ? "" : "\($0)").jsonl" }
    return names.first { (try? PosixFileSystem().linkStatus(at: $0)) == nil }!
  }
}
