import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests of behavior that is specific to individual timed operators.
///
/// The contract tests cover the common rules.
@Suite struct TimingTests {
    let kit = TestKit()

    /// An operator with the diagrams of its source and of the expected events.
    struct Row: Sendable, CustomTestStringConvertible {
        let source: String
        let result: String
        let build: @Sendable (Observable<String>, any Scheduler) -> Observable<String>
        let testDescription: String

        init(
            _ name: String, _ source: String, _ result: String,
            _ build: @escaping @Sendable (Observable<String>, any Scheduler) -> Observable<String>
        ) {
            testDescription = "\(name): \(source) becomes \(result)"
            self.source = source
            self.result = result
            self.build = build
        }
    }

    static let rows = [
        Row("delay of elements and completion", "-1-23-|", "---1-23-|") { $0.delay(.seconds(2), scheduler: $1) },
        Row("delay forwards an error immediately and drops pending elements", "-1--2#", "---1-#") {
            $0.delay(.seconds(2), scheduler: $1)
        },
        Row("delay preserves the order within a tick", "-(123)|", "----(123)|") {
            $0.delay(.seconds(3), scheduler: $1)
        },
        Row("debounce emits when no further element arrives", "-1-2-3-----4-|", "--------3----(4|)") {
            $0.debounce(.seconds(3), scheduler: $1)
        },
        Row("debounce drops the pending element on error", "-1-2#", "----#") {
            $0.debounce(.seconds(3), scheduler: $1)
        },
        Row("throttle emits the latest at the end of the period", "-1-2-3-------4-5-|", "-1----3------4---(5|)") {
            $0.throttle(.seconds(5), scheduler: $1)
        },
        Row("throttle without latest drops other elements of the period", "-1-2-3-------4-5-|", "-1-----------4---|") {
            $0.throttle(.seconds(5), latest: false, scheduler: $1)
        },
        Row("throttle without latest emits at the end of each period", "-1-2--3--4-5|", "-1----3----5|") {
            $0.throttle(.seconds(5), latest: false, scheduler: $1)
        },
        Row("throttle drops the pending element on error", "-1-2#", "-1--#") {
            $0.throttle(.seconds(5), scheduler: $1)
        },
    ]

    @Test(arguments: rows)
    func emitsInTime(row: Row) {
        let source = kit.hot(row.source)
        expectMarbles(kit.record { row.build(source.asObservable(), kit.scheduler) }, row.result)
    }

    @Test func timeoutRestartsOnEachElement() {
        let source = kit.hot("-1--2---3----4")
        let error = StreamErrorText("timed out: no event within 4.0 seconds")
        expectMarbles(
            kit.record { source.timeout(.seconds(4), scheduler: kit.scheduler).mapError { StreamErrorText("\($0)") } },
            "-1--2---3---#", error: error)
        expectSubscriptions(source, "^-----------!")
    }

    @Test func timeoutAppliesToTheFirstElement() {
        let source = kit.hot("-----1|")
        let result = kit.record { source.timeout(.seconds(3), scheduler: kit.scheduler) }
        #expect((result.error as? StreamError)?.code == .timeout)
        #expect(result.events.first?.time == 3)
    }

    @Test func timeoutSwitchesToTheOtherSource() {
        let source = kit.hot("-1--2--------3|")
        let other = kit.cold("--8#")
        expectMarbles(
            kit.record { source.timeout(.seconds(4), other: other.asObservable(), scheduler: kit.scheduler) },
            "-1--2-----8#")
        expectSubscriptions(source, "^-------!")
        expectSubscriptions(other, "--------^--!")
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func timeoutDoesNotSubscribeToOtherSourceUnlessItElapses() {
        let other = kit.cold("8|")
        let source = kit.hot("-1-|")
        expectMarbles(
            kit.record { source.timeout(.seconds(4), other: other.asObservable(), scheduler: kit.scheduler) }, "-1-|")
        expectSubscriptions(other)
        let failing = TestKit()
        expectMarbles(
            failing.record {
                failing.hot("-1-#").timeout(.seconds(4), other: .just("8"), scheduler: failing.scheduler)
            }, "-1-#")
    }

    @Test func completionCancelsTheTimeoutTimer() {
        let source = kit.hot("-1-|")
        expectMarbles(kit.record { source.timeout(.seconds(3), scheduler: kit.scheduler) }, "-1-|")
        #expect(kit.scheduler.pendingCount == 0)
        #expect(kit.scheduler.time == 3)
    }

    @Test func deadlineLimitsTheTotalDuration() {
        let source = kit.hot("-1-2-3-4-5-6-7|")
        let result = kit.record { source.deadline(.seconds(6), scheduler: kit.scheduler) }
        #expect(result.values == ["1", "2", "3"])
        #expect((result.error as? StreamError)?.code == .deadline)
        expectSubscriptions(source, "^-----!")
    }

    @Test func timerEmitsOnce() {
        expectMarbles(
            kit.record { Observable.timer(.seconds(3), scheduler: kit.scheduler) }, "---(0|)", values: ["0": 0])
    }

    @Test func timerWithAPeriodStartsAfterTheDelay() {
        expectMarbles(
            kit.record(disposedAt: 9) { Observable.timer(.seconds(1), period: .seconds(3), scheduler: kit.scheduler) },
            "-0--1--2-", values: ["0": 0, "1": 1, "2": 2])
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func schedulersAreStaticMembers() {
        let queue: any Scheduler = .serial
        #expect("\(queue)" == "rill.serial")
        let schedulers: [any Scheduler] = [.main, .serial, .concurrent, .immediate]
        #expect(schedulers.count == 4)
        let (recorder, _) = Observable.of(1, 2).delay(.seconds(9), scheduler: .immediate).observeOn(.immediate).record()
        #expect(recorder.values == [1, 2])
    }

    @Test func timedOperatorsUseAGlobalQueueByDefault() async throws {
        let source = Observable.of(1, 2)
        #expect(try await source.delay(.microseconds(1)).collected() == [1, 2])
        #expect(try await source.debounce(.seconds(600)).collected() == [2])
        #expect(try await source.throttle(.seconds(600)).collected() == [1, 2])
        #expect(try await source.timeout(.seconds(600)).collected() == [1, 2])
        #expect(try await Observable.timer(.microseconds(1)).collected() == [0])
        #expect(try await Observable.interval(.microseconds(1)).take(2).collected() == [0, 1])
    }

    @Test func intervalTicksWithoutDrift() {
        expectMarbles(
            kit.record(disposedAt: 9) { Observable.interval(.seconds(2), scheduler: kit.scheduler) },
            "--0-1-2-3", values: ["0": 0, "1": 1, "2": 2, "3": 3])
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func disposalCancelsTimers() {
        let source = kit.hot("-1-")
        _ = kit.record(disposedAt: 2) {
            source.delay(.seconds(100), scheduler: kit.scheduler).timeout(.seconds(100), scheduler: kit.scheduler)
                .debounce(.seconds(100), scheduler: kit.scheduler)
        }
        #expect(kit.scheduler.time == 2)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func observeOnPreservesOrderIncludingErrors() {
        let source = kit.cold("(123)#")
        expectMarbles(kit.record { source.observeOn(kit.scheduler) }, "(123)#")
    }

    @Test func subscribeOnSubscribesOnTheScheduler() {
        let source = kit.cold("-1|")
        let observer = kit.observe { source.subscribeOn(kit.scheduler) }
        #expect(source.subscriptions.isEmpty)
        kit.scheduler.advance(toTick: 5)
        expectSubscriptions(source, "^-!")
        expectMarbles(observer.recording, "-1|")
    }
}

/// An error that consists of a text, for comparisons.
struct StreamErrorText: Error, Equatable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
