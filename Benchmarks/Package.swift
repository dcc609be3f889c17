// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that nobody who uses the libraries builds it.
let package = Package(
  name: "shift-events-benchmarks",
  platforms: [.macOS(.v26)],
  targets: [
    .executableTarget(name: "generate-submissions")
  ]
)

for target in package.targets {
  target.swiftSettings = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
}
