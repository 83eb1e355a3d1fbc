import RillTestSupport
import Testing

/// Verifies that the files that `ARCHITECTURE.md` names exist, and contain the functions named beside them.
@Suite struct ArchitecturePageTests {
    private static let page = Result { try PackageFiles.text(of: "ARCHITECTURE.md") }

    @Test func namedFilesExist() throws {
        let paths = try Self.page.get().matches(of: #/`([\w+\/.]+\.(?:swift|md))`/#).map { String($0.1) }
        #expect(paths.count > 30)
        for path in paths {
            #expect(throws: Never.self, "\(path)") { try PackageFiles.text(of: "Sources/\(path)") }
        }
    }

    /// The functions in which a reader looks for an event, by file.
    @Test(arguments: [
        ("updatePause", "RillCurl/Exchange/CurlExchange.swift"),
        ("receiveBody", "RillCurl/Exchange/CurlSlot+Callbacks.swift"),
        ("attempt", "RillHTTP/Client/Exchange/Exchange.swift"),
        ("checkedResponse", "RillHTTP/Client/Exchange/Exchange.swift"),
        ("entry", "RillHTTPTesting/Cassette/CassettePlayer.swift"),
        ("differences", "RillHTTPTesting/Cassette/Matching/RequestKey.swift"),
        ("receive", "Rill/Timing/Debounce.swift"),
        ("setTimer", "Rill/Internal/Delivery/TimedOperator.swift"),
    ])
    func namedFunctionsExist(function: String, path: String) throws {
        let page = try Self.page.get()
        #expect(page.contains("`\(function)") && page.contains("`\(path)`"))
        #expect(try PackageFiles.text(of: "Sources/\(path)").contains("func \(function)("))
    }
}
