// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "repositories",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../rill")],
    targets: [
        .executableTarget(
            name: "repositories",
            dependencies: [.product(name: "RillHTTP", package: "rill")]),
        .testTarget(
            name: "repositoriesTests",
            dependencies: [
                "repositories",
                .product(name: "RillHTTPTesting", package: "rill"),
                .product(name: "RillSwiftTesting", package: "rill"),
            ]),
    ]
)
