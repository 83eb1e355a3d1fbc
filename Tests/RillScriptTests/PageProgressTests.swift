import Rill
import RillScript
import Testing

/// Tests of the pages that are written after a failure.
@Suite struct PageProgressTests {
    private struct PageError: Error {}

    /// Returns the pages that are written, or `nil` if there is no output, and whether an error is thrown.
    private func collect(_ pages: Observable<String>) async -> (written: [String]?, hasFailed: Bool) {
        var written: [String]?
        do {
            try await PageProgress(Terminal(width: 80)).collect(pages) { written = $0 }
            return (written, false)
        } catch {
            return (written, error is PageError)
        }
    }

    @Test func writesReceivedPages() async {
        let cases: [(pages: Observable<String>, written: [String]?, hasFailed: Bool)] = [
            (.of("a", "b"), ["a", "b"], false), (.empty(), [], false),
            (.of("a", "b").concat(.error(PageError())), ["a", "b"], true), (.error(PageError()), nil, true),
        ]
        for (index, (pages, written, hasFailed)) in cases.enumerated() {
            #expect(await collect(pages) == (written, hasFailed), "case \(index)")
        }
    }
}
