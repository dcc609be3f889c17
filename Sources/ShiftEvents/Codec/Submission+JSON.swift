extension Submission {
  /// Reads a submission from one JSON object, in the form in which the command line takes one.
  ///
  /// - Throws: `InvalidSubmission` for what is wrong with it whatever the log holds.
  public init(json: String) throws(InvalidSubmission) {
    var decoder = SubmissionDecoder()
    let decoded = unsafe Array(json.utf8).withUnsafeBytes { bytes in
      Result { () throws(InvalidSubmission) in unsafe try decoder.decode(bytes) }
    }
    self = try decoded.get()
  }
}
