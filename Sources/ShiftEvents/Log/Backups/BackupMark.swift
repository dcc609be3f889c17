/// The file `backup.json` of a backup, which is written last: what it says is what the backup holds.
///
///     {"schema":"shift-events/backup/1","log":"store/3f9a…","events":511,"bytes":…,"sequence":511,"hash":…,"time":…}
package struct BackupMark: Hashable, Sendable {
  /// The name of the log.
  package var log: String
  /// The end of its lines; the hash of the first one is not known from the file.
  package var end: LogEnd
  /// The time of the last event.
  package var time: Timestamp?
  /// The address of the home, of a log that lives in one.
  package var home: String?

  static let fileName = "backup.json"
  private static let schema = "shift-events/backup/1"

  package init(log: String, end: LogEnd, time: Timestamp?, home: String?) {
    (self.log, self.end, self.time, self.home) = (log, end, time, home)
  }

  /// The mark as one JSON object.
  ///
  /// - Parameter added: the number of events that a run has added, for its answer.
  package func json(added: Int? = nil) -> [UInt8] {
    var members = MemberWriter()
    members.required("schema", Self.schema)
    members.required("log", log)
    members.required("events", Int(end.sequence))
    members.required("bytes", Int(end.lengthBytes))
    members.required("sequence", Int(end.sequence))
    members.required("hash", end.hash)
    members.optional("time", time)
    members.optional("home", home)
    members.optional("added", added)
    return members.end()
  }

  /// Reads a mark; `nil` where the bytes are none, or one of a later version.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader()
    unsafe bytes.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) != nil else { return nil }
    var texts: [String: String] = [:]
    for member in reader.members {
      let text = reader.text(of: member).map { reader.string($0) }
      texts[reader.string(member.name)] =
        text ?? String(decoding: bytes[member.range], as: UTF8.self)
    }
    func number(_ name: String) -> UInt64? {
      texts[name].flatMap { plainNumber($0[...]) }.map { UInt64($0) }
    }
    guard texts["schema"] == Self.schema, let log = texts["log"], let lengthBytes = number("bytes"),
      let sequence = number("sequence"), let hash = texts["hash"].flatMap({ Digest($0) })
    else { return nil }
    let end = LogEnd(lengthBytes: lengthBytes, sequence: sequence, hash: hash, firstHash: .zero)
    self.init(
      log: log, end: end, time: texts["time"].flatMap { Timestamp($0) }, home: texts["home"])
  }

  /// The mark in a folder; `nil` if there is none.
  ///
  /// - Throws: `LogError` with the code `damaged` if it is not as it was written.
  package static func read(
    in folder: String, _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) -> BackupMark? {
    let path = "\(folder)/\(fileName)"
    guard let bytes = try SideFile.contents(of: path, fileSystem) else { return nil }
    if let mark = BackupMark(bytes) { return mark }
    throw LogError(
      .damaged, "\(path), which says what a backup holds, is damaged; nothing was changed",
      path: path)
  }
}
