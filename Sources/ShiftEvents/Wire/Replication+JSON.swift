// What copies of a log are told. Never rename a member; add optional ones.

extension LogImport.Report {
  /// The reply of `import`, as one JSON object.
  package func json() -> [UInt8] {
    var members = MemberWriter()
    members.required("status", "imported")
    members.required("count", taken)
    members.required("known", known)
    members.required("sequence", sequence.value)
    members.optional("hash", sequence == .zero ? nil : hash)
    return members.end()
  }
}
