import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests of the failure messages of a reader.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct StreamReaderFailureTests {
    let kit = TestKit()

    /// Expects that a closure records exactly one issue with a text.
    private func expectIssue(_ text: String, line: Int? = nil, _ work: () async -> Void) async {
        await withKnownIssue {
            await work()
        } matching: { issue in
            issue.comments.map(\.rawValue) == [text] && (line == nil || issue.sourceLocation?.line == line)
        }
    }

    @Test func differentElementFailsAtTheCallingLine() async {
        let reader = kit.reader(of: kit.cold("-a|"))
        await expectIssue("expected next(\"b\"), got next(\"a\") at tick 1", line: #line + 1) {
            await reader.expectNext("b")
        }
        await reader.expectNext("ignored after the first failure")
    }

    @Test func completionInsteadOfElementFails() async {
        let reader = kit.reader(of: kit.cold("-|"))
        await expectIssue("expected an element, got completed at tick 1") { _ = try? await reader.next() }
    }

    @Test func idleClockFails() async {
        let reader = kit.reader(of: kit.cold("-a-"))
        await reader.expectNext("a")
        await expectIssue(
            "expected completed, got nothing: no work is pending at tick 1. Read before: next(\"a\") at tick 1"
        ) {
            await reader.expectCompleted()
        }
    }

    @Test func unexpectedEventDuringSilenceFails() async {
        let reader = kit.reader(of: kit.cold("--a|"))
        await expectIssue("expected nothing for 5.0 seconds, got next(\"a\") at tick 2") {
            await reader.expectNothing(for: .seconds(5))
        }
    }

    @Test func unreadEventsFailAtTheEndOfTheTest() async {
        await expectIssue("1 event was not read: next(2)", line: #line + 1) {
            let reader = Observable.of(1, 2).testReader()
            await reader.expectNext(1)
        }
    }

    @Test func timeoutNamesEarlierEvents() async {
        let subject = PublishSubject<Int>()
        let reader = subject.testReader(timeout: .zero)
        subject.onNext(1)
        await reader.expectNext(1)
        await expectIssue("expected next(2), got nothing: timed out after 0.0 seconds. Read before: next(1)") {
            await reader.expectNext(2)
        }
    }

    @Test func otherErrorFails() async {
        let reader = kit.reader(of: kit.cold("-#"))
        await expectIssue(
            "expected an error of type StreamError, got error(TestError as TestError) at tick 1"
        ) {
            await reader.expectError(as: StreamError.self)
        }
    }
}
