import Foundation
import RillHTTPTesting
import Testing

/// Verifies that the page "Transports" lists all conformance cases that a transport skips.
@Suite struct TransportsPageTests {
    private static let transports = [
        ("Exceptions for CurlTransport", "RillHTTPTests/Transport/CurlConformanceTests.swift"),
        ("Exceptions for URLSessionTransport", "RillURLSessionTests/URLSessionConformanceTests.swift"),
    ]

    @Test(arguments: transports)
    func listsSkippedCases(heading: String, tests: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let page = try String(
            contentsOf: root.appending(path: "Sources/RillHTTP/RillHTTP.docc/Transports.md"), encoding: .utf8)
        let source = try String(contentsOf: root.appending(path: "Tests/\(tests)"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n### ").first { $0.hasPrefix(heading) })
        let listed = section.matches(of: #/`(\w+/\w+)`/#).map { String($0.1) }
        let skipped = source.matches(of: #/"(\w+/\w+)": /#).map { String($0.1) }
        #expect(!skipped.isEmpty)
        #expect(listed.sorted() == skipped.sorted())
    }

    @Test func limitsSectionNamesExistingCases() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let page = try String(
            contentsOf: root.appending(path: "Sources/RillHTTP/RillHTTP.docc/Transports.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Limits") })
        let listed = section.matches(of: #/`([a-z]\w*/\w+)`/#).map { String($0.1) }
        let names = Set(TransportConformance.cases.map(\.description))
        #expect(listed.count > 10)
        #expect(listed.filter { !names.contains($0) } == [])
    }
}
