// swift-tools-version: 6.3
import PackageDescription

// A program of one's own on top of the libraries: a projection that they do not have.
let package = Package(
  name: "taken-shifts",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "shift-events", path: "../..")],
  targets: [
    .executableTarget(
      name: "taken-shifts",
      dependencies: [
        .product(name: "ShiftEvents", package: "shift-events"),
        .product(name: "Projections", package: "shift-events"),
      ])
  ]
)
