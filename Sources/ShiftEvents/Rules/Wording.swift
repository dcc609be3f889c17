/// One way in which a code is said: text with the particulars in it.
struct Wording {
  /// The case of the code that is said so.
  var reason: Rejection.Reason?
  /// The particulars that must be there. Of several in one place, one.
  fileprivate(set) var keys: [[Rejection.Key]] = []
  /// The particulars that may be there besides.
  fileprivate(set) var others: [Rejection.Key] = []
  fileprivate var pieces: [Piece] = []

  fileprivate enum Piece {
    case text(String)
    case value([Rejection.Key])
    case day(Rejection.Key)
    case conflicts
  }

  fileprivate func fits(_ rejection: Rejection) -> Bool {
    (reason == nil || rejection[.reason] == reason?.rawValue)
      && keys.allSatisfy { $0.contains { rejection[$0] != nil } }
  }
}

extension Wording {
  /// The wordings of a code, one below the other.
  @resultBuilder enum Choice {
    static func buildExpression(_ wording: Wording) -> Wording { wording }
    static func buildBlock(_ wordings: Wording...) -> [Wording] { wordings }
    static func buildBlock(_ wordings: [Wording]) -> [Wording] { wordings }
    static func buildEither(first wordings: [Wording]) -> [Wording] { wordings }
    static func buildEither(second wordings: [Wording]) -> [Wording] { wordings }
  }
}

extension Wording: ExpressibleByStringInterpolation {
  /// A literal while it is read.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var wording = Wording()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { wording.pieces.append(.text(text)) }

    mutating func appendInterpolation(_ text: some CustomStringConvertible) {
      wording.pieces.append(.text("\(text)"))
    }

    /// The particular of the first of these keys that is there.
    mutating func appendInterpolation(_ keys: Rejection.Key...) {
      wording.keys.append(keys)
      wording.pieces.append(.value(keys))
    }

    /// The date, with its weekday.
    mutating func appendInterpolation(day key: Rejection.Key) {
      wording.keys.append([key])
      wording.pieces.append(.day(key))
    }

    /// All that is in the way; the first of it stands under the key.
    mutating func appendInterpolation(all key: Rejection.Key) {
      wording.keys.append([key])
      wording.others += [key.plural].compactMap(\.self)
      wording.pieces.append(.conflicts)
    }

    /// Particulars that are there and not said.
    mutating func appendInterpolation(unsaid keys: Rejection.Key...) {
      wording.keys += keys.map { [$0] }
    }

    /// Particulars that may be there and are not said.
    mutating func appendInterpolation(perhaps keys: Rejection.Key...) { wording.others += keys }

    mutating func appendInterpolation(because reason: Rejection.Reason) { wording.reason = reason }
  }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.wording }
  init(stringLiteral text: String) { pieces = [.text(text)] }
}

extension Rejection {
  /// The obstacle in words, with the ids that matter; it may change.
  public var message: String { message(naming: \.self) }

  /// Returns the message with the people in it as they are to be named.
  ///
  /// - Parameters:
  ///   - name: the name for an id.
  ///   - clock: the words for an instant; `nil` for the instant itself.
  package func message(
    naming name: (String) -> String, at clock: ((Timestamp) -> String)? = nil
  ) -> String {
    if let mismatch {
      return mismatch.actual.map { "\"\(mismatch.fact)\" is \($0), not \(mismatch.stated)" }
        ?? "\"\(mismatch.fact)\" does not apply here, \(mismatch.stated) was stated"
    }
    func text(_ key: Key) -> String {
      guard let value = self[key] else { return "" }
      if key.isPerson { return name(value) }
      return key.isInstant ? clock.flatMap { Timestamp(value).map($0) } ?? value : value
    }
    let wording = code.wordings.first { $0.fits(self) }
    return (wording?.pieces ?? []).map { piece in
      switch piece {
      case .text(let text): text
      case .value(let keys): keys.first { self[$0] != nil }.map(text) ?? ""
      case .day(let key): self[key].flatMap { LocalDate($0)?.longText } ?? ""
      case .conflicts:
        conflicts.joined(separator: ", ") + (unnamedCount > 0 ? " and \(unnamedCount) more" : "")
      }
    }.joined()
  }
}

extension RejectionCode {
  /// A particular that a refusal with the code has, or may have.
  package struct DetailKey: Sendable {
    package let key: Rejection.Key
    package let isRequired: Bool
    /// The words that `reason` takes.
    package var words: [Rejection.Reason] = []
  }

  /// The particulars of the code, the required ones first.
  package var detailKeys: [DetailKey] {
    let wordings = wordings
    var keys: [Rejection.Key] = []
    for key in wordings.flatMap({ $0.keys.joined() + $0.others }) where !keys.contains(key) {
      keys.append(key)
    }
    var details = keys.map { key in
      DetailKey(key: key, isRequired: wordings.allSatisfy { $0.keys.contains([key]) })
    }
    let words = wordings.compactMap(\.reason)
    if !words.isEmpty {
      details.append(
        DetailKey(
          key: .reason, isRequired: words.count == wordings.count,
          words: words.enumerated().filter { !words[..<$0].contains($1) }.map(\.element)))
    }
    return details.filter(\.isRequired) + details.filter { !$0.isRequired }
  }
}
