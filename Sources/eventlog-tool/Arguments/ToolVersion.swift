#if !os(Linux)
  import Foundation
#endif
import ShiftEvents

/// The version of the tool, and so of every package: `Packaging/build` reads it here.
enum ToolVersion {
  static let number = "0.1.0"

  /// The version and the build, as one build may judge otherwise than another of the same version.
  static var build: String {
    #if os(Linux)
      let path = "/proc/self/exe"
    #else
      let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
    let files = PosixFileSystem()
    let length = (try? files.status(at: path).lengthBytes) ?? 0
    let written = files.writtenAt(path, followsLinks: true)?.milliseconds ?? 0
    return "\(number) \(SnapshotFile.version) \(length) \(written)"
  }

  /// The day of the version, as mdoc writes it.
  static let date = "November 22, 2026"
}
