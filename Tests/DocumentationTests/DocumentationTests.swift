import Foundation
import Testing

/// Verifies that the code in the README and the documentation catalogs is compiled.
@Suite struct DocumentationTests {
    /// A page, the files with its code, and the minimum number of lines of code.
    struct Page: Sendable, CustomTestStringConvertible {
        let path: String
        let samples: [String]
        let lines: Int

        var testDescription: String { path }
    }

    static let pages = [
        Page(path: "README.md", samples: ["FirstScreenSample", "ReadmeSamples"], lines: 25),
        Page(path: "Sources/Rill/Rill.docc/Rill.md", samples: ["CatalogSamples"], lines: 7),
        Page(path: "Sources/Rill/Rill.docc/ErrorTraces.md", samples: ["CatalogSamples"], lines: 5),
        Page(path: "Sources/RillHTTP/RillHTTP.docc/Requests.md", samples: ["RequestsPageSamples"], lines: 30),
        Page(path: "Sources/RillHTTP/RillHTTP.docc/MiddlewareOrder.md", samples: ["MiddlewarePageSamples"], lines: 20),
        Page(path: "Sources/RillHTTP/RillHTTP.docc/Streaming.md", samples: ["StreamingPageSamples"], lines: 10),
        Page(path: "Sources/RillHTTP/RillHTTP.docc/Transports.md", samples: ["TransportsPageSamples"], lines: 8),
        Page(path: "Sources/RillGarage/RillGarage.docc/RillGarage.md", samples: ["GaragePageSamples"], lines: 25),
        Page(path: "Sources/RillGitHub/RillGitHub.docc/RillGitHub.md", samples: ["GitHubPageSamples"], lines: 18),
        Page(path: "Sources/RillConoHa/RillConoHa.docc/RillConoHa.md", samples: ["ConoHaPageSamples"], lines: 25),
        Page(
            path: "Sources/RillAzureStorage/RillAzureStorage.docc/RillAzureStorage.md",
            samples: ["AzureStoragePageSamples"],
            lines: 45),
        Page(path: "Sources/RillXML/RillXML.docc/RillXML.md", samples: ["RillXMLPageSamples"], lines: 50),
        Page(
            path: "Sources/RillTesting/RillTesting.docc/TestingYourStreams.md",
            samples: ["TestingPageSamples", "TestingPageXCTestSamples"], lines: 60),
    ]

    @Test(arguments: pages)
    func everyLineOfCodeIsCompiled(page: Page) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let samples = try page.samples.map {
            try String(contentsOf: folder.appending(path: "\($0).swift"), encoding: .utf8)
        }.joined(separator: "\n")
        let text = try String(contentsOf: folder.appending(path: "../../\(page.path)").standardized, encoding: .utf8)
        let compiled = Set(samples.split(separator: "\n").map(code(in:)))
        let shown = swiftBlocks(of: text).flatMap { $0.split(separator: "\n").map(code(in:)) }.filter { !$0.isEmpty }
        #expect(shown.count >= page.lines)
        for line in shown where !line.hasPrefix(".package(") {
            #expect(compiled.contains(line), "the page contains a line that is not in the compiled samples")
        }
    }

    /// Returns a line without indentation and comment.
    private func code(in line: Substring) -> String {
        let withoutComment = line.split(separator: " //", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return withoutComment.trimmingCharacters(in: .whitespaces)
    }

    private func swiftBlocks(of text: String) -> [Substring] {
        text.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
    }
}
