import Foundation
import RillTestSupport
import Testing

/// Verifies that the sample files, whose functions the tests call, contain the code on the pages.
@Suite struct DocumentationTests {
    /// A page or a code file of a tutorial, the files with its code, and the number of lines of code that they do not contain.
    struct Page: Sendable, CustomTestStringConvertible {
        let path: String
        let samples: [String]
        var skippedLines = 0

        var testDescription: String { path }
    }

    static let pages = [
        // The lines with the public services are skipped.
        Page(path: "README.md", samples: ["ReadmeSamples"], skippedLines: 2),
        Page(path: "Sources/Rill/Rill.docc/Rill.md", samples: ["OverviewPageSamples"]),
        Page(path: "Sources/RillHTTP/RillHTTP.docc/RillHTTP.md", samples: ["OverviewPageSamples"], skippedLines: 3),
        Page(path: "Sources/RillTesting/RillTesting.docc/RillTesting.md", samples: ["OverviewPageSamples"]),
        Page(
            path: "Sources/RillAzureStorage/RillAzureStorage.docc/RillAzureStorage.md",
            samples: ["AzureStoragePageSamples", "AzureStorageAccessSamples"]),
        Page(path: "Sources/RillXML/RillXML.docc/RillXML.md", samples: ["RillXMLPageSamples"], skippedLines: 4),
        Page(
            path: "Sources/RillTesting/RillTesting.docc/TestingYourStreams.md",
            samples: ["TestingPageSamples", "TestingPageXCTestSamples"]),
        Page(
            path: "Sources/RillTesting/RillTesting.docc/ReadingStepByStep.md",
            samples: ["ReadingPageSamples", "ReadingPageXCTestSamples"]),
        Page(
            path: "Sources/RillTesting/RillTesting.docc/Demand.md",
            samples: ["DemandPageSamples", "DemandPageXCTestSamples"]),
        Page(
            path: "Sources/RillTesting/RillTesting.docc/FindingRaces.md",
            samples: ["InterleavingPageSamples", "InterleavingPageXCTestSamples"]),
        Page(
            path: "Sources/RillHTTPTesting/RillHTTPTesting.docc/Cassettes.md",
            samples: ["CassettePageSamples", "CassettePageXCTestSamples"]),
        Page(
            path: "Sources/RillWebSocket/RillWebSocket.docc/TestingConnections.md",
            samples: ["WebSocketTestingPageSamples"]),
        Page(path: "Sources/RillWebSocket/RillWebSocket.docc/Reconnecting.md", samples: ["ReconnectingPageSamples"]),
        Page(
            path: "Sources/Rill/Rill.docc/WritingAnOperator.md", samples: ["WritingAnOperatorPageSamples"],
            skippedLines: 2),
        Page(path: "Sources/Rill/Rill.docc/WritingAScheduler.md", samples: ["WritingASchedulerPageSamples"]),
        // The lines of the other samples are skipped.
        Page(path: "Sources/Rill/Rill.docc/Instruments.md", samples: ["InstrumentsPageTests"], skippedLines: 14),
        Page(path: "\(TutorialStep.folder)/Code/TestingTheClient-1-GitHub.swift", samples: ["TutorialSamples"]),
        Page(
            path: "\(TutorialStep.folder)/Code/TestingTheClient-6-GitHubTests.swift", samples: ["TutorialSamples"],
            skippedLines: 1),
        Page(path: "\(TutorialStep.folder)/Code/ChatClient-8-Chat.swift", samples: ["ChatTutorialSamples"]),
        Page(
            path: "\(TutorialStep.folder)/Code/ChatClient-10-ChatTests.swift", samples: ["ChatTutorialSamples"],
            skippedLines: 1),
    ]

    @Test(arguments: pages)
    func sampleFilesContainCode(page: Page) throws {
        let samples = try page.samples.map { try PackageFiles.text(of: "Tests/DocumentationTests/\($0).swift") }
        let tested = Set(samples.joined(separator: "\n").split(separator: "\n").map(code(in:)))
        let text = try PackageFiles.text(of: page.path)
        let isCode = page.path.hasSuffix(".swift")
        let lines = isCode ? text.split(separator: "\n") : PageProgram.blocks(of: text).joined().map(\.text)
        let shown = lines.map(code(in:))
        let skipped = shown.filter { !$0.isEmpty && !tested.contains($0) }
        #expect(!shown.isEmpty)
        #expect(skipped.count == page.skippedLines, "the sample files do not contain these lines: \(skipped)")
    }

    /// Returns a line without indentation and comment.
    private func code(in line: Substring) -> String {
        let withoutComment = line.split(separator: " //", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return withoutComment.trimmingCharacters(in: .whitespaces)
    }
}
