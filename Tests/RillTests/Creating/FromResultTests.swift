import RillSwiftTesting
import RillTesting
import Testing

@testable import Rill

@Suite struct FromResultTests {
    let kit = TestKit()

    @Test func successEmitsItsValueAndCompletes() {
        expectMarbles(kit.record { Observable.from(Result { "a" }) }, "(a|)")
    }

    @Test func failureEmitsItsError() {
        let failure = Result<String, TestError>.failure(TestError("lost"))
        expectMarbles(kit.record { Observable.from(failure) }, "#", error: TestError("lost"))
    }

    @Test func acceptsResultsOfAnyErrorType() {
        let number = Result { try parse("x") }
        let recording = kit.record { Observable.from(number) }
        #expect(recording.error as? TestError == TestError("x is not a number"))
        #expect(kit.record { Observable.from(Result { try parse("1") }) }.values == [1])
    }

    @Test func emitsTheSameEventsToEachSubscriber() {
        let stream = Observable.from(Result { "a" })
        expectMarbles(kit.record { stream }, "(a|)")
        expectMarbles(kit.record { stream }, "(a|)")
    }

    @Test func disposalInOnNextPreventsCompletion() {
        let scope = Scope()
        let events = SerialState(0)
        Observable.from(Result { 1 }).start(
            Observer(scope) { _ in
                events.value += 1
                scope.stop()
            })
        #expect(events.value == 1)
    }

    @Test func errorTraceContainsOperatorName() {
        let trace = SerialState<String?>(nil)
        _ = Observable<Int>.from(Result.failure(TestError())).map { $0 + 1 }.subscribe(onError: { _ in
            trace.value = ErrorTrace.current?.description
        })
        #expect(trace.value == "from > map")
    }

    private func parse(_ text: String) throws -> Int {
        guard let number = Int(text) else { throw TestError("\(text) is not a number") }
        return number
    }
}
