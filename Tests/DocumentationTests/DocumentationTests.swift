import Foundation
import Testing

@Suite struct ReadmeTests {
    @Test func everyLineOfCodeIsCompiled() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let samples = try ["FirstScreenSample.swift", "ReadmeSamples.swift"].map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }.joined(separator: "\n")
        let readme = try String(contentsOf: folder.appending(path: "../../README.md").standardized, encoding: .utf8)
        let compiled = Set(samples.split(separator: "\n").map(code))
        let shown = swiftBlocks(of: readme).flatMap { $0.split(separator: "\n").map(code) }.filter { !$0.isEmpty }
        #expect(shown.count > 25)
        for line in shown where !line.hasPrefix(".package(") {
            #expect(compiled.contains(line), "the README shows a line that no test compiles")
        }
    }

    /// A line without its indentation and its comment.
    private func code(_ line: Substring) -> String {
        let withoutComment = line.split(separator: " //", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return withoutComment.trimmingCharacters(in: .whitespaces)
    }

    private func swiftBlocks(of text: String) -> [Substring] {
        text.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
    }
}
