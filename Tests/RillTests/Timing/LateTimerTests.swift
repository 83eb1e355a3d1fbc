import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of timed operators whose timers fire late, as on a busy queue: `moveClock(to:)` advances the time without
/// running work.
@Suite struct LateTimerTests {
    let kit = TestKit()
    let subject = PublishSubject<Int>()

    private func send(_ value: Int, at second: Int) {
        kit.scheduler.moveClock(to: .seconds(second))
        subject.onNext(value)
    }

    private func runTimers() {
        kit.scheduler.advance(by: .zero)
    }

    private func runTimers(until second: Int) {
        kit.scheduler.advance(to: .seconds(second))
    }

    // MARK: throttle

    @Test func throttleWithoutLatestEmitsAtTheEndOfEachPeriod() {
        let source = kit.hot("-1-2--3--4-5|")
        let result = kit.record { source.throttle(.seconds(5), latest: false, scheduler: kit.scheduler) }
        expectMarbles(result, "-1----3----5|")
    }

    @Test func throttleWithoutLatestUsesTimeOfTheClock() {
        let (recorder, subscription) = subject.throttle(.seconds(5), latest: false, scheduler: kit.scheduler).record()
        send(1, at: 0)
        send(2, at: 7)
        #expect(recorder.values == [1, 2])
        // The late timer of the first period does not end the second period.
        runTimers()
        send(3, at: 8)
        #expect(recorder.values == [1, 2])
        send(4, at: 12)
        #expect(recorder.values == [1, 2, 4])
        subscription.dispose()
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func throttleReplacesPendingElementIfTimerIsLate() {
        let (recorder, subscription) = subject.throttle(.seconds(5), scheduler: kit.scheduler).record()
        send(1, at: 0)
        send(2, at: 3)
        send(3, at: 7)
        #expect(recorder.values == [1, 3])
        runTimers()
        #expect(recorder.values == [1, 3])
        send(4, at: 8)
        runTimers(until: 12)
        #expect(recorder.values == [1, 3, 4])
        subscription.dispose()
    }

    @Test func throttleEmitsAnOverdueElementBeforeAnError() {
        let (recorder, _) = subject.throttle(.seconds(5), scheduler: kit.scheduler).record()
        send(1, at: 0)
        send(2, at: 3)
        kit.scheduler.moveClock(to: .seconds(7))
        subject.onError(TestError())
        #expect(recorder.values == [1, 2])
        #expect(recorder.error is TestError)
    }

    @Test func throttleEndsPeriodWhenTimerFiresIfTimeDoesNotAdvance() {
        let stream = subject.throttle(.seconds(5), latest: false, scheduler: ImmediateScheduler.shared)
        let (recorder, subscription) = stream.record()
        for value in 1...3 { subject.onNext(value) }
        #expect(recorder.values == [1, 2, 3])
        subscription.dispose()
    }

    // MARK: debounce

    @Test func debounceEmitsAnOverdueElementOnTheScheduler() {
        let (recorder, subscription) = subject.debounce(.seconds(3), scheduler: kit.scheduler).record()
        send(1, at: 0)
        send(2, at: 5)
        send(3, at: 10)
        #expect(recorder.values.isEmpty)
        runTimers()
        #expect(recorder.values == [1, 2])
        runTimers(until: 12)
        #expect(recorder.values == [1, 2])
        runTimers(until: 13)
        #expect(recorder.values == [1, 2, 3])
        subscription.dispose()
    }

    @Test func debounceEmitsOverdueElementsBeforeCompletion() {
        let (recorder, _) = subject.debounce(.seconds(3), scheduler: kit.scheduler).record()
        send(1, at: 0)
        send(2, at: 5)
        subject.onCompleted()
        #expect(recorder.values == [1, 2])
        #expect(recorder.isCompleted)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func debounceEmitsOverdueElementsBeforeAnErrorAndDropsTheRest() {
        let (recorder, _) = subject.debounce(.seconds(3), scheduler: kit.scheduler).record()
        send(1, at: 0)
        send(2, at: 5)
        subject.onError(TestError())
        #expect(recorder.values == [1])
        #expect(recorder.error is TestError)
    }

    @Test func debounceStopsWhenDisposedWhileEmittingOverdueElement() {
        let bag = DisposeBag()
        let (recorder, subscription) = subject.debounce(.seconds(3), scheduler: kit.scheduler)
            .record { _ in bag.dispose() }
        bag.insert(subscription)
        send(1, at: 0)
        send(2, at: 5)
        send(3, at: 10)
        runTimers()
        #expect(recorder.values == [1])
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func debounceUsesOneTimerAtATime() {
        let (_, subscription) = subject.debounce(.seconds(3), scheduler: kit.scheduler).record()
        for second in 0..<5 {
            send(second, at: second)
            #expect(kit.scheduler.pendingCount == 1)
        }
        subscription.dispose()
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func debounceRearmsItsTimerForElementsCloseTogetherAndFarApart() {
        let (recorder, subscription) = subject.debounce(.seconds(3), scheduler: kit.scheduler).record()
        for second in [1, 2, 3, 4, 5, 20, 21, 22, 40] {
            kit.scheduler.advance(to: .seconds(second))
            subject.onNext(second)
            #expect(kit.scheduler.pendingCount == 1)
        }
        #expect(recorder.values == [5, 22])
        runTimers(until: 42)
        #expect(recorder.values == [5, 22])
        runTimers(until: 43)
        #expect(recorder.values == [5, 22, 40])
        #expect(kit.scheduler.pendingCount == 0)
        subscription.dispose()
    }

    // MARK: buffer

    @Test func bufferEmitsAnOverdueArrayOnTheScheduler() {
        let stream = subject.buffer(timeSpan: .seconds(5), count: 3, scheduler: kit.scheduler)
        let (recorder, subscription) = stream.record()
        send(1, at: 0)
        send(2, at: 7)
        #expect(recorder.values.isEmpty)
        runTimers()
        #expect(recorder.values == [[1]])
        runTimers(until: 12)
        #expect(recorder.values == [[1], [2]])
        subscription.dispose()
    }

    @Test func bufferEmitsAnOverdueArrayBeforeAFullOne() {
        let stream = subject.buffer(timeSpan: .seconds(5), count: 2, scheduler: kit.scheduler)
        let (recorder, subscription) = stream.record()
        send(1, at: 0)
        send(2, at: 7)
        send(3, at: 7)
        #expect(recorder.values == [[1], [2, 3]])
        #expect(kit.scheduler.pendingCount == 0)
        subscription.dispose()
    }

    @Test func bufferEmitsAnOverdueArrayBeforeTheTerminalEvent() {
        for fails in [false, true] {
            let kit = TestKit()
            let subject = PublishSubject<Int>()
            let (recorder, _) = subject.buffer(timeSpan: .seconds(5), count: 3, scheduler: kit.scheduler).record()
            subject.onNext(1)
            kit.scheduler.moveClock(to: .seconds(7))
            subject.onNext(2)
            if fails { subject.onError(TestError()) } else { subject.onCompleted() }
            #expect(recorder.values == (fails ? [[1]] : [[1], [2]]))
            #expect(recorder.endCount == 1)
        }
    }

    // MARK: timeout, deadline, take(for:)

    @Test func timeoutAcceptsEventThatArrivesBeforeLateTimer() {
        let (recorder, _) = subject.timeout(.seconds(4), scheduler: kit.scheduler).record()
        send(1, at: 6)
        runTimers(until: 9)
        #expect(recorder.values == [1])
        #expect(recorder.endCount == 0)
        runTimers(until: 10)
        #expect((recorder.error as? StreamError)?.code == .timeout)
    }

    /// As after the process was stopped: the timer fires before the source has read what has arrived.
    @Test func timeoutAcceptsEventThatArrivesSoonAfterAVeryLateTimer() {
        let (recorder, _) = subject.timeout(.seconds(4), scheduler: kit.scheduler).record()
        kit.scheduler.moveClock(to: .seconds(9))
        runTimers()
        #expect(recorder.endCount == 0)
        subject.onNext(1)
        runTimers(until: 12)
        #expect(recorder.values == [1])
        #expect(recorder.endCount == 0)
        runTimers(until: 13)
        #expect((recorder.error as? StreamError)?.code == .timeout)
    }

    @Test func timeoutFailsIfNoEventArrivesSoonAfterAVeryLateTimer() {
        let (recorder, _) = subject.timeout(.seconds(4), scheduler: kit.scheduler).record()
        kit.scheduler.moveClock(to: .seconds(9))
        kit.scheduler.advance(by: .milliseconds(99))
        #expect(recorder.endCount == 0)
        kit.scheduler.advance(by: .milliseconds(1))
        #expect((recorder.error as? StreamError)?.code == .timeout)
    }

    @Test(arguments: [Event<Int>.next(1), .completed])
    func deadlineFailsWhenEventArrivesAfterIt(event: Event<Int>) {
        let (recorder, _) = subject.deadline(.seconds(6), scheduler: kit.scheduler).record()
        kit.scheduler.moveClock(to: .seconds(7))
        subject.on(event)
        #expect(recorder.values.isEmpty)
        #expect(!recorder.isCompleted)
        #expect((recorder.error as? StreamError)?.code == .deadline)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func deadlineForwardsALateError() {
        let (recorder, _) = subject.deadline(.seconds(6), scheduler: kit.scheduler).record()
        kit.scheduler.moveClock(to: .seconds(7))
        subject.onError(TestError())
        #expect(recorder.error is TestError)
    }

    @Test func takeForCompletesWhenElementArrivesAfterDuration() {
        let (recorder, _) = subject.take(for: .seconds(5), scheduler: kit.scheduler).record()
        send(1, at: 5)
        send(2, at: 6)
        #expect(recorder.values == [1])
        #expect(recorder.isCompleted)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func takeForStopsASourceThatKeepsTheSchedulerBusy() {
        let stream = Observable.from(0...).do(onNext: { [kit] in kit.scheduler.moveClock(to: .seconds($0)) })
            .take(for: .seconds(5), scheduler: kit.scheduler)
        expectMarbles(kit.record { stream.toArray().map { "\($0.count)" } }, "------(6|)")
    }

    @Test func takeForReportsALateErrorAsUndelivered() {
        let undelivered = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { undelivered.append($0) }
        let (recorder, _) = UndeliveredErrors.withHandler(handler) {
            subject.take(for: .seconds(5), scheduler: kit.scheduler).record()
        }
        kit.scheduler.moveClock(to: .seconds(6))
        subject.onError(TestError())
        #expect(recorder.isCompleted)
        #expect(recorder.error == nil)
        #expect(undelivered.entries.first is TestError)
    }

    // MARK: delay, interval

    @Test func delayEmitsAllDueElementsWhenItsTimerIsLate() {
        let (recorder, subscription) = subject.delay(.seconds(2), scheduler: kit.scheduler).record()
        send(1, at: 0)
        send(2, at: 1)
        send(3, at: 9)
        runTimers()
        #expect(recorder.values == [1, 2])
        runTimers(until: 11)
        #expect(recorder.values == [1, 2, 3])
        subscription.dispose()
    }

    @Test func intervalCatchesUpWhenItsTimerIsLate() {
        let (recorder, subscription) = Observable.interval(.seconds(2), scheduler: kit.scheduler).record()
        kit.scheduler.moveClock(to: .seconds(7))
        runTimers()
        #expect(recorder.values == [0, 1, 2])
        runTimers(until: 8)
        #expect(recorder.values == [0, 1, 2, 3])
        subscription.dispose()
    }
}
