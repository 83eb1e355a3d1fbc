import Foundation
import RillTestSupport
import Testing

/// Verifies that the tables of the contract tests contain every operator in the sources.
@Suite("Contract: completeness")
struct CompletenessTests {
    /// Methods that consume a stream; they have their own tests.
    static let consumers: Set<String> = ["makeAsyncIterator", "subscribe", "values", "firstValue", "collected", "wait"]

    @Test("every operator in Sources/Rill is in a table")
    func everyOperatorIsRegistered() throws {
        let sources = PackageFiles.root.appending(path: "Sources/Rill")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let names = OperatorCase.all.map(\.name) + SourceCase.all.map(\.name)
        let registered = Set(names).union(Self.consumers)
        var found: Set<String> = []
        // The methods in these files only provide compiler messages.
        let isUnavailable = { (file: URL) in file.lastPathComponent.hasPrefix("Unavailable") }
        for case let file as URL in files where file.pathExtension == "swift" && !isUnavailable(file) {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("extension Observable") || text.contains("extension ObservableConvertible") else {
                continue
            }
            for match in text.matches(of: /public (?:static )?func `?(\w+)`?[<(]/) { found.insert(String(match.1)) }
        }
        #expect(found.count > 40, "found too few operators in \(sources.path)")
        #expect(found.subtracting(registered).isEmpty)
        #expect(Set(OperatorCase.all.map(\.name)).isSubset(of: found))
    }
}
