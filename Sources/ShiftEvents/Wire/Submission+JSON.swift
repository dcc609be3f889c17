extension Submission {
  /// Reads a submission from one JSON object, in the form in which the command line takes one.
  ///
  /// - Throws: `InvalidSubmission` for a fault that does not depend on the log.
  public init(json: String) throws(InvalidSubmission) {
    self = try SubmissionDecoder.decoded(Array(json.utf8)).get()
  }
}
