/// The version of the tool, and so of every package: `Packaging/build` reads it here.
enum ToolVersion {
  static let number = "0.1.0"
  /// The day of the version, as mdoc writes it.
  static let date = "November 22, 2026"
}
