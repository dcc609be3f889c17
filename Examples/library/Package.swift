// swift-tools-version: 6.3
import PackageDescription

// Programs of one's own on top of the libraries.
let libraries: [Target.Dependency] = [
  .product(name: "ShiftEvents", package: "shift-events"),
  .product(name: "Projections", package: "shift-events"),
]

let package = Package(
  name: "store-programs",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "shift-events", path: "../..")],
  targets: [
    .executableTarget(name: "record", dependencies: libraries),
    .executableTarget(name: "taken-shifts", dependencies: libraries),
    .executableTarget(name: "marketplace", dependencies: libraries),
    .executableTarget(name: "store", dependencies: libraries),
    .executableTarget(
      name: "host",
      dependencies: libraries + [.product(name: "ShiftEventsHome", package: "shift-events")]),
  ]
)
