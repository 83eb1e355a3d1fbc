import Foundation
import Testing

/// Every operator of the sources stands in one of the suite's tables.
@Suite("Contract: completeness")
struct CompletenessTests {
    /// Those that take a stream at its end; they have tests of their own.
    static let consumers: Set<String> = ["makeAsyncIterator", "subscribe", "values", "firstValue", "collected", "wait"]

    @Test("every operator of the sources is registered")
    func everyOperatorIsRegistered() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Rill")
            .resolvingSymlinksInPath()
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let names = OperatorCase.all.map(\.name) + SourceCase.all.map(\.name)
        let registered = Set(names).union(Self.consumers)
        var found: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("extension Observable") || text.contains("extension ObservableConvertible") else {
                continue
            }
            for match in text.matches(of: /public (?:static )?func `?(\w+)`?[<(]/) { found.insert(String(match.1)) }
        }
        #expect(found.count > 40, "the sources were not found in \(sources.path)")
        #expect(found.subtracting(registered).isEmpty)
        #expect(Set(OperatorCase.all.map(\.name)).isSubset(of: found))
    }
}
