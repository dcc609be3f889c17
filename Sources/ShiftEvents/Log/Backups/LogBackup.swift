/// Makes a consistent copy of a log and of the names beside it while writers run.
///
/// The copy holds all whole batches up to one acknowledged end, and the head of just that end. All bytes are checked
/// on the way. A later run holds the old part against the log and adds what is new. `BackupMark` says what
/// counts, so a run that is killed leaves the earlier backup or the new one.
package final class LogBackup {
  /// The result of a run.
  package struct Report: Sendable {
    package var mark: BackupMark
    /// The number of events that it added.
    package var added = 0
    /// The answer of the log's head; `nil` for a log that is empty and has no folder yet.
    package var head: AcknowledgedEnd.State?
    /// The doubts about the log and the place, a sentence each.
    package var remarks: [String] = []
  }

  private let log: String
  private let place: BackupPlace
  private let lockTimeoutSeconds: Double
  private let fileSystem = PosixFileSystem()
  /// Receives the events and bytes read so far, and the bytes there are, now and then.
  package var onProgress: (Int, UInt64, UInt64?) -> Void = { _, _, _ in }

  package init(of log: String, in folder: String, lockTimeoutSeconds: Double) {
    (self.log, place) = (log, BackupPlace(folder))
    self.lockTimeoutSeconds = lockTimeoutSeconds
  }

  /// The reason why no backup of the log may stand at the place; `nil` if one may.
  package var hazard: String? {
    let input = try? LogInput(log)
    guard let paths = input?.paths else { return nil }
    // By the files: a path without links cannot always be had.
    let (own, there) = (
      try? fileSystem.status(at: paths.parent), try? fileSystem.status(at: place.path)
    )
    if let own, let there, own.isSameFile(as: there) { return "the log itself lies in it" }
    for name in [place.path, "\(place.path)/\(BackupFiles.log)"] {
      if let folder = ReportFile(name).logFolder { return "it lies in \(folder)" }
    }
    let copy = try? fileSystem.status(at: "\(place.path)/\(BackupFiles.log)")
    if let copy, let own = try? input?.file.status(), copy.isSameFile(as: own) {
      return "its \(BackupFiles.log) is the log"
    }
    return nil
  }

  /// Makes the backup.
  ///
  /// - Parameter note: makes the text of the file `checkpoint`.
  package func run(note: (Checkpoint) throws -> String = { $0.text }) throws -> Report {
    let copy = try LogCopy(log)
    let locked = try place.lock(timeoutSeconds: lockTimeoutSeconds)
    let files = BackupFiles(in: locked.path)
    if locked.isFirst {
      files.removeAll()
    } else {
      try files.requirePlain()
      files.removeUnfinished()
      place.clearUnfinished()
    }
    do {
      let old = locked.isFirst ? nil : try BackupMark.read(in: locked.path)
      let report = try make(copy, files, behind: old, note: note)
      if locked.isFirst { try place.finish(locked) }
      return report
    } catch {
      if locked.isFirst {
        files.removeAll()
        try? fileSystem.removeFolder(locked.path)
      }
      throw error
    }
  }

  private func make(
    _ copy: LogCopy, _ files: BackupFiles, behind old: BackupMark?,
    note: (Checkpoint) throws -> String
  ) throws -> Report {
    let mark = try copy.write(files, behind: old, onProgress)
    var report = Report(mark: mark, head: copy.head, remarks: copy.remarks)
    report.added = Int(mark.end.sequence - (old?.end.sequence ?? 0))
    let folder = files.path(BackupFiles.logFolder)
    do throws(SystemError) { try fileSystem.makeDirectory(folder, mode: .ownerFolder) } catch {
      if error != .exists { throw LogError.unreachable("make the folder", folder, error) }
    }
    do {
      let note = try note(copy.checkpoint)
      let names = files.path(BackupFiles.people)
      let earlier = PeopleLines(parsing: try SideFile.contents(of: names, fileSystem) ?? [])
      let (people, remarks) = try copy.people(earlier)
      report.remarks += remarks
      // Until the mark tells of the new end, the names of the earlier one stand there, too.
      let both = earlier.bytes + people
      if !earlier.isEmpty, people != earlier.bytes { try files.put(both, as: BackupFiles.people) }
      // All is written before any of it is put in place: a full disk leaves the earlier backup. The checkpoint comes
      // behind the mark: that of an earlier end holds of a longer log.
      try files.put([
        (BackupFiles.head, AcknowledgedEndRecord.fileBytes(telling: mark.end)),
        (BackupFiles.readme, Array(readme(mark).utf8)),
        (BackupMark.fileName, mark.json() + [UInt8(ascii: "\n")]),
        (BackupFiles.checkpoint, Array(note.utf8)), (BackupFiles.people, people),
      ])
    } catch {
      files.removeUnfinished()
      throw error
    }
    report.remarks += doubts(of: files)
    return report
  }

  /// The doubts about the file system of the place, a sentence each.
  private func doubts(of files: BackupFiles) -> [String] {
    let folder = files.folder
    guard let status = try? fileSystem.status(at: files.path(BackupFiles.people)) else { return [] }
    var doubts: [String] = []
    if status.mode != .ownerFile {
      doubts.append("\(folder) keeps no modes of files: others may be able to read the names in it")
    }
    if let name = fileSystem.fileSystemName(ofDevice: status.device), MountTable.isNetwork(name) {
      doubts.append(
        "\(folder) lies on a network file system (\(name)): verify the backup after the network failed"
      )
    }
    return doubts
  }

  private func readme(_ mark: BackupMark) -> String {
    let home = mark.home.map {
      "\nThe log lives in \($0).\nWhat restore makes is a copy of it again; files that are copied elsewhere are a log of "
        + "their own,\nwhose events never come there.\n"
    }
    return """
      A backup of the log \(mark.log). backup.json says what it holds: events.jsonl up to so many bytes.

      events.jsonl                 the events, one JSON object a line
      events.jsonl.d/head          the end up to which they were acknowledged
      events.jsonl.d/people.jsonl  names and e-mail addresses of people
      checkpoint                   the number of events and the Merkle root of their lines (RFC 6962)

      To restore and check it:   eventlog-tool restore FOLDER -f restored.jsonl
                                 eventlog-tool verify restored.jsonl
      Without that program the log is restored by copying events.jsonl and events.jsonl.d elsewhere, and checked by
      Python, as: python3 check.py BYTES HASH < events.jsonl, which says nothing if all is well. Both stand in backup.json:

        import hashlib, sys
        sha = lambda text: hashlib.sha256(text).hexdigest().encode()
        last = b"0" * 64
        for line in sys.stdin.buffer.read(int(sys.argv[1])).split(b"\\n")[:-1]:
            content, _, rest = line.rpartition(b',"hash":"')
            last = sha(last + sha(content))
            assert rest == last + b'"}', line
        sys.exit(None if last.decode() == sys.argv[2] else "the last hash is another")

      The names of people who were erased after this backup are still in it: destroy it in time.
      \(home ?? "")
      """
  }
}
