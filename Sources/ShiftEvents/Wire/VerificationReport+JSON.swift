extension VerificationReport {
  /// The output of `verify --json`.
  ///
  /// - Parameters:
  ///   - checkpoint: one that the log was held against.
  ///   - isContained: the answer; `nil` of a damaged log.
  package func json(containing checkpoint: Checkpoint? = nil, _ isContained: Bool? = nil) -> [UInt8]
  {
    var members = MemberWriter()
    members.required("schema", "shift-events/verify/1")
    members.required("events", events)
    members.required("sequence", sequence)
    members.required("hash", hash)
    members.required(
      "findings",
      findings.map { FindingJSON(finding: $0, file: $0.kind == .name ? peoplePath : nil) })
    members.optional("hashOf", holderOfHash)
    members.optional(
      "checkpoint", checkpoint.map { CheckpointJSON(checkpoint: $0, isContained: isContained) })
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
    return members.end()
  }
}

private struct CheckpointJSON: JSONWritable {
  var checkpoint: Checkpoint
  var isContained: Bool?

  func appendJSON(to buffer: inout some ByteSink) {
    MemberWriter.appendObject(to: &buffer) { members in
      members.required("origin", checkpoint.origin)
      members.required("size", checkpoint.size)
      members.optional("contained", isContained)
    }
  }
}

private struct FindingJSON: JSONWritable {
  var finding: Damage
  /// The file whose line it is, if it is not the log.
  var file: String?

  func appendJSON(to buffer: inout some ByteSink) {
    MemberWriter.appendObject(to: &buffer) { members in
      members.required("line", Int(finding.line))
      members.required("offset", Int(finding.offset))
      members.required("kind", finding.kind.rawValue)
      members.required("message", finding.message)
      members.optional("error", finding.code)
      members.optional("file", file)
    }
  }
}
