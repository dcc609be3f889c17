/// What a study submission stands for where it leaves a value out.
enum StudyDefaults {
  static let blockMinutes = 30
  static let pauseMinutes = 5
  static let reason = StopReason.stopped
}
