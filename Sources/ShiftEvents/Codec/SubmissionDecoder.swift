/// Reads submissions strictly: the shape of one is judged here, before anyone looks at the log.
package struct SubmissionDecoder {
  /// A submission with its white space, line feed left out.
  package static let maximumLength = 1 << 20

  private var scanner = JSONScanner()
  /// Where the fast way finds a line with room behind it.
  private var padded: LineBlock?

  package init() {}

  /// Reads one line.
  ///
  /// - Throws: the first fault in the order of `InvalidSubmission.Code`.
  package mutating func decode(
    _ line: UnsafeRawBufferPointer
  ) throws(InvalidSubmission) -> Submission {
    unsafe try decode(line, allowingReference: false)
  }

  /// Reads one line; what is wrong with it is an answer too.
  package mutating func decode(_ line: [UInt8]) -> Result<Submission, InvalidSubmission> {
    unsafe line.withUnsafeBytes { line in
      do throws(InvalidSubmission) { return .success(unsafe try decode(line)) } catch {
        return .failure(error)
      }
    }
  }

  /// - Parameters:
  ///   - allowingReference: whether the line may have the member `ref`, as in a session.
  ///   - maximumLength: one that was recorded before may have grown by what its defaults gave.
  mutating func decode(
    _ line: UnsafeRawBufferPointer, allowingReference: Bool, maximumLength: Int = maximumLength
  ) throws(InvalidSubmission) -> Submission {
    if line.count > maximumLength {
      throw InvalidSubmission(
        .lineTooLong, "a submission has at most \(maximumLength) bytes, this has \(line.count)")
    }
    if let submission = unsafe decodeCanonical(line) { return submission }
    return unsafe try decodeStrictly(line, allowingReference: allowingReference)
  }

  mutating func decodeStrictly(
    _ line: UnsafeRawBufferPointer, allowingReference: Bool
  ) throws(InvalidSubmission) -> Submission {
    do {
      unsafe try scanner.scan(line)
    } catch {
      throw InvalidSubmission(.invalidJson, error.message, at: error.offset..<error.offset + 1)
    }
    return try decodeScanned(allowingReference)
  }

  /// The longest line that is tried the fast way.
  private static let canonicalLength = 4096

  /// The fast way; `nil` where the line is for the strict one, right or wrong.
  mutating func decodeCanonical(_ line: UnsafeRawBufferPointer) -> Submission? {
    guard line.count <= Self.canonicalLength else { return nil }
    let block = padded ?? LineBlock(capacity: Self.canonicalLength)
    padded = block
    unsafe block.bytes.copyMemory(from: line)
    // Every string ends at a line feed.
    for index in line.count..<min(line.count + 8, Self.canonicalLength) {
      unsafe block.bytes[index] = UInt8(ascii: "\n")
    }
    return try? unsafe Submission(
      canonical: UnsafeRawBufferPointer(rebasing: block.bytes[..<line.count]))
  }

  /// Reads the scanned text of token 0.
  private mutating func decodeScanned(
    _ allowsReference: Bool
  ) throws(InvalidSubmission) -> Submission {
    guard scanner.tokens[0].kind == .object else {
      throw InvalidSubmission(
        .invalidField, "a submission is a JSON object", at: scanner.tokens[0].written)
    }
    let symbols = BorrowedSymbols()
    scanner.borrowed = symbols
    defer { scanner.borrowed = nil }
    let shape = SubmissionShape(&scanner, allowsReference: allowsReference)
    let type = try shape.checkedType(&scanner)
    do {
      return try decodeValues(shape, type, symbols)
    } catch {
      throw InvalidSubmission(.invalidField, error.message, at: error.range)
    }
  }

  /// Reads every value; which members there are has been checked.
  private mutating func decodeValues(
    _ shape: SubmissionShape, _ type: EventType, _ symbols: BorrowedSymbols
  ) throws(PayloadFault) -> Submission {
    scanner.beginObject(0)
    if let version: String = try scanner.optional("specversion"),
      version != Envelope.specificationVersion
    {
      throw .invalid(scanner.tokens[scanner.members.nextKey - 1], "\"specversion\" must be \"1.0\"")
    }
    let id: EventIDForm? = try scanner.optional("id")
    let source: SourceForm? = try scanner.optional("source")
    scanner.subjectToken = shape.subject!
    let subject = try scanner.subject(of: type)
    if type == .shiftScheduled { try checkLooseShift(shape.subject!) }
    let time: Timestamp? = try scanner.optional("time")
    let actor: UserID = try scanner.required("actor")
    let expected = try expectedSequence()
    if let content = scanner.find("datacontenttype") { try checkContentType(content) }
    let attributes = try scanner.attributes(
      besides: EnvelopeWords.submitted + (shape.allowsReference ? ["ref"] : []))
    let (given, personal, command) = try decodeData(shape, type, subject)
    let envelope = Submission.Envelope(
      id: id?.text, source: source?.text, time: time, expectedSequence: expected,
      attributes: attributes)
    return Submission(
      Submission.Content(
        command, of: type, subject: subject, by: actor, envelope: envelope, given: given,
        personal: personal, symbols: symbols))
  }

  private mutating func decodeData(
    _ shape: SubmissionShape, _ type: EventType, _ subject: Symbol
  ) throws(PayloadFault) -> ([GivenMember], PersonalData?, Command) {
    guard let data = shape.data else {
      scanner.beginEmptyObject()
      return ([], nil, try command(type, subject))
    }
    guard scanner.tokens[data].kind == .object else {
      throw .invalid(scanner.tokens[data], "\"data\" must be an object")
    }
    var given: [GivenMember] = []
    scanner.beginObject(data)
    for field in type.fields {
      guard let index = scanner.find(field.name) else { continue }
      given.append(try field.given(at: index, &scanner))
    }
    if type == .userRegistered { try checkRoles() }
    scanner.beginObject(data)
    let command = try command(type, subject)
    guard type == .userRegistered || type == .profileChanged else { return (given, nil, command) }
    scanner.beginObject(data)
    given.removeAll { !($0.name.isEqual(to: "roles")) }
    var person = PersonalData()
    try person.accept(&scanner)
    return (given, person, command)
  }

  private mutating func command(
    _ type: EventType, _ subject: Symbol
  ) throws(PayloadFault) -> Command {
    var command = Command(blank: type, of: subject)
    try command.accept(&scanner)
    return command
  }

  private mutating func checkRoles() throws(PayloadFault) {
    guard let index = scanner.find("roles") else { return }
    let roles = try [Role].read(index, &scanner)
    if roles.isEmpty {
      throw .invalid(scanner.tokens[index], "\"roles\" must name at least one role")
    }
    if Set(roles).count < roles.count {
      throw .invalid(scanner.tokens[index], "\"roles\" must name no role twice")
    }
  }

  /// Ids that end in a date are those of fixed shifts' occurrences.
  private mutating func checkLooseShift(_ index: Int) throws(PayloadFault) {
    let suffix = scanner.text(of: scanner.tokens[index]).utf8.suffix(11)
    let form = Array(".0000-00-00".utf8)
    guard suffix.count == form.count else { return }
    let isDate = zip(suffix, form).allSatisfy { byte, expected in
      expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
    }
    if isDate {
      throw .invalid(
        scanner.tokens[index],
        "\"subject\" must not end in a date: such ids are those of fixed shifts' occurrences")
    }
  }

  private mutating func checkContentType(_ index: Int) throws(PayloadFault) {
    if try String.read(index, &scanner) != "application/json" {
      throw .invalid(scanner.tokens[index], "\"datacontenttype\" can only be application/json")
    }
  }

  private mutating func expectedSequence() throws(PayloadFault) -> Sequence? {
    guard let index = scanner.find("expectedsequence") else { return nil }
    let token = scanner.tokens[index]
    let fault = PayloadFault.invalid(
      token, "\"expectedsequence\" must be a sequence, as a number or as digits in quotes")
    if token.kind == .string {
      let digits = scanner.text(of: token)
      guard (1...12).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits)
      else { throw fault }
      return Sequence(value)
    }
    let value = try Int.read(index, &scanner)
    guard value >= 0 else { throw fault }
    return Sequence(value)
  }
}

extension JSONScanner {
  /// Reads the id of what a submission of a type is about.
  fileprivate mutating func subject(of type: EventType) throws(PayloadFault) -> Symbol {
    func read<ID: Identifier & PayloadValue>(_: ID.Type) throws(PayloadFault) -> Symbol {
      try (subject(nil) as ID).symbol
    }
    return try read(type.subjectKind)
  }
}

extension StaticString {
  func isEqual(to text: StaticString) -> Bool {
    withUTF8Buffer { own in
      text.withUTF8Buffer { other in unsafe own.elementsEqual(other) }
    }
  }
}
