import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct PollTests {
    let kit = TestKit()

    /// Returns a source whose runs emit 1, 2, 3, and so on, one tick after their start.
    private func counter() -> Observable<String> {
        let runs = SerialState(0)
        return .deferred {
            runs.value += 1
            return kit.cold("-x|", values: ["x": "\(runs.value)"]).asObservable()
        }
    }

    @Test func pollsUntilThePredicateHolds() {
        let result = kit.record {
            counter().poll(every: .seconds(3), until: { $0 == "3" }, scheduler: kit.scheduler)
        }
        expectMarbles(result, "-1----2----(3|)")
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func elementThatSatisfiesThePredicateDisposesTheRun() {
        let source = kit.cold("-1-2-3-4|")
        expectMarbles(
            kit.record { source.poll(every: .seconds(1), until: { $0 == "2" }, scheduler: kit.scheduler) }, "-1-(2|)")
        expectSubscriptions(source, "^--!")
    }

    @Test func backoffIncreasesTheInterval() {
        let result = kit.record {
            counter().poll(
                every: .exponential(initial: .seconds(1), maximum: .seconds(3)), until: { $0 == "4" },
                scheduler: kit.scheduler)
        }
        expectMarbles(result, "-1--2---3----(4|)")
    }

    @Test func retryAfterReplacesTheInterval() {
        let result = kit.record {
            counter().poll(
                every: .seconds(9), until: { $0 == "4" },
                retryAfter: { $0 == "1" ? .zero : $0 == "2" ? .seconds(4) : .seconds(-1) },
                scheduler: kit.scheduler)
        }
        expectMarbles(result, "-1-2-----3-(4|)")
    }

    @Test func runWithoutElementsUsesTheInterval() {
        let runs = [kit.cold("|"), kit.cold("-1|")]
        let started = SerialState(0)
        let source = Observable<String>.deferred {
            defer { started.value += 1 }
            return runs[min(started.value, 1)].asObservable()
        }
        let result = kit.record {
            source.poll(
                every: .seconds(2), until: { _ in true }, retryAfter: { _ in .seconds(9) }, scheduler: kit.scheduler)
        }
        expectMarbles(result, "---(1|)")
    }

    @Test func deadlineEndsThePolling() {
        let polled = counter().poll(every: .seconds(2), until: { _ in false }, scheduler: kit.scheduler)
        let result = kit.record { polled.deadline(.seconds(6), scheduler: kit.scheduler) }
        #expect(result.values == ["1", "2"])
        #expect((result.error as? StreamError)?.code == .deadline)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func errorOfARunFailsTheResult() {
        let source = kit.cold("-1#")
        expectMarbles(
            kit.record { source.poll(every: .seconds(1), until: { _ in false }, scheduler: kit.scheduler) }, "-1#")
    }

    @Test func errorThrownByConditionPreventsEmission() {
        let source = kit.cold("-1-2|")
        let result = kit.record {
            source.poll(every: .seconds(1), until: { _ in throw TestError() }, scheduler: kit.scheduler)
        }
        expectMarbles(result, "-#")
        expectSubscriptions(source, "^!")
    }

    @Test func disposalCancelsTheTimer() {
        let result = kit.record(disposedAt: 4) {
            counter().poll(every: .seconds(9), until: { _ in false }, scheduler: kit.scheduler)
        }
        expectMarbles(result, "-1--")
        #expect(kit.scheduler.pendingCount == 0)
    }
}
