import ShiftEvents

/// An event of a batch in words: a line of words, or a row of a table.
struct WordedEntry {
  /// The line of the input on which it begins, from 1.
  let number: Int
  let event: Result<WordedLine, WordedFault>
  /// Finds the part of the input in which a part of the event stands.
  let passage: (WordedLine.Location) -> Passage

  init(
    _ number: Int, passage: @escaping (WordedLine.Location) -> Passage,
    _ event: () throws -> WordedLine
  ) throws {
    (self.number, self.passage) = (number, passage)
    do { self.event = .success(try event()) } catch let error as WordError {
      self.event = .failure(try WordedFault(error, at: passage(error.place)))
    } catch let fault as WordedFault {
      self.event = .failure(fault)
    }
  }
}

/// A part of an input that a message points at.
struct Passage {
  /// The number of its line, from 1.
  let line: Int
  let text: [UInt8]
  /// Its bytes in the line.
  let range: Range<Int>
  /// The column of a table in whose cell it stands.
  var field: String?
  /// True of a table, whose mistakes are wrong data and no wrong use of the command line.
  var isOfTable = false

  /// A line of a table that a message does not quote.
  static func ofTable(line: Int) -> Passage {
    Passage(line: line, text: [], range: 0..<1, isOfTable: true)
  }
}

/// A fault of an event of a batch in words: no submission could be made of it, or one of a wrong shape.
struct WordedFault: Error {
  let cause: any Error
  let passage: Passage
  /// The fault as a reply tells it.
  let told: InvalidSubmission
  /// True of a mistake in an option of the command, which many events have.
  private(set) var isOfCommandLine = false

  init(_ code: InvalidSubmission.Code, _ message: String, help: String? = nil, at passage: Passage)
  {
    self.init(CommandError(.invalidData, message, help: help), code, message, passage)
  }

  /// - Throws: the cause of a mistake that is none of the event: the log cannot be read.
  init(_ error: WordError, at passage: Passage, isOfCommandLine: Bool = false) throws {
    switch error.cause {
    case let cause as UsageError: self.init(cause, error.code, cause.message, passage)
    case let cause as CommandError: self.init(cause, error.code, cause.message, passage)
    default: throw error.cause
    }
    self.isOfCommandLine = isOfCommandLine
  }

  init(_ fault: InvalidSubmission, at passage: Passage) {
    self.init(
      CommandError(.invalidData, "\(fault.message) (\(fault.code.rawValue))"), fault.code,
      fault.message, passage)
  }

  private init(
    _ cause: any Error, _ code: InvalidSubmission.Code, _ message: String, _ passage: Passage
  ) {
    (self.cause, self.passage) = (cause, passage)
    told = InvalidSubmission(
      code, message, at: passage.range, ofLine: passage.line, in: passage.field)
  }

  var exitCode: ExitCode {
    switch cause {
    case _ where passage.isOfTable && !isOfCommandLine: .invalidData
    case let error as UsageError: error.exitCode
    case let error as CommandError: error.code
    default: .internalError
    }
  }

  private var help: String? { (cause as? UsageError)?.help ?? (cause as? CommandError)?.help }

  /// Reports it on standard error, at no place.
  func reportAlone(_ diagnostics: Diagnostics) {
    diagnostics.error((cause as? CommandError)?.message ?? told.message, help: help)
  }

  /// Reports it on standard error, at its place in the input.
  func report(_ diagnostics: Diagnostics, in source: String) {
    let (column, message) = (told.column, (cause as? CommandError)?.message ?? told.message)
    diagnostics.error(
      message, at: "\(source):\(passage.line):\(column)",
      quoting: QuotedLine(
        number: passage.line, bytes: passage.text, column: column, lengthBytes: passage.range.count),
      help: help)
  }
}

/// The refusals of a batch on standard error: the first hundred, then how many more there are.
struct RefusalReports {
  private static let most = 100

  private let diagnostics: Diagnostics
  /// The exit status of the first.
  private(set) var code = ExitCode.done
  private(set) var count = 0

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// True if the next one is counted alone.
  var isFull: Bool { count >= Self.most }

  mutating func add(_ code: ExitCode, _ report: () -> Void) {
    if count == 0 { self.code = code }
    count += 1
    if count <= Self.most { report() }
  }

  func end() { if count > Self.most { diagnostics.note("\(count - Self.most) more are refused") } }
}
