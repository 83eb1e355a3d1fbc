import Dispatch
import RillTesting
import Testing

@testable import Rill

/// Tests that a closure of a timer that takes long does not delay the timers of other subscriptions.
@Suite struct SlowTimerTests {
    @Test func blockedClosureOfDebounceDelaysNoOtherDebounce() async {
        let others = DispatchSemaphore(value: 0)
        let subjects = (0..<2).map { _ in PublishSubject<Int>() }
        let blocked = Recorder(
            subjects[0].debounce(.milliseconds(1)).do(onNext: { _ in
                #expect(others.wait(timeout: .now() + 120) == .success)
            }))
        let other = Recorder(subjects[1].debounce(.milliseconds(1)).do(onNext: { _ in others.signal() }))
        for subject in subjects { subject.onNext(1) }
        #expect(await other.waitForEvents(1, timeout: .seconds(150)))
        #expect(await blocked.waitForEvents(1, timeout: .seconds(150)))
    }

    @Test func blockedClosureOfTimerDelaysNoLaterTimer() async {
        let later = DispatchSemaphore(value: 0)
        let blocked = Recorder(
            Observable.timer(.milliseconds(1)).do(onNext: { _ in
                #expect(later.wait(timeout: .now() + 120) == .success)
            }))
        let other = Recorder(Observable.timer(.milliseconds(20)).do(onNext: { _ in later.signal() }))
        #expect(await other.waitForEnd(timeout: .seconds(150)))
        #expect(await blocked.waitForEnd(timeout: .seconds(150)))
    }
}
