import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of durations that result from a computation, such as the time that remains until a deadline.
@Suite struct RemainingTimeTests {
    private static let elapsed: [Duration] = [.zero, .seconds(-1), .zero - .longest]
    @Test(arguments: elapsed)
    func elapsedTimeoutFailsWithoutSubscribing(remaining: Duration) {
        expect("#") { $0.cold("1|").timeout(remaining, scheduler: $0.scheduler) }
        expect("#") { $0.cold("1|").deadline(remaining, scheduler: $0.scheduler) }
        expect("9|") { kit in
            kit.cold("1|").timeout(remaining, other: kit.cold("9|").asObservable(), scheduler: kit.scheduler)
        }
    }

    @Test(arguments: elapsed)
    func elapsedDelayDoesNotDelay(remaining: Duration) {
        expect("-1|") { $0.cold("-1|").delay(remaining, scheduler: $0.scheduler) }
        expect("-1|") { $0.cold("-1|").delaySubscription(remaining, scheduler: $0.scheduler) }
        expect("-1-2|") { $0.cold("-1-2|").debounce(remaining, scheduler: $0.scheduler) }
        expect("-1-2|") { $0.cold("-1-2|").throttle(remaining, scheduler: $0.scheduler) }
        expect("(0|)") { Observable.timer(remaining, scheduler: $0.scheduler).map { "\($0)" } }
        expect("-1|") { $0.cold("-1|").skip(for: remaining, scheduler: $0.scheduler) }
        expect("|") { $0.cold("-1|").take(for: remaining, scheduler: $0.scheduler) }
    }

    @Test(arguments: elapsed)
    func elapsedDelayOfPolicyDoesNotDelay(remaining: Duration) {
        expect("11#") {
            $0.cold("1#").retry(.constantBackoff(attempts: 2, delay: remaining), scheduler: $0.scheduler)
        }
        expect("11#") {
            $0.cold("1#").retry(
                .exponentialBackoff(attempts: 2, initial: remaining, maximum: remaining), scheduler: $0.scheduler)
        }
        expect("11|") { $0.cold("1|").repeat(2, delay: .constant(remaining), scheduler: $0.scheduler) }
        expect("(1|)") { $0.cold("1|").poll(every: remaining, until: { _ in true }, scheduler: $0.scheduler) }
    }

    @Test(arguments: elapsed)
    func elapsedLimitOfPolicyPermitsOneAttempt(remaining: Duration) {
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .zero).within(remaining)
        expect("#") { $0.cold("#").retry(policy, scheduler: $0.scheduler) }
    }

    @Test(arguments: elapsed)
    func elapsedKeepAliveDisposesTheConnection(remaining: Duration) {
        let kit = TestKit()
        let source = kit.hot("1-2-3-4")
        let shared = source.share(keepAlive: remaining, scheduler: kit.scheduler)
        _ = kit.record(disposedAt: 2) { shared }
        expectSubscriptions(source, "^-!")
    }

    @Test(arguments: elapsed)
    func elapsedTimeoutOfWaitFails(remaining: Duration) {
        #expect(throws: StreamError.self) { try Observable<Int>.never().wait(timeout: remaining) }
    }

    @Test func eventExactlyAtTheTimeoutArrives() {
        expect("---1--#") { $0.cold("---1---2|").timeout(.seconds(3), scheduler: $0.scheduler) }
        expect("---1--2|") { $0.cold("---1--2|").timeout(.seconds(3), scheduler: $0.scheduler) }
        expect("---|") { $0.cold("---|").timeout(.seconds(3), scheduler: $0.scheduler) }
        expect("-1-(2#)") { $0.cold("-1-2-").deadline(.seconds(3), scheduler: $0.scheduler) }
        expect("-1-|") { $0.cold("-1-|").deadline(.seconds(3), scheduler: $0.scheduler) }
    }

    private func expect(_ result: String, _ build: (TestKit) -> Observable<String>) {
        let kit = TestKit()
        let recording = kit.record {
            build(kit).catch(as: StreamError.self) { _ in kit.cold("#").asObservable() }
        }
        expectMarbles(recording, result)
    }

    @Test func periodOfElapsedTimerBeginsNow() {
        for dueTime in Self.elapsed {
            let kit = TestKit()
            let recording = kit.record(disposedAt: 3) {
                Observable.timer(dueTime, period: .seconds(1), scheduler: kit.scheduler)
            }
            #expect(recording.events.map(\.time) == [0, 1, 2])
        }
    }

    @Test func elapsedTakeEmitsNoSynchronousElement() {
        expect("|") { Observable.of("1", "2").take(for: .zero, scheduler: $0.scheduler) }
    }

    @Test func pauseBeforeFirstOpenEndsWithIt() {
        let events = Log<Event<Int>>()
        let reader = PausableSubscription(Observable.of(1, 2), "reader") { events.append($0) }
        reader.pause()
        reader.open()
        #expect(events.entries.map(\.element) == [1, 2, nil])
    }
}
