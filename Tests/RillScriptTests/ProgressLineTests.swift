import Rill
import Synchronization
import Testing

@testable import RillScript

/// Tests of transfers that show no status line, because there is no terminal.
@Suite struct ProgressLineTests {
    private struct TransferError: Error {}

    @Test func summaryContainsSizeDurationAndRate() {
        #expect(ProgressLine.summary(of: 27_400_000, in: .milliseconds(8_030)) == "27.4 MB in 8.03 s, 3.41 MB/s")
        #expect(ProgressLine.summary(of: 0, in: .milliseconds(2)) == "0 B in 2.00 ms, 0 B/s")
        #expect(ProgressLine.summary(of: 0, in: .zero).hasSuffix(", 0 B/s"))
    }

    @Test func bytesClosureIsCalledForEachElement() async throws {
        let reported = Mutex<[Int]>([])
        try await ProgressLine(Terminal(width: 80)).show("a", Observable.of(1, 5, 9)) { progress in
            reported.withLock { $0.append(progress) }
            return (progress, nil)
        }
        #expect(reported.withLock { $0 } == [1, 5, 9])
    }

    @Test func transferThrowsTheErrorOfTheStream() async {
        let progress = ProgressLine(Terminal(width: 80))
        await #expect(throws: TransferError.self) {
            try await progress.show("a", Observable.of(1).concat(.error(TransferError()))) { ($0, nil) }
        }
        await #expect(throws: StreamError.self) {
            try await progress.show("a", Observable<Int>.empty()) { ($0, nil) }
        }
    }
}
