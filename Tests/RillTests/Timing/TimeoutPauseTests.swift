import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests of `timeout` with a subscriber that pauses its source while it handles an element.
@Suite struct TimeoutPauseTests {
    let kit = TestKit()

    /// Records a source with a timeout of 3 ticks, whose subscriber is paused for some ticks after each element.
    private func record(_ source: Observable<String>, pausing ticks: Int) -> Recording<String> {
        let pause: TestableObservable<String> = kit.cold(String(repeating: "-", count: ticks) + "|")
        return kit.record {
            source.timeout(.seconds(3), scheduler: kit.scheduler).mapError { StreamErrorText("\($0)") }
                .concatMap { element in pause.startWith(element) }
        }
    }

    private let timeout = StreamErrorText("timed out: no event within 3.0 seconds")

    /// The other thread resumes the source while the operator starts.
    ///
    /// Only the thread sanitizer detects a race here.
    @Test func pauseMayEndOnAnotherThreadDuringTheSubscription() async throws {
        for _ in 0..<200 {
            let first = Observable.just(0).delay(.microseconds(20))
            let source = first.concat(Observable.from(1...3).timeout(.seconds(100)))
            var values: [Int] = []
            for try await value in source.values { values.append(value) }
            #expect(values == [0, 1, 2, 3])
        }
    }

    @Test func pausedSourceDoesNotTimeOut() {
        expectMarbles(record(.of("1", "2", "3"), pausing: 10), "1---------2---------3---------|")
    }

    @Test func sourceThatIsSilentAfterAPauseTimesOut() {
        let source = Observable.of("1", "2").concat(.never())
        // The silent source is subscribed to at tick 5, because no element follows the 2.
        expectMarbles(record(source, pausing: 5), "1----2--#", error: timeout)
    }

    /// The source waits for the subscriber for 2 ticks, and then needs 2 ticks for its next element.
    @Test func timeoutRestartsWhenPausedSourceResumes() {
        let source = Observable<String>.create { [kit] observer in
            observer.onNext("1")
            let isPaused = observer.whenResumed {
                _ = kit.scheduler.schedule(after: .seconds(2)) { observer.onNext("2") }
            }
            #expect(isPaused)
            return Disposable {}
        }
        expectMarbles(record(source, pausing: 2), "1---2--#", error: timeout)
    }

    @Test(arguments: [2, 10]) func sourceThatDoesNotWaitTimesOutDuringAPause(ticks: Int) {
        expectMarbles(record(kit.hot("-1").asObservable(), pausing: ticks), "-1--#", error: timeout)
    }

    @Test func elementDuringAPauseRestartsTheTimeout() {
        expectMarbles(record(kit.hot("-1-2").asObservable(), pausing: 10), "-1----#", error: timeout)
    }

    /// The source starts during a pause, needs 2 ticks for its element, and then waits for the subscriber.
    @Test(arguments: [(3, "--A----B"), (4, "--A-----B"), (5, "--A------B"), (6, "--A-------B")])
    func sourceThatStartsDuringAPauseDoesNotTimeOut(ticks: Int, marbles: String) {
        let source: TestableObservable<String> = kit.hot("A---B---")
        let pause: TestableObservable<String> = kit.cold(String(repeating: "-", count: ticks) + "|")
        let recording = kit.record {
            source.flatMap { [kit] element in
                Observable.of(element).concatMap { .just($0).delay(.seconds(2), scheduler: kit.scheduler) }
                    .timeout(.seconds(3), scheduler: kit.scheduler)
            }
            .concatMap { pause.startWith($0) }
        }
        expectMarbles(recording, marbles)
    }

    /// The outer source waits for its inner source, and not for the subscriber.
    @Test func silentInnerSourceTimesOutDuringAPause() {
        let other: TestableObservable<String> = kit.hot("a-b-c-d-e-f")
        let silent = Observable.of("1", "2").concatMap { _ in Observable<String>.never() }
        let pause: TestableObservable<String> = kit.cold("--|")
        let recording = kit.record {
            Observable.merge(other.asObservable(), silent.timeout(.seconds(3), scheduler: kit.scheduler))
                .concatMap { pause.startWith($0) }
        }
        #expect(recording.events.last?.time == 3)
    }

    /// The source resumes on a scheduler that does not run.
    @Test func sourceWithoutATurnTimesOut() {
        let other = TestScheduler()
        let source = Observable.of("1", "2").subscribeOn(other)
        let pause: TestableObservable<String> = kit.cold("--|")
        let (recorder, subscription) = source.timeout(.seconds(3), scheduler: kit.scheduler)
            .concatMap { pause.startWith($0) }.record()
        other.advance(by: .zero)
        kit.scheduler.advance(by: .seconds(7))
        #expect(recorder.values == ["1"] && recorder.error == nil)
        kit.scheduler.advance(by: .seconds(1))
        #expect((recorder.error as? StreamError)?.code == .timeout)
        withExtendedLifetime(subscription) {}
    }

    @Test func disposalDuringAPauseReleasesTheSource() {
        let source = Observable.of("1", "2").timeout(.seconds(3), scheduler: kit.scheduler)
        let recording = kit.record(disposedAt: 8) {
            source.concatMap { _ in Observable<String>.never() }
        }
        #expect(recording.events.isEmpty)
        #expect(kit.scheduler.pendingCount == 0)
    }
}
