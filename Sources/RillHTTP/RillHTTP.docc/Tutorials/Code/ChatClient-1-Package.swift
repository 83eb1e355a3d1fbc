// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "room",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../rill")],
    targets: [
        .executableTarget(
            name: "room",
            dependencies: [.product(name: "RillWebSocket", package: "rill")])
    ]
)
