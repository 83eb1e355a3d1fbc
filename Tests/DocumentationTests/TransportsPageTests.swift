import Foundation
import RillHTTPTesting
import Testing

/// The page "Transports" names every case of the conformance suite that a transport is not run through.
@Suite struct TransportsPageTests {
    private static let transports = [
        ("Exceptions for CurlTransport", "RillHTTPTests/Transport/CurlConformanceTests.swift"),
        ("Exceptions for URLSessionTransport", "RillURLSessionTests/URLSessionConformanceTests.swift"),
    ]

    @Test(arguments: transports)
    func listsWhatATransportLeavesOut(heading: String, tests: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let page = try String(
            contentsOf: root.appending(path: "Sources/RillHTTP/RillHTTP.docc/Transports.md"), encoding: .utf8)
        let source = try String(contentsOf: root.appending(path: "Tests/\(tests)"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n### ").first { $0.hasPrefix(heading) })
        let listed = section.matches(of: #/`(\w+/\w+)`/#).map { String($0.1) }
        let omitted = source.matches(of: #/"(\w+/\w+)": /#).map { String($0.1) }
        #expect(!omitted.isEmpty)
        #expect(listed.sorted() == omitted.sorted())
    }

    @Test func namesExistingTestsOfTheLimits() throws {
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
