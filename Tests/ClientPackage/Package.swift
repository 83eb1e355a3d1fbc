// swift-tools-version: 6.1

import PackageDescription

// A service client with its own middleware, transport, and operator outside the package, which uses the products only.
// The tests compile it with the libraries in their build folder.
let package = Package(
    name: "ClientPackage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rill", path: "../..")],
    targets: [
        .executableTarget(
            name: "weather",
            dependencies: [.product(name: "RillHTTP", package: "Rill")])
    ]
)
