package import ShiftEvents

/// The address of a log in PostgreSQL: `postgresql://host1,host2/database?log=NAME`.
package struct HomeAddress: Hashable, Sendable {
  /// The address as it was given; it holds no password.
  package let text: String
  package let log: String
  /// The name as a command takes it where options may stand.
  var logWord: String { log.hasPrefix("-") ? "-- \(log)" : log }
  /// The part of the address that psql gets.
  private let target: String
  private let parameters: [Substring]

  package static func isAddress(_ word: String) -> Bool {
    word.hasPrefix("postgresql://") || word.hasPrefix("postgres://")
  }

  /// Reads an address.
  ///
  /// - Throws: `LogError` with the code `badAddress`.
  package init(_ text: String) throws(LogError) {
    guard Self.isAddress(text), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Self.bad("it must look like postgresql://HOST/DATABASE?log=NAME")
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    target = String(parts[0])
    var parameters = parts.count > 1 ? parts[1].split(separator: "&") : []
    let names = parameters.map { $0.prefix { $0 != "=" } }
    if names.contains(where: { Self.secrets.contains(Self.decoded($0)) })
      || Self.account(of: target)?.contains(":") == true || !Self.hasPorts(target)
    {
      throw Self.bad(
        "it holds a password, or a port that is no number; every user of this machine could see a password, so put it "
          + "in ~/.pgpass, in PGPASSWORD, or in a service file")
    }
    guard names.count(where: { $0 == "log" }) == 1,
      let index = names.firstIndex(of: "log")
    else { throw Self.bad("add ?log=NAME, the name of the log") }
    log = String(parameters.remove(at: index).dropFirst(4))
    (self.parameters, self.text) = (parameters, text)
    guard (1...64).contains(log.utf8.count), log.utf8.allSatisfy(Self.isOfName) else {
      throw Self.bad("the name of a log has 1 to 64 of the characters A–Z a–z 0–9 . _ -")
    }
  }

  /// Reads the address in the mark beside a log.
  ///
  /// - Throws: `LogError` with the code `damaged`.
  init(in mark: HomeMark) throws(LogError) {
    do throws(LogError) { try self.init(mark.address) } catch {
      throw LogError(
        .damaged,
        "the mark that names the home of the log is damaged; clone the log anew: \(error.message)")
    }
  }

  /// The role that it names, if any.
  var user: String? { (Self.account(of: target) ?? value("user")).map(Self.decoded) }

  /// The database that it names, if any.
  var database: String? {
    let path = Self.place(of: target).drop { $0 != "/" }.dropFirst()
    return (path.isEmpty ? value("dbname") : path).map(Self.decoded)
  }

  private static func place(of target: String) -> Substring {
    target.drop { $0 != "/" }.dropFirst(2)
  }

  /// All before the last `@`: a password that somebody forgot to encode may have each letter of an address.
  private static func account(of target: String) -> Substring? {
    let place = place(of: target)
    return place.lastIndex(of: "@").map { place[..<$0] }
  }

  private static let secrets: Set = [
    "password", "sslpassword", "scram_client_key", "scram_server_key", "oauth_client_secret",
  ]

  /// Returns `true` if what stands behind the `:` of each host is a number.
  private static func hasPorts(_ target: String) -> Bool {
    let hosts = place(of: target).dropFirst(account(of: target).map { $0.count + 1 } ?? 0)
    return hosts.prefix { $0 != "/" }.split(separator: ",").allSatisfy { host in
      let behind = host.lastIndex(of: "]").map { host[$0...] } ?? host
      return behind.drop { $0 != ":" }.dropFirst().allSatisfy { "0"..."9" ~= $0 }
    }
  }

  private func value(_ name: String) -> Substring? {
    parameters.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "._-".utf8.contains(byte)
  }

  private static func bad(_ why: String) -> LogError {
    LogError(.badAddress, "the address of the log's home cannot be used: \(why)")
  }

  /// The letters behind `%70` and the like; a name that is spelt so must not slip through.
  private static func decoded(_ name: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The address for psql, with what a writer of logs needs beside what was given.
  ///
  /// - Parameter client: the name that others see on the server.
  func connection(client: String) -> String {
    let needed = [
      ("target_session_attrs", "read-write"), ("connect_timeout", "2"),
      ("tcp_user_timeout", "10000"), ("keepalives_idle", "5"), ("application_name", client),
    ]
    let given = Set(parameters.map { $0.prefix { $0 != "=" } })
    let added = needed.filter { !given.contains($0.0[...]) }.map { "\($0)=\(Self.encoded($1))" }
    // Lines are bytes, whatever the address or a service file says; the last of two counts.
    return target + "?"
      + (parameters.map(String.init) + added + ["client_encoding=UTF8"]).joined(separator: "&")
  }

  private static func encoded(_ value: String) -> String {
    value.utf8.map { byte in
      isOfName(byte)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
