import Foundation
import RillHTTPTesting
import RillTestSupport
import Testing

/// Verifies that the page "Transports" lists all conformance cases that a transport skips.
@Suite struct TransportsPageTests {
    private static let transports = [
        ("Exceptions for CurlTransport", "RillHTTPTests/Transport/CurlConformanceTests.swift"),
        ("Exceptions for URLSessionTransport", "RillURLSessionTests/URLSessionConformanceTests.swift"),
    ]

    @Test(arguments: transports)
    func listsSkippedCases(heading: String, tests: String) throws {
        let page = try PackageFiles.text(of: "Sources/RillHTTP/RillHTTP.docc/Transports.md")
        let source = try PackageFiles.text(of: "Tests/\(tests)")
        let section = try #require(page.components(separatedBy: "\n### ").first { $0.hasPrefix(heading) })
        let listed = section.matches(of: #/`(\w+/\w+)`/#).map { String($0.1) }
        let skipped = source.matches(of: #/"(\w+/\w+)": /#).map { String($0.1) }
        #expect(!skipped.isEmpty)
        #expect(listed.sorted() == skipped.sorted())
    }

    @Test func limitsSectionNamesExistingCases() throws {
        let page = try PackageFiles.text(of: "Sources/RillHTTP/RillHTTP.docc/Transports.md")
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Limits") })
        let listed = section.matches(of: #/`([a-z]\w*/\w+)`/#).map { String($0.1) }
        let names = Set(TransportConformance.cases.map(\.description))
        #expect(listed.count > 10)
        #expect(listed.filter { !names.contains($0) } == [])
    }
}
