import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of operators that are written with `transformEvents`.
@Suite struct TransformEventsTests {
    struct Problem: Error, Equatable {}
    let kit = TestKit()

    /// Returns a stream that emits the number of elements on completion, and fails with `Problem` on any error.
    private func count(_ source: some ObservableConvertible<String>) -> Observable<Int> {
        source.transformEvents("count", initialState: 0) { count, event, observer in
            switch event {
            case .next: count += 1
            case .error: throw Problem()
            case .completed:
                observer.onNext(count)
                if !observer.isDisposed { observer.onCompleted() }
            }
        }
    }

    @Test func eachSubscriptionHasItsOwnState() {
        let counts = count(Observable.of("a", "b"))
        for _ in 0..<2 { #expect(counts.record().recorder.values == [2]) }
    }

    @Test func terminalEventOfTheClosureDisposesTheSource() {
        let source = kit.hot("-1--2--3|")
        let firstTwo = source.transformEvents("firstTwo", initialState: 0) {
            (count, event, observer: Observer<String>) in
            observer.on(event)
            count += 1
            if count == 2 { observer.onCompleted() }
        }
        expectMarbles(kit.record { firstTwo }, "-1--(2|)")
        expectSubscriptions(source, "^---!")
    }

    @Test func pauseIsForwardedToTheSource() {
        let doubled = Observable.of(1, 2, 3).transformEvents("double") { (event, observer: Observer<Int>) in
            if let element = event.element { observer.onNext(element) }
            observer.on(event)
        }
        let (recorder, scope) = doubled.startRecording { _, scope in scope.pause() }
        #expect(recorder.values == [1, 1])
        scope.stop()
    }

    @Test(arguments: [("----", "----"), ("-1-2|", "----(2|)"), ("|", "(0|)")])
    func emitsEventsSentByTheClosure(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { count(source) }, result, values: ["0": 0, "2": 2])
    }

    @Test func failsWithTheErrorOfTheClosure() {
        let source = kit.hot("-1#")
        let recording = kit.record { count(source) }
        #expect(recording.events.map(\.event) == .failed([], Problem()))
    }

    @Test func errorTraceContainsTheOperatorName() {
        #expect(count(Observable<String>.error(Problem())).errorTraces.first?.contains("count") == true)
    }
}
