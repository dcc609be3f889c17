#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The psql of this machine.
enum PsqlProgram {
  private static let versionsFolder = "/usr/lib/postgresql"

  /// The path of psql: `$SHIFT_EVENTS_PSQL`, the newest in Debian's folders, or that of `$PATH`. Debian's own
  /// `/usr/bin/psql` is a script that takes several times as long to start.
  static func find() throws(LogError) -> String {
    if let named = variable("SHIFT_EVENTS_PSQL"), !named.isEmpty {
      if isProgram(named) { return named }
      throw missing("$SHIFT_EVENTS_PSQL names \(named), and there is no program")
    }
    let versions = (try? PosixFileSystem().list(versionsFolder)) ?? []
    let newest = versions.sorted { Double($0) ?? 0 > Double($1) ?? 0 }
    let folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)" }
    for folder in newest.map({ "\(versionsFolder)/\($0)/bin" }) + folders
    where isProgram(folder + "/psql") {
      return folder + "/psql"
    }
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
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
