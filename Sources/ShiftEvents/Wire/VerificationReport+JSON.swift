extension VerificationReport {
  /// The output of `verify --json`.
  ///
  /// - Parameters:
  ///   - checkpoint: one that the log was held against.
  ///   - isContained: the answer; `nil` of a damaged log.
  ///   - signatures: those of the checkpoint, as they were looked at, and how many keys were found to have signed.
  ///   - damage: what is wrong with the lines of the home, whose address it has.
  ///   - snapshot: the last event of the snapshot beside the log, where it was compared, and whether commands may read it.
  package func json(
    containing checkpoint: Checkpoint? = nil, _ isContained: Bool? = nil,
    signatures: [CheckedSignature] = [], checked: Int? = nil, ofHome damage: Finding? = nil,
    at address: String? = nil, snapshot: (sequence: Int?, isSound: Bool)? = nil
  ) -> [UInt8] {
    let own = findings.map { $0.json(in: $0.kind == .name ? peoplePath : nil) }
    var members = MemberWriter()
    members.required("schema", "shift-events/verify/1")
    members.required("events", events)
    members.required("sequence", sequence)
    members.required("hash", hash)
    members.optional("unknown", unknown.count > 0 ? unknown.count : nil)
    members.required("findings", own + (damage.map { [$0.json(in: address)] } ?? []))
    members.optional("hashOf", holderOfHash)
    members.optional("checkpoint", checkpoint?.json(isContained, signatures, checked))
    if let snapshot {
      var compared = MemberWriter()
      compared.optional("sequence", snapshot.sequence)
      compared.required("sound", snapshot.isSound)
      members.required("snapshot", RawJSON(bytes: compared.end()))
    }
    return members.end()
  }
}

extension RecoveryReport {
  package func json() -> [UInt8] {
    var members = MemberWriter()
    members.required("schema", "shift-events/recover/1")
    members.required("kept", Int(kept.sequence))
    members.required("quarantinedBytes", Int(quarantined?.lengthBytes ?? 0))
    members.optional("file", quarantined?.path)
    members.optional("lost", lostEvents > 0 ? Int(lostEvents) : nil)
    members.optional("people", keptPeople)
    members.optional("otherLine", otherLine?.message)
    members.optional("head", keptHead)
    return members.end()
  }
}

extension LogRestore.Report {
  package func json() -> [UInt8] {
    var members = MemberWriter()
    members.required("schema", "shift-events/restore/1")
    members.required("events", Int(end.sequence))
    members.required("sequence", Int(end.sequence))
    members.required("hash", end.hash)
    members.optional("time", time)
    members.required("lost", Int(lost))
    members.optional("acknowledged", acknowledged.map { Int($0) })
    members.required("people", people)
    return members.end()
  }
}

/// A signature of a checkpoint as it was looked at.
package struct CheckedSignature: Hashable, Sendable {
  package var name: String
  /// The hash of the key, as eight hexadecimal digits.
  package var key: String
  package var status: String
  /// The time of a witness.
  package var time: Timestamp?

  package init(name: String, key: String, status: String, time: Timestamp?) {
    (self.name, self.key, self.status, self.time) = (name, key, status, time)
  }

  fileprivate func json() -> RawJSON {
    var members = MemberWriter()
    members.required("name", name)
    members.required("key", key)
    members.required("status", status)
    members.optional("time", time)
    return RawJSON(bytes: members.end())
  }
}

extension Checkpoint {
  fileprivate func json(
    _ isContained: Bool?, _ signatures: [CheckedSignature], _ checked: Int?
  ) -> RawJSON {
    var members = MemberWriter()
    members.required("origin", origin)
    members.required("size", size)
    members.optional("contained", isContained)
    if let checked {
      members.required("signatures", signatures.map { $0.json() })
      members.required("checked", checked)
    }
    return RawJSON(bytes: members.end())
  }
}

extension Finding {
  /// - Parameter file: the file whose line it is, if it is not the log.
  fileprivate func json(in file: String?) -> RawJSON {
    var members = MemberWriter()
    members.required("line", Int(line))
    members.required("offset", Int(offset))
    members.required("kind", kind.rawValue)
    members.required("message", message)
    members.optional("error", code)
    members.optional("file", file)
    return RawJSON(bytes: members.end())
  }
}
