import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests of the failure messages of a reader.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct StreamReaderFailureTests {
    let kit = TestKit()

    /// Expects that a closure records exactly one issue, with the given text.
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

    @Test func expectCompletedFailsWhenNoWorkIsPending() async {
        let reader = kit.reader(of: kit.cold("-a-"))
        await reader.expectNext("a")
        await expectIssue(
            "expected completed, got nothing: no work is pending at tick 1. Events read so far: next(\"a\") at tick 1"
        ) {
            await reader.expectCompleted()
        }
    }

    @Test func expectNothingFailsWhenEventArrives() async {
        let reader = kit.reader(of: kit.cold("--a|"))
        await expectIssue("expected nothing for 5.0 seconds, got next(\"a\") at tick 2") {
            await reader.expectNothing(for: .seconds(5))
        }
    }

    @Test func unreadEventsFailAtTheEndOfTheTest() async {
        await expectIssue("1 event was not read: next(2)", line: #line + 1) {
            let reader = Observable.of(1, 2).concat(.never()).testReader()
            await reader.expectNext(1)
        }
    }

    @Test func timeoutMessageListsEarlierEvents() async {
        let subject = PublishSubject<Int>()
        let reader = subject.testReader(timeout: .zero)
        subject.onNext(1)
        await reader.expectNext(1)
        await expectIssue("expected next(2), got nothing: timed out after 0.0 seconds. Events read so far: next(1)") {
            await reader.expectNext(2)
        }
    }

    @Test func expectErrorFailsForDifferentErrorType() async {
        let reader = kit.reader(of: kit.cold("-#"))
        await expectIssue(
            "expected an error of type StreamError, got error(TestError as TestError) at tick 1"
        ) {
            await reader.expectError(as: StreamError.self)
        }
    }

    @Test func readAfterTerminalEventFails() async {
        let reader = kit.reader(of: kit.cold("-|"))
        await reader.expectCompleted()
        await expectIssue("expected next(\"a\"), but the stream had ended with completed at tick 1") {
            await reader.expectNext("a")
        }
    }

    @Test func messageCountsManyUnreadEvents() async {
        let subject = PublishSubject<Int>()
        let text = "7 events were not read: next(1), next(2), next(3), next(4), next(5), \u{2026} and 2 more"
        await expectIssue(text, line: #line + 1) {
            let reader = subject.testReader()
            withExtendedLifetime(reader) { for number in 1...7 { subject.onNext(number) } }
        }
    }

    @Test func disposeAndExpectNoUnreadEventsFailsForUnreadEvent() async {
        let reader = Observable.of(1, 2).testReader()
        await expectIssue("1 event was not read: next(1)", line: #line + 1) {
            await reader.disposeAndExpectNoUnreadEvents()
        }
    }

    @Test func readAfterTheCancellationFails() async {
        let reader = kit.reader(of: kit.cold("-a"))
        await reader.disposeAndExpectNoUnreadEvents()
        _ = kit.scheduler.schedule(after: .seconds(5)) {}
        await expectIssue("expected next(\"a\"), but the reader was canceled") { await reader.expectNext("a") }
        #expect(kit.scheduler.now == .zero)
    }

    @Test func readFailsWhileAnotherReadIsPending() async {
        let subject = PublishSubject<Int>()
        let reader = subject.testReader(timeout: .seconds(60))
        let text = """
            expected an element, got nothing: another call waits for an event. Use a reader from one task at a time
            """
        await expectIssue(text) {
            let elements = await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<2 { group.addTask { try? await reader.next() } }
                let failed = await group.next()
                subject.onNext(7)
                return [failed, await group.next()]
            }
            #expect(elements == [.some(nil), 7])
        }
    }

    @Test func readFailsWhenTaskIsCanceled() async {
        let reader = Observable<Int>.never().testReader()
        await expectIssue("expected next(1), got nothing: the task was canceled") {
            let task = Task { await reader.expectNext(1) }
            task.cancel()
            await task.value
        }
    }

    @Test func expectNothingFailsWhenTaskIsCanceled() async {
        let reader = Observable<Int>.never().testReader()
        await expectIssue("expected nothing for 10.0 seconds: the task was canceled") {
            let task = Task { await reader.expectNothing(for: .seconds(10)) }
            task.cancel()
            await task.value
        }
    }

    /// Returns a stream that emits no elements, never terminates, and takes 0.8 seconds of CPU time for each virtual
    /// second.
    private func busyStream() -> (TestKit, Observable<Int>) {
        let cpuClock = TestScheduler()
        let kit = TestKit(scheduler: TestScheduler(cpuTime: { cpuClock.now }))
        let polls = Observable.interval(.seconds(1), scheduler: kit.scheduler)
            .do(onNext: { _ in cpuClock.advance(by: .milliseconds(800)) })
        return (kit, polls.filter { _ in false })
    }

    private let limitText = """
        the clock stopped at 7.0 seconds after 5.0 seconds of CPU time (pending work items: 1): \
        a stream does not terminate or schedules too much work. End it (take, dispose), or advance the scheduler \
        before the call
        """

    @Test func readingStopsAfterFiveSecondsOfRealTime() async {
        let (kit, stream) = busyStream()
        let reader = kit.reader(of: stream)
        await expectIssue("expected an element, got nothing: \(limitText)") { _ = try? await reader.next() }
    }

    @Test func expectNothingFailsAtTheCPUTimeLimit() async {
        let (kit, stream) = busyStream()
        let reader = kit.reader(of: stream)
        await reader.expectNothing(for: .seconds(5))
        let text = limitText.replacing("7.0 seconds", with: "12.0 seconds")
        await expectIssue("expected nothing for 100.0 seconds: \(text)") {
            await reader.expectNothing(for: .seconds(100))
        }
    }
}
