// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "swift-client",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "shift-events", path: "../..")],
  targets: [
    .executableTarget(
      name: "swift-client",
      dependencies: [
        .product(name: "ShiftEvents", package: "shift-events"),
        .product(name: "Projections", package: "shift-events"),
      ]),
    .testTarget(
      name: "SwiftClientTests",
      dependencies: [
        "swift-client", .product(name: "ShiftEventsTesting", package: "shift-events"),
        .product(name: "Projections", package: "shift-events"),
      ]),
  ]
)
