#if os(Linux)
    import Foundation
    import RillServiceTestSupport
    import RillTestSupport
    import Testing

    /// Tests of a service client, middleware, a transport, and an operator in a package of its own, which uses the libraries as
    /// users do.
    @Suite(.timeLimit(.minutes(10)), .enabled("requires swiftc") { await Script.hasCompiler })
    struct ClientPackageTests {
        @Test func clientUsesThePublicLibrary() async throws {
            try await withFolder { folder in
                let products = try Script.products(containing: "libRillPlayground.so").path
                let sources = PackageFiles.root.appending(path: "Tests/ClientPackage/Sources/weather")
                let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
                let program = folder.appending(path: "weather").path
                let compiler = try await Script(name: "/usr/bin/env").run(
                    [
                        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", "\(products)/Modules", "-Xcc",
                        "-fmodule-map-file=\(products)/CRillCurl.build/module.modulemap", "-L", products,
                        "-lRillPlayground", "-Xlinker", "-rpath", "-Xlinker", products, "-o", program,
                    ] + files.map { sources.appending(path: $0).path })
                try #require(compiler.status == 0, "\(compiler.errors)")

                let outcome = try await Script(name: program).run([])
                #expect(outcome.status == 0, "\(outcome.errors)")
                let lines = outcome.output.split(separator: "\n").map(String.init)
                // Metrics are reported on another thread.
                #expect(
                    lines.filter { !$0.hasPrefix("metrics of ") } == [
                        "Tokyo: 21", "Kyoto: 19", "Tokyo: 21", "from 21 to 19", "challenged: 21",
                        "GET https://weather.example/stations/Atlantis failed with status 404 Not Found: no such station",
                        "Attempts: 2; earlier: the connection was closed before the response was complete after 0.000 s",
                        "GET https://weather.example/stations/ was not sent: the name of the station is empty",
                    ])
                #expect(
                    Set(lines.filter { $0.hasPrefix("metrics of ") }) == [
                        "metrics of https://weather.example/stations/Tokyo: resent, 0.005 seconds",
                        "metrics of https://weather.example/stations/Kyoto: resent, 0.005 seconds, resent, 0.005 seconds",
                        "metrics of https://weather.example/stations/Tokyo: ",
                        "metrics of https://weather.example/reports: resent, 0.005 seconds",
                        "metrics of https://weather.example/reports?page=2: resent, 0.005 seconds",
                        "metrics of https://weather.example/stations/Atlantis: resent, 0.005 seconds",
                        "metrics of https://weather.example/stations/: ",
                    ])
            }
        }
    }
#endif
