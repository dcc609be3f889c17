extension Submission {
  /// Reads a submission from one JSON object, in the form in which the command line takes one.
  ///
  /// - Throws: `InvalidSubmission` for what is wrong with it whatever the log holds.
  public init(json: String) throws(InvalidSubmission) {
    self = try SubmissionDecoder.decoded(Array(json.utf8)).get()
  }
}
