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

  private let runner = LogFolder()
  let data: String
  let port = PostgresServer.freePort()
  private var isRunning = false

  /// A server with the tables of logs.
  init() {
    data = "/tmp/eventlog-postgres-\(UUID().uuidString)"
    run("initdb", "-D", data, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
    configure("max_wal_senders=8\nwal_keep_size=64\nfull_page_writes=on\n")
    start()
    let schema = runner.run("home", "schema").output
    #expect(sql(schema).code == 0)
  }

  /// A standby that follows a server.
  init(following primary: PostgresServer) {
    data = "/tmp/eventlog-postgres-\(UUID().uuidString)"
    run(
      "pg_basebackup", "-D", data, "-R", "-c", "fast", "--no-sync", "-h", "127.0.0.1", "-p",
      "\(primary.port)", "-U", "postgres")
    configure("synchronous_standby_names=''\n")
    start()
  }

  deinit {
    if isRunning { run("pg_ctl", "-D", data, "-m", "immediate", "stop") }
    try? FileManager.default.removeItem(atPath: data)
  }

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

  private func configure(_ settings: String) {
    let path = data + "/postgresql.conf"
    let own =
      "\nport=\(port)\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\n" + settings
    let handle = FileHandle(forWritingAtPath: path)
    _ = try? handle?.seekToEnd()
    try? handle?.write(contentsOf: Data(own.utf8))
    try? handle?.close()
  }

  @discardableResult
  func run(_ program: String, _ arguments: String...) -> Ending {
    let path = "\(Self.programs ?? "")/\(program)"
    let ending =
      geteuid() == 0
      ? runner.startProgram("runuser", ["-u", "postgres", "--", path] + arguments)
      : runner.startProgram(path, arguments)
    return ending.wait(seconds: 90)
  }

  func start() {
    let ending = run("pg_ctl", "-D", data, "-l", data + ".log", "-w", "-t", "60", "start")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    isRunning = true
  }

  func stop(_ mode: String = "fast") {
    run("pg_ctl", "-D", data, "-m", mode, "-w", "stop")
    isRunning = false
  }

  /// Ends the server as a crash does.
  func kill() {
    let lines = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
    if let pid = lines?.split(separator: "\n").first.flatMap({ pid_t($0) }) {
      Foundation.kill(pid, SIGKILL)
    }
    isRunning = false
  }

  /// Sends a signal to the server and all its processes.
  func signalAll(_ signal: Int32) {
    let lines = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
    guard let pid = lines?.split(separator: "\n").first.flatMap({ pid_t($0) }) else { return }
    let children = runner.startProgram("pgrep", ["-P", "\(pid)"]).wait().lines
    for process in [pid] + children.compactMap({ pid_t($0) }) { Foundation.kill(process, signal) }
  }

  func promote() {
    let ending = run("pg_ctl", "-D", data, "-w", "-t", "60", "promote")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
  }

  /// Lets commits wait until the standby has them.
  func waitForStandby() {
    sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    sql("SELECT pg_reload_conf()")
    for _ in 0..<200 {
      if sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'").output == "1\n" {
        return
      }
      usleep(50_000)
    }
    Issue.record("the standby does not follow")
  }

  @discardableResult
  func sql(_ text: String) -> Ending {
    runner.startProgram(
      "\(Self.programs ?? "")/psql",
      ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", connection], input: .bytes(Array(text.utf8))
    ).wait(seconds: 60)
  }

  private var connection: String { "postgresql://postgres@127.0.0.1:\(port)/postgres" }

  /// The address of a log here, and on other servers if this one is lost.
  func address(_ log: String, user: String = "postgres", or others: PostgresServer...) -> String {
    let hosts = ([self] + others).map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    return "postgresql://\(user)@\(hosts)/postgres?log=\(log)"
  }
}
