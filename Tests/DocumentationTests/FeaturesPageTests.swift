import Foundation
import Testing

/// Verifies that each cell of the page "Features" starts with yes, partly, or no, and that each feature of this package
/// has tests.
@Suite struct FeaturesPageTests {
    /// The suites that test a feature, by the first words of its row.
    private static let suites = [
        "Endpoint as a value": "RillHTTPTests/EndpointTests",
        "Query from pairs": "RillHTTPTests/Coding/QueryEncoderTests",
        "Path templates": "RillHTTPTests/Coding/URLPathTests",
        "Body as JSON": "RillHTTPTests/Coding/FormBodyTests",
        "Body as multipart": "RillHTTPTests/Coding/MultipartWireTests",
        "Body raw": "RillHTTPTests/Transport/CurlTransportTests",
        "Middleware around": "RillHTTPTests/Middleware/MiddlewareTests",
        "Authentication with": "RillHTTPTests/Middleware/AuthenticationCrowdTests",
        "Retry as a value": "RillHTTPTests/Middleware/RetryTests",
        "Jitter": "RillHTTPTests/Middleware/RetryDemandTests",
        "Status validated": "RillHTTPTests/ClientStageTests",
        "Content type validated": "RillHTTPTests/Coding/ContentTypeTests",
        "One error type": "RillHTTPTests/Errors/APIErrorTests",
        "The server's own error": "RillHTTPTests/Errors/CatchServiceErrorTests",
        "Decoder per request": "RillHTTPTests/ClientTests",
        "Typed parsers": "RillHTTPTests/Streaming/ClientStreamTests",
        "Value below": "RillHTTPTests/Coding/ResponseParserPathTests",
        "Empty body": "RillHTTPTests/Coding/ResponseParserOptionalTests",
        "Paging": "RillHTTPTests/Paging/PagesTests",
        "Revalidating cache": "RillHTTPTests/Middleware/ResponseCacheTests",
        "Rate limit": "RillHTTPTests/Middleware/RateLimitTests",
        "Request coalescing": "RillHTTPTests/Middleware/RequestCoalescingTests",
        "Upload and download": "RillHTTPTests/Streaming/UploadProgressTests",
        "Download to": "RillHTTPTests/Streaming/DownloadTests",
        "Streaming body": "RillHTTPTests/Streaming/ClientStreamTests",
        "Server-Sent": "RillHTTPTests/Streaming/ServerSentEventsTests",
        "Cancellation": "RillHTTPTests/OtherClientRegressionTests",
        "Timeouts": "RillHTTPTests/ClientLimitTests",
        "Redirect policy": "RillHTTPTests/Middleware/FollowRedirectsTests",
        "Cookies": "RillHTTPTests/Transport/CurlOptionsTests",
        "Proxy": "RillHTTPTests/Transport/CurlOptionsTests",
        "Log and": "RillHTTPTests/Middleware/LoggingTests",
        "Timing of": "RillHTTPTests/ClientMetricsTests",
        "Stub transport": "RillHTTPTests/StubTransportTests",
        "Record and": "RillHTTPTestingTests/Cassette/CassetteModeTests",
    ]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    /// Returns the cells of each row.
    private func rows() throws -> [[String]] {
        let page = try String(
            contentsOf: Self.root.appending(path: "Sources/RillHTTP/RillHTTP.docc/Features.md"), encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }
    }

    @Test func cellsStartWithYesPartlyOrNo() throws {
        let rows = try rows()
        #expect(rows.count > 35)
        for row in rows {
            #expect(row.count == 7, "\(row[0])")
            for cell in row.dropFirst() { #expect(cell.contains(#/^(yes|partly|no)($|: )/#), "\(row[0]): \(cell)") }
        }
    }

    /// Features that the build verifies.
    private static let packageProperties = ["Linux", "Swift 6 language mode", "No dependencies"]

    @Test func claimedFeaturesHaveTests() throws {
        for row in try rows() where !row[1].hasPrefix("no") && !Self.packageProperties.contains(row[0]) {
            let suite = try #require(Self.suites.first { row[0].hasPrefix($0.key) }?.value, "\(row[0])")
            let source = try String(contentsOf: Self.root.appending(path: "Tests/\(suite).swift"), encoding: .utf8)
            #expect(source.contains("@Test"), "\(suite)")
        }
    }
}
