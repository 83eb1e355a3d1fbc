package import Foundation
package import Testing

/// The source files and pages of the package.
package enum PackageFiles {
    /// The root folder of the package.
    package static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "../..").standardized

    /// Whether tests write the files that they compare, which requires the environment variable `RILL_UPDATE`.
    package static let updates = ProcessInfo.processInfo.environment["RILL_UPDATE"] != nil

    /// Returns the text of a file.
    ///
    /// - Parameter path: The path relative to the root folder.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Expects that a file contains a text.
    ///
    /// If ``updates`` is true, writes the file first.
    ///
    /// - Parameters:
    ///   - path: The path relative to the root folder.
    ///   - text: The expected text.
    ///   - suite: The test suite that updates the file.
    package static func expect(
        _ path: String, contains text: String, suite: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        if updates { try text.write(to: root.appending(path: path), atomically: true, encoding: .utf8) }
        let stored = try self.text(of: path)
        let hint = "Run: RILL_UPDATE=1 swift test --filter \(suite)"
        #expect(stored == text, "\(path) differs. \(hint)", sourceLocation: location)
    }
}
