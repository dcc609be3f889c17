internal import ShiftEvents

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A psql that runs beside this process and takes statements, one after the other.
///
/// It has a process group of its own, so that a Ctrl-C does not reach it before this process has decided. Both
/// talk through one socket. Behind each statement psql is asked to print a line that begins with a number
/// nobody else knows: what comes before that line is the answer.
final class PsqlProcess {
  struct Answer {
    /// The rows, each without the mark that the statements put before it.
    var rows: [[UInt8]] = []
    /// The server's errors, warnings and notices.
    var messages: [String] = []
    var state = ""
    /// The number of rows that were returned or changed.
    var count = 0

    var isDone: Bool { state == "00000" }
    /// True if it was done, and no warning makes what it committed doubtful.
    var isCertain: Bool { isDone && messages.isEmpty }
  }

  /// psql ended, or did not answer in time.
  struct Gone: Error {
    var cause: String
    var isLate = false
  }

  private let process: pid_t
  private let socket: Int32
  private var unread = LineBuffer()
  private var block = [UInt8](repeating: 0, count: LineBuffer.blockBytes)
  private let nonce: String
  private var isOver = false
  /// The variable of psql with the words of the error of the statements that ran last.
  private var words = ":LAST_ERROR_MESSAGE"

  init(_ path: String, _ arguments: [String]) throws(SystemError) {
    var ends: [Int32] = [0, 0]
    _ = try retrying { unsafe socketpair(AF_UNIX, LocalSocket.kind, 0, &ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    LocalSocket.sendsNoSignal(ends[0])
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    socket = ends[0]
    nonce = "#" + String(UInt64.random(in: .min ... .max), radix: 16)
    do throws(SystemError) {
      process = try ChildProcess.start(
        path, arguments, streams: [ends[1], ends[1], ends[1]], hasOwnGroup: true,
        without: ["PGCLIENTENCODING=", "LC_ALL=", "PGAPPNAME=", "PSQL_PAGER="], Self.settings)
    } catch {
      for end in ends { close(end) }
      throw error
    }
    close(ends[1])
  }

  deinit { end() }

  /// The settings that make the answers the same everywhere.
  private static let settings = ["PGCLIENTENCODING=UTF8", "LC_ALL=C"]

  /// Ends psql at once, with all that it waits for.
  func end() {
    if isOver { return }
    isOver = true
    kill(-process, SIGKILL)
    close(socket)
    _ = ChildProcess.ending(of: process)
  }

  // MARK: - Statements

  /// Has statements done, one after the other, whatever becomes of them.
  func run(_ statements: [String], until deadlineSeconds: Double) throws(Gone) -> [Answer] {
    var input = statements.map { "\($0);\n\\echo \(nonce) :SQLSTATE :ROW_COUNT\n" }
    // Where the first one fails in a transaction those behind it fail for that alone.
    words = statements.count > 1 ? ":first_error" : ":LAST_ERROR_MESSAGE"
    if statements.count > 1 { input[0] += "\\set first_error :LAST_ERROR_MESSAGE\n" }
    try write(Array(input.joined().utf8), deadlineSeconds)
    var answers: [Answer] = []
    while answers.count < statements.count { answers.append(try nextAnswer(deadlineSeconds)) }
    return answers
  }

  /// Returns the words of the last statement that failed, the first of those that ran together, in the server's language.
  func lastError(until deadlineSeconds: Double) throws(Gone) -> String {
    try write(Array("\\echo \(words)\n\\echo \(nonce)\n".utf8), deadlineSeconds)
    return try nextAnswer(deadlineSeconds).messages.joined(separator: "; ")
  }

  /// An answer that is longer is not taken: it stands in memory.
  private static let longestAnswerBytes = 64 << 20

  private func nextAnswer(_ deadlineSeconds: Double) throws(Gone) -> Answer {
    var answer = Answer()
    var bytes = 0
    while true {
      guard let line = try nextLine(deadlineSeconds) else {
        throw Gone(cause: Self.cause(in: answer.messages))
      }
      bytes += line.count
      if bytes > Self.longestAnswerBytes {
        throw Gone(cause: "an answer is longer than \(Self.longestAnswerBytes >> 20) MiB")
      }
      if line.first == UInt8(ascii: "=") {
        answer.rows.append(Array(line.dropFirst()))
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix(nonce) {
        let words = text.split(separator: " ")
        answer.state = words.count > 1 ? String(words[1]) : ""
        answer.count = words.count > 2 ? Int(words[2]) ?? 0 : 0
        return answer
      }
      if !text.isEmpty {
        answer.messages.append(String(text.trimmingPrefix("psql: ").trimmingPrefix("error: ")))
      }
    }
  }

  /// Returns the lines on the host that was tried last, and warnings such as that of a file of passwords which was
  /// passed over. Advice stands behind a tab.
  private static func cause(in messages: [String]) -> String {
    let told = messages.filter { !$0.hasPrefix("\t") }
    let start = told.lastIndex { $0.hasPrefix("connection to ") } ?? told.indices.last ?? 0
    let warnings = told[..<start].filter { $0.hasPrefix("WARNING: ") }
    let words = told[start...] + warnings
    return words.isEmpty ? "psql ended" : words.joined(separator: "; ")
  }

  private func write(_ bytes: [UInt8], _ deadlineSeconds: Double) throws(Gone) {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Int(send(socket, $0.baseAddress, $0.count, flags))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: Int16(POLLOUT), deadlineSeconds)
      } else if errno != EINTR {
        // What psql said before it ended is still to be read.
        return
      }
    }
  }

  /// Returns the next line, at the end also half of one; `nil` behind the last.
  private func nextLine(_ deadlineSeconds: Double) throws(Gone) -> [UInt8]? {
    while true {
      if let line = unread.next() { return line }
      do throws(SystemError) {
        let file = FileDescriptor(rawValue: socket)
        if try unread.fill(from: file, by: &block, PosixFileSystem()) { continue }
      } catch {
        if error == .wouldBlock {
          try wait(for: Int16(POLLIN), deadlineSeconds)
          continue
        }
      }
      return unread.takeHalfLine()
    }
  }

  private func wait(for events: Int16, _ deadlineSeconds: Double) throws(Gone) {
    let left = deadlineSeconds - PosixFileSystem().monotonicSeconds()
    var request = pollfd(fd: socket, events: events, revents: 0)
    let found = left <= 0 ? 0 : unsafe poll(&request, 1, Int32(min(left * 1000 + 1, 86_400_000)))
    if found == 0 { throw Gone(cause: "no answer in time", isLate: true) }
  }
}

/// The psql of this machine.
enum PsqlProgram {
  private static let versionsFolder = "/usr/lib/postgresql"

  /// The path of psql: `$SHIFT_EVENTS_PSQL`, the newest in Debian's folders, or that of `$PATH`. Debian's own
  /// `/usr/bin/psql` is a script that takes several times as long to start.
  static func find() throws(LogError) -> String {
    let folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)" }
    if let named = variable("SHIFT_EVENTS_PSQL"), !named.isEmpty {
      let paths = named.contains("/") ? [named] : folders.map { "\($0)/\(named)" }
      if let path = paths.first(where: isProgram) { return path }
      throw missing("$SHIFT_EVENTS_PSQL names \(named), and there is no program")
    }
    let versions = (try? PosixFileSystem().list(versionsFolder)) ?? []
    let newest = versions.sorted { Double($0) ?? 0 > Double($1) ?? 0 }
    for folder in newest.map({ "\(versionsFolder)/\($0)/bin" }) + folders
    where isProgram(folder + "/psql") { return folder + "/psql" }
    throw missing("there is no psql on this machine")
  }

  private static func missing(_ cause: String) -> LogError {
    LogError(
      .programMissing,
      "\(cause), which reaches the home of the log; it comes with the package postgresql-client")
  }

  private static func isProgram(_ path: String) -> Bool {
    unsafe (try? PosixFileSystem().status(at: path).kind) == .regular && access(path, X_OK) == 0
  }

  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The account that this process runs as, which psql asks for where nothing else is named.
  static var account: String? {
    unsafe getpwuid(geteuid()).flatMap { unsafe String(cString: $0.pointee.pw_name) }
  }

  /// The name of this process for others on the server.
  static var client: String {
    var name = [CChar](repeating: 0, count: 256)
    unsafe gethostname(&name, name.count - 1)
    let host = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "shift-events \(host.prefix(32)) \(getpid())"
  }
}
