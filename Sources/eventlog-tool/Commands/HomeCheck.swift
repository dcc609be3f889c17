import Projections
import ShiftEvents
import ShiftEventsHome

/// `verify --home`: the lines of the home, held against the chain and against the copy.
struct HomeCheck {
  let invocation: Invocation
  let path: String

  /// Prints what was found.
  func isWhole() throws -> Bool {
    let address = try HomeCopy(path).requireAddress()
    let home = try HomeAccess(invocation).homeForLong(address)
    let report = try home.compare(with: path)
    try write(home.settings, address)
    if let damage = report.damage {
      try line("\(address.text):\(damage.line): \(damage.kind.rawValue): \(damage.message)")
      return false
    }
    let rest = report.events - report.copied
    try line(
      "\(address.text): \(counted(report.events, "event")), whole, and the same as in the copy"
        + (rest > 0 ? ", which lacks the last \(rest)" : ""))
    if report.events > 0 { try line("last hash of the home \(report.hash)") }
    return true
  }

  /// The settings of the server that stand behind what it acknowledges.
  private func write(_ settings: [String: String], _ address: HomeAddress) throws(OutputError) {
    func setting(_ name: String) -> String { settings[name] ?? "unknown" }
    let standbys = settings["synchronous_standby_names"] ?? ""
    try line(
      "\(address.text): synchronous_standby_names = '\(standbys)', fsync = \(setting("fsync")), "
        + "full_page_writes = \(setting("full_page_writes")): "
        + (standbys.isEmpty
          ? "what was acknowledged last may be lost with the server's machine"
          : "what was acknowledged is on a standby, too"))
    if settings["ends"] == "0" {
      try line(
        "\(address.text): its tables are of an earlier version and take half a batch, behind which nobody can "
          + "write; its administrator changes that with: \(PostgresHome.schemaCommand)")
    }
    for name in ["fsync", "full_page_writes"] where settings[name] != "on" {
      try line("\(address.text): \(name) is not on: a power cut may take events")
    }
  }

  private func line(_ text: String) throws(OutputError) {
    // With --json the report alone is on standard output.
    if invocation[Options.reportJSON] {
      invocation.diagnostics.note(text)
    } else {
      try invocation.output.statement(text)
    }
  }
}
