import Foundation
import Testing

/// A PostgreSQL server that a test starts in a folder of its own; it ends with the test.
///
/// PostgreSQL does not run as root, so root runs it as the user `postgres`.
final class PostgresServer {
  /// The folder of its programs; `nil` if it is not installed.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let folders = versions.sorted { Double($0) ?? 0 > Double($1) ?? 0 }.map { "\(root)/\($0)/bin" }
    return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  static let isInstalled = programs != nil

  /// The folder of the servers' folders: memory, where there is plenty. No test cuts the power of a server, whose
  /// files are many and whose syncs are slow on a disk.
  private static let place: String = {
    var memory = statvfs()
    let isPlenty =
      unsafe statvfs("/dev/shm", &memory) == 0 && memory.f_bavail * memory.f_frsize > 2 << 30
    return isPlenty ? "/dev/shm" : "/tmp"
  }()

  /// A stopped server with the tables of logs, which all others are copies of; it goes with this process.
  private static let template: String = {
    let path = "\(place)/eventlog-postgres-template-\(getpid())"
    atexit {
      for path in [PostgresServer.template, PostgresServer.template + ".log"] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    // A server that outlives a test run that was killed must not keep files, locks and pipes of it open.
    for descriptor in Int32(3)..<256 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let runner = LogFolder()
    run(
      runner, "initdb", "-D", path, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C",
      "--wal-segsize=1")
    // Shared memory in files of the folder goes with it, also after kill -9.
    var settings = """

      listen_addresses='127.0.0.1'
      unix_socket_directories=''
      max_wal_senders=8
      wal_keep_size=64
      dynamic_shared_memory_type=mmap
      wal_retrieve_retry_interval=50ms

      """
    if programs!.split(separator: "/").compactMap({ Double($0) }).first ?? 0 >= 14 {
      settings += "recovery_init_sync_method=syncfs\n"
    }
    let server = PostgresServer(at: path)
    server.configure(settings)
    server.start()
    #expect(server.sql(runner.run("home", "schema").output).code == 0)
    server.stop()
    server.isTemplate = true
    return path
  }()

  /// A port that nobody listens at, and that the system gives to no connection.
  private static func freePort() -> Int {
    while true {
      let port = UInt16.random(in: 20_000..<32_000)
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(number) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isFree = unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe bind(number, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), size) == 0
      }
      if isFree { return Int(port) }
    }
  }

  private let runner = LogFolder()
  let data: String
  let port: Int
  private var isRunning = false
  private var isMounted = false
  private var isTemplate = false

  private init(at data: String? = nil) {
    self.data = data ?? "\(Self.place)/eventlog-postgres-\(UUID().uuidString)"
    port = Self.freePort()
  }

  /// A server with the tables of logs.
  ///
  /// - Parameter mebibytes: the size of the disk that it gets for itself; that takes root.
  convenience init(mebibytes: Int? = nil, settings: String = "") {
    self.init()
    asItsUser("mkdir", "-m", "700", data)
    if let mebibytes {
      isMounted = true
      let user = asItsUser("id", "-u").output.trimmingCharacters(in: .whitespacesAndNewlines)
      let ending = runner.startProgram(
        "mount",
        ["-t", "tmpfs", "-o", "size=\(mebibytes)m,mode=0700,uid=\(user)", "tmpfs", data]
      ).wait()
      #expect(ending.code == 0, "\(ending.errors)")
    }
    asItsUser("cp", "-a", Self.template + "/.", data)
    configure(settings)
    start()
  }

  /// A standby that follows a server.
  convenience init(following primary: PostgresServer) {
    self.init()
    follow(primary)
  }

  /// Gives up what it has, and begins anew as a standby of another server.
  func follow(_ primary: PostgresServer) {
    try? FileManager.default.removeItem(atPath: data)
    let ending = run(
      "pg_basebackup", "-D", data, "-R", "-c", "fast", "--no-sync", "-h", "127.0.0.1", "-p",
      "\(primary.port)", "-U", "postgres")
    #expect(ending.code == 0, "\(ending.errors)")
    configure()
    start()
  }

  deinit {
    if isTemplate { return }
    kill()
    if isMounted { _ = runner.startProgram("umount", ["-l", data]).wait() }
    for path in [data, data + ".log", backUp] { try? FileManager.default.removeItem(atPath: path) }
  }

  private static func append(_ text: String, to path: String) {
    let handle = FileHandle(forWritingAtPath: path)
    _ = try? handle?.seekToEnd()
    try? handle?.write(contentsOf: Data(text.utf8))
    try? handle?.close()
  }

  private func configure(_ settings: String = "") {
    Self.append("\nport=\(port)\n\(settings)\n", to: data + "/postgresql.conf")
  }

  // MARK: - Programs

  @discardableResult
  func run(_ program: String, _ arguments: String...) -> Ending {
    Self.asItsUser(runner, ["\(Self.programs ?? "")/\(program)"] + arguments)
  }

  @discardableResult
  private static func run(_ runner: LogFolder, _ program: String, _ arguments: String...) -> Ending
  {
    asItsUser(runner, ["\(programs ?? "")/\(program)"] + arguments)
  }

  /// Runs a program as the user that the server runs as.
  @discardableResult
  func asItsUser(_ words: String...) -> Ending { Self.asItsUser(runner, words) }

  private static func asItsUser(_ runner: LogFolder, _ words: [String]) -> Ending {
    let all = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] + words : words
    return runner.startProgram(all[0], Array(all.dropFirst())).wait(seconds: 90)
  }

  func start() {
    let ending = run("pg_ctl", "-D", data, "-l", data + ".log", "-w", "-t", "60", "start")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)\(log.suffix(500))")
    isRunning = true
  }

  /// Starts it again if it has ended.
  func ensureRunning() {
    if run("pg_ctl", "-D", data, "status").code != 0 { start() }
  }

  func stop(_ mode: String = "fast") {
    run("pg_ctl", "-D", data, "-m", mode, "-w", "stop")
    isRunning = false
  }

  func promote() {
    let ending = run("pg_ctl", "-D", data, "-w", "-t", "60", "promote")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
  }

  // MARK: - Processes

  private var pidFile: [Substring] {
    ((try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)) ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Its processes whose title holds a word: `walsender`, `walreceiver`.
  private func children(_ title: String = "") -> [pid_t] {
    guard let pid = pidFile.first.flatMap({ pid_t($0) }) else { return [] }
    return runner.startProgram("pgrep", ["-P", "\(pid)", "-f", title]).wait().lines.compactMap {
      pid_t($0)
    }
  }

  /// Ends the server at once, with all its processes, as the loss of its machine does.
  func kill() {
    guard isRunning, let pid = pidFile.first.flatMap({ pid_t($0) }) else { return }
    let all = [pid] + children()
    for process in all { Foundation.kill(process, SIGKILL) }
    // The one piece of memory that outlives its processes.
    if let memory = pidFile.dropFirst(6).first?.split(separator: " ").last {
      _ = runner.startProgram("ipcrm", ["-m", "\(memory)"]).wait()
    }
    for _ in 0..<100 where Foundation.kill(pid, 0) == 0 { usleep(2_000) }
    try? FileManager.default.removeItem(atPath: data + "/postmaster.pid")
    isRunning = false
  }

  /// Sends a signal to its processes whose title holds a word.
  func signal(_ signal: Int32, _ title: String) {
    let found = children(title)
    #expect(!found.isEmpty, "there is no \(title)")
    for process in found { Foundation.kill(process, signal) }
  }

  /// Waits until it has, or no longer has, a process whose title holds some words: a commit that waits for the
  /// standby has `waiting for`.
  func expectProcess(_ title: String, isThere: Bool) {
    for _ in 0..<1_000 {
      if children(title).isEmpty != isThere { return }
      usleep(2_000)
    }
    Issue.record("\(title): \(isThere ? "no such process" : "the process stays")")
  }

  /// Sends a signal to the server and all its processes.
  func signalAll(_ signal: Int32) {
    guard let pid = pidFile.first.flatMap({ pid_t($0) }) else { return }
    for process in [pid] + children() { Foundation.kill(process, signal) }
  }

  // MARK: - Replication

  /// Lets commits wait until a standby has them.
  func waitForStandby() {
    sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    sql("SELECT pg_reload_conf()")
    for _ in 0..<400 {
      if sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'").output == "1\n" {
        return
      }
      usleep(25_000)
    }
    Issue.record("the standby does not follow")
  }

  // MARK: - Back-ups

  private var backUp: String { data + ".old" }

  /// Copies all that it has; it must be stopped.
  func keepBackUp() { asItsUser("cp", "-a", data, backUp) }

  /// Puts the copy in the place of what it has; it must be stopped.
  func restoreBackUp() {
    try? FileManager.default.removeItem(atPath: data)
    asItsUser("mv", backUp, data)
  }

  // MARK: - Asking

  /// Puts rules before those of its `pg_hba.conf`.
  func admit(_ rules: String...) {
    let path = data + "/pg_hba.conf"
    let ending = asItsUser(
      "bash", "-c", "printf '%s\\n' \"$@\" | cat - \(path) > \(path).new && mv \(path).new \(path)",
      "bash",
      rules.joined(separator: "\n"))
    #expect(ending.code == 0, "\(ending.errors)")
    sql("SELECT pg_reload_conf(), pg_sleep(0.3)")
  }

  /// Runs SQL, which waits for no standby.
  @discardableResult
  func sql(_ text: String, database: String = "postgres") -> Ending {
    runner.startProgram(
      "\(Self.programs ?? "")/psql",
      [
        "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
        "postgresql://postgres@127.0.0.1:\(port)/\(database)",
      ], input: .bytes(Array(text.utf8)), environment: ["PGOPTIONS": "-c synchronous_commit=local"]
    ).wait(seconds: 120)
  }

  /// The address of a log here, and on other servers if this one is lost.
  func address(_ log: String, user: String = "postgres", or others: PostgresServer...) -> String {
    let hosts = ([self] + others).map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    return "postgresql://\(user)@\(hosts)/postgres?log=\(log)"
  }

  /// What it said since it was first started.
  var log: String {
    String(decoding: FileManager.default.contents(atPath: data + ".log") ?? Data(), as: UTF8.self)
  }

  /// The length of the write-ahead log.
  var walBytes: Int {
    Int(sql("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").output.dropLast()) ?? 0
  }

  /// Changes rows as a superuser may who wants to.
  func tamper(_ statements: String) {
    let ending = sql(
      "ALTER TABLE shift_events.event DISABLE TRIGGER ALL; \(statements); "
        + "ALTER TABLE shift_events.event ENABLE TRIGGER ALL")
    #expect(ending.code == 0, "\(ending.errors)")
  }
}
