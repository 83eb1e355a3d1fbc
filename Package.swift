// swift-tools-version: 6.1

import PackageDescription

/// The upcoming features of the Swift targets: explicit existentials, internal imports, and member import visibility.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// On Linux, the URLSession sources form a separate target, so that only RillURLSession links FoundationNetworking.
#if os(Linux)
    let sourcesOfURLSession: String? = "Sources/RillHTTP/URLSession"
#else
    let sourcesOfURLSession: String? = nil
#endif

let package = Package(
    name: "Rill",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // The stream engine and the HTTP client.
        .library(name: "Rill", targets: ["Rill"]),
        .library(name: "RillHTTP", targets: ["RillHTTP"]),
        // The URLSession transport on Linux. On Apple platforms, it is part of RillHTTP.
        .library(name: "RillURLSession", targets: ["RillURLSession"]),
        // The test kits: virtual time, marble diagrams, leak detection; stub transports, cassettes, loopback server.
        .library(name: "RillTesting", targets: ["RillTesting"]),
        .library(name: "RillHTTPTesting", targets: ["RillHTTPTesting"]),
        // Assertions for Swift Testing and XCTest.
        .library(name: "RillSwiftTesting", targets: ["RillSwiftTesting"]),
        .library(name: "RillXCTest", targets: ["RillXCTest"]),
        // Codable for XML, independent of Rill.
        .library(name: "RillXML", targets: ["RillXML"]),
        // One library per service.
        .library(name: "Qiita", targets: ["Qiita"]),
        .library(name: "GitHub", targets: ["GitHub"]),
        .library(name: "Garage", targets: ["Garage"]),
        .library(name: "ConoHa", targets: ["ConoHa"]),
        .library(name: "AzureStorage", targets: ["AzureStorage"]),
        // The scripts.
        .executable(name: "http-get", targets: ["http-get"]),
        .executable(name: "qiita-tags", targets: ["qiita-tags"]),
        .executable(name: "github-search", targets: ["github-search"]),
        .executable(name: "garage-users", targets: ["garage-users"]),
        .executable(name: "conoha-identity", targets: ["conoha-identity"]),
        .executable(name: "azure-storage", targets: ["azure-storage"]),
        .executable(name: "rill-bench", targets: ["rill-bench"]),
        .executable(name: "rill-soak", targets: ["rill-soak"]),
    ],
    targets: [
        // Streams.
        .target(name: "Rill", swiftSettings: strict),
        .target(name: "RillTesting", dependencies: ["Rill"], swiftSettings: strict),
        .target(name: "RillSwiftTesting", dependencies: ["Rill", "RillTesting"], swiftSettings: strict),
        .target(name: "RillXCTest", dependencies: ["Rill", "RillTesting"], swiftSettings: strict),

        // HTTP.
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "RillHTTP",
            dependencies: ["Rill", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
            exclude: sourcesOfURLSession == nil ? [] : ["URLSession"], swiftSettings: strict),
        .target(
            name: "RillURLSession", dependencies: ["Rill", "RillHTTP"], path: sourcesOfURLSession,
            swiftSettings: strict),
        .target(name: "RillHTTPTesting", dependencies: ["Rill", "RillHTTP", "RillTesting"], swiftSettings: strict),

        .target(name: "RillXML", swiftSettings: strict),
        .target(name: "Digests", swiftSettings: strict),

        // Service clients, and sample servers for scripts and tests.
        .target(name: "Qiita", dependencies: ["Rill", "RillHTTP"], swiftSettings: strict),
        .target(name: "GitHub", dependencies: ["Rill", "RillHTTP"], swiftSettings: strict),
        .target(name: "Garage", dependencies: ["Rill", "RillHTTP"], swiftSettings: strict),
        .target(name: "ConoHa", dependencies: ["Rill", "RillHTTP"], swiftSettings: strict),
        .target(
            name: "AzureStorage", dependencies: ["Digests", "Rill", "RillHTTP", "RillXML"], swiftSettings: strict),
        .target(
            name: "SampleServices", dependencies: ["Digests", "RillHTTP", "RillHTTPTesting", "RillXML"],
            swiftSettings: strict),

        // Scripts and their shared code.
        .target(name: "ScriptSupport", path: "Playground-scripts/script-support", swiftSettings: strict),
        .executableTarget(
            name: "http-get",
            dependencies: ["Rill", "RillHTTP", "RillHTTPTesting", "SampleServices", "ScriptSupport"],
            path: "Playground-scripts/http-get", swiftSettings: strict),
        .executableTarget(
            name: "qiita-tags", dependencies: ["Qiita", "Rill", "RillHTTP", "SampleServices", "ScriptSupport"],
            path: "Playground-scripts/qiita-tags", swiftSettings: strict),
        .executableTarget(
            name: "github-search", dependencies: ["GitHub", "Rill", "RillHTTP", "SampleServices", "ScriptSupport"],
            path: "Playground-scripts/github-search", swiftSettings: strict),
        .executableTarget(
            name: "garage-users", dependencies: ["Garage", "Rill", "RillHTTP", "SampleServices", "ScriptSupport"],
            path: "Playground-scripts/garage-users", swiftSettings: strict),
        .executableTarget(
            name: "conoha-identity", dependencies: ["ConoHa", "Rill", "SampleServices", "ScriptSupport"],
            path: "Playground-scripts/conoha-identity", swiftSettings: strict),
        .executableTarget(
            name: "azure-storage",
            dependencies: ["AzureStorage", "Rill", "RillHTTP", "SampleServices", "ScriptSupport"],
            path: "Playground-scripts/azure-storage", swiftSettings: strict),
        .target(
            name: "BenchStages", dependencies: ["Rill"],
            path: "Playground-scripts/rill-bench-stages", swiftSettings: strict),
        .target(
            name: "BareCurl", path: "Playground-scripts/rill-bench-curl",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .executableTarget(
            name: "rill-bench", dependencies: ["BareCurl", "BenchStages", "Rill", "RillHTTP", "RillURLSession"],
            path: "Playground-scripts/rill-bench", swiftSettings: strict),
        .executableTarget(
            name: "rill-soak", dependencies: ["Rill", "RillHTTP", "RillHTTPTesting", "RillURLSession"],
            path: "Playground-scripts/rill-soak", swiftSettings: strict),

        // Fuzz targets for response parsers. CONTRIBUTING.md describes how to run them.
        .target(
            name: "FuzzEntries", dependencies: ["Rill", "RillHTTP", "RillHTTPTesting", "RillXML"],
            path: "Tests/Fuzzing/Entries", swiftSettings: strict),
        .executableTarget(name: "rill-fuzz", dependencies: ["FuzzEntries"], path: "Tests/Fuzzing/Driver"),

        // Tests.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "ServiceTestSupport", dependencies: ["Rill", "RillHTTP"], path: "Tests/ServiceTestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "RillTests", dependencies: ["CTestSupport", "Rill", "RillSwiftTesting", "RillTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "RillTestingTests", dependencies: ["Rill", "RillSwiftTesting", "RillTesting", "RillXCTest"],
            swiftSettings: strict),
        .testTarget(
            name: "RillHTTPTests", dependencies: ["FuzzEntries", "Rill", "RillHTTP", "RillHTTPTesting", "RillTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "RillURLSessionTests",
            dependencies: ["Rill", "RillHTTP", "RillHTTPTesting", "RillTesting", "RillURLSession"],
            swiftSettings: strict),
        .testTarget(
            name: "RillHTTPTestingTests",
            dependencies: ["Rill", "RillHTTP", "RillHTTPTesting", "RillSwiftTesting", "RillTesting"],
            swiftSettings: strict),
        .testTarget(name: "RillXMLTests", dependencies: ["RillXML"], swiftSettings: strict),
        .testTarget(
            name: "QiitaTests",
            dependencies: [
                "Qiita", "Rill", "RillHTTP", "RillHTTPTesting", "RillTesting", "SampleServices", "ServiceTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GitHubTests",
            dependencies: [
                "GitHub", "Rill", "RillHTTP", "RillHTTPTesting", "RillTesting", "SampleServices", "ServiceTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GarageTests",
            dependencies: [
                "Garage", "Rill", "RillHTTP", "RillHTTPTesting", "RillTesting", "SampleServices", "ServiceTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ConoHaTests",
            dependencies: [
                "ConoHa", "Rill", "RillHTTP", "RillHTTPTesting", "RillTesting", "SampleServices", "ServiceTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AzureStorageTests",
            dependencies: [
                "AzureStorage", "Digests", "Rill", "RillHTTP", "RillHTTPTesting", "RillTesting", "SampleServices",
                "ServiceTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "AzureStorage", "ConoHa", "Garage", "GitHub", "Qiita", "Rill", "RillHTTP", "RillHTTPTesting",
                "RillSwiftTesting", "RillTesting", "RillXCTest", "RillXML", "SampleServices",
            ],
            exclude: ["Cassettes"], swiftSettings: strict),
        .testTarget(
            name: "ScriptTests",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "SampleServices", "ScriptSupport", "ServiceTestSupport",
                "azure-storage", "conoha-identity", "garage-users", "github-search", "http-get", "qiita-tags",
                "rill-bench", "rill-soak",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// CI builds scripts and documentation tests without the thread sanitizer.
if Context.environment["RILL_SANITIZED"] != nil {
    let excluded: Set = ["DocumentationTests", "ScriptTests"]
    package.products.removeAll { $0 is Product.Executable }
    package.targets.removeAll { $0.type == .executable || excluded.contains($0.name) }
}
