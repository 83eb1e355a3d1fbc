import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of failure messages after a `scheduler:` argument has been forgotten.
@Suite struct ForgottenSchedulerTests {
    let kit = TestKit()

    @Test func differenceNamesTheTimer() {
        let line = #line + 1
        let result = kit.record { kit.hot("-a------|").debounce(.seconds(2)) }
        #expect(
            result.difference(from: "---a----|") == """
                differs at tick 3: expected next("a"), got nothing
                expected  ---a----|
                actual    --------(a|)
                             ^
                debounce at RillTestingTests/ForgottenSchedulerTests.swift:\(line) waits on \
                ConcurrentDispatchQueueScheduler, not on the clock of the test. Pass scheduler: kit.scheduler
                """)
    }

    @Test func laterRecordingDoesNotNameTheTimer() {
        _ = kit.record { kit.hot("-a|").debounce(.seconds(2)) }
        #expect(kit.record { kit.hot("a|") }.difference(from: "b|")?.contains("waits on") == false)
        for _ in 1...2 {
            let result = kit.record { kit.hot("-a|").delay(.seconds(2)) }
            #expect(result.difference(from: "---(a|)")?.contains("delay at ") == true)
        }
    }

    private struct ForwardingScheduler: Scheduler {
        let base: any Scheduler

        var now: Duration { base.now }

        func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { base.schedule(work) }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
            base.schedule(after: delay, work)
        }
    }

    @Test func forwardingSchedulerIsNotNamed() {
        let scheduler = ForwardingScheduler(base: kit.scheduler)
        let result = kit.record { kit.hot("-a-b|").debounce(.seconds(1), scheduler: scheduler) }
        #expect(result.difference(from: "--a-b|")?.contains("waits on") == false)
    }

    private static let operators: [(name: String, stream: @Sendable (Observable<String>) -> Observable<String>)] = [
        ("debounce", { $0.debounce(.seconds(100)) }),
        ("skip", { $0.skip(for: .seconds(100)) }),
        ("throttle", { $0.throttle(.seconds(100)) }),
        ("delay", { $0.delay(.seconds(100)) }),
        ("delaySubscription", { $0.delaySubscription(.seconds(100)) }),
        ("timeout", { $0.timeout(.seconds(100)) }),
        ("timeout", { $0.timeout(.seconds(100), other: .empty()) }),
        ("deadline", { $0.deadline(.seconds(100)) }),
        ("take", { $0.take(for: .seconds(100)) }),
        ("buffer", { $0.buffer(timeSpan: .seconds(100), count: 10).map { $0.joined() } }),
        ("interval", { .merge($0, Observable.interval(.seconds(100)).map { "\($0)" }) }),
        ("timer", { .merge($0, Observable.timer(.seconds(100)).map { "\($0)" }) }),
        ("timer", { .merge($0, Observable.timer(.seconds(100), period: .seconds(1)).map { "\($0)" }) }),
        ("retry", { $0.concat(.error(TestError())).retry(.constantBackoff(attempts: 2, delay: .seconds(100))) }),
        ("repeat", { $0.repeat(2, delay: .constant(.seconds(100))) }),
        ("poll", { $0.poll(every: .seconds(100), until: { _ in false }) }),
        ("observeOn", { $0.observeOn(.serial) }),
        ("subscribeOn", { $0.subscribeOn(.serial) }),
    ]

    @Test(arguments: operators.indices)
    func everyOperatorIsNamed(index: Int) {
        let (name, stream) = Self.operators[index]
        let kit = TestKit()
        let result = kit.record(disposedAt: 5) { stream(kit.cold("-a-|").asObservable()) }
        let text = result.difference(from: "------------|") ?? ""
        #expect(text.contains("\n\(name) at RillTestingTests/ForgottenSchedulerTests.swift:"), "\(text)")
    }

    @Test func operatorsOnTheClockAreNotNamed() {
        let result = kit.record {
            kit.hot("-a------|").debounce(.seconds(2), scheduler: kit.scheduler).observeOn(.immediate)
                .timeout(.seconds(50), scheduler: kit.scheduler)
        }
        #expect(result.difference(from: "-b")?.contains("waits on") == false)
    }

    @Test func operatorIsNamedOnce() {
        let result = kit.record { kit.hot("-a-b-c-|").debounce(.seconds(100)) }
        #expect(result.difference(from: "-")?.split(separator: "debounce at").count == 2)
    }

    @Test func connectionOfShareIsObserved() {
        let shared = kit.cold("a").delay(.seconds(100)).share()
        let result = kit.record(disposedAt: 9) { kit.cold("--x").flatMap { _ in shared } }
        #expect(result.difference(from: "--a")?.contains("\ndelay at ") == true)
    }

    @Test func otherTestSchedulerIsNamed() {
        let result = kit.record(disposedAt: 9) { kit.cold("a").delay(.seconds(1), scheduler: TestScheduler()) }
        #expect(result.difference(from: "-a")?.contains(" waits on another TestScheduler, not on") == true)
    }

    @Test func otherExpectationsNameTheTimer() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(100))
        let retried = kit.timeline { source.retry(policy) }
        #expect(source.subscriptionDifference(from: "^!", "---^!")?.contains("\nretry at ") == true)
        #expect(retried.difference(from: "----#")?.contains("\nretry at ") == true)
        let observer = kit.observe { kit.cold("a|").delay(.seconds(100)) }
        kit.scheduler.advance(by: .seconds(9))
        #expect(observer.recording.difference(from: "-a")?.contains("\ndelay at ") == true)
        let paced = kit.record(pace: "\(String(repeating: "-", count: 20))^--!") { kit.cold("a").throttle(.seconds(7)) }
        #expect(paced.difference(from: "b")?.contains("\nthrottle at ") == true)
    }

    @Test func readerNamesTheTimer() async {
        let kit = kit
        let line = #line + 1
        let reader = kit.reader(of: kit.cold("-a").delay(.seconds(100)))
        await withKnownIssue {
            _ = try? await reader.next()
        } matching: { issue in
            let text = """
                expected an element, got nothing: no work is pending at tick 1
                delay at RillTestingTests/ForgottenSchedulerTests.swift:\(line) waits on \
                ConcurrentDispatchQueueScheduler, not on the clock of the test. Pass scheduler: kit.scheduler
                """
            return issue.comments.first?.rawValue == text
        }
    }

    @Test func ledgerStillListsTheTimer() {
        let ledger = Ledger()
        let observer = ledger.watch { TestKit().observe { Observable.just(1).delay(.seconds(100)) } }
        #expect(ledger.leakReport?.contains("1 timer is pending:\n    due after ") == true)
        observer.dispose()
        #expect(ledger.leakReport == nil)
    }

    @Test func schedulersOfAnInterleavingAreNotNamed() {
        let report = Interleavings(limit: 1).run { order in
            let ui = order.scheduler("ui")
            let result = order.kit.record { Observable.just("a").delay(.seconds(1), scheduler: ui) }
            order.expectNone(result.difference(from: "b"))
        }
        #expect(report.failure?.reason.contains("waits on") == false)
    }

    @Test func recordingsWithEqualEventsAreEqual() {
        let forgotten = TestKit().record { Observable.just(1).debounce(.seconds(100)) }
        #expect(forgotten == TestKit().record { Observable.just(1) })
    }
}
