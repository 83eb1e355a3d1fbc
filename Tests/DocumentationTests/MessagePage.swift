import Foundation
import RillTestSupport
import Testing

/// The failure messages on the page "Failure messages".
enum MessagePage {
    /// The titles of the sections.
    static func sections() throws -> [String] {
        try parts().map { String($0.prefix { $0 != "\n" }) }
    }

    /// Expects that a section contains exactly the given messages: its code blocks, then the first column of its table.
    static func expect(
        _ messages: [String?], in section: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = try #require(try parts().first { $0.hasPrefix("\(section)\n") })
        let blocks = text.components(separatedBy: "\n```\n").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let rows = text.matches(of: #/\n\| `(.+?)` \|/#).map { String($0.1).replacing("\\|", with: "|") }
        let listed = blocks + rows
        #expect(listed == messages, sourceLocation: sourceLocation)
    }

    /// Returns the text of the sections.
    private static func parts() throws -> [String] {
        let page = try PackageFiles.text(of: "Sources/RillTesting/RillTesting.docc/FailureMessages.md")
        return Array(page.components(separatedBy: "\n### ").dropFirst())
    }
}
