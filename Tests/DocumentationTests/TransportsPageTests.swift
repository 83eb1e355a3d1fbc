import Foundation
import RillHTTPTesting
import RillTestSupport
import RillTransportConformance
import Testing

/// Verifies that the page "Transports" lists all conformance cases that a transport skips.
@Suite struct TransportsPageTests {
    private static let transports = [
        ("Exceptions for URLSessionTransport", "RillURLSessionTests/URLSessionConformanceTests.swift"),
        ("Other versions of libcurl", "RillCurlTests/CurlConformanceTests.swift"),
    ]

    @Test(arguments: transports)
    func listsSkippedCases(heading: String, tests: String) throws {
        let page = try PackageFiles.text(of: "Sources/RillHTTP/RillHTTP.docc/Transports.md")
        let source = try PackageFiles.text(of: "Tests/\(tests)")
        let section = try #require(page.components(separatedBy: "\n### ").first { $0.hasPrefix(heading) })
        let listed = section.matches(of: #/`(\w+/\w+)`/#).map { String($0.1) }
        let skipped = source.matches(of: #/"(\w+/\w+)":\s/#).map { String($0.1) }
        #expect(!skipped.isEmpty)
        #expect(listed.sorted() == skipped.sorted())
    }

    @Test func namesExistingConformanceCases() throws {
        let page = try PackageFiles.text(of: "Sources/RillHTTP/RillHTTP.docc/Transports.md")
        let listed = page.matches(of: #/`([a-z]\w*/\w+)`/#).map { String($0.1) }
        let names = Set(TransportConformance.cases.map(\.description))
        #expect(listed.count > 80)
        #expect(listed.filter { !names.contains($0) } == [])
    }

    @Test func namesExistingTests() throws {
        let page = try PackageFiles.text(of: "Sources/RillHTTP/RillHTTP.docc/Transports.md")
        let listed = page.matches(of: #/`(\w+Tests)/(\w+)`/#)
        #expect(listed.count >= 4)
        for match in listed {
            let source = try PackageFiles.text(of: "Tests/RillCurlTests/\(match.1).swift")
            #expect(source.contains("func \(match.2)("), "\(match.0)")
        }
    }

    @Test(arguments: ["### Routing and trust", "## Limits"])
    func everyRowWithOptionNamesTests(heading: String) throws {
        let page = try PackageFiles.text(of: "Sources/RillHTTP/RillHTTP.docc/Transports.md")
        let section = try #require(page.components(separatedBy: "\n\(heading)\n").last)
        let rows = section.components(separatedBy: "\n#")[0].components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
        #expect(rows.count > 5)
        // The limit of the client is not an option of the transport.
        for row in rows.dropFirst(2) where !row.contains("``Client/") {
            #expect(row.contains(#/`\w+/\w+`/#), "\(row)")
        }
    }
}
