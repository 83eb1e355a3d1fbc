import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests that the largest counts and durations mean "no limit", and that arithmetic with them does not overflow.
@Suite struct ParameterLimitTests {
    static let durations: [Duration] = [.seconds(Int64.max), .longest, .longest - .seconds(1)]

    @Test(arguments: [Int.max, .max - 1, .max / 2 + 1])
    func largestCountsMeanNoLimit(count: Int) {
        let source = Observable.of(1, 2, 3)
        let streams: [Observable<Int>] = [
            source.share(replay: count), source.take(count), source.takeLast(count), source.retry(count),
            source.flatMap(maxConcurrent: count) { Observable.just($0) },
            source.map { Observable.just($0) }.merge(maxConcurrent: count),
            source.buffer(count: count).flatMap { Observable.from($0) },
            source.buffer(timeSpan: .seconds(1), count: count, scheduler: TestScheduler())
                .flatMap { Observable.from($0) },
            source.observeOn(ImmediateScheduler.shared, bufferSize: count),
            source.observeOn(ImmediateScheduler.shared, bufferSize: count, onOverflow: .dropOldest),
            source.observeOn(ImmediateScheduler.shared, bufferSize: count, onOverflow: .dropNewest),
            source.retry(.constantBackoff(attempts: count, delay: .zero), scheduler: ImmediateScheduler.shared),
        ]
        for (index, stream) in streams.enumerated() {
            let (recorder, _) = stream.record()
            #expect(recorder.events == .completed([1, 2, 3]), "stream \(index)")
        }
        #expect(source.skip(count).record().recorder.values.isEmpty)
    }

    @Test(arguments: [Int.max, .max - 1, .max / 2 + 1])
    func replayKeepsAllElements(count: Int) {
        let replaying = ReplaySubject<Int>(bufferSize: count)
        let source = PublishSubject<Int>()
        let shared = source.share(replay: count)
        let (_, connection) = shared.record()
        for value in 1...100 {
            replaying.onNext(value)
            source.onNext(value)
        }
        #expect(replaying.asObservable().record().recorder.values == Array(1...100))
        #expect(shared.record().recorder.values == Array(1...100))
        connection.dispose()
    }

    @Test(arguments: durations)
    func largestDurationsMeanNoLimit(duration: Duration) {
        let schedulers: [any Scheduler] = [
            TestScheduler(), SerialDispatchQueueScheduler(), ConcurrentDispatchQueueScheduler(),
            ClockScheduler(ContinuousClock()), ClockScheduler(SuspendingClock()),
        ]
        for scheduler in schedulers {
            (scheduler as? TestScheduler)?.moveClock(to: .seconds(3))
            let subject = PublishSubject<Int>()
            let pending: [Observable<Int>] = [
                subject.debounce(duration, scheduler: scheduler), subject.delay(duration, scheduler: scheduler),
                subject.delaySubscription(duration, scheduler: scheduler),
                subject.buffer(timeSpan: duration, count: 2, scheduler: scheduler).map(\.count),
                .timer(duration, scheduler: scheduler), .interval(duration, scheduler: scheduler),
                Observable.error(TestError()).retry(
                    .constantBackoff(attempts: 2, delay: duration).within(.longest), scheduler: scheduler),
            ]
            let immediate: [Observable<Int>] = [
                subject.throttle(duration, scheduler: scheduler),
                subject.throttle(duration, latest: false, scheduler: scheduler),
                subject.timeout(duration, scheduler: scheduler), subject.deadline(duration, scheduler: scheduler),
                subject.take(for: duration, scheduler: scheduler),
            ]
            let records = (pending + immediate).map { $0.record() }
            subject.onNext(1)
            for (index, record) in records.enumerated() {
                #expect(
                    record.recorder.events.count == (index < pending.count ? 0 : 1), "\(scheduler), stream \(index)")
                record.subscription.dispose()
            }
        }
    }

    @Test(arguments: durations)
    func longIntervalsDoNotOverflow(period: Duration) {
        let ticks = Observable.interval(period, scheduler: ImmediateScheduler.shared).take(100)
        #expect(ticks.record().recorder.values == Array(0..<100))
        let scheduler = TestScheduler()
        let (recorder, subscription) = Observable.interval(period, scheduler: scheduler).record()
        #expect(throws: RunLimitError.self) { try scheduler.run(limit: 100) }
        #expect(recorder.values == Array(0..<100))
        subscription.dispose()
    }

    @Test(arguments: durations)
    func testSchedulerAdvancesByLargestDurations(duration: Duration) {
        let scheduler = TestScheduler()
        scheduler.advance(by: .seconds(1))
        let (recorder, _) = Observable.timer(duration, scheduler: scheduler).record()
        scheduler.advance(by: duration)
        #expect(recorder.values == [0])
        scheduler.advance(by: duration)
    }

    @Test(arguments: durations)
    func waitAcceptsAnyTimeout(timeout: Duration) throws {
        let value = try Observable.just(1).observeOn(SerialDispatchQueueScheduler()).wait(timeout: timeout)
        #expect(value == 1)
    }

    @Test(arguments: durations)
    func currentThreadSchedulerAcceptsAnyDelay(delay: Duration) {
        let log = Log<String>()
        CurrentThreadScheduler.shared.schedule {
            CurrentThreadScheduler.shared.schedule(after: delay) { log.append("ran") }.dispose()
        }
        #expect(log.entries.isEmpty)
    }

    @Test(arguments: durations)
    func backoffDoesNotExceedItsMaximum(maximum: Duration) {
        let backoff = RetryPolicy.Backoff.exponential(initial: .nanoseconds(1), factor: 1e300, maximum: maximum)
        #expect(backoff.delay(afterAttempt: 1) == .nanoseconds(1))
        #expect(backoff.delay(afterAttempt: .max) == maximum)
        let constant = RetryPolicy.Backoff.constant(maximum)
        #expect(constant.delay(afterAttempt: .max) == maximum)
        var generator = SplitMix(seed: 1)
        for _ in 0..<100 { #expect(generator.part(of: maximum) <= maximum) }
    }

    @Test func largestDurationsSaturateAndAreDescribed() {
        let largest = "9223372036854775807.000 s"
        let durations = [.seconds(Int64.max), Duration(attoseconds: .max), .milliseconds(1_500)]
        #expect(durations.map(\.text) == [largest, largest, "1.500 s"])
        #expect(Duration.longest.adding(.seconds(1)) == .longest)
        #expect(Duration(attoseconds: .max).adding(Duration(attoseconds: .max)) == .longest)
        #expect(Duration(attoseconds: .min).adding(.seconds(1)) < .zero)
        #expect(Duration.seconds(1).adding(.seconds(2)) == .seconds(3))
    }
}
