// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "my-store",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "shift-events", path: "../shift-events")],
  targets: [
    .executableTarget(
      name: "my-store",
      dependencies: [
        .product(name: "ShiftEvents", package: "shift-events"),
        .product(name: "Projections", package: "shift-events"),
      ])
  ]
)
