// swift-tools-version: 6.1

import PackageDescription

// A script outside the package. The tests compile it with the libraries in their build folder.
let package = Package(
    name: "ScriptPackage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rill", path: "../..")],
    targets: [
        .executableTarget(name: "count-lines", dependencies: [.product(name: "RillScript", package: "Rill")])
    ]
)
