// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "shift-events",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "ShiftEvents", targets: ["ShiftEvents"]),
    .library(name: "ShiftEventsHome", targets: ["ShiftEventsHome"]),
    .library(name: "Projections", targets: ["Projections"]),
    .library(name: "ShiftEventsTesting", targets: ["ShiftEventsTesting"]),
    .executable(name: "eventlog-tool", targets: ["eventlog-tool"]),
  ],
  targets: [
    .target(name: "ShiftEvents"),
    .target(name: "ShiftEventsHome", dependencies: ["ShiftEvents"]),
    .target(name: "Projections", dependencies: ["ShiftEvents"]),
    .target(name: "ShiftEventsTesting", dependencies: ["ShiftEvents", "Projections"]),
    .executableTarget(
      name: "eventlog-tool", dependencies: ["ShiftEvents", "ShiftEventsHome", "Projections"]),
    .target(
      name: "FuzzingChecks", dependencies: ["ShiftEvents"], path: "Tests/Fuzzing/Checks"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "ShiftEventsTests",
      dependencies: [
        "ShiftEvents", "Projections", "ShiftEventsTesting", "FuzzingChecks", "TestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "ProjectionsTests",
      dependencies: ["ShiftEvents", "Projections", "ShiftEventsTesting", "TestSupport"]),
    .testTarget(
      name: "EventlogToolTests",
      dependencies: [
        "eventlog-tool", "ShiftEvents", "ShiftEventsHome", "Projections", "ShiftEventsTesting",
        "TestSupport",
      ],
      resources: [.copy("Golden"), .copy("Fixtures")]),
    .testTarget(
      name: "SimulationTests", dependencies: ["ShiftEvents", "TestSupport"],
      path: "Tests/Simulation"),
  ]
)

// Every target is held to the same language: Swift 6, visible existentials and imports, marked
// unsafe code, and no warning left standing.
for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}

// Lets the tool name an x86-64's own instructions for SHA-256; it asks the processor whether it has them.
// No library has the flag, so that nothing of this can be inlined into a module that is built without it.
// Compilers for other processors know no such feature and pass over it, as they would not over `-msha`.
let shaInstructions = ["-Xclang", "-target-feature", "-Xclang", "+sha"].flatMap { ["-Xcc", $0] }
for target in package.targets where target.name == "eventlog-tool" {
  target.swiftSettings?.append(.unsafeFlags(shaInstructions))
}
