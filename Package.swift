// swift-tools-version: 6.1

import PackageDescription

/// The upcoming features of the Swift targets: explicit existentials, internal imports, and member import visibility.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// On other platforms, RillHTTP uses libcurl.
let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS]

let package = Package(
    name: "Rill",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // The stream engine and the HTTP client.
        .library(name: "Rill", targets: ["Rill"]),
        .library(name: "RillHTTP", targets: ["RillHTTP"]),
        // Caches, limits, cookies and other middleware; sign-in with OAuth 2.0; timelines of requests.
        .library(name: "RillMiddleware", targets: ["RillMiddleware"]),
        .library(name: "RillOAuth", targets: ["RillOAuth"]),
        .library(name: "RillTracing", targets: ["RillTracing"]),
        // WebSocket connections.
        .library(name: "RillWebSocket", targets: ["RillWebSocket"]),
        // The URLSession transport on Linux. On Apple platforms, it is part of RillHTTP.
        .library(name: "RillURLSession", targets: ["RillURLSession"]),
        // The test kits: virtual time, marble diagrams, leak detection; stub transports, cassettes, loopback server; a suite for
        // transports.
        .library(name: "RillTesting", targets: ["RillTesting"]),
        .library(name: "RillHTTPTesting", targets: ["RillHTTPTesting"]),
        .library(name: "RillTransportConformance", targets: ["RillTransportConformance"]),
        // Assertions for Swift Testing and XCTest.
        .library(name: "RillSwiftTesting", targets: ["RillSwiftTesting"]),
        .library(name: "RillXCTest", targets: ["RillXCTest"]),
        // Codable for XML, independent of Rill.
        .library(name: "RillXML", targets: ["RillXML"]),
        // A decoder of JSON that is faster than Foundation's, and JSON Patch.
        .library(name: "RillJSON", targets: ["RillJSON"]),
        // One library per service.
        .library(name: "RillQiita", targets: ["RillQiita"]),
        .library(name: "RillGitHub", targets: ["RillGitHub"]),
        .library(name: "RillGarage", targets: ["RillGarage"]),
        .library(name: "RillConoHa", targets: ["RillConoHa"]),
        .library(name: "RillAzureStorage", targets: ["RillAzureStorage"]),
        // What command-line scripts need, and sample servers.
        .library(name: "RillScript", targets: ["RillScript"]),
        .library(name: "RillSampleServices", targets: ["RillSampleServices"]),
        // The libraries that Playground-scripts/play makes available to a single file.
        .library(
            name: "RillPlayground", type: .dynamic,
            targets: [
                "Rill", "RillHTTP", "RillJSON", "RillTesting", "RillHTTPTesting", "RillXML", "RillQiita", "RillGitHub",
                "RillGarage", "RillConoHa", "RillAzureStorage", "RillMiddleware", "RillOAuth", "RillTracing",
                "RillTransportConformance", "RillWebSocket",
                "RillScript", "RillSampleServices",
            ]),
    ],
    targets: [
        // Streams.
        .target(name: "Rill", swiftSettings: strict),
        .target(name: "RillTesting", dependencies: ["Rill"], swiftSettings: strict),
        .target(name: "RillSwiftTesting", dependencies: ["Rill", "RillTesting"], swiftSettings: strict),
        .target(name: "RillXCTest", dependencies: ["Rill", "RillTesting"], swiftSettings: strict),

        // HTTP.
        .target(name: "CRillCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "RillHTTPTypes", dependencies: ["Rill", "RillDigests", "RillSystem"], swiftSettings: strict),
        .target(
            name: "RillCurl",
            dependencies: [
                "Rill", "RillHTTPTypes", "RillSystem",
                .target(name: "CRillCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .target(name: "RillURLSession", dependencies: ["Rill", "RillHTTPTypes"], swiftSettings: strict),
        .target(
            name: "RillHTTP",
            dependencies: [
                "Rill", "RillHTTPTypes", .target(name: "RillCurl", condition: .when(platforms: [.linux])), "RillSystem",
                .target(name: "RillURLSession", condition: .when(platforms: applePlatforms)),
            ],
            swiftSettings: strict),
        .target(
            name: "RillMiddleware", dependencies: ["Rill", "RillHTTP", "RillSystem"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "RillOAuth", dependencies: ["Rill", "RillDigests", "RillHTTP", "RillSystem"],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "RillTracing", dependencies: ["Rill", "RillHTTP", "RillSystem"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "RillWebSocket", dependencies: ["Rill", "RillHTTP", "RillSystem"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "RillHTTPTesting", dependencies: ["Rill", "RillHTTP", "RillSystem", "RillTesting", "RillWebSocket"],
            swiftSettings: strict),
        .target(
            name: "RillTransportConformance",
            dependencies: ["Rill", "RillHTTP", "RillHTTPTesting", "RillSystem", "RillTesting"], swiftSettings: strict),

        .target(name: "RillJSON", dependencies: ["RillHTTP"], packageAccess: false, swiftSettings: strict),
        .target(name: "RillXML", dependencies: ["RillSystem"], packageAccess: false, swiftSettings: strict),

        // What several targets need from the operating system and from the standard library. Public, but no products.
        .target(name: "RillDigests", swiftSettings: strict),
        .target(name: "RillSystem", swiftSettings: strict),

        // Service clients, and sample servers for scripts and tests.
        .target(
            name: "RillQiita", dependencies: ["Rill", "RillHTTP", "RillOAuth"], packageAccess: false,
            swiftSettings: strict),
        .target(name: "RillGitHub", dependencies: ["Rill", "RillHTTP"], packageAccess: false, swiftSettings: strict),
        .target(
            name: "RillGarage", dependencies: ["Rill", "RillHTTP", "RillOAuth"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "RillConoHa", dependencies: ["Rill", "RillHTTP", "RillSystem"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "RillAzureStorage",
            dependencies: ["Rill", "RillDigests", "RillHTTP", "RillOAuth", "RillSystem", "RillXML"],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "RillSampleServices",
            dependencies: [
                "Rill", "RillDigests", "RillHTTP", "RillHTTPTesting", "RillSystem", "RillWebSocket", "RillXML",
            ],
            swiftSettings: strict),

        // Command-line scripts. They are not products, so that a package that uses Rill can have executables of the same names.
        .target(name: "RillScript", dependencies: ["Rill", "RillSystem"], packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "http-get",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "RillSampleServices", "RillScript", "RillTracing",
            ],
            path: "Playground-scripts/http-get", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "cassette", dependencies: ["RillHTTP", "RillHTTPTesting", "RillScript"],
            path: "Playground-scripts/cassette", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "qiita-tags",
            dependencies: ["Rill", "RillHTTP", "RillQiita", "RillSampleServices", "RillScript"],
            path: "Playground-scripts/qiita-tags", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "github-search",
            dependencies: [
                "Rill", "RillGitHub", "RillHTTP", "RillSampleServices", "RillScript", "RillTracing",
            ],
            path: "Playground-scripts/github-search", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "garage-users",
            dependencies: ["Rill", "RillGarage", "RillHTTP", "RillSampleServices", "RillScript"],
            path: "Playground-scripts/garage-users", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "conoha-identity",
            dependencies: ["Rill", "RillConoHa", "RillSampleServices", "RillScript"],
            path: "Playground-scripts/conoha-identity", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "azure-storage",
            dependencies: [
                "Rill", "RillAzureStorage", "RillHTTP", "RillHTTPTesting", "RillSampleServices", "RillScript",
                "RillSystem",
                "RillTracing",
            ],
            path: "Playground-scripts/azure-storage", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "oauth-login",
            dependencies: [
                "Rill", "RillHTTP", "RillOAuth", "RillSampleServices", "RillScript",
            ],
            path: "Playground-scripts/oauth-login", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "chat",
            dependencies: ["Rill", "RillHTTP", "RillSampleServices", "RillScript", "RillWebSocket"],
            path: "Playground-scripts/chat", packageAccess: false, swiftSettings: strict),
        .target(
            name: "RillBenchStages", dependencies: ["Rill"],
            path: "Playground-scripts/rill-bench-stages", packageAccess: false, swiftSettings: strict),
        .target(
            name: "CRillBareCurl", path: "Playground-scripts/rill-bench-curl",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .executableTarget(
            name: "rill-bench",
            dependencies: [
                "CRillBareCurl", "Rill", "RillBenchStages", "RillGitHub", "RillHTTP", "RillJSON", "RillMiddleware",
                "RillQiita", "RillScript", "RillTesting", "RillURLSession",
            ],
            path: "Playground-scripts/rill-bench", exclude: ["Allocations.c"], packageAccess: false,
            swiftSettings: strict),
        .executableTarget(
            name: "rill-soak",
            dependencies: [
                "Rill", "RillDigests", "RillHTTP", "RillHTTPTesting", "RillMiddleware", "RillOAuth", "RillScript",
                "RillURLSession", "RillWebSocket",
            ],
            path: "Playground-scripts/rill-soak", packageAccess: false, swiftSettings: strict),

        // Fuzz targets for response parsers. Tests/README.md describes how to run them.
        .target(
            name: "RillFuzzEntries",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "RillJSON", "RillMiddleware", "RillOAuth", "RillWebSocket",
                "RillXML",
            ],
            path: "Tests/Fuzzing/Entries", swiftSettings: strict),
        .executableTarget(name: "rill-fuzz", dependencies: ["RillFuzzEntries"], path: "Tests/Fuzzing/Driver"),

        // The peer of Python's WebSocket libraries. Tests/README.md describes how to run it.
        .executableTarget(
            name: "rill-websocket-peer",
            dependencies: ["Rill", "RillHTTP", "RillHTTPTesting", "RillScript", "RillWebSocket"],
            path: "Tests/Integration/WebSocketPeer", packageAccess: false, swiftSettings: strict),

        // Tests.
        .target(name: "CRillTestSupport", path: "Tests/CRillTestSupport"),
        .target(
            name: "RillTestSupport", dependencies: ["Rill", "RillTesting"], path: "Tests/RillTestSupport",
            swiftSettings: strict),
        .target(
            name: "RillServiceTestSupport", dependencies: ["Rill", "RillHTTP", "RillTesting", "RillTestSupport"],
            path: "Tests/RillServiceTestSupport", swiftSettings: strict),
        .target(
            name: "RillHTTPTestSupport", dependencies: ["Rill", "RillHTTP", "RillTesting"],
            path: "Tests/RillHTTPTestSupport", swiftSettings: strict),
        .testTarget(
            name: "RillTests",
            dependencies: ["CRillTestSupport", "Rill", "RillSwiftTesting", "RillTesting", "RillTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RillTestingTests",
            dependencies: ["Rill", "RillSwiftTesting", "RillTesting", "RillTestSupport", "RillXCTest"],
            swiftSettings: strict),
        .testTarget(
            name: "RillHTTPTests",
            dependencies: [
                "Rill", "RillCurl", "RillFuzzEntries", "RillHTTP", "RillHTTPTesting", "RillHTTPTestSupport",
                "RillHTTPTypes", "RillMiddleware", "RillOAuth", "RillSampleServices", "RillServiceTestSupport",
                "RillSystem", "RillTesting", "RillTestSupport", "RillTracing", "RillTransportConformance",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillCurlTests",
            dependencies: [
                .target(name: "CRillCurl", condition: .when(platforms: [.linux])),
                "Rill", "RillCurl", "RillHTTP", "RillHTTPTesting", "RillHTTPTestSupport", "RillHTTPTypes",
                "RillMiddleware", "RillServiceTestSupport", "RillSystem", "RillTesting", "RillTestSupport",
                "RillTransportConformance",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillMiddlewareTests",
            dependencies: [
                "Rill", "RillCurl", "RillHTTP", "RillHTTPTesting", "RillHTTPTestSupport", "RillHTTPTypes",
                "RillMiddleware", "RillOAuth", "RillServiceTestSupport", "RillSystem", "RillTesting",
                "RillTestSupport", "RillTransportConformance",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillOAuthTests",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "RillHTTPTestSupport", "RillHTTPTypes", "RillMiddleware",
                "RillOAuth", "RillSampleServices", "RillServiceTestSupport", "RillSystem", "RillTesting",
                "RillTestSupport", "RillTracing",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillURLSessionTests",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "RillHTTPTypes", "RillMiddleware", "RillTesting",
                "RillTestSupport", "RillURLSession", "RillTransportConformance",
                .target(name: "CRillCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillHTTPTestingTests",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "RillMiddleware", "RillSwiftTesting", "RillTesting",
                "RillTestSupport", "RillTransportConformance", "RillWebSocket",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillJSONTests",
            dependencies: [
                "Rill", "RillFuzzEntries", "RillHTTP", "RillHTTPTesting", "RillJSON", "RillServiceTestSupport",
                "RillTesting", "RillTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillWebSocketTests",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "RillMiddleware", "RillSampleServices", "RillSwiftTesting",
                "RillTesting", "RillTestSupport", "RillWebSocket",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillXMLTests", dependencies: ["RillSystem", "RillTestSupport", "RillXML"], swiftSettings: strict),
        // Each file of these tests imports one library, which re-exports what its users need.
        .testTarget(
            name: "ImportTests",
            dependencies: [
                "RillHTTP", "RillHTTPTesting", "RillJSON", "RillMiddleware", "RillQiita", "RillScript",
                "RillSwiftTesting", "RillURLSession", "RillXCTest",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillQiitaTests",
            dependencies: [
                "Rill", "RillHTTP", "RillHTTPTesting", "RillQiita", "RillSampleServices", "RillServiceTestSupport",
                "RillTesting", "RillTestSupport", "RillTracing",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillGitHubTests",
            dependencies: [
                "Rill", "RillGitHub", "RillHTTP", "RillHTTPTesting", "RillMiddleware", "RillSampleServices",
                "RillServiceTestSupport", "RillTesting", "RillTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillGarageTests",
            dependencies: [
                "Rill", "RillGarage", "RillHTTP", "RillHTTPTesting", "RillOAuth", "RillSampleServices",
                "RillServiceTestSupport", "RillTesting", "RillTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillConoHaTests",
            dependencies: [
                "Rill", "RillConoHa", "RillHTTP", "RillHTTPTesting", "RillSampleServices", "RillServiceTestSupport",
                "RillTesting", "RillTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RillAzureStorageTests",
            dependencies: [
                "Rill", "RillAzureStorage", "RillDigests", "RillHTTP", "RillHTTPTesting", "RillHTTPTypes",
                "RillMiddleware", "RillOAuth", "RillSampleServices", "RillServiceTestSupport", "RillSystem",
                "RillTesting", "RillTestSupport",
            ],
            swiftSettings: strict),
        // The code on the pages is compiled with these modules. Source files do not import all of them.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Rill", "RillAzureStorage", "RillConoHa", "RillGarage", "RillGitHub", "RillHTTP", "RillHTTPTesting",
                "RillJSON", "RillMiddleware", "RillOAuth", "RillQiita", "RillSampleServices", "RillScript",
                "RillSwiftTesting", "RillTesting", "RillTestSupport", "RillTracing", "RillTransportConformance",
                "RillURLSession", "RillWebSocket", "RillXCTest", "RillXML",
            ],
            exclude: ["Cassettes"], swiftSettings: strict),
        .testTarget(
            name: "RillScriptTests", dependencies: ["Rill", "RillScript", "RillTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ScriptTests",
            dependencies: [
                "Rill", "azure-storage", "cassette", "chat", "conoha-identity", "garage-users", "github-search",
                "http-get", "oauth-login", "qiita-tags", "rill-bench", "rill-soak", "RillHTTP", "RillHTTPTesting",
                "RillMiddleware", "RillOAuth", "RillSampleServices", "RillServiceTestSupport", "RillTestSupport",
            ],
            exclude: ["Images"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// CI compiles each module as a whole, with an index without system modules, and without the debug information of types.
if Context.environment["RILL_WHOLE_MODULE"] != nil {
    let debugFlag = Context.environment["RILL_SANITIZED"] == nil ? "-gline-tables-only" : "-gnone"
    for target in package.targets {
        let flags = [
            "-disable-batch-mode", "-whole-module-optimization", "-no-emit-module-separately-wmo", "-num-threads", "2",
            // The package manager adds -g to the options of the driver.
            "-Xfrontend", debugFlag, "-index-ignore-system-modules", "-Xfrontend", "-index-ignore-clang-modules",
        ]
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
    }
}

// CI does not use the thread sanitizer for scripts, documentation, and libraries that have no locks and no unchecked
// sendability.
if Context.environment["RILL_SANITIZED"] != nil {
    let excluded: Set = [
        "DocumentationTests", "ImportTests", "RillConoHaTests", "RillGarageTests", "RillJSONTests", "RillQiitaTests",
        "RillXMLTests", "ScriptTests",
    ]
    package.products.removeAll { $0.name == "RillPlayground" }
    package.targets.removeAll { $0.type == .executable || excluded.contains($0.name) }
}
