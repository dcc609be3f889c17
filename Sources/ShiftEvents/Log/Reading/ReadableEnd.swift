/// The end up to which a reader goes, by the head and by the bytes of the log.
struct ReadableEnd {
  /// The acknowledged end; `nil` where no head that counts tells it.
  var acknowledged: LogEnd?
  /// The answer of the head; `nil` for a log that is empty and has no folder yet.
  var head: AcknowledgedEnd.State? = .lost(.missing)
  /// The end of the bytes to read; `nil` for a pipe, which has none.
  var lengthBytes: UInt64?
  /// A fault behind those bytes.
  var damage: Finding?
  /// True if the lines fit each other and are not those that were acknowledged.
  var isOtherHistory = false
  /// The reason why the file is no log, as far as its first bytes tell.
  var notALog: LogSignature.Cause?
  /// The open points of the answer, a sentence each.
  var warnings: [String] = []
  /// False if the names beside the log may not be read, or are those of another.
  var mayTellNames = true
}

extension LogInput {
  /// Finds the end for a reader that begins at `start`.
  ///
  /// - Parameter looksBehindHead: true for the last whole batch, where the log holds what its head names.
  func readableEnd(
    from start: LogEnd, looksBehindHead: Bool = false
  ) throws(LogError) -> ReadableEnd {
    guard var lengthBytes = try lengthBytes() else { return ReadableEnd() }
    var end = ReadableEnd(lengthBytes: lengthBytes)
    if start.lengthBytes == 0, let signature = try signature() {
      // Of a file without a line feed no line would be read, and it would seem to be empty.
      if case .foreign(let cause) = signature { end.notALog = cause }
      if signature == .zeros { end.notALog = .noEvent }
    }
    let state: AcknowledgedEnd.State
    do throws(LogError) { state = try head() } catch {
      // The disk, or too many open files, say nothing of the head. What stands there otherwise is none; a writer says
      // what is wrong with it.
      if error.code == .ioFailed { throw error }
      end.head = .lost(error.code == .notPermitted ? .forbidden : .corrupt)
      guard error.code == .notPermitted, let paths else { return end }
      end.mayTellNames = false
      end.warnings.append(
        "\(paths.folder) may not be looked into: names and the acknowledged end are not known; give "
          + "this account the right to enter the folder and to read its head")
      return end
    }
    end.head = state
    if lengthBytes == 0, let paths, (try? paths.fileSystem.linkStatus(at: paths.folder)) == nil {
      end.head = nil
    }
    if state == .lost(.foreign), let paths {
      end.mayTellNames = false
      end.warnings.append(
        "\(paths.folder) belongs to another log: its names are not told, and the acknowledged end is not known; "
          + ((try? paths.isCopyOfHome) ?? false
            ? "put the copy of its home back, or have it anew with eventlog-tool pull \(shellWord(paths.log))"
            : "move that folder away"))
    }
    guard let frontier = state.end else { return end }
    // A writer may have appended and acknowledged since the length was asked.
    if frontier.lengthBytes > lengthBytes { lengthBytes = try self.lengthBytes() ?? lengthBytes }
    end.lengthBytes = lengthBytes
    switch try EndComparison(state, lengthBytes, LineProbe(file)) {
    case .unknown: return end
    // A head that no sync stands behind promises nothing that a crash could break.
    case .gone(let known, isSynced: false, line: nil):
      end.warnings.append(
        "the log ends before event \(known.sequence), which its head knew of without a sync: "
          + lossRemedy)
      return end
    case .gone(_, _, let line):
      let scan = try TailScan.scan(blocks(from: start.lengthBytes, upTo: lengthBytes), from: start)
      if let line, scan.last.lengthBytes >= frontier.lengthBytes {
        // The lines fit each other up to there: somebody made their hashes anew, or the head.
        end.damage = .otherThanAcknowledged(frontier, at: line)
        end.isOtherHistory = true
        end.lengthBytes = scan.last.lengthBytes
      } else {
        let damage = scan.damage(lacking: frontier, lengthBytes, line: line)
        end.damage = damage
        // Reading meets a line that is no event by itself, and says where in the line it is wrong.
        if damage.kind != .json { end.lengthBytes = damage.offset }
      }
      return end
    case .held: if looksBehindHead { return end }
    }
    // The record that does not read may be the later one: then whole batches count, as without a
    // head. Looked at again, since a writer may have been writing it just then.
    if let paths, let head = try? AcknowledgedEnd.read(paths), head.hasSpoiltRecord { return end }
    if frontier.lengthBytes < lengthBytes, try !isBeingWritten(frontier, lengthBytes) {
      let tail = try TailScan.scan(
        blocks(from: frontier.lengthBytes, upTo: lengthBytes), from: frontier)
      let count = tail.last.sequence - frontier.sequence
      if count > 0 { end.warnings.append(unacknowledged(count, behind: frontier)) }
      // The folder of an empty log says nothing about a full one.
      if frontier.sequence == 0, count > 0 || tail.fault != nil {
        end.mayTellNames = false
        return end
      }
    }
    end.acknowledged = frontier
    end.lengthBytes = frontier.lengthBytes
    return end
  }

  /// The remedy for events that are gone.
  package var lossRemedy: String {
    guard let paths, (try? paths.isCopyOfHome) ?? false else {
      return "a crash or another hand took what is behind; a writer goes on from here"
    }
    return HomeMark.remedy(paths.log)
  }

  private func unacknowledged(_ count: UInt64, behind frontier: LogEnd) -> String {
    let events = count == 1 ? "1 whole event stands" : "\(count) whole events stand"
    let end =
      frontier.sequence == 0
      ? "in a log whose head is an empty log's"
      : "behind the acknowledged end, event \(frontier.sequence)"
    return "\(events) \(end): \(causeOfRest)"
  }

  /// The cause of lines behind the acknowledged end, and what settles it.
  package var causeOfRest: String {
    guard let paths, isPoisoned else {
      return "the folder is another log's, or a writer crashed; the next writer settles it"
    }
    return "a sync failed, and writers refuse until: eventlog-tool recover \(shellWord(paths.log))"
  }

  /// True if a sync of the log failed, and nobody has recovered it.
  package var isPoisoned: Bool { paths.map { (try? Poison.isPresent($0)) == true } ?? false }

  /// Returns `true` if a writer may be about to acknowledge what stands behind an acknowledged end.
  package func mayBeWritten(behind frontier: LogEnd) -> Bool {
    guard let lengthBytes = try? lengthBytes() else { return false }
    return (try? isBeingWritten(frontier, lengthBytes)) ?? false
  }

  /// Returns `true` if a writer may be about to acknowledge the bytes behind the acknowledged end.
  private func isBeingWritten(_ frontier: LogEnd, _ lengthBytes: UInt64) throws(LogError) -> Bool {
    if isLocked { return true }
    // Between its two locks a writer holds none.
    file.fileSystem.pause(seconds: 0.05)
    guard case .valid(frontier, _) = try head(), try self.lengthBytes() == lengthBytes else {
      return true
    }
    return isLocked || isHeld
  }

  /// True if the lock of the log or of its head cannot be had: the system's table hides those of another container.
  private var isHeld: Bool {
    guard let paths else { return false }
    return [file, AcknowledgedEnd.opened(paths)].contains { file in
      guard let file, let isHad = try? file.fileSystem.tryLock(file.descriptor, .shared) else {
        return false
      }
      if isHad { try? file.fileSystem.unlock(file.descriptor) }
      return !isHad
    }
  }

  private var isLocked: Bool {
    guard let paths else { return false }
    return [paths.log, paths.head].contains { path in
      guard let status = try? paths.fileSystem.status(at: path) else { return false }
      return paths.fileSystem.lockHolder(of: status) != nil
    }
  }
}

/// The end of what was acknowledged, as the head and the bytes of a log tell it together.
///
/// Writers, readers and `recover` ask this one question, and each decides by the answer. At most one line is read
/// for it, and nothing is changed.
enum EndComparison {
  /// The log has the line that the head names.
  case held(LogEnd, isSynced: Bool)
  /// The log ends before the end that the head names, or has another line there, whose fault is given.
  case gone(LogEnd, isSynced: Bool, line: Finding?)
  /// No head that counts names an end.
  case unknown(AcknowledgedEnd.Loss)

  /// Holds the answer of a head against a log of `lengthBytes`.
  ///
  /// - Parameter start: an end whose line is known to be there; a synced one up to it needs no look.
  init(
    _ state: AcknowledgedEnd.State, _ lengthBytes: UInt64, _ lines: LineProbe,
    knowing start: LogEnd = .empty
  ) throws(LogError) {
    switch state {
    case .lost(let loss): self = .unknown(loss)
    case .valid(let end, let isSynced):
      if end.lengthBytes > lengthBytes {
        self = .gone(end, isSynced: isSynced, line: nil)
      } else if isSynced, end == start || end.lengthBytes < start.lengthBytes {
        self = .held(end, isSynced: true)
      } else if let damage = try lines.damage(at: end, isOfHead: true) {
        self = .gone(end, isSynced: isSynced, line: damage)
      } else {
        self = .held(end, isSynced: isSynced)
      }
    }
  }
}

extension Finding {
  static func otherThanAcknowledged(_ end: LogEnd) -> String {
    "event \(end.sequence) was acknowledged up to byte \(end.lengthBytes) with another hash than the line "
      + "there has"
  }

  /// The fault of a log whose lines fit each other, where the line at the acknowledged end is found at fault.
  static func otherThanAcknowledged(_ end: LogEnd, at line: Finding) -> Finding {
    if line.kind == .sequence || line.kind == .batch { return line }
    return Finding(
      .hash, line: end.sequence, offset: line.offset, message: otherThanAcknowledged(end))
  }

  static func otherSequence(_ sequence: UInt64, at end: LogEnd) -> String {
    "the head says that event \(end.sequence) ends here, and the line says that it is \(sequence)"
  }

  static let acknowledgedInsideBatch =
    "the head says that this line was acknowledged as the last one, and its batch goes on behind it"

  /// Acknowledged lines that are gone from the end of a log of `lengthBytes`, whose last whole line is
  /// `last`, or that stand there without line feeds.
  static func short(at last: LogEnd, acknowledged: LogEnd, lengthBytes: UInt64) -> Finding {
    if lengthBytes >= acknowledged.lengthBytes {
      return Finding(
        .json, line: last.sequence + 1, offset: last.lengthBytes,
        message:
          "the line has no line feed at byte \(acknowledged.lengthBytes - 1), up to which event "
          + "\(acknowledged.sequence) was acknowledged")
    }
    return Finding(
      .short, line: last.sequence + 1, offset: last.lengthBytes,
      message: "the log ends at byte \(lengthBytes), and event \(acknowledged.sequence) was "
        + "acknowledged up to byte \(acknowledged.lengthBytes)",
      column: Int(clamping: lengthBytes - min(last.lengthBytes, lengthBytes)) + 1)
  }
}
